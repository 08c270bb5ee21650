import type { ChatSummary, FoundText } from '../../shared/chat'
import type { ChatId } from '../../shared/ids'

/** Most chats that `/resume` names: the ones before them are found by their words. */
const NAMED_CHATS_MAX = 10

/** The newest other chats of a chat's workspace in which something was said. */
export function earlierChats(chat: ChatSummary, all: readonly ChatSummary[]): ChatSummary[] {
  return othersOf(chat, all).slice(0, NAMED_CHATS_MAX)
}

/**
 * The earlier chat of the workspace that fits the words best: one with all of them in its title, the newest first, else
 * the one whose text fits best. Null when none does.
 */
export function bestEarlierChat(
  chat: ChatSummary,
  all: readonly ChatSummary[],
  words: string,
  search: (query: string) => readonly FoundText[],
): ChatId | null {
  const others = othersOf(chat, all)
  const wanted = words.toLowerCase().split(/\s+/)
  const titled = others.find(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)))
  if (titled) return titled.id
  const ids = new Set(others.map(({ id }) => id))
  return search(words).find(({ chatId }) => ids.has(chatId))?.chatId ?? null
}

/** Newest first, as `all` is. A chat without a title has no message yet. */
function othersOf(chat: ChatSummary, all: readonly ChatSummary[]): ChatSummary[] {
  return all.filter(
    ({ id, workspaceId, title }) => id !== chat.id && workspaceId === chat.workspaceId && title !== '',
  )
}
