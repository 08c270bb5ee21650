import { ArrowDown, ScrollText, Server, Terminal, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { isAlive, RATE_PERIOD_MS } from '../../../shared/command'
import type { CommandId } from '../../../shared/ids'
import { shortName } from '../../../shared/short-name'
import { useFormat } from '../../i18n/use-format'
import { dismissJob, stopCommand } from '../../state/command-actions'
import { isJob, jobSign, ranFor, startOf } from '../../state/jobs'
import { selectChat, showCommand } from '../../state/session'
import { useChats, useRates } from '../../state/stores'
import { showOutput } from '../../state/ui'
import { Elapsed } from '../../ui/Elapsed'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { ServerLink } from '../../ui/ServerLink'
import { StateIcon } from '../../ui/StateIcon'
import { StopButton } from '../../ui/StopButton'
import { useListKeys } from '../../ui/use-list-keys'
import { cardView } from '../chat/card/card-view'
import { useStatusText } from '../chat/card/use-status-text'
import { JobSpark } from './JobSpark'

/** The sparkline of a row, in pixels (ui.md 4). */
const SPARK = { width: 72, height: 16 }
const SECOND_MS = 1000

/** Jobs as a table: Up and Down move, Enter shows the card, Delete stops the job or removes it from Recent. */
export function JobTable({ jobs }: { jobs: readonly CommandCard[] }) {
  const { t } = useTranslation('shell')
  const [focused, setFocused] = useState<CommandId | null>(null)
  const onKeyDown = useListKeys()
  const tabStop = jobs.find((card) => card.id === focused)?.id ?? jobs[0]?.id
  return (
    <table className="jobs-table" aria-label={t('background-jobs')}>
      <thead>
        <tr>
          <th className="col-state">{t('jobs.col.state')}</th>
          <th>{t('jobs.col.name')}</th>
          <th className="col-chat">{t('jobs.col.chat')}</th>
          <th className="col-started" aria-sort="descending">
            {t('jobs.col.started')}
            <Icon icon={ArrowDown} size={12} />
          </th>
          <th className="col-elapsed">{t('jobs.col.elapsed')}</th>
          <th className="col-output">{t('jobs.col.output')}</th>
          <th className="col-size num">{t('jobs.col.size')}</th>
          <th className="col-actions">
            <span className="vh">{t('jobs.col.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>
        {jobs.map((card) => (
          <Row key={card.id} card={card} tabStop={card.id === tabStop} onFocus={setFocused} />
        ))}
      </tbody>
    </table>
  )
}

const Row = memo(function Row(props: {
  card: CommandCard
  tabStop: boolean
  onFocus: (id: CommandId) => void
}) {
  const { card, tabStop } = props
  const { t } = useTranslation('shell')
  const format = useFormat()
  const title = useChats((state) => state.byId[card.chatId]?.title)
  const sign = jobSign(card)
  const word = useJobWord(card)
  const since = startOf(card.state)
  const ran = ranFor(card.state)
  const name = shortName(card.command)
  const mayStop = isJob(card) && sign !== 'stopping'
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete') return
    event.preventDefault()
    if (mayStop) void stopCommand(card.id)
    else if (card.isRecent) void dismissJob(card.id)
  }
  return (
    <tr>
      <td>
        <span className={`st${sign === 'failed' ? ' c-err' : ''}`}>
          <StateIcon state={sign} size={14} decorative />
          {word}
        </span>
      </td>
      <td>
        <span className="nm">
          <Icon icon={card.server ? Server : Terminal} />
          <span className="grow trunc">
            <button
              type="button"
              className="job-name trunc"
              data-row
              title={card.command}
              tabIndex={tabStop ? 0 : -1}
              aria-label={`${name}, ${word}`}
              onFocus={() => props.onFocus(card.id)}
              onKeyDown={onKeyDown}
              onClick={() => showCommand(card.chatId, card.id)}
            >
              {name}
            </button>
            <SecondLine card={card} tabIndex={tabStop ? 0 : -1} />
          </span>
        </span>
      </td>
      <td className="col-chat">
        <button
          type="button"
          className="link-quiet trunc"
          tabIndex={tabStop ? 0 : -1}
          onClick={() => selectChat(card.chatId)}
        >
          {title === undefined || title === '' ? t('untitled') : title}
        </button>
      </td>
      <td className="col-started">{since === null ? null : format.started(since)}</td>
      <td>
        {isAlive(card.state) && since !== null ? (
          <Elapsed since={since} />
        ) : ran === null ? null : (
          format.duration(ran)
        )}
      </td>
      <td className="col-output">{isAlive(card.state) ? <Rate id={card.id} /> : null}</td>
      <td className="col-size num">{format.size(card.output.bytes)}</td>
      <td>
        <span className="acts">
          <IconButton
            icon={ScrollText}
            label={t('jobs.show-output', { name })}
            tabIndex={tabStop ? 0 : -1}
            onClick={() => showOutput(card.id)}
          />
          {mayStop ? (
            <StopButton name={name} tabIndex={tabStop ? 0 : -1} onClick={() => void stopCommand(card.id)} />
          ) : card.isRecent ? (
            <IconButton
              icon={X}
              label={t('jobs.remove', { name })}
              tabIndex={tabStop ? 0 : -1}
              onClick={() => void dismissJob(card.id)}
            />
          ) : (
            <span className="slot" />
          )}
        </span>
      </td>
    </tr>
  )
})

/** The state in a table: shorter than on the card, since the table says that these are background jobs. */
function useJobWord(card: CommandCard): string {
  const { t } = useTranslation(['shell', 'common'])
  const statusText = useStatusText(cardView(card))
  const sign = jobSign(card)
  switch (sign) {
    case 'background':
      return t('common:state.running')
    case 'server':
      return t('shell:jobs.serving')
    case 'left-behind':
      return t('shell:jobs.kind.left-behind')
    default:
      return statusText
  }
}

function SecondLine({ card, tabIndex }: { card: CommandCard; tabIndex: number }) {
  const { t } = useTranslation('shell')
  const sign = jobSign(card)
  if (sign === 'left-behind') return <span className="out">{t('jobs.left', { count: card.leftovers })}</span>
  if (sign === 'server' && card.server?.address)
    return <ServerLink className="out" address={card.server.address} tabIndex={tabIndex} />
  return <span className="out">{card.output.lastLine}</span>
}

/** The last minute as a line, and the last period as a number. */
function Rate({ id }: { id: CommandId }) {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const bytes = useRates((state) => state.byId[id]?.at(-1) ?? 0)
  const perSecond = (bytes * SECOND_MS) / RATE_PERIOD_MS
  return (
    <span className="rate">
      <JobSpark id={id} {...SPARK} />
      <span className="c-3">
        {bytes === 0 ? t('jobs.quiet') : t('jobs.rate', { size: format.size(Math.ceil(perSecond)) })}
      </span>
    </span>
  )
}
