import { createContext, useContext } from 'react'
import type { TranscriptItem } from '../../../../shared/chat'
import type { EntryId } from '../../../../shared/ids'
import type { TodoItem } from '../../../../shared/todo'

/** The list that holds in a chat, with the entry that set it. */
export type NewestTodo = { id: EntryId; items: readonly TodoItem[] }

/**
 * Finds the newest list of a transcript; null when it has none, or the newest is empty. It looks again only at what came
 * since it was last asked: a chat may be long, and asks with every piece of an answer.
 */
export function createTodoFinder(): (items: readonly TranscriptItem[]) => NewestTodo | null {
  let seen: readonly TranscriptItem[] = []
  /** Where the newest list is; -1 for none. */
  let place = -1
  return (items) => {
    let same = 0
    const end = Math.min(items.length, seen.length)
    while (same < end && items[same] === seen[same]) same++
    const known = place < same ? place : lastTodo(items, same, 0)
    place = lastTodo(items, items.length, same)
    if (place < 0) place = known
    seen = items
    return todoOf(items[place])
  }
}

/** The place of the last list before `end`, at `from` at the earliest; -1 for none. */
function lastTodo(items: readonly TranscriptItem[], end: number, from: number): number {
  for (let at = end - 1; at >= from; at--) {
    const item = items[at]
    if (item?.kind === 'tool' && item.card?.kind === 'todo') return at
  }
  return -1
}

function todoOf(item: TranscriptItem | undefined): NewestTodo | null {
  if (item?.kind !== 'tool' || item.card?.kind !== 'todo') return null
  return item.card.items.length > 0 ? { id: item.id, items: item.card.items } : null
}

/** Which card of the shown chat has the list that holds; earlier ones are folded. */
export const NewestTodoContext = createContext<EntryId | null>(null)

export function useIsNewestTodo(id: EntryId): boolean {
  return useContext(NewestTodoContext) === id
}
