import { RotateCcw, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatId } from '../../../../shared/ids'
import { retryTurn } from '../../../state/chat-actions'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/Icon'

/** Says that an answer ends where it was cut, and offers to go on where nothing else does. */
export function InterruptedMark(props: { chatId: ChatId; canRetry: boolean }) {
  const { t } = useTranslation(['chat', 'common'])
  return (
    <div className="sys flush">
      <Icon icon={Unplug} size={14} className="c-off" />
      <span>{t('message.interrupted')}</span>
      {props.canRetry ? (
        <Button small onClick={() => void retryTurn(props.chatId)}>
          <Icon icon={RotateCcw} size={14} />
          {t('common:retry')}
        </Button>
      ) : null}
    </div>
  )
}
