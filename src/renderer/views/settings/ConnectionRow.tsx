import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  KeyRound,
  Pencil,
  RefreshCw,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection, ConnectionStatus } from '../../../shared/models'
import { shortAddress } from '../../format/address'
import { refreshConnection } from '../../state/settings-actions'
import { useConnections } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { Spinner } from '../../ui/Spinner'
import { ConnectionFailureRow } from './ConnectionFailureRow'
import { KeyDialog } from './KeyDialog'

/** One connection: address and key, whether it answers, and what can be done about it. */
export function ConnectionRow(props: { connection: Connection; onEdit: () => void; onRemove: () => void }) {
  const { connection } = props
  const { t } = useTranslation(['shell', 'common'])
  const status = useConnections((state) => state.byId[connection.id])
  const [keyOpen, setKeyOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const name = connection.label
  const refresh = async (): Promise<void> => {
    setBusy(true)
    await refreshConnection(connection.id)
    setBusy(false)
  }
  const checking = busy || status?.reach.kind === 'checking'
  const failure = status?.reach.kind === 'failed' ? status.reach.failure : null
  return (
    <div className="connection">
      <div className="setrow">
        <div>
          {name}
          <small>
            {[shortAddress(connection.baseUrl), keyWords(connection, status)].filter(Boolean).join(', ')}
          </small>
        </div>
        <div className="row-end">
          <ReachSign status={status} checking={checking} />
          {status?.key === 'not-needed' || connection.keyEnv !== null ? null : (
            <Button small onClick={() => setKeyOpen(true)}>
              <Icon icon={KeyRound} size={14} />
              {status?.key === 'stored' ? t('shell:key.replace') : t('shell:key.add')}
            </Button>
          )}
          <IconButton
            icon={RefreshCw}
            label={t('shell:models.refresh', { name })}
            disabled={checking}
            onClick={() => void refresh()}
          />
          <IconButton icon={Pencil} label={t('common:edit.name', { name })} onClick={props.onEdit} />
          <IconButton icon={Trash2} label={t('common:remove.name', { name })} onClick={props.onRemove} />
        </div>
      </div>
      {failure && !checking ? (
        <ConnectionFailureRow failure={failure} onRetry={() => void refresh()} />
      ) : null}
      {keyOpen ? <KeyDialog connection={connection} onClose={() => setKeyOpen(false)} /> : null}
    </div>
  )

  function keyWords(one: Connection, state: ConnectionStatus | undefined): string | null {
    switch (state?.key) {
      case 'stored':
        return t('shell:models.key.stored')
      case 'environment':
        return t('shell:models.key.environment', { name: one.keyEnv ?? '' })
      case 'missing':
        return one.keyEnv === null
          ? t('shell:models.key.missing')
          : t('shell:models.key.not-in-environment', { name: one.keyEnv })
      default:
        return null
    }
  }
}

function ReachSign(props: { status: ConnectionStatus | undefined; checking: boolean }) {
  const { t } = useTranslation('shell')
  const { status, checking } = props
  if (checking) {
    return (
      <span className="reach">
        <Spinner size={14} className="c-accent" />
        {t('models.checking')}
      </span>
    )
  }
  const reach = status?.reach
  if (reach?.kind === 'ok') {
    return (
      <span className="reach">
        <Icon icon={CircleCheck} size={14} className="c-ok" />
        {t('models.connected', { count: reach.models })}
      </span>
    )
  }
  if (reach?.kind === 'failed') {
    const down = reach.failure.code === 'unreachable'
    return (
      <span className="reach">
        <Icon icon={down ? CircleMinus : CircleX} size={14} className={down ? 'c-off' : 'c-err'} />
        {down ? t('models.not-answering') : t('models.failed')}
      </span>
    )
  }
  return (
    <span className="reach c-3">
      <Icon icon={CircleDashed} size={14} />
      {t('models.unchecked')}
    </span>
  )
}
