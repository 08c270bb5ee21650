import { ArrowDown, ScrollText, Server, Terminal, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { Fragment, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
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
import { nextRow } from '../../ui/use-list-keys'
import { cardView } from '../chat/card/card-view'
import { useStatusText } from '../chat/card/use-status-text'
import { JobSpark } from './JobSpark'
import { drawnRows, rowRange, topToShow } from './row-range'

/** The sparkline of a row, in pixels (ui.md 4). */
const SPARK = { width: 72, height: 16 }
const SECOND_MS = 1000

/** Height of every row, the same number as in the style sheet. */
const ROW_PX = 44
/** Height of the head, which stays over the rows. */
const HEAD_PX = 28

/**
 * Jobs as a table: Up and Down move, Enter shows the card, Delete stops the job or removes it from Recent. Only rows that
 * are seen are drawn, and the one with the focus wherever it is.
 */
export function JobTable({ jobs }: { jobs: readonly CommandCard[] }) {
  const { t } = useTranslation('shell')
  const box = useRef<HTMLDivElement>(null)
  const seen = useSeenPart(box)
  const [focused, setFocused] = useState<CommandId | null>(null)
  const tabStop = Math.max(
    0,
    jobs.findIndex((card) => card.id === focused),
  )
  const focus = useRowFocus(box, jobs[tabStop]?.id)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = nextRow(event.key, tabStop, jobs.length)
    const card = next === null ? undefined : jobs[next]
    if (next === null || !card || !box.current) return
    event.preventDefault()
    const { scrollTop, clientHeight } = box.current
    box.current.scrollTop = topToShow(next, { top: scrollTop, height: clientHeight - HEAD_PX }, ROW_PX)
    setFocused(card.id)
    focus(card.id)
  }
  const drawn = drawnRows(rowRange(seen, ROW_PX, jobs.length), tabStop)
  return (
    <div ref={box} className="jobs-scroll">
      <table className="jobs-table" aria-label={t('background-jobs')} aria-rowcount={jobs.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
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
        {drawn.map(({ row, gap }) => {
          const card = jobs[row]
          return card ? (
            <Fragment key={card.id}>
              <Gap rows={gap} />
              <tbody onKeyDown={onKeyDown}>
                <Row card={card} index={row} tabStop={row === tabStop} onFocus={setFocused} />
              </tbody>
            </Fragment>
          ) : null
        })}
        <Gap rows={jobs.length - 1 - (drawn.at(-1)?.row ?? -1)} />
      </table>
    </div>
  )
}

/** The room of rows that are not drawn. */
function Gap({ rows }: { rows: number }) {
  if (rows === 0) return null
  return (
    <tbody aria-hidden="true">
      <tr style={{ height: rows * ROW_PX }} />
    </tbody>
  )
}

/** The part of the rows that is seen, in pixels from the first. */
function useSeenPart(box: RefObject<HTMLDivElement | null>): { top: number; height: number } {
  const [seen, setSeen] = useState({ top: 0, height: window.innerHeight })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight })
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  return seen
}

/**
 * Puts the focus on a row once it is drawn. The tab stop takes it when the table appears, unless a person is at the
 * filters, and when the row that had it is gone, such as one that ended while only running ones are listed.
 */
function useRowFocus(
  box: RefObject<HTMLDivElement | null>,
  tabStop: CommandId | undefined,
): (id: CommandId) => void {
  const wanted = useRef<CommandId | null>(null)
  const wasInside = useRef(false)
  const put = (id: CommandId): void => {
    box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
  }
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      wasInside.current = box.current?.contains(event.target as Node) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the table appears
  useEffect(() => {
    if (tabStop !== undefined && !document.activeElement?.closest('.filters')) put(tabStop)
  }, [])
  useLayoutEffect(() => {
    if (wanted.current !== null) put(wanted.current)
    else if (wasInside.current && document.activeElement === document.body && tabStop !== undefined)
      put(tabStop)
    wanted.current = null
  })
  return (id) => {
    wanted.current = id
  }
}

const Row = memo(function Row(props: {
  card: CommandCard
  /** Its place among all jobs, from 0. */
  index: number
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
  const reach = { tabIndex: tabStop ? 0 : -1, onFocus: () => props.onFocus(card.id) }
  return (
    <tr aria-rowindex={props.index + 2}>
      <td>
        <span className={`st${sign === 'failed' ? ' c-err' : ''}`}>
          <StateIcon state={sign} size={14} decorative />
          <span className="trunc">{word}</span>
        </span>
      </td>
      <td>
        <span className="nm">
          <Icon icon={card.server ? Server : Terminal} />
          <span className="grow trunc">
            <button
              type="button"
              className="job-name trunc"
              data-row={card.id}
              data-region-focus={tabStop || undefined}
              title={card.command}
              aria-label={`${name}, ${word}`}
              {...reach}
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
        <button type="button" className="link-quiet trunc" {...reach} onClick={() => selectChat(card.chatId)}>
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
            {...reach}
            onClick={() => showOutput(card.id, 'jobs')}
          />
          {mayStop ? (
            <StopButton name={name} {...reach} onClick={() => void stopCommand(card.id)} />
          ) : card.isRecent ? (
            <IconButton
              icon={X}
              label={t('jobs.remove', { name })}
              {...reach}
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
