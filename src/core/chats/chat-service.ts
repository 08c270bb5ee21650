import type { ChatSummary, Workspace } from '../../shared/chat'
import { type CommandCard, isAlive } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import { type ChatId, chatIdSchema } from '../../shared/ids'
import type { ChatDeps } from './chat-deps'
import { ChatSession } from './chat-session'

/** All chats of the data folder. */
export class ChatService {
  private readonly sessions = new Map<ChatId, ChatSession>()

  constructor(
    private readonly deps: ChatDeps,
    /** Removes the output logs of a chat (S-146, A-141). */
    private readonly deleteOutputs: (chatId: ChatId) => Promise<void>,
  ) {
    for (const record of deps.store.list()) this.sessions.set(record.id, new ChatSession(record, deps))
    deps.attentions.onEffect(({ chatId, effect }) => this.sessions.get(chatId)?.perform(effect))
  }

  list(): ChatSummary[] {
    return [...this.sessions.values()]
      .map((session) => session.summary())
      .sort((a, b) => b.updatedAt - a.updatedAt)
  }

  get(id: ChatId): ChatSession {
    const session = this.sessions.get(id)
    if (!session) throw new EngineError('unknown-chat', 'This chat no longer exists.')
    return session
  }

  create(workspace: Workspace): ChatSummary {
    const { store, ids, clock, settings, emit } = this.deps
    const now = clock.now()
    const record = {
      id: chatIdSchema.parse(ids.next('chat')),
      title: '',
      workspaceId: workspace.id,
      workspacePath: workspace.path,
      model: settings.get().defaultModel,
      mode: settings.get().defaultMode,
      tellsMode: false,
      snapshot: null,
      createdAt: now,
      updatedAt: now,
      unread: false,
      turn: { kind: 'idle' } as const,
      tokens: { input: 0, output: 0, cachedInput: 0, estimated: false },
      context: null,
      queue: [],
      tellStillRunning: false,
      isStopping: false,
    }
    store.save(record)
    const session = new ChatSession(record, this.deps)
    this.sessions.set(record.id, session)
    const summary = session.summary()
    emit({ name: 'chat.changed', payload: { chat: summary } })
    return summary
  }

  /** Stops what the chat runs, then deletes it with its data and outputs (A-141, S-146). */
  async delete(id: ChatId): Promise<void> {
    const session = this.get(id)
    const { commands, attentions, store, emit } = this.deps
    await session.stop()
    const alive = commands.cardsOf(id).filter((card) => isAlive(card.state))
    await Promise.all(alive.map((card) => commands.stop(card.id, 'user')))
    this.sessions.delete(id)
    commands.forgetChat(id)
    attentions.forget(id)
    store.delete(id)
    emit({ name: 'chat.removed', payload: { chatId: id } })
    await this.deleteOutputs(id)
  }

  /** After a restart, with the commands that ended together with the app. */
  recover(lost: readonly CommandCard[]): void {
    for (const session of this.sessions.values())
      session.recover(lost.filter((card) => card.chatId === session.id))
  }

  /** The window ended: no chat does anything by itself until it is opened again (S-339). */
  closeAll(): void {
    for (const session of this.sessions.values()) session.close()
  }

  /** Ends running turns as the end of their window does; a chat can go on from there (S-346). */
  async endTurns(): Promise<void> {
    await Promise.all([...this.sessions.values()].map((session) => session.endWithWindow()))
  }

  /** Nobody is there to go on with what a crash cut off (S-353). */
  goOnAfterCrash(): void {
    for (const session of this.sessions.values()) session.goOnAfterCrash()
  }

  /** A line in each chat about its commands that ended together with the window (S-342). */
  showLost(lost: readonly CommandCard[]): void {
    for (const session of this.sessions.values())
      session.showLost(lost.filter((card) => card.chatId === session.id))
  }

  commandChanged(card: CommandCard): void {
    this.sessions.get(card.chatId)?.commandChanged(card)
  }

  find(id: ChatId): ChatSession | undefined {
    return this.sessions.get(id)
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.sessions.values()].map((session) => session.dispose()))
  }
}
