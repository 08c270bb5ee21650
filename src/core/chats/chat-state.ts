import type { ChatNotice, ChatSummary } from '../../shared/chat'
import type { ChatSnapshot, PermissionMode } from '../../shared/permissions'
import type { ChatAttention } from '../attention/chat-attention'
import type { ChatRecord, StoredSnapshot } from '../store/chat-store'
import type { ChatDeps } from './chat-deps'
import type { ChatEntries } from './chat-entries'
import { chatSummary } from './chat-summary'

/** What the parts of one chat share. */
export type ChatParts = {
  state: ChatState
  entries: ChatEntries
  attention: ChatAttention
  deps: ChatDeps
}

/**
 * The record of one chat, on disk, in memory and on the screens that show it. Every change is stored before a window
 * hears of it, so that a crash loses at most the step in flight.
 */
export class ChatState {
  private snapshotShown: ChatSnapshot | null = null
  /** What a window was last told of what runs and waits. */
  private shownMoment = ''

  constructor(
    private stored: ChatRecord,
    private readonly parts: Omit<ChatParts, 'state'>,
  ) {}

  /** As it is stored; a value, never changed in place. */
  get record(): ChatRecord {
    return this.stored
  }

  /** The mode that holds: a host may have named one, and a subagent has that of its chat, or less. */
  get modeInForce(): PermissionMode {
    return this.parts.deps.modeOf(this.stored.mode)
  }

  summary(): ChatSummary {
    return chatSummary(this.stored, { snapshot: this.snapshotShown, ...this.moment() })
  }

  /** @throws what the disk says; then nothing has changed */
  change(part: Partial<ChatRecord>): void {
    this.changeUnseen(part)
    this.tellWindows()
  }

  /** As {@link change}, inside a transaction that has more to do: windows hear of it with what comes next. */
  changeUnseen(part: Partial<ChatRecord>): void {
    const next = { ...this.stored, ...part }
    this.parts.deps.store.save(next)
    this.stored = next
  }

  /**
   * A change that holds whatever the disk says: Stop stops and a turn that is over is over. What was not stored is found
   * by the next start as it was left.
   */
  changeAnyway(part: Partial<ChatRecord>, notice?: ChatNotice): void {
    try {
      if (notice) this.parts.entries.addNotice(notice)
      this.change(part)
    } catch (error) {
      this.parts.deps.reportBug(error)
      this.stored = { ...this.stored, ...part }
      this.tellWindows()
    }
  }

  /** Takes over a record that its caller has stored together with other things. */
  adopt(record: ChatRecord): void {
    this.stored = record
  }

  /** Shows a snapshot that is being taken or failed; null shows the last good one again. */
  showSnapshot(snapshot: Exclude<ChatSnapshot, { state: 'ready' }> | null): void {
    if (snapshot === this.snapshotShown) return
    this.snapshotShown = snapshot
    this.tellWindows()
  }

  keepSnapshot(snapshot: StoredSnapshot): void {
    this.snapshotShown = null
    this.change({ snapshot })
  }

  /** Tells windows what the chat looks like in a list. */
  tellWindows(): void {
    this.shownMoment = this.momentText()
    this.parts.deps.emit({ name: 'chat.changed', payload: { chat: this.summary() } })
  }

  /** As {@link tellWindows}, when something more or less runs or waits; a line of output tells a list nothing. */
  tellWindowsIfMoved(): void {
    if (this.momentText() !== this.shownMoment) this.tellWindows()
  }

  private moment(): Pick<ChatSummary, 'needsApproval' | 'questions' | 'running' | 'waiting'> {
    const { attention, deps } = this.parts
    const { pending, alive } = deps.commands.counts(this.stored.id)
    const asking = deps.asking(this.stored.id)
    return {
      needsApproval: pending + asking.all,
      questions: asking.questions,
      running: alive,
      waiting: attention.waiting,
    }
  }

  private momentText(): string {
    return JSON.stringify(this.moment())
  }
}
