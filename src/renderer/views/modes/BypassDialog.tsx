import { TriangleAlert } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import type { ChatSnapshot } from '../../../shared/permissions'
import { RequestError } from '../../api'
import { errorCodeText } from '../../i18n/failure-text'
import { chooseMode, enterBypass, openModeDialog } from '../../state/permission-actions'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Spinner } from '../../ui/Spinner'

/**
 * Warns before everything is allowed, and waits for the copy of the workspace. When there can be no
 * copy, going without one is a choice of its own.
 */
export function BypassDialog({ chat }: { chat: ChatSummary }) {
  const { t } = useTranslation(['permissions', 'common'])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const snapshot = chat.snapshot
  const close = () => {
    // A copy that is being taken is for this mode only.
    if (busy) void chooseMode(chat.id, chat.mode)
    openModeDialog(null)
  }
  const enter = async (withoutSnapshot: boolean) => {
    setBusy(true)
    setProblem(null)
    try {
      await enterBypass(chat.id, withoutSnapshot)
      openModeDialog(null)
    } catch (error) {
      const isKnown = error instanceof RequestError
      if (!isKnown || error.code !== 'snapshot-failed')
        setProblem(isKnown ? errorCodeText(error.code, error.message) : String(error))
    } finally {
      setBusy(false)
    }
  }
  const failed = !busy && snapshot?.state === 'failed' ? snapshot : null
  return (
    <AlertDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog confirm bypass-dialog">
          <AlertDialog.Title className="dialog-title">{t('permissions:bypass.title')}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-body" asChild>
            <div>
              <p>{t('permissions:bypass.body')}</p>
              <p>{t('permissions:bypass.copy')}</p>
            </div>
          </AlertDialog.Description>
          {busy ? (
            <p className="hint" role="status">
              <Spinner size={14} /> {t('permissions:bypass.taking')}
            </p>
          ) : null}
          {failed ? <Failed snapshot={failed} /> : null}
          {problem === null ? null : (
            <p className="hint err" role="alert">
              <Icon icon={TriangleAlert} size={12} />
              {problem}
            </p>
          )}
          <footer>
            <AlertDialog.Cancel asChild>
              <Button kind="ghost">{t('common:cancel')}</Button>
            </AlertDialog.Cancel>
            {failed ? (
              <Button kind="danger-quiet" onClick={() => void enter(true)}>
                {t('permissions:bypass.without')}
              </Button>
            ) : null}
            <Button kind="danger" busy={busy} onClick={() => void enter(false)}>
              {t(failed ? 'permissions:bypass.again' : 'permissions:bypass.on')}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Failed({ snapshot }: { snapshot: Extract<ChatSnapshot, { state: 'failed' }> }) {
  const { t } = useTranslation('permissions')
  return (
    <p className="hint err" role="alert">
      <Icon icon={TriangleAlert} size={12} />
      {t(`bypass.failed.${snapshot.because}`, { message: snapshot.message })}
    </p>
  )
}
