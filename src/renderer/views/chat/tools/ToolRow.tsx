import type { LucideIcon } from 'lucide-react'
import { ChevronDown, ChevronRight, CircleX, FileText, Square, SquareTerminal, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { ScrollBox } from '../../../ui/ScrollBox'
import { Spinner } from '../../../ui/Spinner'
import type { ToolItem } from '../transcript-rows'

const ICONS: Record<string, LucideIcon> = {
  read_file: FileText,
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
  const first = items[0]
  return (
    <article className="tool" aria-label={title}>
      <div className="tool-head">
        <span className="st">
          {running ? (
            <Spinner className="c-accent" />
          ) : (
            <Icon
              icon={failed ? CircleX : (ICONS[first.tool] ?? Wrench)}
              className={failed ? 'c-err' : 'c-3'}
            />
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
      return items.length === 1
        ? t('tool.read.one', { name })
        : t('tool.read', { count: new Set(items.map((item) => item.title)).size })
    case 'get_terminal_output':
      return t(items.some((item) => item.state === 'running') ? 'tool.output.running' : 'tool.output', {
        name,
      })
    case 'kill_terminal':
      return t(first.state === 'running' ? 'tool.kill.running' : 'tool.kill', { name })
    default:
      return name === '' ? first.tool : t('tool.other', { tool: first.tool, name })
  }
}

function Details({ items }: { items: readonly ToolItem[] }) {
  const { t } = useTranslation('chat')
  if (items.length === 1 || items[0]?.tool !== 'read_file') {
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
          {item.state === 'failed' ? (
            <span className="trunc c-err">{item.detail.split('\n', 1)[0]}</span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
