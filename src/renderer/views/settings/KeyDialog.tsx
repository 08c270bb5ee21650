import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../../shared/models'
import {
  clearConnectionKey,
  refreshConnection,
  setConnectionKey,
  updateConnection,
} from '../../state/settings-actions'
import { useConnections, useSettings } from '../../state/stores'
import { Button } from '../../ui/Button'
import { FormDialog } from '../../ui/FormDialog'
import { PRESETS } from './connection-form'
import { KeyField } from './KeyField'
import { NoKeyring } from './NoKeyring'

/** Enters, replaces or removes the key of a connection. What is stored is never shown again. */
export function KeyDialog(props: { connection: Connection; onClose: () => void }) {
  const { connection, onClose } = props
  const { t } = useTranslation(['shell', 'common', 'errors'])
  const secrets = useSettings((data) => data.app.secrets)
  const status = useConnections((state) => state.byId[connection.id])
  const variable = PRESETS[connection.kind].keyEnv || 'VIGIL_API_KEY'
  const [key, setKey] = useState('')
  const [rejected, setRejected] = useState<string | null>(null)

  const nameVariable = async (): Promise<boolean> => {
    const { id, kind, label, baseUrl, headers } = connection
    const named = await updateConnection({
      connectionId: id,
      kind,
      label,
      baseUrl,
      headers,
      keyEnv: variable,
    })
    if (named) await refreshConnection(id)
    return named !== null
  }
  const store = async (): Promise<boolean> => {
    setRejected(null)
    const stored = await setConnectionKey(connection.id, key.trim())
    const checked = stored ? await refreshConnection(connection.id) : null
    if (checked?.reach.kind === 'failed' && checked.reach.failure.code === 'auth') {
      setRejected(t('errors:key-rejected', { code: checked.reach.failure.status ?? 401 }))
      return false
    }
    return stored !== null
  }
  const remove = async (): Promise<void> => {
    await clearConnectionKey(connection.id)
    onClose()
  }
  return (
    <FormDialog
      title={t('shell:key.label', { name: connection.label })}
      action={secrets.available ? t('shell:key.save') : t('shell:first-run.use.name', { name: variable })}
      save={secrets.available ? store : nameVariable}
      onClose={onClose}
      isIncomplete={secrets.available && key.trim() === ''}
      aside={
        status?.key === 'stored' ? (
          <Button kind="danger-quiet" onClick={() => void remove()} className="footer-start">
            {t('shell:key.remove')}
          </Button>
        ) : null
      }
    >
      {secrets.available ? (
        <KeyField value={key} onChange={setKey} error={rejected} />
      ) : (
        <NoKeyring code={secrets.code} variable={variable} />
      )}
    </FormDialog>
  )
}
