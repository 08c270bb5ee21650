import { ShieldQuestion, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkspaceId } from '../../../shared/ids'
import { dismissTrust, loadMcp, useMcp } from '../../state/mcp-actions'
import { showSettings } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'

/** The workspace of the open chat names servers that nobody agreed to yet. */
export function TrustBanner({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { t } = useTranslation(['mcp', 'common'])
  const overview = useMcp((state) => state.overview)
  const dismissed = useMcp((state) => state.dismissed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace may have a file that was not read yet
  useEffect(() => void loadMcp(), [workspaceId])
  const asking = (overview?.servers ?? []).filter(
    (one) =>
      one.workspaceId === workspaceId && one.state.kind === 'untrusted' && !dismissed.includes(one.digest),
  )
  if (asking.length === 0) return null
  const names = asking.map(({ server }) => server.name).join(', ')
  return (
    <div className="banners">
      <div className="banner warn" role="status">
        <Icon icon={ShieldQuestion} size={14} />
        <span className="banner-text">{t('mcp:banner', { count: asking.length, names })}</span>
        <Button small onClick={() => showSettings('mcp')}>
          {t('mcp:trust.review')}
        </Button>
        <IconButton
          icon={X}
          label={t('common:dismiss')}
          onClick={() => dismissTrust(asking.map(({ digest }) => digest))}
        />
      </div>
    </div>
  )
}
