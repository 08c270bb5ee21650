import type { TFunction } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import {
  ChevronDown,
  ChevronRight,
  CircleX,
  FileText,
  FolderTree,
  Search,
  Square,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import { LOOK_TOOLS, type ToolItem } from '../transcript-rows'

const ICONS: Record<string, LucideIcon> = {
  read_file: FileText,
  search: Search,
  list_files: FolderTree,
  get_terminal_output: SquareTerminal,
  kill_terminal: Square,
}

/** Calls of one tool that follow each other, as one compact row that opens to what each of them was. */
export function ToolRow({ items }: { items: readonly [ToolItem, ...ToolItem[]] }) {
  const { t } = useTranslation(['chat', 'common'])
  const [open, setOpen] = useState(false)
  const title = useToolTitle(items)
  const failed = items.every((item) => item.state === 'failed')
  const running = items.some((item) => item.state === 'running')
  return (
    <article className="tool" aria-label={title}>
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
          <IconButton
            icon={open ? ChevronDown : ChevronRight}
            label={t('tool.details')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        </span>
      </div>
      {open ? <Details items={items} /> : null}
    </article>
  )
}

function useToolTitle(items: readonly [ToolItem, ...ToolItem[]]): string {
  const { t } = useTranslation('chat')
  const [first] = items
  const name = [...new Set(items.map((item) => item.title))].join(', ')
  switch (first.tool) {
    case 'read_file':
    case 'search':
    case 'list_files':
      return items.length === 1 ? t(`look.one.${first.tool}`, { name }) : lookTitle(items, t)
    case 'get_terminal_output':
      return t(items.some((item) => item.state === 'running') ? 'tool.output.running' : 'tool.output', {
        name,
      })
    case 'schedule':
      return name === '' ? t('tool.schedule.list') : t('tool.schedule', { name })
    case 'kill_terminal':
      return t(first.state === 'running' ? 'tool.kill.running' : 'tool.kill', { name })
    default:
      return name === '' ? first.tool : t('tool.other', { tool: first.tool, name })
  }
}

/** What a group has looked at, in numbers. */
function lookTitle(items: readonly ToolItem[], t: TFunction<'chat'>): string {
  const titles = (tool: string) => items.filter((item) => item.tool === tool).map(({ title }) => title)
  const [read, searched, listed] = [titles('read_file'), titles('search'), titles('list_files')]
  const words = [
    read.length > 0 ? t('look.read', { count: new Set(read).size }) : '',
    searched.length > 0 ? t('look.searched', { count: searched.length }) : '',
    listed.length > 0 ? t('look.listed', { count: new Set(listed).size }) : '',
  ]
  const title = words.filter((word) => word !== '').join(', ')
  return title.charAt(0).toLocaleUpperCase() + title.slice(1)
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
