import type { TodoItem } from '../../shared/todo'
import { type Entry, lastEntry } from './entry'

/** The list that a call of `todo` has set; null for any other entry, and for a call that was refused. */
function listOf(entry: Entry): readonly TodoItem[] | null {
  if (entry.kind !== 'call' || entry.tool !== 'todo') return null
  const card = entry.result?.card
  return card?.kind === 'todo' ? card.items : null
}

/** The newest list of a conversation when the model is no longer sent the call that set it; empty otherwise. */
export function foldedTodo(entries: readonly Entry[]): readonly TodoItem[] {
  const compaction = lastEntry(entries, 'compaction')
  if (compaction?.summary == null) return []
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]
    const list = entry && listOf(entry)
    if (entry && list) return entry.seq < compaction.keepFrom ? list : []
  }
  return []
}
