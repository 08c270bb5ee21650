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
import { Dialog } from '../../ui/Dialog'
import { Field, TextInput } from '../../ui/Field'
import { PRESETS } from './connection-form'
import { NoKeyring } from './NoKeyring'

/** Enters, replaces or removes the key of a connection. What is stored is never shown again. */
export function KeyDialog(props: { connection: Connection; onClose: () => void }) {
  const { connection, onClose } = props
  const { t } = useTranslation(['shell', 'common', 'errors'])
  const secrets = useSettings((data) => data.app.secrets)
  const status = useConnections((state) => state.byId[connection.id])
  const variable = PRESETS[connection.kind].keyEnv || 'VIGIL_API_KEY'
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [rejected, setRejected] = useState<string | null>(null)

  const nameVariable = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
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
    setBusy(false)
    if (named) onClose()
  }
  const save = async (): Promise<void> => {
    if (key.trim() === '' || busy) return
    setBusy(true)
    setRejected(null)
    const stored = await setConnectionKey(connection.id, key.trim())
    const checked = stored ? await refreshConnection(connection.id) : null
    setBusy(false)
    if (!stored) return
    if (checked?.reach.kind === 'failed' && checked.reach.failure.code === 'auth') {
      setRejected(t('errors:key-rejected', { code: checked.reach.failure.status ?? 401 }))
      return
    }
    onClose()
  }
  const remove = async (): Promise<void> => {
    setBusy(true)
    await clearConnectionKey(connection.id)
    setBusy(false)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('shell:key.label', { name: connection.label })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void (secrets.available ? save() : nameVariable())
        }}
      >
        {secrets.available ? (
          <Field label={t('shell:key.title')} hint={t('shell:key.stored-where')} error={rejected}>
            {(field) => (
              <TextInput
                field={field}
                type="password"
                value={key}
                onChange={setKey}
                placeholder={t('shell:key.paste')}
                mono
              />
            )}
          </Field>
        ) : (
          <NoKeyring code={secrets.code} variable={variable} />
        )}
        <footer>
          {status?.key === 'stored' ? (
            <Button kind="danger-quiet" onClick={() => void remove()} className="footer-start">
              {t('shell:key.remove')}
            </Button>
          ) : null}
          <Button kind="ghost" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy} disabled={secrets.available && key.trim() === ''}>
            {secrets.available ? t('shell:key.save') : t('shell:first-run.use.name', { name: variable })}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
