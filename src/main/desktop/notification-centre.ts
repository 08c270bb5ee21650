import type { Clock } from '../../core/clock'
import type { Disposable } from '../../core/disposable'
import type { Ids } from '../../core/ports'
import { NOTIFICATIONS_MAX, type NotificationEntry } from '../../shared/host'
import type { ChatId, Millis } from '../../shared/ids'
import type { AttentionNotification, NotifiedOf } from '../../shared/ipc'
import type { Language } from '../../shared/language'
import { notificationsText, topicOf } from '../../shared/notification-text'
import type { Settings } from '../../shared/settings'
import type { DesktopNotifier } from './desktop-notifier'

/** What falls within this time is one notification (ui.md 4). */
export const MERGE_MS: Millis = 2000
/** How long *Mute* lasts. */
export const MUTE_MS: Millis = 3_600_000
/** Most things one entry names; a chat that does more within two seconds is counted no further. */
const ITEMS_MAX = 50

export type NotificationCentreDeps = {
  clock: Clock
  ids: Ids
  settings(): Settings
  language(): Language
  /** True when the person has this chat in front of them. */
  isInFront(chatId: ChatId): boolean
  /** True while a command of this chat waits for the person. */
  asks(chatId: ChatId): boolean
  notifier: DesktopNotifier
  /** A notification was clicked. */
  open(entry: NotificationEntry): void
  changed(): void
}

/**
 * What happened in chats that nobody looked at: kept as a list for the window, and shown by the desktop where it can.
 * What falls together is one; what the person sees anyway is none (S-216, S-329, B-232, B-263).
 */
export class NotificationCentre implements Disposable {
  private list: NotificationEntry[] = []
  private gathering = new Map<ChatId, NotificationEntry>()
  private flushing: Disposable | null = null
  private muting: Disposable | null = null
  private until: Millis | null = null
  private shows: boolean | null = null

  constructor(private readonly deps: NotificationCentreDeps) {}

  /** Newest first. */
  get entries(): NotificationEntry[] {
    return this.list
  }

  get mutedUntil(): Millis | null {
    return this.until
  }

  /** Whether the desktop showed the last one; null before the first. */
  get desktopShows(): boolean | null {
    return this.shows
  }

  take({ chatId, chatTitle, at, ...what }: AttentionNotification): void {
    if (!isWanted(what, this.deps.settings()) || this.deps.isInFront(chatId)) return
    const { clock, ids } = this.deps
    const known = this.gathering.get(chatId)
    const items = [...(known?.items ?? []), what].slice(-ITEMS_MAX)
    const id = known?.id ?? ids.next('notification')
    this.gathering.set(chatId, { id, chatId, chatTitle, at, isRead: false, items })
    this.flushing ??= clock.setTimer(MERGE_MS, () => this.flush())
  }

  /** Something was answered: what asked for it is news no more. */
  dropAnswered(): void {
    const list = this.list.map((entry) => this.withoutAnswered(entry)).filter(({ items }) => items.length > 0)
    const isSame = list.length === this.list.length && list.every((entry, at) => entry === this.list[at])
    if (!isSame) this.changeList(list)
  }

  /** The person looked at the list. */
  markRead(): void {
    this.changeList(this.list.map((entry) => ({ ...entry, isRead: true })))
  }

  /** The person looks at a chat: what was told of it is read. */
  markChatRead(chatId: ChatId): void {
    if (this.list.some((entry) => entry.chatId === chatId && !entry.isRead))
      this.changeList(
        this.list.map((entry) => (entry.chatId === chatId ? { ...entry, isRead: true } : entry)),
      )
  }

  clear(): void {
    this.changeList([])
  }

  forgetChat(chatId: ChatId): void {
    this.gathering.delete(chatId)
    this.changeList(this.list.filter((entry) => entry.chatId !== chatId))
  }

  /** Holds the desktop's notifications back for an hour, or lets them through again; the list goes on. */
  mute(isMuted: boolean): void {
    const { clock } = this.deps
    this.muting?.dispose()
    this.until = isMuted ? clock.now() + MUTE_MS : null
    this.muting = isMuted ? clock.setTimer(MUTE_MS, () => this.mute(false)) : null
    this.deps.changed()
  }

  dispose(): void {
    this.flushing?.dispose()
    this.muting?.dispose()
  }

  private flush(): void {
    this.flushing = null
    const gathered = [...this.gathering.values()]
    this.gathering = new Map()
    const entries = gathered.map((entry) => this.stillTrue(entry)).filter(({ items }) => items.length > 0)
    const [first] = entries
    if (!first) return
    this.changeList([...entries.reverse(), ...this.list].slice(0, NOTIFICATIONS_MAX))
    if (this.until === null) void this.showOnDesktop(entries, first)
  }

  /** Two seconds are enough to have come and looked, or to have answered. */
  private stillTrue(entry: NotificationEntry): NotificationEntry {
    return this.deps.isInFront(entry.chatId) ? { ...entry, items: [] } : this.withoutAnswered(entry)
  }

  private withoutAnswered(entry: NotificationEntry): NotificationEntry {
    const isAnswered = (item: NotifiedOf) => topicOf(item) === 'approval' && !this.deps.asks(entry.chatId)
    if (!entry.items.some(isAnswered)) return entry
    return { ...entry, items: entry.items.filter((item) => !isAnswered(item)) }
  }

  private async showOnDesktop(
    entries: readonly NotificationEntry[],
    first: NotificationEntry,
  ): Promise<void> {
    const { notifier, language, settings, open } = this.deps
    const isUrgent = entries.some(({ items }) => items.some((item) => topicOf(item) === 'approval'))
    const { title, body, action } = notificationsText(entries, language())
    const key = entries.length === 1 ? first.chatId : 'several'
    const isSilent = !settings().notifySound
    const shown = await notifier.show({ title, body, action, isUrgent, isSilent, key }, () => open(first))
    if (shown === this.shows) return
    this.shows = shown
    this.deps.changed()
  }

  private changeList(list: NotificationEntry[]): void {
    this.list = list
    this.deps.changed()
  }
}

function isWanted(what: NotifiedOf, settings: Settings): boolean {
  switch (topicOf(what)) {
    case 'approval':
    case 'question':
      return settings.notifyNeedsYou
    case 'failure':
    case 'server':
      return settings.notifyFailures
    case 'turn':
      return what.kind === 'turn-finished' && what.outcome === 'paused'
        ? settings.notifyNeedsYou
        : settings.notifyFinished
    case 'ends':
    case 'long':
      return settings.notifyFinished
  }
}
