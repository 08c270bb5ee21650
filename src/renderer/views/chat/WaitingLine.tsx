import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatWaiting } from '../../../shared/chat'
import type { ChatId } from '../../../shared/ids'
import { useWaitingList } from '../../i18n/use-waiting'
import { stopWaiting } from '../../state/chat-actions'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'

/** Above the composer while the chat will go on by itself; its Stop asks nothing (S-320, S-322, S-335…S-337). */
export function WaitingLine({ chatId, waiting }: { chatId: ChatId; waiting: ChatWaiting }) {
  const { t } = useTranslation('common')
  const list = useWaitingList()
  return (
    <div className="waiting">
      <Icon icon={Hourglass} size={14} />
      <span>{t('waiting.line', { list: list(waiting) })}</span>
      <Button small onClick={() => void stopWaiting(chatId)}>
        {t('stop')}
      </Button>
    </div>
  )
}
