import { Emitter } from '../core/events'
import type { ChatSummary } from '../shared/chat'
import { type CommandCard, isAlive } from '../shared/command'
import type { ChatId, CommandId } from '../shared/ids'
import type { AppSnapshot, EngineEvent } from '../shared/ipc'

/**
 * What runs at this moment, for the parts of the host that look at all chats at once. It hears every event but tells only
 * of changes that a list of names would show, so that output costs nothing here.
 */
export class RunningNow {
  private readonly chatsById = new Map<ChatId, ChatSummary>()
  private readonly alive = new Map<CommandId, CommandCard>()
  private readonly changes = new Emitter<void>()
  private readonly ends = new Emitter<CommandCard>()

  /** Something started, ended, asks, or has another name. */
  readonly onChange = this.changes.event
  /** A command that had a process has none any more. */
  readonly onEnd = this.ends.event

  /** Takes in what an engine that has just started knows. */
  load({ chats, jobs }: Pick<AppSnapshot, 'chats' | 'jobs'>): void {
    for (const chat of chats) this.chatsById.set(chat.id, chat)
    for (const card of jobs) if (isAlive(card.state)) this.alive.set(card.id, card)
    this.changes.fire()
  }

  take(event: EngineEvent): void {
    switch (event.name) {
      case 'chat.changed':
        this.takeChat(event.payload.chat)
        break
      case 'chat.removed':
        if (this.chatsById.delete(event.payload.chatId)) this.changes.fire()
        break
      case 'command.changed':
        this.takeCommand(event.payload.card)
        break
    }
  }

  chat(id: ChatId): ChatSummary | undefined {
    return this.chatsById.get(id)
  }

  /** All chats, newest first. */
  chats(): ChatSummary[] {
    return [...this.chatsById.values()].sort((a, b) => b.createdAt - a.createdAt)
  }

  /** Commands with a process, the one that runs longest first. */
  commands(): CommandCard[] {
    return [...this.alive.values()].sort((a, b) => startOf(a) - startOf(b))
  }

  private takeChat(chat: ChatSummary): void {
    const was = this.chatsById.get(chat.id)
    this.chatsById.set(chat.id, chat)
    const isSame =
      was !== undefined &&
      was.title === chat.title &&
      was.needsApproval === chat.needsApproval &&
      was.turn.kind === chat.turn.kind
    if (!isSame) this.changes.fire()
  }

  private takeCommand(card: CommandCard): void {
    const was = this.alive.get(card.id)
    if (isAlive(card.state)) {
      this.alive.set(card.id, card)
      const isSame = was?.state.kind === card.state.kind && (was.server === null) === (card.server === null)
      if (!isSame) this.changes.fire()
      return
    }
    if (!was) return
    this.alive.delete(card.id)
    this.ends.fire(card)
    this.changes.fire()
  }
}

/** When the process of a command started. */
export function startOf({ state, createdAt }: CommandCard): number {
  return 'startedAt' in state && state.startedAt !== null ? state.startedAt : createdAt
}
