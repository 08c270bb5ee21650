import { Server, Terminal } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
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
  onFocus: () => void
}) {
  const { card, inOpenChat, tabStop, onFocus } = props
  const { t } = useTranslation(['shell', 'common'])
  const title = useChats((state) => state.byId[card.chatId]?.title)
  const sign = jobSign(card)
  const stopping = sign === 'stopping'
  const name = shortName(card.command)
  const chat = inOpenChat
    ? t('shell:this-chat')
    : title === undefined || title === ''
      ? t('shell:untitled')
      : title
  const since = sign === 'left-behind' ? null : startOf(card.state)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' || stopping) return
    event.preventDefault()
    void stopCommand(card.id)
  }
  return (
    <li className={`job${stopping ? '' : ' can-stop'}`}>
      <Tooltip text={<code>{card.command}</code>} side="right">
        <button
          type="button"
          className="job-open"
          data-row
          tabIndex={tabStop ? 0 : -1}
          aria-label={`${name}, ${chat}, ${t(`common:state.${sign}`)}`}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onClick={() => showCommand(card.chatId, card.id)}
        />
      </Tooltip>
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
          onFocus={onFocus}
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
      {stopping ? null : (
        <span className="acts">
          <StopButton
            name={name}
            tabIndex={tabStop ? 0 : -1}
            onFocus={onFocus}
            onClick={() => void stopCommand(card.id)}
          />
        </span>
      )}
    </li>
  )
})
