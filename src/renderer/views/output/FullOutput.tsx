import { ChevronsDown, ChevronsUp, ExternalLink, FolderOpen, X } from 'lucide-react'
import type { FormEvent, KeyboardEvent, Ref } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandCard } from '../../../shared/command'
import { isAlive } from '../../../shared/command'
import { shortName } from '../../../shared/short-name'
import { useFormat } from '../../i18n/use-format'
import { findOutputLine, openOutputInEditor, revealOutput } from '../../state/command-actions'
import { showCommand } from '../../state/session'
import { useCommands } from '../../state/stores'
import { showChatView, showJobs, useUi } from '../../state/ui'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { IconButton } from '../../ui/IconButton'
import { Banners } from '../layout/Banners'
import { SidebarToggle } from '../layout/SidebarToggle'
import { feedOf } from './feeds'
import './output.css'
import { OutputTools } from './OutputTools'
import { OutputViewer } from './OutputViewer'
import type { OutputFeed } from './output-feed'
import { toggleWrap, useWrapped } from './output-ui'
import { useFeed } from './use-feed'

/** The whole output of a command in the main area (S-134, S-135); nothing of it reaches the model. */
export function FullOutput() {
  const id = useUi((ui) => (ui.view.kind === 'output' ? ui.view.commandId : null))
  const from = useUi((ui) => (ui.view.kind === 'output' ? ui.view.from : 'chat'))
  const card = useCommands((state) => (id === null ? undefined : state.byId[id]))
  const isMissing = card === undefined
  // Its chat was deleted.
  useEffect(() => {
    if (isMissing) showChatView()
  }, [isMissing])
  if (!card) return null
  const close = () => (from === 'jobs' ? showJobs() : showCommand(card.chatId, card.id))
  return <WholeOutput key={card.id} card={card} onClose={close} />
}

function WholeOutput({ card, onClose }: { card: CommandCard; onClose: () => void }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const [finding, setFinding] = useState(false)
  const wrap = useWrapped((state) => state.ids.has(card.id))
  const feed = feedOf(card)
  const state = useFeed(feed, card)
  const line = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const focusLines = () => page.current?.querySelector<HTMLElement>('.lines')?.focus({ preventScroll: true })
  useEffect(focusLines, [])

  const name = shortName(card.command)
  const readable = card.output.full.kind === 'saved' && state.failed?.code !== 'output-unavailable'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      return
    }
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (event.code !== 'KeyG' && event.code !== 'KeyF') return
    event.preventDefault()
    if (event.code === 'KeyF') setFinding(true)
    else line.current?.select()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up here from the parts that take the focus
    <div ref={page} className="whole-output" onKeyDown={onKeyDown}>
      <header className="page-head">
        <SidebarToggle />
        <h1 className="trunc" title={card.command}>
          {t('output.of', { name })}
        </h1>
        <span className="c-3 sz">
          {t('output.lines', { count: card.output.lines, formatted: format.number(card.output.lines) })}
          {card.output.full.kind === 'saved' ? `, ${format.size(card.output.full.bytes)}` : ''}
        </span>
        <span className="grow" />
        <IconButton icon={X} size={16} large label={t('output.close-full')} onClick={onClose} />
      </header>
      <Banners />
      <div className="disc whole-tools">
        <IconButton icon={ChevronsUp} label={t('output.to-start')} onClick={() => feed.goTo(0)} />
        <IconButton icon={ChevronsDown} label={t('output.to-end')} onClick={() => feed.jumpToEnd()} />
        <LineField card={card} feed={feed} field={line} onJump={focusLines} />
        {readable ? (
          <>
            <Button kind="ghost" small onClick={() => void openOutputInEditor(card.id)}>
              <Icon icon={ExternalLink} size={14} />
              {t('output.open-in-editor')}
            </Button>
            <Button kind="ghost" small onClick={() => void revealOutput(card.id)}>
              <Icon icon={FolderOpen} size={14} />
              {t('output.reveal')}
            </Button>
          </>
        ) : null}
        <OutputTools
          card={card}
          finding={finding}
          onFind={() => setFinding(!finding)}
          wrap={wrap}
          onWrap={() => toggleWrap(card.id)}
          follow={isAlive(card.state) ? { on: state.following, toggle: () => toggleFollow() } : null}
        />
      </div>
      <OutputViewer
        card={card}
        name={name}
        feed={feed}
        state={state}
        wrap={wrap}
        finding={finding}
        onFinding={setFinding}
        full
      />
    </div>
  )
  function toggleFollow(): void {
    if (state.following) feed.follow(false)
    else feed.jumpToEnd()
  }
}

/** Goes to a line by its number; past the end, to the last one. */
function LineField(props: {
  card: CommandCard
  feed: OutputFeed
  field: Ref<HTMLInputElement>
  onJump: () => void
}) {
  const { card, feed, field, onJump } = props
  const { t } = useTranslation('chat')
  const [text, setText] = useState('')
  const jump = async (event: FormEvent) => {
    event.preventDefault()
    const number = Number.parseInt(text, 10)
    if (!(number >= 1)) return
    const found = await findOutputLine(card.id, number)
    if (!found) return
    feed.goTo(found.at, true)
    onJump()
  }
  return (
    <form className="line-field" onSubmit={(event) => void jump(event)}>
      <input
        ref={field}
        className="input"
        value={text}
        inputMode="numeric"
        maxLength={12}
        aria-label={t('output.to-line')}
        placeholder={t('output.to-line')}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
      />
    </form>
  )
}
