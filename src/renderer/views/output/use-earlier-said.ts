import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format'
import { announcePolite } from '../../state/announcer'
import type { FeedState } from './output-feed'

/** Tells a screen reader how many lines *Show earlier lines* has put above; output itself is never read out. */
export function useEarlierSaid({ reading, window }: FeedState): void {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const asked = useRef<number | null>(null)
  const from = window?.from ?? null
  useEffect(() => {
    if (reading === 'earlier') {
      asked.current = from
      return
    }
    const before = asked.current
    asked.current = null
    if (before === null || from === null || from >= before || !window) return
    const count = window.rows.filter((row) => row.at < before && row.endsLine).length
    if (count === 0) return
    const text = t('output.earlier.loaded', { count, formatted: format.number(count) })
    announcePolite({ kind: 'earlier', text, merged: () => text })
  }, [reading, from, window, t, format])
}
