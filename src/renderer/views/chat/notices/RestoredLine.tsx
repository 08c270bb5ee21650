import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatNotice } from '../../../../shared/chat'
import type { ChatId } from '../../../../shared/ids'
import { takeRestoreBack } from '../../../state/checkpoint-actions'
import { useChats } from '../../../state/stores'
import { Button } from '../../../ui/Button'
import type { NoticeItem } from '../transcript-rows'
import { SystemLine } from './SystemLine'

type RestoredProps = {
  item: NoticeItem
  notice: Extract<ChatNotice, { type: 'restored' }>
  chatId: ChatId
  last: boolean
}

/** Where the person went back to an earlier point; can be taken back until the conversation goes on. */
export function RestoredLine({ item, notice, chatId, last }: RestoredProps) {
  const { t } = useTranslation('chat')
  const works = useChats((state) => state.byId[chatId]?.turn.kind === 'running')
  const { messages, files, isTakenBack } = notice
  const parts = [
    messages === null ? '' : t('restored.messages', { count: messages }),
    files === null ? '' : t('restored.files', { count: files.restored + files.removed }),
    files === null || files.failed === 0 ? '' : t('restored.failed', { count: files.failed }),
    isTakenBack ? t('restored.taken-back') : '',
  ].filter((part) => part !== '')
  return (
    <SystemLine icon={History} at={item.at} {...(files && files.failed > 0 ? { tone: 'warn' } : {})}>
      {parts.join(' ')}
      {last && !works && !isTakenBack ? (
        <Button small onClick={() => void takeRestoreBack(chatId, item.id)}>
          {t('restored.take-back')}
        </Button>
      ) : null}
    </SystemLine>
  )
}
