import type { ChatId } from '../../shared/ids'

/** The name under which a chat keeps a snapshot; names of git's references have an alphabet of their own. */
export function snapshotName(chatId: ChatId, which: string): string {
  return `chat/${chatId.replace(/[^\w-]/g, '-')}/${which}`
}
