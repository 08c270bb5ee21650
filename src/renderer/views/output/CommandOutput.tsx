import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Ref } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { isAlive } from '../../../shared/command'
import { useFormat } from '../../i18n/use-format'
import { Icon } from '../../ui/Icon'
import { feedOf } from './feeds'
import './output.css'
import { OutputTools } from './OutputTools'
import { OutputViewer } from './OutputViewer'
import { toggleWrap, useWrapped } from './output-ui'
import { useFeed } from './use-feed'

type OutputProps = {
  card: CommandCard
  /** Short name of the command, for the names of controls. */
  name: string
  open: boolean
  onToggle: () => void
  toggle: Ref<HTMLButtonElement>
}

/** The labelled row of a card's output: the last line while folded, the toolbar of the viewer while open (S-149, S-151). */
export function CommandOutput(props: OutputProps) {
  const { card, open, onToggle } = props
  const { t } = useTranslation('chat')
  return (
    <>
      {open ? (
        <OpenOutput {...props} />
      ) : (
        <div className="disc">
          <button type="button" ref={props.toggle} aria-expanded={false} onClick={onToggle}>
            <Icon icon={ChevronRight} size={14} />
            {t('output')}
          </button>
          <span className="tail">{card.output.lastLine}</span>
          <LineCount card={card} quietWhileAlive />
        </div>
      )}
    </>
  )
}

function OpenOutput({ card, name, onToggle, toggle }: OutputProps) {
  const { t } = useTranslation('chat')
  const [finding, setFinding] = useState(false)
  const wrap = useWrapped((state) => state.ids.has(card.id))
  const feed = feedOf(card)
  const state = useFeed(feed, card)
  const gone = state.failed?.code === 'output-unavailable' && state.window === null
  const empty = state.window !== null && state.window.rows.length === 0 && state.window.openLine === ''
  return (
    <>
      <div className="disc">
        <button type="button" ref={toggle} aria-expanded={true} onClick={onToggle}>
          <Icon icon={ChevronDown} size={14} />
          {t('output')}
        </button>
        <LineCount card={card} />
        {empty || gone ? null : (
          <OutputTools
            card={card}
            finding={finding}
            onFind={() => setFinding(!finding)}
            wrap={wrap}
            onWrap={() => toggleWrap(card.id)}
            follow={isAlive(card.state) ? { on: state.following, toggle: () => toggleFollow() } : null}
          />
        )}
      </div>
      <OutputViewer
        card={card}
        name={name}
        feed={feed}
        state={state}
        wrap={wrap}
        finding={finding}
        onFinding={setFinding}
      />
    </>
  )
  function toggleFollow(): void {
    if (state.following) feed.follow(false)
    else feed.jumpToEnd()
  }
}

function LineCount(props: { card: CommandCard; quietWhileAlive?: boolean }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const { lines } = props.card.output
  if (lines === 0 || (props.quietWhileAlive && isAlive(props.card.state))) return null
  return <span className="sz">{t('output.lines', { count: lines, formatted: format.number(lines) })}</span>
}
