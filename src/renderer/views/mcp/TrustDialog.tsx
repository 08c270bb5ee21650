import { useTranslation } from 'react-i18next'
import type { McpServer, McpStatus } from '../../../shared/mcp'
import { trustServer } from '../../state/mcp-actions'
import { FormDialog } from '../../ui/FormDialog'
import { ScrollBox } from '../../ui/ScrollBox'

/** Shows exactly what a workspace wants to start or reach, and asks whether it may. */
export function TrustDialog({ status, onClose }: { status: McpStatus; onClose: () => void }) {
  const { t } = useTranslation(['mcp', 'common'])
  const { server, digest } = status
  const trust = async (): Promise<boolean> => {
    await trustServer(digest, true)
    return true
  }
  return (
    <FormDialog
      title={t('mcp:trust.title', { name: server.name })}
      action={t('mcp:trust.accept')}
      dismiss={t('mcp:trust.not-now')}
      wide
      save={trust}
      onClose={onClose}
    >
      <p className="dialog-body">{t(server.kind === 'http' ? 'mcp:trust.http' : 'mcp:trust.stdio')}</p>
      <ScrollBox className="mcp-text" label={t('mcp:trust.definition')}>
        {definition(server)}
      </ScrollBox>
    </FormDialog>
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
