import { useTranslation } from 'react-i18next'
import { useHost } from '../../state/host'
import { updateSettings } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { Switch } from '../../ui/Switch'
import { SettingRow } from './SettingRow'

/** What the desktop tells of, and whether jobs outlive the window. */
export function NotificationsPane() {
  const { t } = useTranslation(['host', 'shell'])
  const settings = useSettings((data) => data.settings)
  const hasTray = useHost((host) => host.state?.hasTray ?? false)
  return (
    <>
      <h2>{t('shell:settings.notifications')}</h2>
      <div>
        <SettingRow name={t('host:settings.needs-you')} hint={t('host:settings.needs-you.hint')}>
          {(id) => (
            <Switch
              labelledBy={id}
              checked={settings.notifyNeedsYou}
              onChange={(notifyNeedsYou) => void updateSettings({ notifyNeedsYou })}
            />
          )}
        </SettingRow>
        <SettingRow name={t('host:settings.finished')} hint={t('host:settings.finished.hint')}>
          {(id) => (
            <Switch
              labelledBy={id}
              checked={settings.notifyFinished}
              onChange={(notifyFinished) => void updateSettings({ notifyFinished })}
            />
          )}
        </SettingRow>
        <SettingRow name={t('host:settings.failures')}>
          {(id) => (
            <Switch
              labelledBy={id}
              checked={settings.notifyFailures}
              onChange={(notifyFailures) => void updateSettings({ notifyFailures })}
            />
          )}
        </SettingRow>
        <SettingRow name={t('host:settings.sound')}>
          {(id) => (
            <Switch
              labelledBy={id}
              checked={settings.notifySound}
              onChange={(notifySound) => void updateSettings({ notifySound })}
            />
          )}
        </SettingRow>
      </div>
      <h2>{t('host:settings.window')}</h2>
      <div>
        <SettingRow
          name={t('host:settings.keep')}
          hint={t(hasTray ? 'host:settings.keep.hint' : 'host:settings.keep.no-tray')}
        >
          {(id) => (
            <Switch
              labelledBy={id}
              checked={settings.keepInTray}
              onChange={(keepInTray) => void updateSettings({ keepInTray })}
            />
          )}
        </SettingRow>
      </div>
    </>
  )
}
