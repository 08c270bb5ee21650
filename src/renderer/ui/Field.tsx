import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Icon } from './Icon'

/** What a control inside a field must put on itself. */
export type FieldProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A named control with a hint, or with what is wrong in its place. */
export function Field(props: {
  label: string
  hint?: ReactNode
  error?: string | null
  className?: string
  children: (field: FieldProps) => ReactNode
}) {
  const id = useId()
  const noteId = `${id}-note`
  const { error = null, hint } = props
  const hasNote = error !== null || hint !== undefined
  return (
    <div className={`field ${props.className ?? ''}`}>
      <label htmlFor={id}>{props.label}</label>
      {props.children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error === null ? undefined : true,
      })}
      {hasNote ? <FieldNote id={noteId} error={error} hint={hint} /> : null}
    </div>
  )
}

function FieldNote(props: { id: string; error: string | null; hint: ReactNode }) {
  if (props.error === null) {
    return (
      <span className="hint" id={props.id}>
        {props.hint}
      </span>
    )
  }
  return (
    <span className="hint err" id={props.id} role="alert">
      <Icon icon={CircleAlert} size={12} />
      {props.error}
    </span>
  )
}

/** A one-line text field. */
export function TextInput(props: {
  field: FieldProps
  value: string
  onChange: (value: string) => void
  placeholder?: string
  type?: 'text' | 'password' | 'url'
  mono?: boolean
  inputMode?: 'numeric' | 'url'
}) {
  const { field, value, onChange, placeholder, type = 'text', mono = false, inputMode } = props
  return (
    <input
      {...field}
      className={`input${mono ? ' mono' : ''}${field['aria-invalid'] ? ' is-err' : ''}`}
      type={type}
      value={value}
      placeholder={placeholder}
      inputMode={inputMode}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A text field of several lines, for lists written one per line. */
export function TextArea(props: {
  field: FieldProps
  value: string
  onChange: (value: string) => void
  rows?: number
}) {
  const { field, value, onChange, rows = 3 } = props
  return (
    <textarea
      {...field}
      className={`input area mono${field['aria-invalid'] ? ' is-err' : ''}`}
      rows={rows}
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
