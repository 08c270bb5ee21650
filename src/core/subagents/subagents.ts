import { EngineError } from '../../shared/errors'
import {
  type CallId,
  type ChatId,
  chatIdSchema,
  type Millis,
  type SubagentId,
  subagentIdSchema,
} from '../../shared/ids'
import type { EngineEvent } from '../../shared/ipc'
import type { SubagentCard } from '../../shared/subagent'
import type { JobId, UntoldKind } from '../attention/attention-state'
import type { Attentions } from '../attention/attentions'
import { isAtRest } from '../attention/wake'
import type { ChatService } from '../chats/chat-service'
import type { ChatSession } from '../chats/chat-session'
import type { Clock } from '../clock'
import type { OtherJobs } from '../jobs/command-messages'
import type { CommandService } from '../jobs/command-service'
import { WaitBoard } from '../jobs/wait-board'
import type { ToolAnswer } from '../tools/tool'
import { LOOKED_AT_MAX, shownCalls } from './shown-calls'
import type { SubagentEnd, SubagentRecord } from './subagent-record'
import { backgroundAnswer, subagentAnswer, subagentNotice, subagentRow } from './subagent-words'

/** Subagents of a chat that may work at once: each of them is a model at work. */
export const SUBAGENTS_MAX = 8
/** Longest a call waits for its subagent before that goes on in the background. */
const CALL_WAIT_MS: Millis = 24 * 60 * 60_000

/** What a call asks for. */
export type SubagentRequest = {
  chatId: ChatId
  callId: CallId
  name: string
  task: string
  /** The call does not wait. */
  isBackground: boolean
  isReadOnly: boolean
  signal: AbortSignal
}

type Working = { session: ChatSession; record: SubagentRecord }

/**
 * The subagents of all chats. Each is a conversation of its own, with a turn, a history, commands and an attention like any
 * chat's, but no window shows it: the chat that it works for shows a card (S-355…S-358, S-308, A-038).
 */
export class Subagents {
  private readonly board: WaitBoard
  /** Being ended from outside: what happens to them meanwhile is no report. */
  private readonly ending = new Set<SubagentId>()
  private readonly shown = new Map<SubagentId, string>()

  constructor(
    private readonly deps: {
      chats: () => ChatService
      commands: CommandService
      attentions: Attentions
      clock: Clock
      emit(event: EngineEvent): void
      reportBug(error: unknown): void
    },
  ) {
    this.board = new WaitBoard(deps.attentions)
    deps.attentions.onEffect(({ chatId }) => {
      // After the event, so that the turn that ended is really over.
      if (this.session(chatId)?.subagent) void Promise.resolve().then(() => this.look(chatId))
    })
  }

  /** Starts a subagent, and waits for its end unless it is to work in the background. */
  async run(request: SubagentRequest): Promise<ToolAnswer> {
    const { chatId, callId, name, task, isBackground, isReadOnly, signal } = request
    if (this.working(chatId).length >= SUBAGENTS_MAX)
      return {
        text: `Not started: ${SUBAGENTS_MAX} subagents are working already. Wait until one of them has reported.`,
        isError: true,
      }
    const chat = this.deps.chats().get(chatId)
    const session = this.deps.chats().createSubagent(chat, { callId, name, isReadOnly, isBackground })
    const id = idOf(session)
    this.deps.attentions.of(chatId).take({ type: 'job-started', job: id, kind: 'subagent' })
    chat.linkSubagent(callId, id)
    session.turns.send(task)
    this.changed(id)
    if (isBackground) return backgroundAnswer(name)
    const wait = {
      id: `subagent:${id}`,
      job: id,
      kind: 'call' as const,
      until: this.deps.clock.now() + CALL_WAIT_MS,
      mayEndEarly: false,
      quietMs: null,
      isSearching: false,
      seen: { bytes: 0, openLine: false },
    }
    const { kind } = await this.board.wait(chatId, wait, signal)
    if (kind === 'aborted') {
      await this.end(session)
      // It may have ended with the window, which tells its chat nothing.
      if (session.subagent) this.jobEnded(session, session.subagent, null, 0)
    }
    const ended = this.report(id)
    if (ended) return ended
    session.changeSubagent({ isBackground: true })
    this.changed(id)
    return backgroundAnswer(name)
  }

  /** What a subagent that is over has to say; null while it works. */
  report(id: SubagentId): ToolAnswer | null {
    const session = this.session(id)
    const record = session?.subagent
    return session && record?.end ? subagentAnswer(record.name, record.end, this.ranMs(session)) : null
  }

  /** The user's Stop of one subagent. */
  async stop(id: SubagentId): Promise<void> {
    const session = this.session(id)
    if (!session?.subagent) throw new EngineError('unknown-chat', 'This subagent no longer exists.')
    await this.end(session)
  }

  /** The chat's Stop: its subagents' commands end; those that its turn waits for end with their calls (S-293, S-308). */
  async chatStopped(chatId: ChatId): Promise<void> {
    await Promise.all(
      this.working(chatId).map(({ session, record }) =>
        record.isBackground ? this.deps.commands.stopSubagent(idOf(session)) : this.end(session),
      ),
    )
  }

  /** The waiting line's Stop ends every subagent that it counts (S-308, S-335). */
  async stopAll(chatId: ChatId): Promise<void> {
    await Promise.all(this.working(chatId).map(({ session }) => this.end(session)))
  }

  /** The window or the app ends, or ended without a word: nobody works any more (S-339, S-342, S-347). */
  interrupt(): void {
    for (const session of this.deps.chats().subagents())
      if (session.subagent && !session.subagent.end)
        this.finish(session, { kind: 'interrupted', endedAt: this.deps.clock.now() }, 'window-ended')
  }

  /** Everything a window shows of the subagents of a chat, oldest first. */
  cards(chatId: ChatId): SubagentCard[] {
    return this.deps
      .chats()
      .subagents(chatId)
      .flatMap((session) => this.card(session) ?? [])
  }

  /** Those at work, of all chats. */
  running(): SubagentCard[] {
    return this.deps
      .chats()
      .subagents()
      .flatMap((session) => (session.subagent?.end === null ? (this.card(session) ?? []) : []))
  }

  /** Something about a subagent may look different now. */
  changed(id: SubagentId): void {
    const session = this.session(id)
    const card = session && this.card(session)
    if (!card) return
    const text = JSON.stringify(card)
    if (this.shown.get(id) === text) return
    this.shown.set(id, text)
    this.deps.emit({ name: 'subagent.changed', payload: { card } })
  }

  /** How the agent of a chat hears of its subagents. */
  readonly jobs: OtherJobs = {
    untold: (chatId) =>
      this.ofChat(chatId).flatMap(({ session, record: { notice } }) =>
        notice && !notice.told ? [{ job: idOf(session), kind: notice.kind, order: notice.order }] : [],
      ),
    noticeText: (job) => this.session(job)?.subagent?.notice?.text ?? null,
    markTold: (job, isTold) => {
      const session = this.session(job)
      const notice = session?.subagent?.notice
      if (session && notice) session.changeSubagent({ notice: { ...notice, told: isTold } })
      return session?.subagent !== undefined && session.subagent !== null
    },
    running: (chatId) =>
      this.working(chatId).map(({ session, record }) =>
        subagentRow(record.name, record.callId, this.ranMs(session)),
      ),
    lastOrder: (chatId) => Math.max(0, ...this.ofChat(chatId).map(({ record }) => record.notice?.order ?? 0)),
  }

  /** A subagent that did its work, waits for nothing and was told everything has its report ready (S-356, S-357). */
  private look(chatId: ChatId): void {
    const session = this.session(chatId)
    if (!session?.subagent || session.subagent.end || this.ending.has(idOf(session))) return
    const { turn } = session
    const endedAt = this.deps.clock.now()
    if (turn.kind === 'failed')
      this.finish(session, { kind: 'failed', endedAt, failure: turn.failure }, 'completion')
    if (turn.kind === 'paused')
      this.finish(session, { kind: 'step-limit', endedAt, steps: turn.steps }, 'completion')
    const { state } = this.deps.attentions.of(chatId)
    if (turn.kind !== 'idle' || !isAtRest(state)) return
    // A command that the user stopped wakes no chat, but this one would wait for ever.
    if (state.untold.length > 0) session.perform({ type: 'start-turn', cause: 'wake' })
    else this.finish(session, { kind: 'done', endedAt, report: session.lastAnswer() }, 'completion')
  }

  /** Ends a subagent for the user, with what it runs. */
  private async end(session: ChatSession): Promise<void> {
    const id = idOf(session)
    this.ending.add(id)
    this.changed(id)
    try {
      await session.turns.stop()
      await this.deps.commands.stopSubagent(id)
      this.finish(session, { kind: 'stopped', endedAt: this.deps.clock.now() }, 'terminal-event')
    } finally {
      this.ending.delete(id)
    }
  }

  private finish(session: ChatSession, end: SubagentEnd, kind: UntoldKind): void {
    const record = session.subagent
    if (!record || record.end) return
    const { chatId, name, callId, isBackground } = record
    const { commands, reportBug } = this.deps
    const order = commands.nextEndOrder(chatId)
    const text = isBackground ? subagentNotice(name, callId, end, this.ranMs(session, end.endedAt)) : ''
    session.changeSubagent({ end, notice: isBackground ? { kind, text, order, told: false } : null })
    // From now on nothing wakes it, for example the end of a server that it leaves behind.
    session.turns.close()
    if (end.kind === 'failed' || end.kind === 'step-limit')
      commands.stopSubagent(idOf(session)).catch(reportBug)
    this.deps.chats().find(chatId)?.addUsage(session.spent)
    // A call that waits ends with its turn then; going on would only ask the model once more.
    const isAwaited = !isBackground && kind === 'window-ended'
    if (!isAwaited) this.jobEnded(session, record, isBackground ? kind : null, order)
    this.changed(idOf(session))
  }

  private jobEnded(
    session: ChatSession,
    { chatId }: SubagentRecord,
    notice: UntoldKind | null,
    order: number,
  ): void {
    this.deps.attentions.of(chatId).take({ type: 'job-ended', job: idOf(session), notice, order })
  }

  private card(session: ChatSession): SubagentCard | null {
    const { subagent } = session
    if (!subagent) return null
    const { chatId, name, isBackground, end } = subagent
    return {
      id: idOf(session),
      chatId,
      name,
      createdAt: session.createdAt,
      state: end ?? {
        kind: 'running',
        isBackground,
        ...(this.ending.has(idOf(session)) ? { isStopping: true } : {}),
      },
      activity: end ? null : session.lastCall(),
      commands: this.deps.commands.cardsOf(session.id).map(({ id }) => id),
      calls: shownCalls(session.newest(LOOKED_AT_MAX)),
    }
  }

  private working(chatId: ChatId): Working[] {
    return this.ofChat(chatId).filter(({ record }) => record.end === null)
  }

  private ofChat(chatId: ChatId): Working[] {
    return this.deps
      .chats()
      .subagents(chatId)
      .flatMap((session) => (session.subagent ? [{ session, record: session.subagent }] : []))
  }

  private session(id: JobId | ChatId): ChatSession | undefined {
    return this.deps.chats().find(chatIdSchema.parse(id))
  }

  private ranMs(session: ChatSession, until = this.deps.clock.now()): Millis {
    return (session.subagent?.end?.endedAt ?? until) - session.createdAt
  }
}

function idOf(session: ChatSession): SubagentId {
  return subagentIdSchema.parse(session.id)
}
