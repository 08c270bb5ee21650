import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { applyAppearance } from './state/appearance'
import { useSettings, useSettingsData } from './state/stores'
import { useUi } from './state/ui'
import { LiveRegions } from './ui/LiveRegions'
import { TooltipRoot } from './ui/Tooltip'
import { GoBackDialogs } from './views/chat/messages/GoBackDialog'
import { FirstRun } from './views/first-run/FirstRun'
import { QuitDialog } from './views/host/QuitDialog'
import { ReloadDialog } from './views/host/ReloadDialog'
import { FailureBanner } from './views/layout/Banners'
import { ErrorBoundary } from './views/layout/ErrorBoundary'
import { Frame } from './views/layout/Frame'
import { useShortcuts } from './views/layout/use-shortcuts'
import { ModeDialogs } from './views/modes/ModeDialogs'
import { Palette } from './views/palette/Palette'

/** The window: nothing before the first snapshot, then the first-run screen or the frame. */
export function App() {
  const ready = useSettingsData((state) => state.data !== null)
  return (
    <TooltipRoot>
      <ErrorBoundary>{ready ? <Ready /> : <Starting />}</ErrorBoundary>
      <LiveRegions />
    </TooltipRoot>
  )
}

function Starting() {
  const { t } = useTranslation('shell')
  const failure = useUi((ui) => ui.failure)
  if (failure) return <FailureBanner failure={failure} />
  return <p className="vh">{t('starting')}</p>
}

function Ready() {
  const view = useUi((ui) => ui.view.kind)
  useAppearance()
  useShortcuts()
  return (
    <>
      {view === 'first-run' ? <FirstRun /> : <Frame />}
      <Palette />
      <QuitDialog />
      <ModeDialogs />
      <GoBackDialogs />
      <ReloadDialog />
    </>
  )
}

function useAppearance(): void {
  const settings = useSettings((data) => data.settings)
  const systemLanguage = useSettings((data) => data.app.systemLanguage)
  useEffect(() => {
    const motion = window.matchMedia('(prefers-reduced-motion: reduce)')
    const apply = (): void => applyAppearance(settings, systemLanguage, motion.matches)
    apply()
    motion.addEventListener('change', apply)
    return () => motion.removeEventListener('change', apply)
  }, [settings, systemLanguage])
}
