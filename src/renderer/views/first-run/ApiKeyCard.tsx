import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionStatus, ModelFailure } from '../../../shared/models'
import { addConnection, refreshConnection, setConnectionKey } from '../../state/settings-actions'
import { useSettings, useSettingsData } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Select } from '../../ui/Select'
import { ConnectionFailureRow } from '../settings/ConnectionFailureRow'
import { PRESETS } from '../settings/connection-form'
import { KeyField } from '../settings/KeyField'
import { NoKeyring } from '../settings/NoKeyring'
import { finishWithConnection } from './finish'

const PROVIDERS = ['anthropic', 'openai'] as const
type Provider = (typeof PROVIDERS)[number]

/** A cloud provider: its key, or the variable that holds it where there is no keyring. */
export function ApiKeyCard() {
  const { t } = useTranslation(['shell', 'errors'])
  const secrets = useSettings((data) => data.app.secrets)
  const [provider, setProvider] = useState<Provider>('anthropic')
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ModelFailure | null>(null)
  const rejected = failure?.code === 'auth' ? t('errors:key-rejected', { code: failure.status ?? 401 }) : null

  const connect = async (): Promise<void> => {
    if (busy || (secrets.available && key.trim() === '')) return
    setBusy(true)
    setFailure(null)
    const status = await connectProvider(provider, secrets.available ? key.trim() : null)
    if (status?.reach.kind === 'failed') setFailure(status.reach.failure)
    else if (status) await finishWithConnection(status.id)
    setBusy(false)
  }
  const providerSelect = (
    <Select
      label={t('shell:key.provider')}
      value={provider}
      groups={[
        { label: null, options: PROVIDERS.map((kind) => ({ value: kind, label: PRESETS[kind].label })) },
      ]}
      onChange={(value) => {
        const chosen = PROVIDERS.find((one) => one === value)
        if (chosen) setProvider(chosen)
      }}
    />
  )
  return (
    <section className="frcard" aria-labelledby="first-run-key">
      <header>
        <Icon icon={KeyRound} />
        <h2 id="first-run-key">{t('shell:key.title')}</h2>
      </header>
      <form
        className="fr-key"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void connect()
        }}
      >
        {providerSelect}
        {secrets.available ? (
          <>
            <KeyField className="label-hidden" value={key} onChange={setKey} error={rejected} />
            <Button type="submit" busy={busy} disabled={key.trim() === ''}>
              {t('shell:key.save')}
            </Button>
          </>
        ) : (
          <>
            <NoKeyring code={secrets.code} variable={PRESETS[provider].keyEnv} />
            <Button type="submit" busy={busy}>
              {t('shell:first-run.use')}
            </Button>
          </>
        )}
      </form>
      {failure && rejected === null ? (
        <div className="fr-failure">
          <ConnectionFailureRow failure={failure} onRetry={() => void connect()} />
        </div>
      ) : null}
    </section>
  )
}

/** Makes or takes the connection of a provider, gives it the key (null: from its variable), and lists its models. */
async function connectProvider(provider: Provider, key: string | null): Promise<ConnectionStatus | null> {
  const { label, baseUrl, keyEnv } = PRESETS[provider]
  const known = useSettingsData.getState().data?.settings.connections.find((one) => one.kind === provider)
  const id =
    known?.id ??
    (
      await addConnection({
        kind: provider,
        label,
        baseUrl,
        headers: {},
        keyEnv: key === null ? keyEnv : null,
      })
    )?.id
  if (!id) return null
  if (key !== null && !(await setConnectionKey(id, key))) return null
  return refreshConnection(id)
}
