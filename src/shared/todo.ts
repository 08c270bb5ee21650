import { z } from 'zod'

/** Most entries of a list: a person reads it at a glance, and the agent writes it anew with every change. */
export const TODO_MAX_ITEMS = 50
/** Longest entry, in UTF-16 units. */
export const TODO_TEXT_MAX_CHARS = 300

export const todoItemSchema = z.object({
  text: z.string().trim().min(1).max(TODO_TEXT_MAX_CHARS),
  status: z.enum(['pending', 'in_progress', 'done']),
})
/** A step of the work, and how far it is. */
export type TodoItem = z.infer<typeof todoItemSchema>

/** How far a list is; `current` is what is worked on, else what comes next. */
export type TodoProgress = { done: number; total: number; current: TodoItem | null }

export function todoProgress(items: readonly TodoItem[]): TodoProgress {
  const first = (status: TodoItem['status']) => items.find((item) => item.status === status)
  return {
    done: items.filter(({ status }) => status === 'done').length,
    total: items.length,
    current: first('in_progress') ?? first('pending') ?? null,
  }
}

/** A list as Markdown tasks; what is worked on is named as such. */
export function todoMarkdown(items: readonly TodoItem[]): string {
  return items
    .map(({ text, status }) => {
      const note = status === 'in_progress' ? ' (in progress)' : ''
      return `- [${status === 'done' ? 'x' : ' '}] ${text.replaceAll('\n', ' ')}${note}`
    })
    .join('\n')
}
