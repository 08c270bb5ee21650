import type { ChatSummary } from '../../shared/chat'
import type { ChatId, CommandId, WorkspaceId } from '../../shared/ids'
import { chatIdSchema, commandIdSchema } from '../../shared/ids'
import type { AppData, ChatsData } from './data'

const LAST_CHAT_KEY = 'vigil.last-chat'
const OPEN_OUTPUT_KEY = 'vigil.open-output'

/** Remembers which chat was open, for a reload and the next start of this window. */
export function rememberSelection(chatId: ChatId | null): void {
  if (chatId) window.localStorage.setItem(LAST_CHAT_KEY, chatId)
  else window.localStorage.removeItem(LAST_CHAT_KEY)
}

/** Remembers which full output was open, for a reload and the next start of this window; null when none is. */
export function rememberOutput(commandId: CommandId | null): void {
  if (commandId) window.localStorage.setItem(OPEN_OUTPUT_KEY, commandId)
  else window.localStorage.removeItem(OPEN_OUTPUT_KEY)
}

/** The full output that was open last; null when there was none. */
export function lastOutput(): CommandId | null {
  const last = commandIdSchema.safeParse(window.localStorage.getItem(OPEN_OUTPUT_KEY))
  return last.success ? last.data : null
}

/** The chat and workspace to show first: the one open last, else the newest chat, else the first workspace. */
export function firstSelection(data: AppData): { chatId: ChatId | null; workspaceId: WorkspaceId | null } {
  const last = chatIdSchema.safeParse(window.localStorage.getItem(LAST_CHAT_KEY))
  const chat = (last.success ? data.chats.byId[last.data] : undefined) ?? sortedChats(data.chats, null)[0]
  return {
    chatId: chat?.id ?? null,
    workspaceId: chat?.workspaceId ?? data.chats.workspaces[0]?.id ?? null,
  }
}

/**
 * Chats of one workspace (null: of all) that are not archived, newest first. Sorted by creation, not by activity: the order of the list
 * must not change while chats work (ui.md 8).
 */
export function sortedChats(chats: ChatsData, workspaceId: WorkspaceId | null): ChatSummary[] {
  return newestFirst(chats, workspaceId).filter(({ archivedAt }) => archivedAt === null)
}

/** Chats that were taken out of that list, newest first. */
export function archivedChats(chats: ChatsData, workspaceId: WorkspaceId | null): ChatSummary[] {
  return newestFirst(chats, workspaceId).filter(({ archivedAt }) => archivedAt !== null)
}

function newestFirst(chats: ChatsData, workspaceId: WorkspaceId | null): ChatSummary[] {
  return Object.values(chats.byId)
    .filter((chat) => workspaceId === null || chat.workspaceId === workspaceId)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
}
