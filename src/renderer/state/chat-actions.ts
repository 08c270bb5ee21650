import type { ChatSummary, FoundText } from '../../shared/chat'
import type { ChatId } from '../../shared/ids'
import type { ImageRef } from '../../shared/image'
import type { ExportFormat } from '../../shared/ipc'
import type { ModelRef } from '../../shared/models'
import type { ScheduleId } from '../../shared/schedule'
import { request } from '../api'
import { attempt } from './attempt'
import { sortedChats } from './selection'
import { openChat, selectChat } from './session'
import { readAppData } from './stores'
import { useUi } from './ui'

/** Starts an empty chat in the shown workspace, or in the engine's default one, without opening it. */
export async function startChat(): Promise<ChatId | null> {
  const { workspaceId } = useUi.getState()
  const again = (): void => {
    void createChat()
  }
  const chat = await attempt('create-chat', () => request('chat.create', { workspaceId }), again)
  // The event that brings the chat into the list may come after this answer.
  if (chat) useUi.setState({ workspaceId: chat.workspaceId })
  return chat?.id ?? null
}

/** Starts an empty chat in the shown workspace and opens it. */
export async function createChat(): Promise<ChatId | null> {
  const chatId = await startChat()
  if (chatId) selectChat(chatId)
  return chatId
}

/** Asks for a Markdown file to run with Runbook; null when the person cancelled. */
export async function chooseRunbookFile(): Promise<{ name: string; text: string } | null> {
  return (await attempt('open-file', () => request('runbook.choose', {}))) ?? null
}

/** Opens the folder dialog; the chosen folder becomes the shown workspace, with a chat to start in. */
export async function openFolder(): Promise<void> {
  const workspace = await attempt('open-folder', () => request('workspace.choose', {}))
  if (!workspace) return
  showWorkspace(workspace.id)
  if (useUi.getState().chatId === null) await createChat()
}

/** Looks again whether the folders are there. Silent: what was known stays when it fails. */
export function checkWorkspaces(): void {
  request('workspaces.check', {}).catch(() => {
    // Opening a folder that is gone says so anyway.
  })
}

/** Lists the chats of a workspace and shows its newest one, if any. */
export function showWorkspace(
  workspaceId: NonNullable<ReturnType<typeof useUi.getState>['workspaceId']>,
): void {
  const data = readAppData()
  const newest = data ? sortedChats(data.chats, workspaceId)[0] : undefined
  useUi.setState({ workspaceId, chatId: null, view: { kind: 'chat' } })
  if (newest) selectChat(newest.id)
}

/** `done`: what Vigil did itself, without the images. `refused`: nothing arrived, and all must stay in the field. */
export type SendOutcome = 'sent' | 'done' | 'refused'

/** Sends a message with its images, or queues it while a turn runs. */
export async function sendMessage(
  chatId: ChatId,
  text: string,
  images: readonly ImageRef[] = [],
): Promise<SendOutcome> {
  const answer = await attempt('send', () => request('chat.send', { chatId, text, images: [...images] }))
  if (!answer) return 'refused'
  if (answer.openChat) selectChat(answer.openChat)
  return answer.isMessage ? 'sent' : 'done'
}

/** Takes a planned wake-up off the list (P-038). */
export async function cancelSchedule(chatId: ChatId, scheduleId: ScheduleId): Promise<void> {
  await attempt('schedule', () => request('chat.cancelSchedule', { chatId, scheduleId }))
}

/** Ends the goal of a chat; what runs goes on to its end (S-253). */
export async function endGoal(chatId: ChatId): Promise<void> {
  await attempt('goal', () => request('chat.endGoal', { chatId }))
}

/** Finds what was said in any chat; nothing when the search itself failed, which shows under the header. */
export async function searchChats(query: string): Promise<readonly FoundText[]> {
  return (await attempt('search', () => request('chat.search', { query }))) ?? []
}

/** Writes a conversation to a file that the person is asked for. */
export async function exportChat(chatId: ChatId, format: ExportFormat): Promise<void> {
  await attempt('export', () => request('chat.export', { chatId, format }))
}

/** Folds the conversation into a summary. */
export async function compactChat(chatId: ChatId): Promise<void> {
  await attempt('compact', () => request('chat.compact', { chatId }))
}

export async function stopTurn(chatId: ChatId): Promise<void> {
  await attempt('stop', () => request('chat.stop', { chatId }))
}

/** Ends everything the waiting line counts, and stops the chat (S-335, S-336). */
export async function stopWaiting(chatId: ChatId): Promise<void> {
  await attempt('stop', () => request('chat.stopWaiting', { chatId }))
}

/** Starts the turn again after a failure, the step limit or an interrupted answer. */
export async function retryTurn(chatId: ChatId): Promise<void> {
  await attempt('retry', () => request('chat.retry', { chatId }))
}

export async function renameChat(chatId: ChatId, title: string): Promise<void> {
  await attempt('rename-chat', () => request('chat.rename', { chatId, title }))
}

/** Deletes a chat; the next one of the list is shown instead. */
export async function deleteChat(chatId: ChatId): Promise<void> {
  const next = neighbourOf(chatId)
  const done = await attempt('delete-chat', () => request('chat.delete', { chatId }).then(() => true))
  if (done && next && useUi.getState().chatId !== next.id) selectChat(next.id)
}

/** Takes a chat out of the list, and shows its neighbour instead of it. */
export async function archiveChat(chatId: ChatId): Promise<void> {
  const next = neighbourOf(chatId)
  const done = await attempt('archive-chat', () =>
    request('chat.archive', { chatId, isArchived: true }).then(() => true),
  )
  if (done && next && useUi.getState().chatId === chatId) selectChat(next.id)
}

/** Puts a chat back into the list. */
export async function unarchiveChat(chatId: ChatId): Promise<void> {
  await attempt('archive-chat', () => request('chat.archive', { chatId, isArchived: false }))
}

/** The chat to show when one goes away. */
function neighbourOf(chatId: ChatId): ChatSummary | undefined {
  const data = readAppData()
  const chat = data?.chats.byId[chatId]
  const list = data && chat ? sortedChats(data.chats, chat.workspaceId) : []
  const place = list.findIndex((other) => other.id === chatId)
  return list[place + 1] ?? list[place - 1]
}

export async function setChatModel(chatId: ChatId, model: ModelRef): Promise<void> {
  await attempt('set-model', () => request('chat.setModel', { chatId, model }))
}

/** Tells the engine that the person saw the end of the last turn. Silent: nothing is lost when it fails. */
export function markRead(chatId: ChatId): void {
  request('chat.markRead', { chatId }).catch(() => {
    // The dot simply stays; the next visit tries again.
  })
}

/** Reads a chat again after its transcript could not be loaded. */
export function reloadChat(chatId: ChatId): void {
  void openChat(chatId)
}
