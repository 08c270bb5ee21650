import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { patternProblem } from '../../../shared/pattern-problem'
import { PATTERN_MAX_CHARS } from '../../../shared/permissions'

/** A pattern being written; what is wrong with it stands under it. */
export function PatternField(props: {
  label: string
  value: string
  onChange: (pattern: string) => void
  onEscape: () => void
  placeholder?: string
  focus?: boolean
}) {
  const { label, value, onChange, onEscape, placeholder, focus = false } = props
  const { t } = useTranslation('permissions')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focus) field.current?.select()
  }, [focus])
  const matchesAll = patternProblem(value) === 'every'
  return (
    <span className="pattern-field">
      <input
        ref={field}
        className="input mono"
        value={value}
        maxLength={PATTERN_MAX_CHARS}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={matchesAll}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEscape()
        }}
      />
      {matchesAll ? (
        <span className="hint err" role="alert">
          {t('always.every')}
        </span>
      ) : null}
    </span>
  )
}
