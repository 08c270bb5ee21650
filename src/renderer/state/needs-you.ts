import type { ChatSummary, TranscriptItem } from '../../shared/chat'
import type { ChatId } from '../../shared/ids'

/** Whether a call waits for the person; a card may say so after its call has ended otherwise. */
export function needsYou({ state, card }: Extract<TranscriptItem, { kind: 'tool' }>): boolean {
  return state === 'running' && card !== undefined && 'stage' in card && card.stage.kind === 'asking'
}

/** The next chat after the open one, in list order and around, that waits for the person. */
export function nextNeedsYou(chats: readonly ChatSummary[], openChat: ChatId | null): ChatSummary | null {
  const at = chats.findIndex((chat) => chat.id === openChat)
  const around = [...chats.slice(at + 1), ...chats.slice(0, at + 1)]
  return around.find((chat) => chat.needsApproval > 0) ?? null
}
