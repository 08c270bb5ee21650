import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsSchema } from '../../../shared/settings'
import { resolveLanguage } from '../../i18n/i18n'
import { updateSettings } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'

/** Each language names itself; the second line names it in the language of the window. */
const OWN_NAMES = { en: 'English', ru: 'Русский', uk: 'Українська' } as const
const LANGUAGES = ['en', 'ru', 'uk'] as const

/** The language of the window. */
export function LanguagePane() {
  const { t, i18n } = useTranslation('shell')
  const headingId = useId()
  const language = useSettings((data) => data.settings.language)
  const systemLanguage = useSettings((data) => data.app.systemLanguage)
  const system = resolveLanguage('system', systemLanguage)
  return (
    <>
      <h2 id={headingId}>{t('settings.language')}</h2>
      <RadioGroup.Root
        className="radio-list"
        aria-labelledby={headingId}
        value={language}
        onValueChange={(value) => {
          const parsed = settingsSchema.shape.language.safeParse(value)
          if (parsed.success) void updateSettings({ language: parsed.data })
        }}
      >
        <LanguageOption
          value="system"
          name={t('language.system')}
          detail={t('language.system.now', { language: OWN_NAMES[system] })}
        />
        {LANGUAGES.map((one) => (
          <LanguageOption
            key={one}
            value={one}
            name={OWN_NAMES[one]}
            detail={i18n.language === one ? null : t(`language.${one}`)}
          />
        ))}
      </RadioGroup.Root>
    </>
  )
}

function LanguageOption(props: { value: string; name: string; detail: string | null }) {
  const id = useId()
  return (
    <div className="opt">
      <RadioGroup.Item value={props.value} id={id} className="radio" />
      <label htmlFor={id} className="grow">
        {props.name}
        {props.detail === null ? null : <small>{props.detail}</small>}
      </label>
    </div>
  )
}
