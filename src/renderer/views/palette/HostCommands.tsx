import { LogOut, PanelBottomClose, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { quitApp, requestReload } from '../../state/host'
import { updateSettings } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { showPalette } from '../../state/ui'
import { PaletteItem } from './PaletteItem'

/** Commands about the window and the app around the chats. */
export function HostCommands() {
  const { t } = useTranslation('host')
  const keepInTray = useSettings((data) => data.settings.keepInTray)
  const then = (action: () => void) => () => {
    showPalette('closed')
    action()
  }
  const keep = t(keepInTray ? 'palette.keep-off' : 'palette.keep-on')
  return (
    <>
      <PaletteItem
        value="keep-in-tray"
        keywords={[keep]}
        icon={PanelBottomClose}
        onSelect={then(() => void updateSettings({ keepInTray: !keepInTray }))}
      >
        {keep}
      </PaletteItem>
      <PaletteItem
        value="reload-window"
        keywords={[t('palette.reload')]}
        icon={RotateCw}
        onSelect={then(() => void requestReload())}
      >
        {t('palette.reload')}
      </PaletteItem>
      <PaletteItem
        value="quit"
        keywords={[t('palette.quit')]}
        icon={LogOut}
        onSelect={then(() => void quitApp())}
      >
        {t('palette.quit')}
      </PaletteItem>
    </>
  )
}
