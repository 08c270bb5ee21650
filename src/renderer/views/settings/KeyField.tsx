import { useTranslation } from 'react-i18next'
import { Field, TextInput } from '../../ui/Field'

/** Where a key is typed or pasted; it is never shown. */
export function KeyField(props: {
  value: string
  onChange: (key: string) => void
  error?: string | null
  className?: string
}) {
  const { value, onChange, error = null, className = '' } = props
  const { t } = useTranslation('shell')
  return (
    <Field className={className} label={t('key.title')} hint={t('key.stored-where')} error={error}>
      {(field) => (
        <TextInput
          field={field}
          type="password"
          value={value}
          onChange={onChange}
          placeholder={t('key.paste')}
          mono
        />
      )}
    </Field>
  )
}
