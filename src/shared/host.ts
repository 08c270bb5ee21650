import type { ChatId, CommandId, Millis } from './ids'
import type { NotifiedOf } from './ipc'

// What only a desktop host knows: its tray, its notifications, and its own end.

/** Most notifications that are kept; older ones say nothing that the chats themselves do not show. */
export const NOTIFICATIONS_MAX = 50

/** Notifications of one chat that fell together (ui.md 4). */
export type NotificationEntry = {
  id: string
  chatId: ChatId
  /** Empty for a chat without a name. */
  chatTitle: string
  at: Millis
  isRead: boolean
  /** What happened, oldest first; never empty. */
  items: NotifiedOf[]
}

/** Something that would end when Vigil quits: a command, or a turn in which the agent works. */
export type QuitJob = {
  chatId: ChatId
  chatTitle: string
  /** Null for a turn. */
  command: { commandId: CommandId; text: string; isServer: boolean } | null
  startedAt: Millis
  /** `unconfirmed`: it was stopped, but some of its processes may still run. */
  state: 'running' | 'stopping' | 'unconfirmed'
}

/**
 * The question before quitting with running jobs (B-235). `asking`: nothing has been stopped. `stopping`: they are being
 * ended. `left`: the end of these could not be confirmed.
 */
export type QuitQuestion = { phase: 'asking' | 'stopping' | 'left'; jobs: QuitJob[] }

/** Everything of the host that a window shows. */
export type HostState = {
  /** Where the window can go while jobs run on; without a tray it can only be minimised (B-233). */
  hasTray: boolean
  /** Newest first, at most {@link NOTIFICATIONS_MAX}. */
  notifications: NotificationEntry[]
  /** Desktop notifications are held back until then; null when they are not. */
  mutedUntil: Millis | null
  /** Whether the desktop could show the last notification; null before the first one. */
  desktopShows: boolean | null
  quit: QuitQuestion | null
  /** The page ended unexpectedly and was loaded again (S-350); `ended` counts commands that ended with it. */
  crash: { at: Millis; ended: number } | null
}
