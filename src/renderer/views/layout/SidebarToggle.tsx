import { PanelLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { updateSettings } from '../../state/settings-actions'
import { useChats, useSettings } from '../../state/stores'
import { setDrawer } from '../../state/ui'
import { Icon } from '../../ui/Icon'
import { StateIcon } from '../../ui/StateIcon'
import { Tooltip } from '../../ui/Tooltip'
import { isNarrow } from './narrow'

/** Brings the sidebar back where it is hidden, and says how many chats wait for a decision meanwhile. */
export function SidebarToggle() {
  const { t } = useTranslation('shell')
  const hidden = useSettings((data) => data.settings.sidebarHidden)
  const waiting = useChats(
    (state) => Object.values(state.byId).filter((chat) => chat.needsApproval > 0).length,
  )
  const label = waiting === 0 ? t('show-sidebar') : t('show-sidebar.approvals', { count: waiting })
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
        {waiting === 0 ? null : <StateIcon state="needs-approval" size={14} decorative />}
      </button>
    </Tooltip>
  )
}
