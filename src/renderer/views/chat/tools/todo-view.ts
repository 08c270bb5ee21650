import { createContext, useContext } from 'react'
import type { TranscriptItem } from '../../../../shared/chat'
import type { EntryId } from '../../../../shared/ids'
import type { TodoItem } from '../../../../shared/todo'

/** The list that holds in a chat, with the entry that set it. */
export type NewestTodo = { id: EntryId; items: readonly TodoItem[] }

/** The newest list of a transcript; null when it has none, or the newest is empty. */
export function newestTodo(items: readonly TranscriptItem[]): NewestTodo | null {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind === 'tool' && item.card?.kind === 'todo')
      return item.card.items.length > 0 ? { id: item.id, items: item.card.items } : null
  }
  return null
}

/** Which card of the shown chat has the list that holds; earlier ones are folded. */
export const NewestTodoContext = createContext<EntryId | null>(null)

export function useIsNewestTodo(id: EntryId): boolean {
  return useContext(NewestTodoContext) === id
}
