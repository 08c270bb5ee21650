import { CircleAlert, CircleCheck, RefreshCw, Server } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalServer, ModelFailure } from '../../../shared/models'
import { shortAddress } from '../../format/address'
import { addConnection, refreshConnection } from '../../state/settings-actions'
import { useSettingsData } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Spinner } from '../../ui/Spinner'
import { ConnectionDialog } from '../settings/ConnectionDialog'
import { ConnectionFailureRow } from '../settings/ConnectionFailureRow'
import { finishWithConnection } from './finish'
import { useLocalServers } from './use-local-servers'

/** Model servers that answer on this machine's usual ports. */
export function LocalServersCard() {
  const { t } = useTranslation('shell')
  const { scan, again } = useLocalServers()
  const [using, setUsing] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ server: LocalServer; failure: ModelFailure } | null>(null)
  const [otherOpen, setOtherOpen] = useState(false)
  const scanning = scan.state === 'scanning'

  const use = async (server: LocalServer): Promise<void> => {
    setUsing(server.baseUrl)
    setFailure(null)
    const status = await connect(server)
    if (status && !(await finishWithConnection(status.id, server.models[0]))) {
      const failed =
        status.reach.kind === 'failed'
          ? status.reach.failure
          : { code: 'model-missing' as const, server: server.product, detail: '', status: null }
      setFailure({ server, failure: failed })
    }
    setUsing(null)
  }
  return (
    <section className="frcard" aria-labelledby="first-run-local">
      <header>
        <Icon icon={Server} />
        <h2 id="first-run-local" className="grow">
          {t('first-run.local')}
        </h2>
        <Button small kind="ghost" busy={scanning} onClick={again}>
          {scanning ? null : <Icon icon={RefreshCw} size={14} />}
          {t('first-run.scan-again')}
        </Button>
      </header>
      <div aria-live="polite">
        {scan.servers.map((server) => (
          <div className="frrow" key={server.baseUrl}>
            <Icon icon={CircleCheck} className="c-ok" />
            <span>
              {server.product}{' '}
              <small>
                {t('count-models', { name: shortAddress(server.baseUrl), count: server.models.length })}
              </small>
            </span>
            <Button
              small
              kind="primary"
              busy={using === server.baseUrl}
              aria-label={t('first-run.use.name', { name: server.product })}
              onClick={() => void use(server)}
            >
              {t('first-run.use')}
            </Button>
          </div>
        ))}
        {failure ? (
          <div className="fr-failure">
            <ConnectionFailureRow failure={failure.failure} onRetry={() => void use(failure.server)} />
          </div>
        ) : null}
        {scan.servers.length > 0 ? null : scanning ? (
          <div className="frrow">
            <Spinner className="c-accent" />
            <span className="c-2">{t('first-run.scanning')}</span>
            <span />
          </div>
        ) : (
          <div className="frrow">
            <Icon icon={CircleAlert} className={scan.state === 'failed' ? 'c-err' : 'c-off'} />
            <span className="c-2">
              {scan.state === 'failed' ? t('first-run.scan-failed') : t('first-run.none')}
            </span>
            <span />
          </div>
        )}
      </div>
      <div className="frrow last">
        <span />
        <span className="c-2">{t('first-run.other-address')}</span>
        <Button small kind="ghost" onClick={() => setOtherOpen(true)}>
          {t('models.add')}
        </Button>
      </div>
      {otherOpen ? (
        <ConnectionDialog
          connection={null}
          onClose={() => setOtherOpen(false)}
          onAdded={(status) => void finishWithConnection(status.id)}
        />
      ) : null}
    </section>
  )
}

/** Uses the connection there already is for an address, else makes one; then lists its models. */
async function connect(server: LocalServer) {
  const known = useSettingsData
    .getState()
    .data?.settings.connections.find((connection) => connection.baseUrl === server.baseUrl)
  const id =
    known?.id ??
    (
      await addConnection({
        kind: server.product === 'Ollama' ? 'ollama' : 'openai-compatible',
        label: server.product,
        baseUrl: server.baseUrl,
        headers: {},
        keyEnv: null,
      })
    )?.id
  return id ? refreshConnection(id) : null
}
