import { AlertDialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import type { SnapshotChanges, SnapshotRestored } from '../../../shared/permissions'
import { requestErrorText } from '../../i18n/failure-text'
import { useFormat } from '../../i18n/use-format'
import { openModeDialog, previewRestore, restoreSnapshot, undoRestore } from '../../state/permission-actions'
import { Button } from '../../ui/Button'
import { Spinner } from '../../ui/Spinner'
import { changedFiles, RestoreChanges, RestoreDone, SkippedList } from './RestoreLists'

type Phase =
  | { kind: 'looking' }
  | { kind: 'asking'; changes: SnapshotChanges }
  | { kind: 'working' }
  | { kind: 'done'; restored: SnapshotRestored }
  | { kind: 'failed'; why: string }

/** Lists what going back to the copy would change, does it, and can take it back. */
export function RestoreDialog({ chat }: { chat: ChatSummary }) {
  const { t } = useTranslation(['permissions', 'common'])
  const format = useFormat()
  const [phase, setPhase] = useState<Phase>({ kind: 'looking' })
  const [keep, setKeep] = useState(false)
  const { id, snapshot } = chat
  const ready = snapshot?.state === 'ready' ? snapshot : null

  useEffect(() => {
    let isLate = false
    previewRestore(id).then(
      (changes) => {
        if (!isLate) setPhase({ kind: 'asking', changes })
      },
      (error: unknown) => {
        if (!isLate) setPhase({ kind: 'failed', why: requestErrorText(error) })
      },
    )
    return () => {
      isLate = true
    }
  }, [id])

  const work = async (what: () => Promise<SnapshotRestored>) => {
    setPhase({ kind: 'working' })
    try {
      setPhase({ kind: 'done', restored: await what() })
    } catch (error) {
      setPhase({ kind: 'failed', why: requestErrorText(error) })
    }
  }
  const changes = phase.kind === 'asking' ? phase.changes : null
  const isSame = changes !== null && changedFiles(changes) === 0
  return (
    <AlertDialog.Root
      open
      onOpenChange={(open) => {
        if (!open && phase.kind !== 'working') openModeDialog(null)
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog confirm restore-dialog">
          <AlertDialog.Title className="dialog-title">{t('permissions:restore.title')}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-body">
            {t('permissions:restore.body', { time: ready ? format.clock(ready.at) : '' })}
          </AlertDialog.Description>
          <div className="restore-facts" role="status">
            {phase.kind === 'looking' || phase.kind === 'working' ? (
              <p className="hint">
                <Spinner size={14} /> {t('permissions:restore.looking')}
              </p>
            ) : null}
            {phase.kind === 'failed' ? <p className="hint err">{phase.why}</p> : null}
            {isSame ? <p>{t('permissions:restore.same')}</p> : null}
            {changes && !isSame ? <RestoreChanges changes={changes} keep={keep} /> : null}
            {phase.kind === 'done' ? <RestoreDone restored={phase.restored} /> : null}
            {changes ? <SkippedList skipped={changes.skipped} /> : null}
          </div>
          {changes && changes.counts.created > 0 ? (
            <label className="keep-new">
              <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
              {t('permissions:restore.keep')}
            </label>
          ) : null}
          <footer>
            {ready?.restoredAt != null && phase.kind !== 'working' ? (
              <Button kind="ghost" className="footer-start" onClick={() => void work(() => undoRestore(id))}>
                {t('permissions:restore.undo')}
              </Button>
            ) : null}
            <AlertDialog.Cancel asChild>
              <Button kind={phase.kind === 'done' || isSame ? 'primary' : 'ghost'}>
                {t(phase.kind === 'done' || isSame ? 'common:close' : 'common:cancel')}
              </Button>
            </AlertDialog.Cancel>
            {phase.kind === 'done' || isSame || phase.kind === 'failed' ? null : (
              <Button
                kind="danger"
                busy={phase.kind !== 'asking'}
                onClick={() => void work(() => restoreSnapshot(id, keep))}
              >
                {t('permissions:restore.do')}
              </Button>
            )}
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
