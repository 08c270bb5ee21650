import { CaseSensitive, ChevronDown, ChevronUp, Regex, Search, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FIND_MAX_CHARS } from '../../../shared/find-query'
import { useFormat } from '../../i18n/use-format'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import type { OutputFinder } from './output-finder'
import type { Find } from './use-find'

/** The find field of the viewer, over the whole output: Enter and Shift+Enter step, Esc closes. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
  const { t } = useTranslation('chat')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const { finder, state } = find
  const { query } = state
  const none = query.text === '' || state.all?.length === 0 || state.failed !== null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    finder.step(event.shiftKey ? -1 : 1)
  }
  return (
    <search className="vfind">
      <label className="input find-field">
        <Icon icon={Search} size={12} className="c-3" />
        <input
          ref={field}
          value={query.text}
          maxLength={FIND_MAX_CHARS}
          aria-label={t('output.find')}
          aria-invalid={state.failed === 'bad-input' || undefined}
          placeholder={t('output.find')}
          spellCheck={false}
          onChange={(event) => finder.ask({ text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <Found finder={finder} find={find} />
      </label>
      <IconButton
        icon={CaseSensitive}
        label={t('output.find.case')}
        pressed={query.matchCase}
        onClick={() => finder.ask({ matchCase: !query.matchCase })}
      />
      <IconButton
        icon={Regex}
        label={t('output.find.regex')}
        pressed={query.regex}
        onClick={() => finder.ask({ regex: !query.regex })}
      />
      <IconButton
        icon={ChevronUp}
        label={t('output.find.previous')}
        disabled={none}
        onClick={() => finder.step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('output.find.next')}
        disabled={none}
        onClick={() => finder.step(1)}
      />
      <span className="grow" />
      <IconButton icon={X} label={t('output.find.close')} onClick={onClose} />
    </search>
  )
}

/** How many places there are, and which one this is. */
function Found({ finder, find }: { finder: OutputFinder; find: Find }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { query, all, complete, failed } = find.state
  const text = () => {
    if (query.text === '') return ''
    if (failed === 'bad-input') return t('output.find.invalid')
    if (failed !== null) return t('output.failed')
    if (all === null) return t('output.find.searching')
    if (all.length === 0) return t('output.find.none')
    const count = format.number(all.length)
    const { position } = finder
    if (position === null) return complete ? count : t('output.find.over', { count })
    const current = format.number(position)
    return t(complete ? 'output.find.count' : 'output.find.many', { current, count })
  }
  return (
    <span className={failed === null ? 'c-3' : 'c-err'} role="status">
      {text()}
    </span>
  )
}
