import { type CommandCard, isSettled, type OutputSummary } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import type { ChatId, CommandId, TerminalId } from '../../shared/ids'
import type { Disposable } from '../disposable'
import { Emitter } from '../events'
import { cardOf } from './card-view'
import type { CommandRecord, CommandStore } from './command-record'
import { advance, type CommandEvent } from './command-state'
import type { Seen } from './seen'

/** What may change besides the state; the rest of a record is fixed when the command is created. */
export type RecordPart = Partial<
  Pick<
    CommandRecord,
    'output' | 'shellNote' | 'logFile' | 'server' | 'leftovers' | 'isDismissed' | 'notice' | 'released'
  >
>

/**
 * All commands of the app and the only writer of their records. Every change is stored before anyone hears of it, at
 * once (S-161); output in between changes only what is in memory and what the window shows (S-159, S-160).
 */
export class CommandRegistry implements Disposable {
  private readonly chats = new Map<ChatId, Map<CommandId, CommandRecord>>()
  private readonly lastOrders = new Map<ChatId, number>()
  private readonly cards = new Emitter<CommandCard>()
  private readonly settled = new Emitter<CommandRecord>()

  /** A card that is new or looks different now. */
  readonly onCard = this.cards.event
  /** A command about which nothing can change any more, after its card. */
  readonly onSettled = this.settled.event

  constructor(
    private readonly store: CommandStore,
    private readonly reportBug: (error: unknown) => void,
    /** The place of the last end of another job of a chat; 0 when there was none. */
    private readonly lastOtherOrder: (chatId: ChatId) => number = () => 0,
  ) {}

  /** Takes a new command in. */
  add(record: CommandRecord): void {
    this.commit(record)
    if (isSettled(record.state)) this.announce(() => this.settled.fire(record))
  }

  get(id: CommandId): CommandRecord | null {
    for (const chat of this.chats.values()) {
      const record = chat.get(id)
      if (record) return record
    }
    const record = this.store.get(id)
    return record && ofEarlierRun(record)
  }

  /** A command that a window or a tool names; refused when there is none. */
  need(id: CommandId): CommandRecord {
    const record = this.get(id)
    if (!record) throw new EngineError('unknown-command', 'This command no longer exists.')
    return record
  }

  /** Commands of a chat, oldest first. */
  ofChat(chatId: ChatId): CommandRecord[] {
    return [...this.chat(chatId).values()]
  }

  /** Commands of all chats that are not settled, newest first. */
  unsettled(): CommandRecord[] {
    return [...this.chats.values()]
      .flatMap((chat) => [...chat.values()])
      .filter((record) => !isSettled(record.state))
      .sort((a, b) => b.createdAt - a.createdAt)
  }

  /** The newest settled commands of all chats, newest first. */
  newestSettled(count: number): CommandRecord[] {
    // What is in memory is newer than the disk, which may have refused it.
    return this.store.newestSettled(count).map(({ id }) => this.need(id))
  }

  /** A command by the name the model has for it; another chat's or a released one is unknown (S-285, S-288). */
  byTerminal(chatId: ChatId, terminalId: TerminalId): CommandRecord | null {
    const record = this.ofChat(chatId).find((each) => each.terminalId === terminalId)
    return record && !record.released ? record : null
  }

  nextTerminalId(chatId: ChatId): TerminalId {
    return `T${this.store.nextTerminalNumber(chatId)}`
  }

  /** Moves a command on; false when the event came too late to change anything. */
  advance(id: CommandId, event: CommandEvent, more: RecordPart = {}): boolean {
    const record = this.need(id)
    const state = advance(record.state, event)
    if (state === record.state) return false
    const next = { ...record, ...more, state }
    this.commit(next)
    if (isSettled(state)) this.announce(() => this.settled.fire(next))
    return true
  }

  /** Changes something else about a command and stores it. */
  update(id: CommandId, part: RecordPart): void {
    this.commit({ ...this.need(id), ...part })
  }

  /** Shows a live output; nothing is stored, and an unchanged frame is skipped (S-160). */
  showOutput(id: CommandId, output: OutputSummary): void {
    const record = this.need(id)
    if (isSettled(record.state) || sameOutput(record.output, output)) return
    const next = { ...record, output }
    this.chat(record.chatId).set(id, next)
    this.announce(() => this.cards.fire(cardOf(next)))
  }

  /** The place of the next end among all ends of its chat, also of earlier runs of the app (S-246). */
  nextEndOrder(chatId: ChatId): number {
    const last =
      this.lastOrders.get(chatId) ??
      Math.max(this.lastOtherOrder(chatId), ...this.ofChat(chatId).map((record) => record.notice?.order ?? 0))
    this.lastOrders.set(chatId, last + 1)
    return last + 1
  }

  /**
   * Ends of a chat that were not told yet, in the order they happened (S-246). Read from disk: what a rolled-back
   * transaction crossed off is still there.
   */
  untold(chatId: ChatId): CommandRecord[] {
    return this.store
      .ofChat(chatId)
      .filter((record) => record.notice !== null && !record.notice.told)
      .sort((a, b) => orderOf(a) - orderOf(b) || (a.notice?.at ?? 0) - (b.notice?.at ?? 0))
  }

  /**
   * Crosses notices off, inside the transaction that stores the message carrying them; throws when the disk refuses, so
   * that the message is not stored either.
   */
  markTold(ids: readonly CommandId[]): void {
    for (const id of ids) {
      const record = this.need(id)
      if (!record.notice) continue
      const notice = { ...record.notice, told: true }
      this.saveInTransaction({ ...record, notice, seenBytes: record.output.bytes })
    }
  }

  /** Ends whose message was taken out of the conversation are owed again; inside the transaction that does it. */
  markUntold(ids: readonly CommandId[]): void {
    for (const id of ids) {
      const record = this.need(id)
      if (record.notice) this.saveInTransaction({ ...record, notice: { ...record.notice, told: false } })
    }
  }

  /** Notes what a result tells, inside the transaction that stores the result; throws as {@link markTold} does. */
  markSeen({ commandId, bytes, isEnd }: Seen): void {
    const record = this.need(commandId)
    const notice = record.notice && isEnd ? { ...record.notice, told: true } : record.notice
    this.saveInTransaction({ ...record, notice, seenBytes: Math.max(record.seenBytes, bytes) })
  }

  /** Drops a chat from memory; its records are the store's to delete. */
  forgetChat(chatId: ChatId): void {
    this.chats.delete(chatId)
    this.lastOrders.delete(chatId)
  }

  dispose(): void {
    this.cards.dispose()
    this.settled.dispose()
  }

  private commit(record: CommandRecord): void {
    this.chat(record.chatId).set(record.id, record)
    try {
      this.store.save(record)
    } catch (error) {
      // The process runs, whatever the disk says: the window must still see and be able to stop it.
      this.reportBug(error)
    }
    this.announce(() => this.cards.fire(cardOf(record)))
  }

  private saveInTransaction(record: CommandRecord): void {
    this.store.save(record)
    this.chat(record.chatId).set(record.id, record)
  }

  private chat(chatId: ChatId): Map<CommandId, CommandRecord> {
    let chat = this.chats.get(chatId)
    if (!chat) {
      chat = new Map(this.store.ofChat(chatId).map((record) => [record.id, ofEarlierRun(record)]))
      this.chats.set(chatId, chat)
    }
    return chat
  }

  /** A listener's mistake must not keep a command from moving on. */
  private announce(fire: () => void): void {
    try {
      fire()
    } catch (error) {
      this.reportBug(error)
    }
  }
}

/** Nobody watched what it had left behind since; its process numbers may be others' by now (B-103). */
function ofEarlierRun(record: CommandRecord): CommandRecord {
  return record.leftovers.length === 0 ? record : { ...record, leftovers: [] }
}

function orderOf(record: CommandRecord): number {
  return record.notice?.order ?? 0
}

function sameOutput(a: OutputSummary, b: OutputSummary): boolean {
  return (
    a.bytes === b.bytes && a.lines === b.lines && a.lastLine === b.lastLine && a.full.kind === b.full.kind
  )
}
