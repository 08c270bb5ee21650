import { AlertDialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../../shared/chat'
import type { CheckpointPreview } from '../../../../shared/permissions'
import { requestErrorText } from '../../../i18n/failure-text'
import { useFormat } from '../../../i18n/use-format'
import {
  editMessage,
  type GoingBack,
  openGoingBack,
  previewCheckpoint,
  restoreCheckpoint,
  useGoingBack,
  type WhatGoesBack,
} from '../../../state/checkpoint-actions'
import { useChats } from '../../../state/stores'
import { Button } from '../../../ui/Button'
import { focusFirstField } from '../../../ui/Dialog'
import { Segmented } from '../../../ui/Segmented'
import { Spinner } from '../../../ui/Spinner'
import { changedFiles, RestoreChanges, SkippedList } from '../../modes/RestoreLists'
import { RunningNote } from './RunningNote'

/** The dialog about going back that is open, if any; it closes with its chat. */
export function GoBackDialogs() {
  const dialog = useGoingBack((state) => state.dialog)
  const chat = useChats((chats) => (dialog ? chats.byId[dialog.chatId] : undefined))
  return dialog && chat ? <GoBackDialog key={dialog.entryId} asked={dialog} chat={chat} /> : null
}

/** Where the words for each kind begin, and what goes back until the person says otherwise. */
const WORDS = { restore: 'go-back', edit: 'go-back.edit', after: 'go-back.after' } as const
const AT_FIRST: Record<GoingBack['kind'], WhatGoesBack> = {
  restore: 'both',
  edit: 'conversation',
  after: 'files',
}

/** Goes back to before a message, or sends it with other words; lists what that changes first. */
function GoBackDialog({ asked, chat }: { asked: GoingBack; chat: ChatSummary }) {
  const { t } = useTranslation(['chat', 'permissions', 'common'])
  const format = useFormat()
  const isEdit = asked.kind === 'edit'
  // A conversation goes back to messages only.
  const isAfter = asked.kind === 'after'
  const words = WORDS[asked.kind]
  const [text, setText] = useState(asked.text)
  const [what, setWhat] = useState<WhatGoesBack>(AT_FIRST[asked.kind])
  const [keep, setKeep] = useState(false)
  const [works, setWorks] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const preview = usePreview(asked, setFailure)
  const files = preview?.files ?? null
  // Without a copy only the conversation can go back.
  const chosen: WhatGoesBack = files || isAfter ? what : 'conversation'
  const withFiles = chosen !== 'conversation'
  const isBlocked = withFiles && (chat.running > 0 || (isAfter && preview !== null && !files))

  const act = async () => {
    setWorks(true)
    setFailure(null)
    try {
      if (isEdit) await editMessage(asked, text, withFiles)
      else await restoreCheckpoint(asked, chosen, keep)
      openGoingBack(null)
    } catch (error) {
      setFailure(requestErrorText(error))
      setWorks(false)
    }
  }
  const scopes: readonly WhatGoesBack[] = isEdit
    ? ['conversation', 'both']
    : ['both', 'conversation', 'files']
  return (
    <AlertDialog.Root
      open
      onOpenChange={(open) => {
        if (!open && !works) openGoingBack(null)
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content
          className="dialog confirm restore-dialog"
          {...(isEdit ? { onOpenAutoFocus: focusFirstField } : {})}
        >
          <AlertDialog.Title className="dialog-title">
            {t(`${words}.title`, { path: asked.text })}
          </AlertDialog.Title>
          <AlertDialog.Description className="dialog-body">{t(`${words}.body`)}</AlertDialog.Description>
          {isEdit ? (
            <textarea
              className="input area go-back-text"
              rows={5}
              value={text}
              aria-label={t('go-back.edit.text')}
              onChange={(event) => setText(event.target.value)}
            />
          ) : null}
          {files && !isAfter ? (
            <Segmented
              label={t('go-back.what')}
              value={chosen}
              onChange={setWhat}
              options={scopes.map((value) => ({ value, label: t(`go-back.what.${value}`) }))}
            />
          ) : null}
          <div className="restore-facts" role="status">
            {preview || failure ? null : (
              <p className="hint">
                <Spinner size={14} /> {t('permissions:restore.looking')}
              </p>
            )}
            {failure ? <p className="hint err">{failure}</p> : null}
            {preview && chosen !== 'files' ? (
              <p>{t('go-back.messages', { count: preview.messages })}</p>
            ) : null}
            {preview && !files ? (
              <p className="hint">{t(isAfter ? 'go-back.after.no-copy' : 'go-back.no-copy')}</p>
            ) : null}
            {files && withFiles ? (
              <>
                <p>{t('go-back.files', { time: format.clock(files.takenAt) })}</p>
                {changedFiles(files.changes) === 0 ? <p>{t('permissions:restore.same')}</p> : null}
                <RestoreChanges changes={files.changes} keep={keep} />
                <SkippedList skipped={files.changes.skipped} />
              </>
            ) : null}
            {withFiles && chat.running > 0 ? <RunningNote chat={chat} /> : null}
          </div>
          {!isEdit && withFiles && files && files.changes.counts.created > 0 ? (
            <label className="keep-new">
              <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
              {t('permissions:restore.keep')}
            </label>
          ) : null}
          <footer>
            <AlertDialog.Cancel asChild>
              <Button kind="ghost">{t('common:cancel')}</Button>
            </AlertDialog.Cancel>
            <Button
              kind={isEdit ? 'primary' : 'danger'}
              busy={works || !preview}
              disabled={isBlocked || (isEdit && text.trim() === '')}
              onClick={() => void act()}
            >
              {t(isEdit ? 'composer.send' : 'go-back.do')}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function usePreview(asked: GoingBack, onFailure: (why: string) => void): CheckpointPreview | null {
  const [preview, setPreview] = useState<CheckpointPreview | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message
  useEffect(() => {
    let isLate = false
    previewCheckpoint(asked).then(
      (seen) => {
        if (!isLate) setPreview(seen)
      },
      (error: unknown) => {
        if (!isLate) onFailure(requestErrorText(error))
      },
    )
    return () => {
      isLate = true
    }
  }, [asked])
  return preview
}
