import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { chatBadge } from '../../../shared/chat'
import { useFormat } from '../../i18n/use-format'
import { useWaitingBadge } from '../../i18n/use-waiting'
import { useNow } from '../../state/clock'
import { selectChat } from '../../state/session'
import { StateIcon } from '../../ui/StateIcon'
import { TerminalMenu } from '../jobs/TerminalMenu'

const MINUTE_MS = 60_000

/** One chat: badge, title, when it last changed. */
export const ChatRow = memo(function ChatRow(props: {
  chat: ChatSummary
  open: boolean
  tabStop: boolean
  onFocus: () => void
}) {
  const { chat, open, tabStop } = props
  const { t } = useTranslation('shell')
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const badge = chatBadge(chat)
  const waitingFor = useWaitingBadge()
  const title = chat.title === '' ? t('untitled') : chat.title
  return (
    <li className="chat-item">
      <button
        type="button"
        className={`chat-row${badge === 'unread' ? ' unread' : ''}`}
        data-row
        aria-current={open ? 'page' : undefined}
        tabIndex={tabStop ? 0 : -1}
        title={title}
        onFocus={props.onFocus}
        onClick={() => selectChat(chat.id)}
      >
        {badge === 'none' ? (
          <span />
        ) : (
          <StateIcon
            state={badge}
            label={badge === 'waiting' && chat.waiting ? waitingFor(chat.waiting) : undefined}
          />
        )}
        <span className="ttl">{title}</span>
        <span className="when">{format.ago(chat.updatedAt, now)}</span>
      </button>
      <RowTerminals chat={chat} tabStop={tabStop} onFocus={props.onFocus} />
    </li>
  )
})

/** What runs in the chat, in the place of its time (S-213); nothing is computed for a chat in which nothing runs. */
function RowTerminals(props: { chat: ChatSummary; tabStop: boolean; onFocus: () => void }) {
  const { chat, tabStop, onFocus } = props
  const [open, setOpen] = useState(false)
  if (chat.running === 0 && !open) return null
  const button = { tabIndex: tabStop ? 0 : -1, onFocus }
  return <TerminalMenu chatId={chat.id} place="row" open={open} onOpenChange={setOpen} button={button} />
}
