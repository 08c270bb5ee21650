import type { LucideIcon } from 'lucide-react'
import {
  AlarmClock,
  ChevronDown,
  ChevronRight,
  CircleX,
  FileText,
  FolderTree,
  ListChecks,
  Search,
  Square,
  SquareTerminal,
  Target,
  Wrench,
} from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../../../shared/chat'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import { useDetails } from '../card/card-ui'
import { useOpenByHand } from '../reveal-context'
import { LOOK_TOOLS } from '../transcript-rows'
import { toolTitle } from './tool-title'

const ICONS: Record<string, LucideIcon> = {
  read_file: FileText,
  search: Search,
  list_files: FolderTree,
  get_terminal_output: SquareTerminal,
  kill_terminal: Square,
  schedule: AlarmClock,
  goal: Target,
  save_plan: ListChecks,
}

/** Calls of one tool that follow each other, as one compact row that opens to what each of them was. */
export function ToolRow({ items }: { items: readonly [ToolItem, ...ToolItem[]] }) {
  const { t } = useTranslation(['chat', 'common'])
  const [open, setOpen] = useDetails(items[0].id)
  const article = useRef<HTMLElement>(null)
  const toggle = useOpenByHand(article, open, setOpen)
  const title = toolTitle(items, t)
  const hasDetails = items.length > 1 || items.some((item) => item.detail !== '')
  const failed = items.every((item) => item.state === 'failed')
  const running = items.some((item) => item.state === 'running')
  return (
    <article ref={article} className="tool" aria-label={title}>
      <div className="tool-head">
        <span className="st">
          {running ? (
            <Spinner className="c-accent" />
          ) : (
            <Icon icon={failed ? CircleX : iconOf(items)} className={failed ? 'c-err' : 'c-3'} />
          )}
        </span>
        <span className="tx trunc">{title}</span>
        <span className="meta">
          {failed ? <span className="st-label c-err">{t('common:state.failed')}</span> : null}
          <span className="slot" />
          {hasDetails ? (
            <IconButton
              icon={open ? ChevronDown : ChevronRight}
              label={t('tool.details')}
              aria-expanded={open}
              onClick={() => toggle(!open)}
            />
          ) : (
            <span className="slot" />
          )}
        </span>
      </div>
      {open && hasDetails ? <Details items={items} /> : null}
    </article>
  )
}

/** One that looked at more than files, or in more than one way, is a search. */
function iconOf(items: readonly [ToolItem, ...ToolItem[]]): LucideIcon {
  const [first] = items
  const isMixed = items.some(({ tool }) => tool !== first.tool)
  return isMixed ? Search : (ICONS[first.tool] ?? Wrench)
}

function Details({ items }: { items: readonly ToolItem[] }) {
  const { t } = useTranslation('chat')
  if (items.length === 1 || !items.every(({ tool }) => LOOK_TOOLS.has(tool))) {
    return (
      <ScrollBox className="tool-detail" label={t('tool.details')}>
        {items.map((item) => item.detail).join('\n\n')}
      </ScrollBox>
    )
  }
  return (
    <ul className="filelist">
      {items.map((item) => (
        <li key={item.id}>
          <span className="trunc">{item.title}</span>
          <Found item={item} />
          {item.state === 'failed' ? (
            <span className="trunc c-err">{item.detail.split('\n', 1)[0]}</span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** What a call that only looked has found. */
function Found({ item: { card } }: { item: ToolItem }) {
  const { t } = useTranslation('chat')
  switch (card?.kind) {
    case 'read':
      return <span>{card.lines ? `${card.lines.from}-${card.lines.to}` : t('look.all')}</span>
    case 'search':
      return <span>{t(card.isMore ? 'look.matches.more' : 'look.matches', { count: card.matches })}</span>
    case 'list':
      return <span>{t(card.isMore ? 'look.entries.more' : 'look.entries', { count: card.entries })}</span>
    default:
      return null
  }
}
