import { Circle, CircleCheck, CircleDot, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TodoItem } from '../../../../shared/todo'
import { Icon } from '../../../ui/Icon'

const SIGNS: Record<TodoItem['status'], { icon: LucideIcon; tone: string }> = {
  pending: { icon: Circle, tone: 'c-off' },
  in_progress: { icon: CircleDot, tone: 'c-accent' },
  done: { icon: CircleCheck, tone: 'c-ok' },
}

/** The steps in their order, each with how far it is, in words for who cannot see the sign. */
export function TodoList({ items }: { items: readonly TodoItem[] }) {
  const { t } = useTranslation('agenda')
  return (
    <ol className="todo-list" aria-label={t('todo.steps')}>
      {items.map(({ text, status }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place
        <li key={at} data-status={status}>
          <Icon icon={SIGNS[status].icon} size={14} className={SIGNS[status].tone} />
          <span className="vh">{t(`todo.${status}`)}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
