import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { numberFormat } from '../format/intl'
import { formatMoney } from '../format/money'
import { formatSize, formatTokens } from '../format/size'
import {
  formatAgo,
  formatClock,
  formatDuration,
  formatDurationWords,
  formatMoment,
  formatStarted,
} from '../format/time'

/** Numbers, times and sizes in the language of the window. */
export function useFormat() {
  const { i18n, t } = useTranslation()
  const language = i18n.language
  return useMemo(
    () => ({
      language,
      duration: (ms: number) => formatDuration(ms, language),
      durationWords: (ms: number) => formatDurationWords(ms, language),
      ago: (at: number, now: number) => formatAgo(at, now, language) ?? t('now'),
      moment: (at: number) => formatMoment(at, Date.now(), language),
      started: (at: number) => formatStarted(at, Date.now(), language),
      clock: (at: number) => formatClock(at, language),
      size: (bytes: number) => formatSize(bytes, language),
      tokens: (count: number) => formatTokens(count, language),
      number: (value: number) => numberFormat(language).format(value),
      money: (usd: number) => formatMoney(usd, language),
      list: (parts: readonly string[]) => parts.join(', '),
    }),
    [language, t],
  )
}
