import type { ChatId } from '../../shared/ids'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import { Emitter, type Event } from '../events'
import { ChatAttention, type OutwardEffect } from './chat-attention'

/** The attention of every chat: commands report to it, chats act on it; neither needs to know the other. */
export type Attentions = Disposable & {
  of(chatId: ChatId): ChatAttention
  /** What must be done, told at once and in order. */
  readonly onEffect: Event<{ chatId: ChatId; effect: OutwardEffect }>
  /** Forgets a deleted chat. */
  forget(chatId: ChatId): void
}

/** Creates {@link Attentions}. */
export function createAttentions(clock: Clock, reportBug: (error: unknown) => void): Attentions {
  const chats = new Map<ChatId, ChatAttention>()
  const effects = new Emitter<{ chatId: ChatId; effect: OutwardEffect }>()
  return {
    onEffect: effects.event,
    of(chatId) {
      let chat = chats.get(chatId)
      if (!chat) {
        chat = new ChatAttention(clock, (effect) => {
          try {
            effects.fire({ chatId, effect })
          } catch (error) {
            // A listener's mistake must not keep the others, or the timers, from going on.
            reportBug(error)
          }
        })
        chats.set(chatId, chat)
      }
      return chat
    },
    forget(chatId) {
      chats.get(chatId)?.dispose()
      chats.delete(chatId)
    },
    dispose() {
      for (const chat of chats.values()) chat.dispose()
      chats.clear()
      effects.dispose()
    },
  }
}
