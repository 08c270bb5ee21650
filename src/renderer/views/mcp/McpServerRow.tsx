import { ChevronDown, ChevronRight, Pencil, RotateCw, Trash2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpStatus } from '../../../shared/mcp'
import { attempt } from '../../state/attempt'
import {
  forgetTool,
  mcpId,
  readServerLog,
  restartServer,
  switchServer,
  trustServer,
} from '../../state/mcp-actions'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { ScrollBox } from '../../ui/ScrollBox'
import { Switch } from '../../ui/Switch'
import { McpSign } from './McpSign'

/** One server: what it is, how it does, and what can be done about it. A workspace's own is trusted, not switched. */
export function McpServerRow(props: {
  status: McpStatus
  onEdit?: () => void
  onRemove?: () => void
  onTrust?: () => void
}) {
  const { status, onEdit, onRemove, onTrust } = props
  const { server, state } = status
  const { t } = useTranslation(['mcp', 'common'])
  const [open, setOpen] = useState(false)
  const { name } = server
  const canStart = state.kind !== 'off' && state.kind !== 'untrusted'
  return (
    <div className="connection">
      <div className="setrow">
        <div className="mcp-name">
          {name}
          <small className="trunc mono">
            {server.kind === 'http' ? server.url : [server.command, ...server.args].join(' ')}
          </small>
        </div>
        <div className="row-end">
          <McpSign state={state} />
          {state.kind === 'untrusted' && onTrust ? (
            <Button small onClick={onTrust}>
              {t('mcp:trust.review')}
            </Button>
          ) : null}
          {canStart ? (
            <IconButton
              icon={RotateCw}
              label={t('mcp:restart', { name })}
              onClick={() => void restartServer(mcpId(status))}
            />
          ) : null}
          {onEdit ? (
            <IconButton icon={Pencil} label={t('common:edit.name', { name })} onClick={onEdit} />
          ) : null}
          {onRemove ? (
            <IconButton icon={Trash2} label={t('common:remove.name', { name })} onClick={onRemove} />
          ) : null}
          {canStart ? (
            <IconButton
              icon={open ? ChevronDown : ChevronRight}
              label={t('mcp:details', { name })}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
          ) : null}
          {onEdit ? (
            <Switch
              checked={state.kind !== 'off'}
              label={t('mcp:on', { name })}
              onChange={(isOn) => void switchServer(name, isOn)}
            />
          ) : null}
        </div>
      </div>
      {state.kind === 'failed' ? <p className="hint err mcp-why">{state.message}</p> : null}
      {open && canStart ? <Details status={status} canTakeBack={onTrust !== undefined} /> : null}
    </div>
  )
}

function Details({ status, canTakeBack }: { status: McpStatus; canTakeBack: boolean }) {
  const { t } = useTranslation('mcp')
  const { state, allowed, digest } = status
  const log = useLog(status)
  return (
    <div className="mcp-details">
      {state.kind === 'ready' ? (
        <p className="mcp-tools">
          {state.tools.map((tool) => (
            <span
              key={tool.name}
              className="tag mono"
              title={tool.readOnly ? t('tool.read-only') : undefined}
            >
              {tool.name}
            </span>
          ))}
        </p>
      ) : null}
      {state.kind === 'ready'
        ? state.leftOut.map((tool) => (
            <p key={tool.name} className="hint">
              {t('left-out', tool)}
            </p>
          ))
        : null}
      {allowed.length > 0 ? (
        <>
          <h3>{t('allowed')}</h3>
          <ul className="mcp-allowed">
            {allowed.map((tool) => (
              <li key={tool}>
                <code>{tool}</code>
                <IconButton
                  icon={X}
                  label={t('allowed.forget', { name: tool })}
                  onClick={() => void forgetTool(digest, tool)}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h3>{t('log')}</h3>
      {log ? (
        <ScrollBox className="mcp-text" label={t('log')}>
          {log}
        </ScrollBox>
      ) : (
        <p className="hint">{t('log.empty')}</p>
      )}
      {canTakeBack ? (
        <Button small onClick={() => void attempt('mcp', () => trustServer(digest, false))}>
          {t('trust.take-back')}
        </Button>
      ) : null}
    </div>
  )
}

/** What the server printed, read again whenever it does something else. */
function useLog(status: McpStatus): string | null {
  const [log, setLog] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    void readServerLog(mcpId(status)).then((text) => {
      if (isShown) setLog(text)
    })
    return () => {
      isShown = false
    }
  }, [status])
  return log
}
