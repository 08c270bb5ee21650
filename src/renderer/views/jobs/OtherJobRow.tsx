import { AlarmClock, Bot, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatId } from '../../../shared/ids'
import type { SubagentCard } from '../../../shared/subagent'
import { useFormat } from '../../i18n/use-format'
import type { Planned } from '../../state/other-jobs'
import { selectChat } from '../../state/session'
import { useChats } from '../../state/stores'
import { stopSubagent } from '../../state/subagent-actions'
import { Elapsed } from '../../ui/Elapsed'
import { Icon } from '../../ui/Icon'
import { StopButton } from '../../ui/StopButton'
import { toolTitle } from '../chat/tools/tool-title'
import { JobButton } from './JobButton'

type Place = {
  inOpenChat: boolean
  tabStop: boolean
  /** The same function each time. */
  onFocus: (id: string) => void
}

/** A subagent at work: what it does last, and Stop (S-308). */
export const SubagentJobRow = memo(function SubagentJobRow({
  card,
  ...place
}: Place & { card: SubagentCard }) {
  const { t } = useTranslation(['chat', 'common'])
  const { id, chatId, name, createdAt, activity } = card
  // A command speaks for itself.
  const doing =
    activity?.tool === 'shell'
      ? activity.title
      : activity
        ? toolTitle([{ ...activity, state: 'done' }], t)
        : ''
  const stopping = card.state.kind === 'running' && card.state.isStopping === true
  const stop = () => void stopSubagent(id)
  return (
    <Row
      {...place}
      id={id}
      chatId={chatId}
      icon={Bot}
      name={name}
      state={t(stopping ? 'common:state.stopping' : 'common:state.running')}
      time={<Elapsed since={createdAt} />}
      last={doing}
      {...(stopping ? {} : { onStop: stop })}
    />
  )
})

/** A planned wake-up of a chat, by when it comes; it is cancelled in the header of its chat (P-038). */
export const PlannedRow = memo(function PlannedRow({ planned, ...place }: Place & { planned: Planned }) {
  const { t } = useTranslation('agenda')
  const format = useFormat()
  const { id, chat, schedule, nextAt } = planned
  const when = t('next', { time: format.moment(nextAt) })
  return (
    <Row
      {...place}
      id={id}
      chatId={chat.id}
      icon={AlarmClock}
      name={schedule.text}
      state={when}
      time={<span className="el" />}
      last={when}
    />
  )
})

function Row(
  props: Place & {
    id: string
    chatId: ChatId
    icon: LucideIcon
    name: string
    /** For who cannot see the sign. */
    state: string
    time: ReactNode
    last: string
    onStop?: () => void
  },
) {
  const { id, chatId, icon, name, state, time, last, onStop, inOpenChat, tabStop, onFocus } = props
  const { t } = useTranslation('shell')
  const title = useChats(({ byId }) => byId[chatId]?.title)
  const chat = inOpenChat ? t('this-chat') : title || t('untitled')
  return (
    <li className={`job${onStop ? ' can-stop' : ''}`}>
      <JobButton
        tabStop={tabStop}
        aria-label={`${name}, ${chat}, ${state}`}
        title={name}
        onFocus={() => onFocus(id)}
        onClick={() => selectChat(chatId)}
        onDelete={onStop ?? null}
      />
      <span className="kind">
        <Icon icon={icon} />
      </span>
      <span className="l1">
        <span className="nm">{name}</span>
        <span className="of">{chat}</span>
      </span>
      {time}
      <span className="out">{last}</span>
      {onStop ? (
        <span className="acts">
          <StopButton name={name} tabIndex={tabStop ? 0 : -1} onFocus={() => onFocus(id)} onClick={onStop} />
        </span>
      ) : null}
    </li>
  )
}
