import type { CSSProperties } from 'react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assertNever } from '../../../shared/assert-never'
import { settingsSchema } from '../../../shared/settings'
import { updateSettings } from '../../state/settings-actions'
import { useSettings } from '../../state/stores'
import { type MainView, setDrawer, useUi } from '../../state/ui'
import { ResizeHandle } from '../../ui/ResizeHandle'
import { JobsPage } from '../jobs/JobsPage'
import { FullOutput } from '../output/FullOutput'
import { SettingsPage } from '../settings/SettingsPage'
import { Sidebar } from '../sidebar/Sidebar'
import { ChatArea } from './ChatArea'
import { ErrorBoundary } from './ErrorBoundary'
import { isNarrow } from './narrow'

const MIN_SIDEBAR_PX = 220
const MAX_SIDEBAR_PX = 400
const DEFAULT_SIDEBAR_PX = settingsSchema.parse({}).sidebarWidth

/** Sidebar and main area. Below 860 px the sidebar is a drawer over the chat. */
export function Frame() {
  const { t } = useTranslation('shell')
  const saved = useSettings((data) => data.settings.sidebarWidth)
  const hidden = useSettings((data) => data.settings.sidebarHidden)
  const view = useUi((ui) => ui.view.kind)
  const drawerOpen = useUi((ui) => ui.drawerOpen)
  const [dragged, setDragged] = useState<number | null>(null)
  const width = dragged ?? saved
  useDrawer(drawerOpen)

  const save = (px: number): void => {
    setDragged(px)
    void updateSettings({ sidebarWidth: px }).then(() => setDragged(null))
  }
  const classes = ['app', hidden ? 'no-sidebar' : '', drawerOpen ? 'drawer-open' : '']
  return (
    <div
      className={classes.filter((name) => name !== '').join(' ')}
      style={{ '--w-sidebar-set': `${width}px` } as CSSProperties}
    >
      <ErrorBoundary>
        <Sidebar
          edge={
            <ResizeHandle
              label={t('resize-sidebar')}
              orientation="vertical"
              value={width}
              min={MIN_SIDEBAR_PX}
              max={MAX_SIDEBAR_PX}
              onMove={setDragged}
              onDone={save}
              onReset={() => save(DEFAULT_SIDEBAR_PX)}
            />
          }
        />
      </ErrorBoundary>
      {drawerOpen ? (
        // A pointer shortcut only: Esc and the button in the drawer close it too.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div className="drawer-scrim" onClick={() => setDrawer(false)} />
      ) : null}
      <main
        className="main"
        aria-label={
          view === 'settings' ? t('settings') : view === 'jobs' ? t('background-jobs') : t('region.main')
        }
        data-region="main"
      >
        <ErrorBoundary>
          <MainArea view={view} />
        </ErrorBoundary>
      </main>
    </div>
  )
}

function MainArea({ view }: { view: MainView['kind'] }) {
  switch (view) {
    case 'settings':
      return <SettingsPage />
    case 'output':
      return <FullOutput />
    case 'jobs':
      return <JobsPage />
    case 'chat':
    case 'first-run':
      return <ChatArea />
    default:
      return assertNever(view, 'view')
  }
}

/** While the drawer is open the focus starts in it, Esc closes it, and a wide window does not need it. */
function useDrawer(open: boolean): void {
  useEffect(() => {
    if (!open) return
    const before = document.activeElement
    const sidebar = document.querySelector('.sidebar')
    const first = sidebar?.querySelector('[aria-current="page"]') ?? sidebar?.querySelector('.newchat')
    if (first instanceof HTMLElement) first.focus()
    const check = (): void => {
      if (!isNarrow()) setDrawer(false)
    }
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setDrawer(false)
    }
    window.addEventListener('resize', check)
    window.addEventListener('keydown', close)
    return () => {
      window.removeEventListener('resize', check)
      window.removeEventListener('keydown', close)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [open])
}
