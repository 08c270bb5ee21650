import { BookOpen, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { isRunbook, RUNBOOK } from '../../../shared/models'
import { chooseRunbookFile, setChatModel } from '../../state/chat-actions'
import { useChats } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'

/** A chat before its first message: where it works, and the way to use it without a model (ui.md 7). */
export function EmptyChat({ chat, onText }: { chat: ChatSummary; onText: (text: string) => void }) {
  const { t } = useTranslation('chat')
  const workspace = useChats((state) => state.workspaces.find((one) => one.id === chat.workspaceId)?.name)
  const open = async () => {
    const file = await chooseRunbookFile()
    if (!file) return
    if (!isRunbook(chat.model)) await setChatModel(chat.id, RUNBOOK)
    onText(file.text)
  }
  return (
    <div className="empty empty-chat">
      <b>{workspace === undefined ? t('empty.title.none') : t('empty.title', { workspace })}</b>
      <span>{t('empty.hint')}</span>
      <span className="empty-runbook">
        <Icon icon={BookOpen} size={14} className="c-3" />
        {t('empty.runbook')}
      </span>
      <Button onClick={() => void open()}>
        <Icon icon={FileText} size={14} />
        {t('empty.open-markdown')}
      </Button>
    </div>
  )
}
