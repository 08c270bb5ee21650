import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ChatId } from '../../shared/ids'

/** Files of one chat that are remembered; more were read long ago. */
const FILES_MAX = 2000

/** What the agent of each chat has seen of files, so that it changes none that it does not know. In memory only. */
export type SeenFiles = {
  /** The agent knows the file as it is at this moment. */
  note(chatId: ChatId, file: string): Promise<void>
  /** `changed`: it was seen, and is another one by now. */
  check(chatId: ChatId, file: string): Promise<'seen' | 'unseen' | 'changed'>
  forgetChat(chatId: ChatId): void
}

/** Creates {@link SeenFiles}; files are named by their real paths. */
export function createSeenFiles(): SeenFiles {
  const chats = new Map<ChatId, Map<string, string>>()
  return {
    async note(chatId, file) {
      const mark = await markOf(file)
      const files = chats.get(chatId) ?? new Map<string, string>()
      chats.set(chatId, files)
      files.delete(file)
      if (mark !== null) files.set(file, mark)
      const oldest = files.size > FILES_MAX ? files.keys().next().value : undefined
      if (oldest !== undefined) files.delete(oldest)
    },
    async check(chatId, file) {
      const known = chats.get(chatId)?.get(file)
      if (known === undefined) return 'unseen'
      return known === (await markOf(file)) ? 'seen' : 'changed'
    },
    forgetChat: (chatId) => void chats.delete(chatId),
  }
}

/** Another one after every write: its time in nanoseconds, its size, and which file it is. */
async function markOf(file: string): Promise<string | null> {
  try {
    const { ino, size, mtimeNs }: BigIntStats = await stat(file, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch {
    // Gone meanwhile.
    return null
  }
}
