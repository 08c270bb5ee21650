import type { ChatId, CommandId, EntryId } from '../../shared/ids'
import type { EngineEvent } from '../../shared/ipc'
import { onEngineEvent, request } from '../api'
import { announceChange } from './announce-change'
import { applyEvent, applyOpened, chatOfEvent, fromSnapshot } from './apply-event'
import { attempt } from './attempt'
import type { AppData } from './data'
import { without } from './data'
import { joinPerFrame, nextFrame } from './join-per-frame'
import { putMcp } from './mcp-actions'
import { reloadMemory } from './memory-actions'
import { putApprovals } from './permission-actions'
import { firstSelection, lastOutput, rememberOutput, rememberSelection } from './selection'
import { readAppData, writeAppData } from './stores'
import { LOADING_TRANSCRIPT } from './transcript'
import { showOutput, useUi } from './ui'

/** Most transcripts kept in the window; opening one again is one request, keeping all would grow without end. */
const MAX_OPEN_TRANSCRIPTS = 12

// Events that came while the answer they belong to was on its way; replayed onto it, since they may be newer.
let beforeSnapshot: EngineEvent[] | null = []
const whileOpening = new Map<ChatId, EngineEvent[]>()
let openOrder: ChatId[] = []

/**
 * Connects the window to the engine: listens first, then reads the snapshot, so that nothing falls in between.
 * Returns what stops listening. A failed start is reported and can be retried.
 */
export function startSession(): () => void {
  const stop = onEngineEvent(joinPerFrame(receive, nextFrame))
  void loadSnapshot(lastOutput())
  const forget = useUi.subscribe(({ view }, { view: before }) => {
    if (view !== before) rememberOutput(view.kind === 'output' ? view.commandId : null)
  })
  return () => {
    stop()
    forget()
  }
}

async function loadSnapshot(output: CommandId | null): Promise<void> {
  beforeSnapshot = []
  const snapshot = await attempt(
    'start',
    () => request('app.snapshot', {}),
    () => loadSnapshot(output),
  )
  if (!snapshot) return
  let data = fromSnapshot(snapshot)
  for (const event of beforeSnapshot) data = applyEvent(data, event).data
  beforeSnapshot = null
  writeAppData(data)
  const { chatId, workspaceId } = firstSelection(data)
  useUi.setState({
    chatId,
    workspaceId,
    view: data.settings.settings.firstRunDone ? { kind: 'chat' } : { kind: 'first-run' },
  })
  if (!chatId) return
  await openChat(chatId)
  if (output) showOutputAgain(chatId, output)
}

/** The full output of a command as it was open before a reload or the end of the app (S-152, S-163). */
function showOutputAgain(chatId: ChatId, commandId: CommandId): void {
  const { view, chatId: shown } = useUi.getState()
  const card = readAppData()?.commands.byId[commandId]
  if (view.kind === 'chat' && shown === chatId && card?.chatId === chatId) showOutput(commandId)
}

/** Folds events in their order; the stores hear of all of them at once. */
function receive(events: readonly EngineEvent[]): void {
  const before = readAppData()
  if (beforeSnapshot || !before) {
    beforeSnapshot?.push(...events)
    return
  }
  let data = before
  const after: (() => void)[] = []
  for (const event of events) {
    const chatId = chatOfEvent(event)
    if (chatId) whileOpening.get(chatId)?.push(event)
    const was = data
    const applied = applyEvent(was, event)
    data = applied.data
    after.push(() => {
      announceChange(was, applied.data, event)
      if (event.name === 'approvals.changed') putApprovals(event.payload.approvals)
      if (event.name === 'memory.changed') void reloadMemory()
      if (event.name === 'mcp.changed') putMcp(event.payload.mcp)
      if (applied.reopen && !whileOpening.has(applied.reopen)) void openChat(applied.reopen)
      if (event.name === 'chat.removed') leaveRemovedChat(event.payload.chatId)
    })
  }
  if (data !== before) writeAppData(data)
  for (const run of after) run()
}

function leaveRemovedChat(chatId: ChatId): void {
  openOrder = openOrder.filter((id) => id !== chatId)
  if (useUi.getState().chatId !== chatId) return
  useUi.setState({ chatId: null })
  rememberSelection(null)
}

/** Reads a chat in full. What is already shown of it stays until the answer is there. */
export async function openChat(chatId: ChatId): Promise<void> {
  if (whileOpening.has(chatId)) return
  whileOpening.set(chatId, [])
  setLoad(chatId, 'loading')
  const opened = await attempt(
    'open-chat',
    () => request('chat.open', { chatId }),
    () => openChat(chatId),
  )
  const overtaking = whileOpening.get(chatId) ?? []
  whileOpening.delete(chatId)
  const now = readAppData()
  if (!now) return
  if (!opened) {
    setLoad(chatId, 'failed')
    return
  }
  let data = applyOpened(now, opened)
  let gap: ChatId | null = null
  for (const event of overtaking) {
    const applied = applyEvent(data, event)
    data = applied.data
    gap ??= applied.reopen
  }
  writeAppData(forgetOldTranscripts(data, chatId))
  if (gap) void openChat(gap)
}

/** Shows a chat and makes sure its transcript is there. */
export function selectChat(chatId: ChatId): void {
  const data = readAppData()
  const chat = data?.chats.byId[chatId]
  useUi.setState((ui) => ({
    chatId,
    workspaceId: chat?.workspaceId ?? ui.workspaceId,
    view: { kind: 'chat' },
    drawerOpen: false,
    palette: 'closed',
  }))
  rememberSelection(chatId)
  if (data?.transcripts.byChat[chatId]?.load !== 'ready') void openChat(chatId)
}

/** Shows a chat with the card of one command in view. */
export function showCommand(chatId: ChatId, commandId: CommandId): void {
  selectChat(chatId)
  useUi.setState({ reveal: commandId })
}

/** Shows a chat with one message in view. */
export function showEntry(chatId: ChatId, entryId: EntryId): void {
  selectChat(chatId)
  useUi.setState({ revealEntry: entryId })
}

function setLoad(chatId: ChatId, load: 'loading' | 'failed'): void {
  const data = readAppData()
  if (!data) return
  const known = data.transcripts.byChat[chatId]
  // Shown content stays while it is read again.
  if (known && known.order.length > 0) return
  const byChat = { ...data.transcripts.byChat, [chatId]: { ...LOADING_TRANSCRIPT, load } }
  writeAppData({ ...data, transcripts: { byChat } })
}

function forgetOldTranscripts(data: AppData, opened: ChatId): AppData {
  openOrder = [...openOrder.filter((id) => id !== opened), opened]
  let byChat = data.transcripts.byChat
  const shown = useUi.getState().chatId
  for (const id of openOrder.slice(0, -MAX_OPEN_TRANSCRIPTS)) {
    if (id === shown) continue
    byChat = without(byChat, id)
    openOrder = openOrder.filter((other) => other !== id)
  }
  return byChat === data.transcripts.byChat ? data : { ...data, transcripts: { byChat } }
}
