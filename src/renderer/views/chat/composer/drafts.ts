import type { ChatId } from '../../../../shared/ids'

const PREFIX = 'vigil.draft.'
/** A longer draft is only kept while the window lives: the browser's store holds a few MB for everything. UTF-16 units. */
const STORED_CHARS = 200_000

const drafts = new Map<ChatId, string>()

/** What was typed in a chat and not sent; survives switching chats and a reload of the window. */
export function readDraft(chatId: ChatId): string {
  return drafts.get(chatId) ?? stored(() => localStorage.getItem(PREFIX + chatId)) ?? ''
}

export function writeDraft(chatId: ChatId, text: string): void {
  drafts.set(chatId, text)
  stored(() => {
    if (text === '' || text.length > STORED_CHARS) localStorage.removeItem(PREFIX + chatId)
    else localStorage.setItem(PREFIX + chatId, text)
  })
}

/** Drops drafts of chats that are gone. */
export function pruneDrafts(isKnown: (chatId: string) => boolean): void {
  stored(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && !isKnown(key.slice(PREFIX.length))) localStorage.removeItem(key)
    }
  })
}

function stored<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    // The store is full or switched off: the draft then lives as long as the window.
    return null
  }
}
