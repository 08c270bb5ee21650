import { ArrowDownToLine, ChevronDown, ChevronUp, CircleAlert } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { isAlive } from '../../../shared/command'
import type { FindHit } from '../../../shared/find-query'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { ScrollBox } from '../../ui/ScrollBox'
import { Spinner } from '../../ui/Spinner'
import { FindBar } from './FindBar'
import { OutputFoot } from './OutputFoot'
import { OutputLine } from './OutputLine'
import type { FeedState, OutputFeed } from './output-feed'
import type { OutputRow } from './output-pages'
import { visibleRows } from './output-pages'
import { rowAt } from './row-parts'
import { selectedText, selectLines } from './selected-text'
import { useEarlierSaid } from './use-earlier-said'
import { useFind } from './use-find'
import { useKeptFocus } from './use-kept-focus'
import { useViewerScroll } from './use-viewer-scroll'

/** Lines the viewer shows at most before it scrolls (ui.md 4). */
const VISIBLE_LINES = 18

type ViewerProps = {
  card: CommandCard
  name: string
  feed: OutputFeed
  state: FeedState
  wrap: boolean
  finding: boolean
  onFinding: (finding: boolean) => void
  /** Fills the window instead of a card. */
  full?: boolean
}

const NO_ROWS: readonly OutputRow[] = []

/** The output of a command, from its end (S-151…S-157). */
export function OutputViewer({ card, name, feed, state, wrap, finding, onFinding, full }: ViewerProps) {
  const { t } = useTranslation(['chat', 'common'])
  const { window, reading, failed } = state
  const rows = useMemo(() => (window ? visibleRows(window) : NO_ROWS), [window])
  const box = useRef<HTMLDivElement>(null)
  const find = useFind(card, feed, { window, rows }, finding, box)
  useViewerScroll(box, feed, state, rows, wrap)
  const keptFocus = useKeptFocus(box)
  useEarlierSaid(state)

  const onKeyDown = (event: KeyboardEvent) => {
    if (onLinesKey(event)) return
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyF') {
      event.preventDefault()
      event.stopPropagation()
      onFinding(true)
    } else if (event.key === 'Escape' && finding) {
      event.stopPropagation()
      closeFind()
    } else if ((event.ctrlKey || event.metaKey) && event.key === 'Home') {
      event.preventDefault()
      feed.goTo(0)
    } else if ((event.ctrlKey || event.metaKey) && event.key === 'End') {
      event.preventDefault()
      feed.jumpToEnd()
    }
  }
  /** Keys that mean the lines only while these have the focus. */
  const onLinesKey = (event: KeyboardEvent): boolean => {
    const lines = box.current
    if (!lines || event.target !== lines || event.shiftKey || event.altKey) return false
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.code === 'KeyA') selectLines(lines)
    // At the top there is nothing left to scroll to: the key asks for what is before (S-154).
    else if (!isCommand && event.key === 'PageUp' && lines.scrollTop === 0) feed.earlier()
    else return false
    event.preventDefault()
    return true
  }
  const onCopy = (event: ClipboardEvent) => {
    const text = box.current && selectedText(box.current, document.getSelection())
    if (text === null) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text)
  }
  const closeFind = () => {
    onFinding(false)
    box.current?.focus({ preventScroll: true })
  }
  const gone = failed?.code === 'output-unavailable'
  const lit = state.place?.lit ? rowAt(rows, state.place.at) : -1
  const empty = window !== null && rows.length === 0
  // Lines that came while the person read are below, also once the command has ended.
  const behind = !state.following && (isAlive(card.state) || state.behind > 0 || window?.atEnd === false)
  // The height the lines will have, so that nothing moves when they arrive.
  const waiting =
    window === null && !failed && !full ? Math.min(VISIBLE_LINES, Math.max(1, card.output.lines)) : 0

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up here from the parts that take the focus
    <div
      className={`viewer${wrap ? ' wrap' : ''}${full ? ' full' : ''}`}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      {...keptFocus}
    >
      {finding ? <FindBar find={find} onClose={closeFind} /> : null}
      {failed && !gone ? (
        <div className="vrow err" role="alert">
          <Icon icon={CircleAlert} size={14} />
          {t('output.failed')}
          <Button small onClick={() => feed.retry()}>
            {t('common:retry')}
          </Button>
        </div>
      ) : null}
      <ScrollBox
        ref={box}
        className="lines"
        hidden={gone && window === null}
        label={t('output.of', { name })}
        style={waiting > 0 ? { height: `calc(${waiting} * var(--lh-code) + 12px)` } : undefined}
      >
        {waiting > 0 ? (
          <div className="vrow late" role="status">
            <Spinner size={14} className="c-accent" />
            {t('output.loading')}
          </div>
        ) : null}
        {window && !window.atStart ? (
          <PageRow
            busy={reading === 'earlier'}
            icon={<Icon icon={ChevronUp} size={14} />}
            text={t('output.earlier')}
            busyText={t('output.earlier.loading')}
            onClick={() => feed.earlier()}
          />
        ) : null}
        {rows.map((row, index) => (
          <OutputLine
            key={row.at}
            row={row}
            hits={find.byRow.get(row.at) ?? NO_HITS}
            current={find.byRow.has(row.at) ? (find.state.current?.at ?? null) : null}
            lit={index === lit}
          />
        ))}
        {window && !window.atEnd && !state.following ? (
          <PageRow
            busy={reading === 'later'}
            icon={<Icon icon={ChevronDown} size={14} />}
            text={t('output.later')}
            busyText={t('output.later.loading')}
            onClick={() => feed.later()}
          />
        ) : null}
      </ScrollBox>
      {empty && !gone ? (
        <div className="vrow nothing">{t(isAlive(card.state) ? 'output.nothing.yet' : 'output.nothing')}</div>
      ) : null}
      <OutputFoot card={card} gone={gone} full={full === true} shown={rows.length} />
      {behind ? (
        <Button small className="follow" onClick={() => feed.jumpToEnd()}>
          <Icon icon={ArrowDownToLine} size={12} />
          {state.behind > 0 ? t('output.to-end.new', { count: state.behind }) : t('output.to-end')}
        </Button>
      ) : null}
    </div>
  )
}

const NO_HITS: readonly FindHit[] = []

function PageRow(props: {
  busy: boolean
  icon: ReactNode
  text: string
  busyText: string
  onClick: () => void
}) {
  return (
    <button type="button" className="vrow" aria-busy={props.busy} onClick={props.onClick}>
      {props.busy ? <Spinner size={14} className="c-accent" /> : props.icon}
      {props.busy ? props.busyText : props.text}
    </button>
  )
}
