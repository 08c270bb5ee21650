import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { useWaitingList } from '../../i18n/use-waiting'
import { stopWaiting } from '../../state/chat-actions'
import { stoppingIn, stoppingSubagents } from '../../state/jobs'
import { useCommands, useSubagents } from '../../state/stores'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { Spinner } from '../../ui/Spinner'
import { focusComposer } from './chat-focus'

/**
 * Above the composer: what the chat waits for while it will go on by itself, with a Stop that asks nothing (S-320, S-322,
 * S-335…S-337); after a Stop, what is still being ended.
 */
export function WaitingLine({ chat }: { chat: ChatSummary }) {
  const { t } = useTranslation('common')
  const list = useWaitingList()
  const stopping = useCommands(({ byId }) => (chat.turn.kind === 'stopped' ? stoppingIn(byId, chat.id) : 0))
  const subagents = useSubagents(({ byId }) =>
    chat.turn.kind === 'stopped' ? stoppingSubagents(byId, chat.id) : 0,
  )
  if (!chat.waiting && stopping + subagents === 0) return null
  return (
    <div className="waiting">
      {chat.waiting ? <Icon icon={Hourglass} size={14} /> : <Spinner size={14} className="c-accent" />}
      <span>
        {chat.waiting
          ? t('waiting.line', { list: list(chat.waiting) })
          : t('waiting.stopping', { list: list({ commands: stopping, subagents }) })}
      </span>
      <Button
        small
        disabled={!chat.waiting}
        onClick={() => {
          void stopWaiting(chat.id)
          // The button is about to go.
          focusComposer()
        }}
      >
        {t('stop')}
      </Button>
    </div>
  )
}
