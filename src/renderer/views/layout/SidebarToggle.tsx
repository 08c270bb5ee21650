import { PanelLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useHost } from '../../state/host'
import { updateSettings } from '../../state/settings-actions'
import { useChats, useSettings } from '../../state/stores'
import { setDrawer } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { StateIcon } from '../../ui/StateIcon'
import { Tooltip } from '../../ui/Tooltip'
import { isNarrow } from './narrow'

/** Brings the sidebar back where it is hidden, and says meanwhile what its list and its bell would. */
export function SidebarToggle() {
  const { t } = useTranslation(['shell', 'host'])
  const hidden = useSettings((data) => data.settings.sidebarHidden)
  const waiting = useChats(
    (state) => Object.values(state.byId).filter((chat) => chat.needsApproval > 0).length,
  )
  const unread = useHost(({ state }) => state?.notifications.filter(({ isRead }) => !isRead).length ?? 0)
  const label =
    waiting > 0
      ? t('shell:show-sidebar.approvals', { count: waiting })
      : unread > 0
        ? t('host:show-sidebar.unread', { count: unread })
        : t('shell:show-sidebar')
  const show = (): void => {
    if (isNarrow()) setDrawer(true)
    else void updateSettings({ sidebarHidden: false })
  }
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className={`termbtn sidebar-toggle${hidden ? '' : ' only-drawer'}`}
        aria-label={label}
        onClick={show}
      >
        <Icon icon={PanelLeft} />
        {waiting > 0 ? <StateIcon state="needs-approval" size={14} decorative /> : null}
        {waiting === 0 && unread > 0 ? <span className="dot" aria-hidden="true" /> : null}
      </button>
    </Tooltip>
  )
}
