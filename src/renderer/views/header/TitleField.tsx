import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The title as a field: Enter and leaving it save, Esc does not. An empty title is no change. */
export function TitleField(props: { title: string; onDone: (title: string | null) => void }) {
  const { t } = useTranslation('shell')
  const [text, setText] = useState(props.title)
  const field = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (save: boolean): void => {
    // Esc and Enter take the field away, which blurs it: only the first counts.
    if (done.current) return
    done.current = true
    const trimmed = text.trim()
    props.onDone(save && trimmed !== '' ? trimmed : null)
  }
  return (
    <input
      ref={field}
      className="input title-field"
      aria-label={t('chat-title')}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true)
        if (event.key === 'Escape') finish(false)
      }}
    />
  )
}
