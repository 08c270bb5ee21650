import { z } from 'zod'
import type { ChatId } from '../../../../shared/ids'
import { type ImageRef, imageRefSchema } from '../../../../shared/image'

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

const IMAGES_PREFIX = 'vigil.draft-images.'
const draftImages = new Map<ChatId, readonly ImageRef[]>()

/** The images of a message that was not sent. */
export function readDraftImages(chatId: ChatId): readonly ImageRef[] {
  const known = draftImages.get(chatId)
  if (known) return known
  const text = stored(() => localStorage.getItem(IMAGES_PREFIX + chatId))
  const parsed = z.array(imageRefSchema).safeParse(text && stored(() => JSON.parse(text)))
  return parsed.success ? parsed.data : NO_IMAGES
}
const NO_IMAGES: readonly ImageRef[] = []

export function writeDraftImages(chatId: ChatId, images: readonly ImageRef[]): void {
  draftImages.set(chatId, images)
  stored(() => {
    if (images.length === 0) localStorage.removeItem(IMAGES_PREFIX + chatId)
    else localStorage.setItem(IMAGES_PREFIX + chatId, JSON.stringify(images))
  })
}

/** Drops drafts of chats that are gone. */
export function pruneDrafts(isKnown: (chatId: string) => boolean): void {
  stored(() => {
    for (const key of Object.keys(localStorage)) {
      const prefix = [PREFIX, IMAGES_PREFIX].find((one) => key.startsWith(one))
      if (prefix !== undefined && !isKnown(key.slice(prefix.length))) localStorage.removeItem(key)
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
