import { Archive, ArchiveRestore, Copy, Ellipsis, FileDown, FoldVertical, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChatSummary, isAtWork } from '../../../shared/chat'
import { archiveChat, compactChat, deleteChat, exportChat, unarchiveChat } from '../../state/chat-actions'
import { copyText } from '../../state/command-actions'
import { readAppData } from '../../state/stores'
import { ConfirmDialog } from '../../ui/Dialog'
import { IconButton } from '../../ui/IconButton'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu'
import { focusComposerSoon } from '../layout/start-chat'
import { chatMarkdown } from './chat-markdown'

/** The rest of what can be done with a chat. */
export function ChatMenu(props: { chat: ChatSummary; onRename: () => void }) {
  const { chat } = props
  const { t } = useTranslation(['shell', 'common'])
  const [deleting, setDeleting] = useState(false)
  // The menu gives the focus back to its button when it closes; what takes the focus must come after that.
  const afterClose = useRef<(() => void) | null>(null)
  const title = chat.title === '' ? t('shell:untitled') : chat.title
  const copy = (): void => {
    const data = readAppData()
    const transcript = data?.transcripts.byChat[chat.id]
    if (data && transcript) void copyText(chatMarkdown(title, transcript, data.commands.byId))
  }
  return (
    <>
      <Menu
        onClosed={() => {
          afterClose.current?.()
          afterClose.current = null
        }}
        trigger={<IconButton icon={Ellipsis} size={16} large label={t('shell:more-actions')} />}
      >
        <MenuItem
          icon={Pencil}
          onSelect={() => {
            afterClose.current = props.onRename
          }}
        >
          {t('common:rename')}
        </MenuItem>
        <MenuItem
          icon={FoldVertical}
          disabled={chat.turn.kind === 'running'}
          onSelect={() => void compactChat(chat.id)}
        >
          {t('shell:compact-chat')}
        </MenuItem>
        <MenuItem icon={Copy} onSelect={copy}>
          {t('shell:copy-as-markdown')}
        </MenuItem>
        <MenuItem icon={FileDown} onSelect={() => void exportChat(chat.id, 'markdown')}>
          {t('shell:export-markdown')}
        </MenuItem>
        <MenuItem icon={FileDown} onSelect={() => void exportChat(chat.id, 'json')}>
          {t('shell:export-json')}
        </MenuItem>
        <MenuSeparator />
        {chat.archivedAt === null ? (
          <MenuItem icon={Archive} disabled={isAtWork(chat)} onSelect={() => void archiveChat(chat.id)}>
            {t('shell:archive')}
          </MenuItem>
        ) : (
          <MenuItem icon={ArchiveRestore} onSelect={() => void unarchiveChat(chat.id)}>
            {t('shell:unarchive')}
          </MenuItem>
        )}
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() => {
            afterClose.current = () => setDeleting(true)
          }}
        >
          {t('common:delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t('shell:delete-chat.title', { title })}
        body={
          <>
            {t('shell:delete-chat.body')}
            {chat.running > 0 ? ` ${t('shell:delete-chat.running', { count: chat.running })}` : null}
          </>
        }
        action={t('common:delete')}
        onConfirm={() => void deleteChat(chat.id).then(focusComposerSoon)}
      />
    </>
  )
}
