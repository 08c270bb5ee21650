import { ChevronDown, ChevronRight, ListTodo } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../../../shared/chat'
import { todoProgress } from '../../../../shared/todo'
import { Icon } from '../../../ui/Icon'
import { IconButton } from '../../../ui/IconButton'
import { StateIcon } from '../../../ui/StateIcon'
import { useDetails } from '../card/card-ui'
import { TodoList } from './TodoList'
import { useIsNewestTodo } from './todo-view'

/** The steps of the work; the newest card of a chat is open, earlier ones say how far the work was then. */
export function TodoCard({ item }: { item: ToolItem }) {
  const { t } = useTranslation('agenda')
  const [open, setOpen] = useDetails(item.id, useIsNewestTodo(item.id))
  const items = item.card?.kind === 'todo' ? item.card.items : null
  const { done, total, current } = todoProgress(items ?? [])
  const words =
    items === null ? item.title : total === 0 ? t('todo.empty') : t('todo.progress', { done, total })
  return (
    <article
      className="tool"
      data-card={item.id}
      aria-label={t('todo.label', { state: words })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: cards are reached with the keyboard one by one
      tabIndex={0}
    >
      <div className="tool-head">
        <span className="st">
          {item.state === 'failed' ? (
            <StateIcon state="failed" decorative />
          ) : (
            <Icon icon={ListTodo} className="c-3" />
          )}
        </span>
        <span className="tx trunc">
          {words} {open || current === null ? null : <span className="c-3">{current.text}</span>}
        </span>
        <span className="meta">
          {total === 0 ? (
            <span className="slot" />
          ) : (
            <IconButton
              icon={open ? ChevronDown : ChevronRight}
              label={t('todo.steps')}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
          )}
        </span>
      </div>
      {open && items && total > 0 ? <TodoList items={items} /> : null}
    </article>
  )
}
