import {
  Bell,
  Brain,
  Check,
  Contrast,
  Cpu,
  Languages,
  type LucideIcon,
  Plug,
  Shield,
  SquareTerminal,
  X,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaved } from '../../state/saved'
import {
  type SettingsPage as PageName,
  SETTINGS_PAGES,
  showChatView,
  showSettings,
  useUi,
} from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { ApprovalsPane } from '../approvals/ApprovalsPane'
import { Banners } from '../layout/Banners'
import { SidebarToggle } from '../layout/SidebarToggle'
import { McpPane } from '../mcp/McpPane'
import { MemoryPane } from '../memory/MemoryPane'
import { AppearancePane } from './AppearancePane'
import { LanguagePane } from './LanguagePane'
import { ModelsPane } from './ModelsPane'
import { NotificationsPane } from './NotificationsPane'
import { TerminalPane } from './TerminalPane'

const PAGES: Record<PageName, { icon: LucideIcon; Pane: () => ReactNode }> = {
  models: { icon: Cpu, Pane: ModelsPane },
  approvals: { icon: Shield, Pane: ApprovalsPane },
  memory: { icon: Brain, Pane: MemoryPane },
  mcp: { icon: Plug, Pane: McpPane },
  terminal: { icon: SquareTerminal, Pane: TerminalPane },
  notifications: { icon: Bell, Pane: NotificationsPane },
  appearance: { icon: Contrast, Pane: AppearancePane },
  language: { icon: Languages, Pane: LanguagePane },
}

/** The settings in the main area. Every change is saved at once. */
export function SettingsPage() {
  const { t } = useTranslation('shell')
  const headingId = useId()
  const page = useUi((ui) => (ui.view.kind === 'settings' ? ui.view.page : 'models'))
  const { Pane } = PAGES[page]
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
          {SETTINGS_PAGES.map((name) => (
            <button
              key={name}
              type="button"
              className="snav"
              aria-current={name === page ? 'page' : undefined}
              {...(name === page ? { 'data-region-focus': true } : {})}
              onClick={() => showSettings(name)}
            >
              <Icon icon={PAGES[name].icon} />
              {t(`settings.${name}`)}
            </button>
          ))}
        </nav>
        <div className="spane-scroll">
          <div className="spane" key={page}>
            <Pane />
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
