import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { MAX_MATCHES } from './find-rows'
import type { Find } from './use-find'

/** The find field of the viewer: Enter and Shift+Enter step, Esc closes. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
  const { t } = useTranslation('chat')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    find.step(event.shiftKey ? -1 : 1)
  }
  const values = { current: find.current + 1, count: find.count }
  const found =
    find.count === 0
      ? t('output.find.none')
      : t(find.count >= MAX_MATCHES ? 'output.find.many' : 'output.find.count', values)
  return (
    <search className="vfind">
      <label className="input find-field">
        <Icon icon={Search} size={12} className="c-3" />
        <input
          ref={field}
          value={find.query}
          aria-label={t('output.find.loaded')}
          placeholder={t('output.find.loaded')}
          spellCheck={false}
          onChange={(event) => find.setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span className="c-3" role="status">
          {find.query === '' ? '' : found}
        </span>
      </label>
      <IconButton
        icon={ChevronUp}
        label={t('output.find.previous')}
        disabled={find.count === 0}
        onClick={() => find.step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('output.find.next')}
        disabled={find.count === 0}
        onClick={() => find.step(1)}
      />
      <span className="grow" />
      <IconButton icon={X} label={t('output.find.close')} onClick={onClose} />
    </search>
  )
}
