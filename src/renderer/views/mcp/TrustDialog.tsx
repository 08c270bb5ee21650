import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { McpServer, McpStatus } from '../../../shared/mcp'
import { trustServer } from '../../state/mcp-actions'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { ScrollBox } from '../../ui/ScrollBox'

/** Shows exactly what a workspace wants to start or reach, and asks whether it may. */
export function TrustDialog({ status, onClose }: { status: McpStatus; onClose: () => void }) {
  const { t } = useTranslation(['mcp', 'common'])
  const [refused, setRefused] = useState<string | null>(null)
  const { server, digest } = status
  const trust = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    try {
      await trustServer(digest, true)
      onClose()
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure))
    }
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('mcp:trust.title', { name: server.name })}
    >
      <form onSubmit={(event) => void trust(event)}>
        <p className="dialog-body">{t(server.kind === 'http' ? 'mcp:trust.http' : 'mcp:trust.stdio')}</p>
        <ScrollBox className="mcp-text" label={t('mcp:trust.definition')}>
          {definition(server)}
        </ScrollBox>
        {refused === null ? null : (
          <p className="hint err" role="alert">
            {refused}
          </p>
        )}
        <footer>
          <Button kind="ghost" onClick={onClose}>
            {t('mcp:trust.not-now')}
          </Button>
          <Button kind="primary" type="submit">
            {t('mcp:trust.accept')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The definition one part a line, nothing left out. */
function definition(server: McpServer): string {
  const lines = (names: Readonly<Record<string, string | null>>, between: string) =>
    Object.entries(names).map(([name, value]) => `${name}${between}${value ?? ''}`)
  return server.kind === 'http'
    ? [server.url, ...lines(server.headers, ': ')].join('\n')
    : [server.command, ...server.args.map((arg) => `  ${arg}`), ...lines(server.env, '=')].join('\n')
}
