import { Bell, Check, Contrast, Cpu, Languages, Shield, SquareTerminal, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaved } from '../../state/saved'
import { showChatView, showSettings, useUi } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { ApprovalsPane } from '../approvals/ApprovalsPane'
import { Banners } from '../layout/Banners'
import { SidebarToggle } from '../layout/SidebarToggle'
import { AppearancePane } from './AppearancePane'
import { LanguagePane } from './LanguagePane'
import { ModelsPane } from './ModelsPane'
import { NotificationsPane } from './NotificationsPane'
import { TerminalPane } from './TerminalPane'

const PAGES = [
  { page: 'models', icon: Cpu },
  { page: 'approvals', icon: Shield },
  { page: 'terminal', icon: SquareTerminal },
  { page: 'notifications', icon: Bell },
  { page: 'appearance', icon: Contrast },
  { page: 'language', icon: Languages },
] as const

/** The settings in the main area. Every change is saved at once. */
export function SettingsPage() {
  const { t } = useTranslation('shell')
  const headingId = useId()
  const page = useUi((ui) => (ui.view.kind === 'settings' ? ui.view.page : 'models'))
  return (
    <>
      <header className="page-head">
        <SidebarToggle />
        <h1 id={headingId}>{t('settings')}</h1>
        <SavedSign />
        <span className="grow" />
        <IconButton icon={X} size={16} large label={t('close-settings')} onClick={showChatView} />
      </header>
      <Banners />
      <div className="main-body settings">
        <nav aria-labelledby={headingId}>
          {PAGES.map((one) => (
            <button
              key={one.page}
              type="button"
              className="snav"
              aria-current={one.page === page ? 'page' : undefined}
              {...(one.page === page ? { 'data-region-focus': true } : {})}
              onClick={() => showSettings(one.page)}
            >
              <Icon icon={one.icon} />
              {t(`settings.${one.page}`)}
            </button>
          ))}
        </nav>
        <div className="spane-scroll">
          <div className="spane" key={page}>
            {page === 'models' ? <ModelsPane /> : null}
            {page === 'approvals' ? <ApprovalsPane /> : null}
            {page === 'terminal' ? <TerminalPane /> : null}
            {page === 'notifications' ? <NotificationsPane /> : null}
            {page === 'appearance' ? <AppearancePane /> : null}
            {page === 'language' ? <LanguagePane /> : null}
          </div>
        </div>
      </div>
    </>
  )
}

function SavedSign() {
  const { t } = useTranslation()
  const shown = useSaved((state) => state.shown)
  return (
    <span className="saved" role="status">
      {shown ? (
        <>
          <Icon icon={Check} size={14} className="c-ok" />
          {t('saved')}
        </>
      ) : null}
    </span>
  )
}
