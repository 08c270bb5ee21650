import { ChevronDown, ChevronUp, ListTodo } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '../../../shared/chat'
import { todoProgress } from '../../../shared/todo'
import { Icon } from '../../ui/Icon'
import { TodoList } from './tools/TodoList'
import type { NewestTodo } from './tools/todo-view'

/** How far the work is, while the agent is at it; opens upwards to all steps. */
export function TodoLine({ chat, todo }: { chat: ChatSummary; todo: NewestTodo | null }) {
  const { t } = useTranslation('agenda')
  const [open, setOpen] = useState(false)
  const { done, total, current } = todoProgress(todo?.items ?? [])
  const isAtWork = chat.turn.kind === 'running' || chat.waiting !== null
  if (!todo || !current || !isAtWork) return null
  return (
    <div className="todo-line">
      {open ? <TodoList items={todo.items} /> : null}
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon icon={ListTodo} size={14} className="c-accent" />
        <span className="count">{t('todo.count', { done, total })}</span>
        <span className="trunc">{current.text}</span>
        <Icon icon={open ? ChevronDown : ChevronUp} size={14} className="c-3" />
      </button>
    </div>
  )
}
