import { create } from 'zustand'
import type { ChatId, CommandId, EntryId, WorkspaceId } from '../../shared/ids'

/** The pages of the settings, in the order in which they are listed. */
export const SETTINGS_PAGES = [
  'models',
  'approvals',
  'memory',
  'mcp',
  'terminal',
  'notifications',
  'appearance',
  'language',
] as const
export type SettingsPage = (typeof SETTINGS_PAGES)[number]

/** What the main area shows. */
export type MainView =
  | { kind: 'chat' }
  | { kind: 'settings'; page: SettingsPage }
  | { kind: 'first-run' }
  /** All jobs of all chats. */
  | { kind: 'jobs' }
  /** The whole output of one command (S-134). */
  | { kind: 'output'; commandId: CommandId; from: OutputOrigin }
/** Where closing a whole output leads back to. */
export type OutputOrigin = 'chat' | 'jobs'

/** A failed action, shown under the header until dismissed, retried or replaced by a newer one. */
export type ActionFailure = {
  /** What was attempted, as a key of the errors texts. */
  action: ActionName
  code: string
  message: string
  retry: (() => void) | null
}
export type ActionName =
  | 'start'
  | 'create-chat'
  | 'open-chat'
  | 'rename-chat'
  | 'delete-chat'
  | 'archive-chat'
  | 'set-model'
  | 'set-mode'
  | 'compact'
  | 'restore'
  | 'search'
  | 'export'
  | 'send'
  | 'attach-image'
  | 'stop'
  | 'retry'
  | 'approve'
  | 'reject'
  | 'answer'
  | 'stop-command'
  | 'list-jobs'
  | 'dismiss-job'
  | 'stop-subagent'
  | 'move-to-background'
  | 'copy'
  | 'open-output'
  | 'open-link'
  | 'open-folder'
  | 'open-file'
  | 'settings'
  | 'profile'
  | 'memory'
  | 'schedule'
  | 'goal'
  | 'mcp'
  | 'connection'
  | 'quit'

/** State of this window only: nothing here is known to the engine. */
export type UiState = {
  view: MainView
  chatId: ChatId | null
  /** Chats of this workspace are listed. */
  workspaceId: WorkspaceId | null
  palette: 'closed' | 'all' | 'profiles' | 'search'
  /** What the field of the palette begins with. */
  paletteQuery: string
  /** The sidebar as an overlay, below 860 px. */
  drawerOpen: boolean
  failure: ActionFailure | null
  /** A command whose card the transcript should bring into view and focus; cleared once it did. */
  reveal: CommandId | null
  /** A message that the transcript should bring into view; cleared once it did. */
  revealEntry: EntryId | null
}

export const useUi = create<UiState>(() => ({
  view: { kind: 'chat' },
  chatId: null,
  workspaceId: null,
  palette: 'closed',
  paletteQuery: '',
  drawerOpen: false,
  failure: null,
  reveal: null,
  revealEntry: null,
}))

export function showSettings(page: SettingsPage = 'models'): void {
  useUi.setState({ view: { kind: 'settings', page }, drawerOpen: false, palette: 'closed' })
}
export function showOutput(commandId: CommandId, from: OutputOrigin = 'chat'): void {
  useUi.setState({ view: { kind: 'output', commandId, from }, drawerOpen: false, palette: 'closed' })
}
export function showJobs(): void {
  useUi.setState({ view: { kind: 'jobs' }, drawerOpen: false, palette: 'closed' })
}
export function showChatView(): void {
  useUi.setState({ view: { kind: 'chat' }, drawerOpen: false })
}
export function showPalette(palette: UiState['palette'], paletteQuery = ''): void {
  useUi.setState({ palette, paletteQuery })
}
export function setDrawer(open: boolean): void {
  useUi.setState({ drawerOpen: open })
}
export function reportFailure(failure: ActionFailure): void {
  useUi.setState({ failure })
}
export function dismissFailure(): void {
  useUi.setState({ failure: null })
}
/** The transcript calls this once the card asked for in `reveal` is in view. */
export function clearReveal(): void {
  useUi.setState({ reveal: null })
}
