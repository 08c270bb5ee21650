import type { ChatSummary, Workspace } from '../../shared/chat'
import { type CommandCard, isAlive } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import { type ChatId, chatIdSchema, type Millis, type SubagentId, subagentIdSchema } from '../../shared/ids'
import { nextOf } from '../schedules/schedule-list'
import type { ChatRecord } from '../store/chat-store'
import type { SubagentRecord } from '../subagents/subagent-record'
import { SUBAGENT_RULES } from '../subagents/subagent-words'
import { subagentTools } from '../tools/create-tools'
import type { ChatDeps } from './chat-deps'
import { ChatSession } from './chat-session'

/** All chats of the data folder. */
export class ChatService {
  private readonly sessions = new Map<ChatId, ChatSession>()

  constructor(
    private readonly deps: ChatDeps,
    /** Removes the output logs of a chat (S-146, A-141). */
    private readonly deleteOutputs: (chatId: ChatId) => Promise<void>,
    /** A subagent may look different now. */
    private readonly subagentChanged: (id: SubagentId) => void,
  ) {
    for (const record of deps.store.list()) this.sessions.set(record.id, this.session(record))
    deps.attentions.onEffect(({ chatId, effect }) => this.sessions.get(chatId)?.perform(effect))
  }

  list(): ChatSummary[] {
    return [...this.sessions.values()]
      .filter(({ subagent }) => subagent === null)
      .map((session) => session.summary())
      .sort((a, b) => b.updatedAt - a.updatedAt)
  }

  get(id: ChatId): ChatSession {
    const session = this.sessions.get(id)
    // Nobody speaks with a subagent but the agent that started it.
    if (!session || session.subagent) throw new EngineError('unknown-chat', 'This chat no longer exists.')
    return session
  }

  create(workspace: Workspace): ChatSummary {
    const { settings, emit } = this.deps
    const session = this.add({
      title: '',
      workspaceId: workspace.id,
      workspacePath: workspace.path,
      model: settings.get().defaultModel,
      mode: settings.get().defaultMode,
      subagent: null,
    })
    const summary = session.summary()
    emit({ name: 'chat.changed', payload: { chat: summary } })
    return summary
  }

  /** A conversation for a subagent of a chat, with the chat's folder and model. */
  createSubagent(
    chat: ChatSession,
    about: Pick<SubagentRecord, 'callId' | 'name' | 'isReadOnly' | 'isBackground'>,
  ): ChatSession {
    return this.add({
      title: about.name,
      workspaceId: chat.workspaceId,
      workspacePath: chat.workspacePath,
      model: chat.model,
      mode: chat.mode,
      subagent: { ...about, chatId: chat.id, end: null, notice: null },
    })
  }

  /** The subagents of a chat, or of all, oldest first. */
  subagents(chatId?: ChatId): ChatSession[] {
    return [...this.sessions.values()]
      .filter(({ subagent }) => subagent && (chatId === undefined || subagent.chatId === chatId))
      .sort((a, b) => a.createdAt - b.createdAt)
  }

  /** The chat that a person sees: that of a subagent is the one it works for. */
  ownerOf(id: ChatId): ChatId {
    return this.sessions.get(id)?.subagent?.chatId ?? id
  }

  private add(
    given: Pick<ChatRecord, 'title' | 'workspaceId' | 'workspacePath' | 'model' | 'mode' | 'subagent'>,
  ): ChatSession {
    const { store, ids, clock } = this.deps
    const now = clock.now()
    const record: ChatRecord = {
      ...given,
      id: chatIdSchema.parse(ids.next('chat')),
      tellsMode: false,
      snapshot: null,
      createdAt: now,
      updatedAt: now,
      unread: false,
      turn: { kind: 'idle' } as const,
      tokens: { input: 0, output: 0, cachedInput: 0, estimated: false },
      context: null,
      archivedAt: null,
      usage: [],
      queue: [],
      schedules: [],
      scheduleCount: 0,
      goal: null,
      tellStillRunning: false,
      isStopping: false,
    }
    store.save(record)
    const session = this.session(record)
    this.sessions.set(record.id, session)
    return session
  }

  private session(record: ChatRecord): ChatSession {
    const { subagent } = record
    return new ChatSession(record, subagent ? this.depsOf(record.id, subagent) : this.deps)
  }

  /** A subagent has the chat's mode, or Plan, and no window that looks at it. */
  private depsOf(id: ChatId, { chatId, isReadOnly }: SubagentRecord): ChatDeps {
    const { deps } = this
    return {
      ...deps,
      tools: async (...given) => subagentTools(await deps.tools(...given)),
      instructions: async (...given) => `${await deps.instructions(...given)}\n\n${SUBAGENT_RULES}`,
      modeOf: (own) => (isReadOnly ? 'plan' : (this.sessions.get(chatId)?.modeInForce ?? own)),
      emit: ({ name }) => {
        if (name !== 'transcript.text') this.subagentChanged(subagentIdSchema.parse(id))
      },
    }
  }

  /** Stops what the chat runs, then deletes it with its data, its outputs and its subagents (A-141, S-146). */
  async delete(id: ChatId): Promise<void> {
    await this.get(id).turns.stop()
    await this.deps.subagents.stopAll(id)
    for (const subagent of this.subagents(id)) await this.remove(subagent)
    await this.remove(this.get(id))
  }

  private async remove(session: ChatSession): Promise<void> {
    const { id } = session
    const { commands, attentions, store, emit } = this.deps
    const alive = commands.cardsOf(id).filter((card) => isAlive(card.state))
    await Promise.all(alive.map((card) => commands.stop(card.id, 'user')))
    this.sessions.delete(id)
    commands.forgetChat(id)
    attentions.forget(id)
    store.delete(id)
    if (!session.subagent) emit({ name: 'chat.removed', payload: { chatId: id } })
    await this.deleteOutputs(id)
  }

  /** After a restart, with the commands that ended together with the app. */
  recover(lost: readonly CommandCard[]): void {
    for (const session of this.sessions.values())
      session.recover(lost.filter((card) => card.chatId === session.id))
  }

  /** The window ended: no chat does anything by itself until it is opened again (S-339). */
  closeAll(): void {
    for (const session of this.sessions.values()) session.turns.close()
  }

  /** Ends running turns as the end of their window does; a chat can go on from there (S-346). */
  async endTurns(): Promise<void> {
    await Promise.all([...this.sessions.values()].map((session) => session.turns.cutOff()))
  }

  /** Nobody is there to go on with what a crash cut off (S-353). */
  goOnAfterCrash(): void {
    for (const session of this.sessions.values()) if (!session.subagent) session.turns.goOnAfterCrash()
  }

  /** A line in each chat about its commands that ended together with the window (S-342). */
  showLost(lost: readonly CommandCard[]): void {
    for (const session of this.sessions.values())
      session.showLost(lost.filter((card) => card.chatId === session.id))
  }

  /** The earliest planned wake-up of all chats; null when nothing is planned. */
  nextSchedule(): Millis | null {
    const times = [...this.sessions.values()].flatMap(({ schedules }) => nextOf(schedules) ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }

  /** Planned times up to now have come (P-038). */
  schedulesDue(now: Millis): void {
    for (const session of this.sessions.values()) session.schedulesDue(now)
  }

  commandChanged(card: CommandCard): void {
    const { chatId, subagent } = card
    this.sessions.get(subagent ? chatIdSchema.parse(subagent.id) : chatId)?.commandChanged(card)
    if (!subagent) return
    this.subagentChanged(subagent.id)
    this.sessions.get(chatId)?.asksChanged()
  }

  find(id: ChatId): ChatSession | undefined {
    return this.sessions.get(id)
  }

  dispose(): Promise<void> {
    return this.endTurns()
  }
}
