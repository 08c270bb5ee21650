import { Server, Terminal } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import type { ChatId, CommandId } from '../../../shared/ids'
import { shortName } from '../../../shared/short-name'
import { stopCommand } from '../../state/command-actions'
import { jobSign, startOf } from '../../state/jobs'
import { showCommand } from '../../state/session'
import { useChats } from '../../state/stores'
import { Elapsed } from '../../ui/Elapsed'
import { Icon } from '../../ui/Icon'
import { ServerLink } from '../../ui/ServerLink'
import { StateIcon } from '../../ui/StateIcon'
import { StopButton } from '../../ui/StopButton'
import { Tooltip } from '../../ui/Tooltip'
import { JobButton } from './JobButton'
import { JobSpark } from './JobSpark'

/** The sparkline of a row, in pixels (ui.md 4). */
const SPARK = { width: 36, height: 12 }

/**
 * One running command, or what a finished one left behind. Enter or a click shows its card, Delete stops it; on hover and
 * focus Stop takes the place of the time and the sparkline, which stay there invisibly, so nothing moves.
 */
export const JobRow = memo(function JobRow(props: {
  card: CommandCard
  inOpenChat: boolean
  tabStop: boolean
  /** The same function each time, or every row is drawn with each change of one. */
  onFocus: (id: CommandId) => void
}) {
  const { card, inOpenChat, tabStop, onFocus } = props
  const { t } = useTranslation(['shell', 'common'])
  const title = useChats((state) => state.byId[card.chatId]?.title)
  const sign = jobSign(card)
  const stopping = sign === 'stopping'
  const name = shortName(card.command)
  const chat = inOpenChat ? t('shell:this-chat') : title || t('shell:untitled')
  const since = sign === 'left-behind' ? null : startOf(card.state)
  return (
    <li className={`job${stopping ? '' : ' can-stop'}`}>
      <OpenJob
        id={card.id}
        chatId={card.chatId}
        command={card.command}
        label={`${name}, ${chat}, ${t(`common:state.${sign}`)}`}
        canStop={!stopping}
        tabStop={tabStop}
        onFocus={onFocus}
      />
      {sign === 'stopping' || sign === 'left-behind' ? (
        <StateIcon state={sign} className="kind" />
      ) : (
        <span className="kind">
          <Icon icon={sign === 'server' ? Server : Terminal} />
        </span>
      )}
      <span className="l1">
        <span className="nm">{name}</span>
        <span className="of">{chat}</span>
      </span>
      {since === null ? <span className="el" /> : <Elapsed since={since} />}
      {sign === 'server' && card.server?.address ? (
        <ServerLink
          className="addr"
          address={card.server.address}
          tabIndex={tabStop ? 0 : -1}
          onFocus={() => onFocus(card.id)}
        />
      ) : sign === 'left-behind' ? (
        <span className="out left">{t('shell:jobs.left', { count: card.leftovers })}</span>
      ) : (
        <>
          <span className="out">{card.output.lastLine}</span>
          <span className="sp">
            <JobSpark id={card.id} {...SPARK} />
          </span>
        </>
      )}
      {stopping ? null : <StopJob id={card.id} name={name} tabStop={tabStop} onFocus={onFocus} />}
    </li>
  )
})

// The parts with a tooltip are by far the dearest of a row, and output does not change them.

const OpenJob = memo(function OpenJob(props: {
  id: CommandId
  chatId: ChatId
  command: string
  label: string
  canStop: boolean
  tabStop: boolean
  onFocus: (id: CommandId) => void
}) {
  const { id, chatId, command, label, canStop, tabStop, onFocus } = props
  return (
    <Tooltip text={<code>{command}</code>} side="right">
      <JobButton
        tabStop={tabStop}
        aria-label={label}
        onFocus={() => onFocus(id)}
        onClick={() => showCommand(chatId, id)}
        onDelete={canStop ? () => void stopCommand(id) : null}
      />
    </Tooltip>
  )
})

const StopJob = memo(function StopJob(props: {
  id: CommandId
  name: string
  tabStop: boolean
  onFocus: (id: CommandId) => void
}) {
  const { id, name, tabStop, onFocus } = props
  return (
    <span className="acts">
      <StopButton
        name={name}
        tabIndex={tabStop ? 0 : -1}
        onFocus={() => onFocus(id)}
        onClick={() => void stopCommand(id)}
      />
    </span>
  )
})
