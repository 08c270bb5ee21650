import { useTranslation } from 'react-i18next'
import { useSettingsData } from './state/stores'
import { LiveRegions } from './ui/LiveRegions'
import { TooltipRoot } from './ui/Tooltip'

/** The window. */
export function App() {
  const { t } = useTranslation('shell')
  const ready = useSettingsData((state) => state.data !== null)
  return (
    <TooltipRoot>
      {ready ? <div className="app" /> : <p className="vh">{t('starting')}</p>}
      <LiveRegions />
    </TooltipRoot>
  )
}
