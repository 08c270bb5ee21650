import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConnections, useSettings } from '../../state/stores'
import { showSettings } from '../../state/ui'
import { IconButton } from '../../ui/IconButton'
import { Kbd } from '../../ui/Kbd'
import { NotificationCentre } from '../host/NotificationCentre'
import { keyText } from '../layout/keys'

/** Settings, and the first connection that answers. */
export function SidebarFoot() {
  const { t } = useTranslation('shell')
  const platform = useSettings((data) => data.app.platform)
  const connections = useSettings((data) => data.settings.connections)
  const statuses = useConnections((state) => state.byId)
  const answering = connections.find((one) => statuses[one.id]?.reach.kind === 'ok')
  return (
    <div className="sb-foot">
      <IconButton
        icon={SlidersHorizontal}
        size={16}
        large
        label={t('settings')}
        hint={<Kbd>{keyText(',', platform)}</Kbd>}
        onClick={() => showSettings()}
      />
      <NotificationCentre />
      <span className="grow" />
      {answering ? (
        <span className="sb-note trunc">
          {t('count-models', { name: answering.label, count: answering.models.length })}
        </span>
      ) : null}
    </div>
  )
}
