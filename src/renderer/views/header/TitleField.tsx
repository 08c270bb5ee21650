import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The title as a field: Enter and leaving it save, Esc does not. An empty title is no change. */
export function TitleField(props: {
  title: string
  onDone: (title: string | null, by: 'key' | 'leaving') => void
}) {
  const { t } = useTranslation('shell')
  const [text, setText] = useState(props.title)
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (save: boolean, by: 'key' | 'leaving'): void => {
    // Esc and Enter take the field away, which blurs it: only the first counts.
    if (done.current) return
    done.current = true
    const trimmed = text.trim()
    props.onDone(save && trimmed !== '' ? trimmed : null, by)
  }
  return (
    <input
      ref={field}
      className="input title-field"
      aria-label={t('chat-title')}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true, 'leaving')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true, 'key')
        if (event.key === 'Escape') finish(false, 'key')
      }}
    />
  )
}
