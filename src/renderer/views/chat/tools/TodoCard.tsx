import { ListTodo } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../../../shared/chat'
import { todoProgress } from '../../../../shared/todo'
import { Icon } from '../../../ui/Icon'
import { StateIcon } from '../../../ui/StateIcon'
import { useDetails } from '../card/card-ui'
import { CallFrame } from './CallFrame'
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
    <CallFrame
      id={item.id}
      label={t('todo.label', { state: words })}
      sign={
        item.state === 'failed' ? (
          <StateIcon state="failed" decorative />
        ) : (
          <Icon icon={ListTodo} className="c-3" />
        )
      }
      title={
        <>
          {words} {open || current === null ? null : <span className="c-3">{current.text}</span>}
        </>
      }
      details={total === 0 ? null : { isOpen: open, label: t('todo.steps'), onToggle: setOpen }}
    >
      {open && items && total > 0 ? <TodoList items={items} /> : null}
    </CallFrame>
  )
}
