import { useTranslation } from 'react-i18next'
import { updateSettings } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { Segmented } from '../../ui/Segmented'
import { Select } from '../../ui/Select'
import { Switch } from '../../ui/Switch'
import { SettingRow } from './SettingRow'

const FONT_SIZES = [10, 11, 12, 13, 14, 15, 16, 18, 20]
const THEMES = ['system', 'light', 'dark'] as const
const DENSITIES = ['default', 'compact'] as const

/** Theme, density, code font size, motion. */
export function AppearancePane() {
  const { t } = useTranslation('shell')
  const settings = useSettings((data) => data.settings)
  return (
    <>
      <h2>{t('settings.appearance')}</h2>
      <div>
        <SettingRow name={t('appearance.theme')}>
          {(id) => (
            <Segmented
              labelledBy={id}
              value={settings.theme}
              options={THEMES.map((value) => ({ value, label: t(`appearance.theme.${value}`) }))}
              onChange={(theme) => void updateSettings({ theme })}
            />
          )}
        </SettingRow>
        <SettingRow name={t('appearance.density')} hint={t('appearance.density.hint')}>
          {(id) => (
            <Segmented
              labelledBy={id}
              value={settings.density}
              options={DENSITIES.map((value) => ({ value, label: t(`appearance.density.${value}`) }))}
              onChange={(density) => void updateSettings({ density })}
            />
          )}
        </SettingRow>
        <SettingRow name={t('appearance.code-font-size')}>
          {(id) => (
            <Select
              labelledBy={id}
              value={String(settings.codeFontSize)}
              groups={[{ label: null, options: sizes(settings.codeFontSize) }]}
              onChange={(value) => void updateSettings({ codeFontSize: Number(value) })}
            />
          )}
        </SettingRow>
        <SettingRow name={t('appearance.reduce-motion')} hint={t('appearance.reduce-motion.hint')}>
          {(id) => (
            <Switch
              labelledBy={id}
              checked={settings.reduceMotion}
              onChange={(reduceMotion) => void updateSettings({ reduceMotion })}
            />
          )}
        </SettingRow>
      </div>
    </>
  )
}

/** The sizes on offer, with the one in force even if a settings file names another. */
function sizes(current: number): { value: string; label: string }[] {
  return [...new Set([...FONT_SIZES, current])]
    .sort((a, b) => a - b)
    .map((size) => ({ value: String(size), label: String(size) }))
}
