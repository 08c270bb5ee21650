import { createChat } from '../../state/chat-actions'
import { focusComposer } from '../chat/chat-focus'

/** Starts a chat and puts the focus into its message field. */
export async function startChatHere(): Promise<void> {
  if (await createChat()) focusComposerSoon()
}

/** Puts the focus into the message field once the chat that was just chosen is drawn. */
export function focusComposerSoon(): void {
  window.requestAnimationFrame(() => focusComposer())
}
