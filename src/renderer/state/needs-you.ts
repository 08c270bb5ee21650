import type { ChatSummary } from '../../shared/chat'
import type { ChatId } from '../../shared/ids'

/** The next chat after the open one, in list order and around, that waits for Approve or Reject. */
export function nextNeedsYou(chats: readonly ChatSummary[], openChat: ChatId | null): ChatSummary | null {
  const at = chats.findIndex((chat) => chat.id === openChat)
  const around = [...chats.slice(at + 1), ...chats.slice(0, at + 1)]
  return around.find((chat) => chat.needsApproval > 0) ?? null
}
