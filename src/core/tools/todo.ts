import { z } from 'zod'
import { TODO_MAX_ITEMS, type TodoItem, todoItemSchema, todoMarkdown, todoProgress } from '../../shared/todo'
import type { ParsedInput, Tool, ToolAnswer } from './tool'
import { parseWith } from './tool-input'
import { TODO_DESCRIPTION, TODO_SCHEMA } from './tool-texts'

const inputSchema = z.object({ items: z.array(todoItemSchema).max(TODO_MAX_ITEMS) })

/**
 * The `todo` tool: the steps of the work, as the agent sees them, for the person. Each call is the whole list; the newest
 * call in the history is the list that holds, so that going back in the conversation brings back the list of then.
 */
export function createTodoTool(): Tool<TodoItem[]> {
  return {
    spec: { name: 'todo', description: TODO_DESCRIPTION, inputSchema: TODO_SCHEMA },
    parse: parseTodo,
    isReadOnly: () => true,
    onlyForChats: true,
    title: progressText,
    run: async (items): Promise<ToolAnswer> => ({
      text: items.length === 0 ? 'The list is empty now.' : `The user sees the list: ${progressText(items)}.`,
      isError: false,
      card: { kind: 'todo', items },
    }),
  }
}

function parseTodo(raw: unknown): ParsedInput<TodoItem[]> {
  const parsed = parseWith(inputSchema, raw)
  if (!parsed.ok) return parsed
  const { items } = parsed.input
  if (items.filter(({ status }) => status === 'in_progress').length > 1)
    return { ok: false, message: '"items": at most one may be in_progress.' }
  return { ok: true, input: items }
}

function progressText(items: readonly TodoItem[]): string {
  const { done, total, current } = todoProgress(items)
  const next = current?.status === 'in_progress' ? `, in progress: ${current.text}` : ''
  return `${done} of ${total} done${next}`
}

/** What the agent is reminded of when its list is no longer in what it is sent, because the history was folded; '' else. */
export function todoReminder(items: readonly TodoItem[]): string {
  const { current } = todoProgress(items)
  return current === null ? '' : `Your list (tool todo), which the user sees:\n${todoMarkdown(items)}`
}
