import { CircleAlert, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpServer, McpStatus } from '../../../shared/mcp'
import { loadMcp, removeServer, useMcp } from '../../state/mcp-actions'
import { useChats } from '../../state/stores'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/Dialog'
import { Icon } from '../../ui/Icon'
import { McpServerRow } from './McpServerRow'
import { ServerDialog } from './ServerDialog'
import { TrustDialog } from './TrustDialog'

/** The page MCP servers: those of the settings, and those that workspaces name. */
export function McpPane() {
  const { t } = useTranslation(['mcp', 'shell', 'common'])
  const overview = useMcp((state) => state.overview)
  const [editing, setEditing] = useState<McpServer | 'new' | null>(null)
  const [removing, setRemoving] = useState<McpServer | null>(null)
  const [trusting, setTrusting] = useState<McpStatus | null>(null)
  useEffect(() => void loadMcp(), [])
  const servers = overview?.servers ?? []
  const own = servers.filter(({ workspaceId }) => workspaceId === null)
  const others = own
    .map(({ server }) => server.name)
    .filter((name) => editing === 'new' || name !== editing?.name)
  return (
    <>
      <div>
        <h2>{t('shell:settings.mcp')}</h2>
        <p className="lead">{t('mcp:lead')}</p>
      </div>
      <div>
        {overview && own.length === 0 ? <p className="setrow c-2">{t('mcp:empty')}</p> : null}
        {own.map((status) => (
          <McpServerRow
            key={status.server.name}
            status={status}
            onEdit={() => setEditing(status.server)}
            onRemove={() => setRemoving(status.server)}
          />
        ))}
      </div>
      <div>
        <Button onClick={() => setEditing('new')}>
          <Icon icon={Plus} size={14} />
          {t('mcp:add')}
        </Button>
      </div>
      <WorkspaceServers onTrust={setTrusting} />
      {editing === null ? null : (
        <ServerDialog
          server={editing === 'new' ? null : editing}
          others={others}
          onClose={() => setEditing(null)}
        />
      )}
      {trusting === null ? null : <TrustDialog status={trusting} onClose={() => setTrusting(null)} />}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => setRemoving(open ? removing : null)}
        title={t('mcp:remove.title', { name: removing?.name ?? '' })}
        body={t('mcp:remove.body')}
        action={t('common:remove')}
        onConfirm={() => {
          if (removing) void removeServer(removing.name)
        }}
      />
    </>
  )
}

/** What the workspaces name in `.vigil/mcp.json`, with what is wrong in those files. */
function WorkspaceServers({ onTrust }: { onTrust: (status: McpStatus) => void }) {
  const { t } = useTranslation('mcp')
  const overview = useMcp((state) => state.overview)
  const workspaces = useChats((state) => state.workspaces)
  const shown = workspaces.filter(({ id }) =>
    [...(overview?.servers ?? []), ...(overview?.problems ?? [])].some(
      ({ workspaceId }) => workspaceId === id,
    ),
  )
  return shown.map(({ id, name }) => (
    <section key={id}>
      <h3>{t('workspace', { name })}</h3>
      {overview?.problems
        .filter(({ workspaceId }) => workspaceId === id)
        .map((problem) => (
          <p key={problem.name ?? ''} className="hint err">
            <Icon icon={CircleAlert} size={12} />
            {problem.name === null ? null : <code>{problem.name}</code>} {problem.message}
          </p>
        ))}
      {overview?.servers
        .filter(({ workspaceId }) => workspaceId === id)
        .map((status) => (
          <McpServerRow key={status.server.name} status={status} onTrust={() => onTrust(status)} />
        ))}
    </section>
  ))
}
