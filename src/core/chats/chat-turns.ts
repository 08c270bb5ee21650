import type { TranscriptItem, TurnActivity, TurnStatus } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import { sumOfTokens, withUsage } from '../../shared/cost'
import { EngineError } from '../../shared/errors'
import { subagentIdSchema, type TurnId, turnIdSchema } from '../../shared/ids'
import { isRunbook, type ModelFailure, type TokenUsage } from '../../shared/models'
import { modeText, subagentModeText } from '../agent/mode-text'
import { runTurn, type TurnEnd } from '../agent/turn'
import type { Delivery, TurnCause } from '../attention/attention-event'
import type { ChatAttention } from '../attention/chat-attention'
import { goalTurnText } from '../goals/goal-text'
import type { OfSubagent } from '../jobs/command-record'
import { WINDOW_CRASHED_TEXT } from '../jobs/notice-text'
import { requestTokens } from '../models/request-tokens'
import { afterTelling, untoldOf } from '../schedules/schedule-list'
import type { ChatRecord } from '../store/chat-store'
import { todoReminder } from '../tools/todo'
import { afterTurn } from './after-turn'
import type { ChatDeps, ReadyModel } from './chat-deps'
import type { ChatEntries } from './chat-entries'
import type { ChatGoal } from './chat-goal'
import type { ChatParts, ChatState } from './chat-state'
import { foldedTodo } from './chat-todo'
import type { Entry } from './entry'
import { isHeld } from './held'
import { completeCalls } from './lost-results'
import { telling } from './telling'
import { titleFrom } from './title'
import { queuedItems } from './transcript'
import { TurnRecorder } from './turn-recorder'
import { TurnRequests } from './turn-requests'

/** The turn under way and what Stop aborts. */
type RunningTurn = {
  id: TurnId
  stop: AbortController
  /** Aborted by the end of its window, not by the person. */
  endsWithWindow: boolean
  recorder: TurnRecorder | null
  ended: Promise<void>
}
type Message = ChatRecord['queue'][number]

/** Why a turn's signal was aborted. */
const TURN_STOPPED = new EngineError('aborted', 'The user stopped the turn.')

/** The turns of one chat: at most one at a time (A-140, S-257), and the queue of what is said meanwhile. */
export class ChatTurns {
  private readonly state: ChatState
  private readonly entries: ChatEntries
  private readonly attention: ChatAttention
  private readonly deps: ChatDeps
  private running: RunningTurn | null = null

  constructor(
    parts: ChatParts,
    private readonly goal: ChatGoal,
  ) {
    this.state = parts.state
    this.entries = parts.entries
    this.attention = parts.attention
    this.deps = parts.deps
  }

  private get record(): ChatRecord {
    return this.state.record
  }

  private get id() {
    return this.record.id
  }

  private get subagent() {
    return this.record.subagent
  }

  get isRunning(): boolean {
    return this.running !== null
  }

  /** What the running turn shows and has not stored yet. */
  items(): readonly TranscriptItem[] {
    return this.running?.recorder?.items() ?? []
  }

  /** Sends a message, or queues it while a turn runs; ends the waiting of its calls either way (A-008, S-184). */
  send(text: string, { attached = [], images = [] }: Pick<Message, 'attached' | 'images'> = {}): void {
    this.ensureOpen()
    this.attention.take({ type: 'user-spoke' })
    const message: Message = {
      id: this.deps.ids.next('entry'),
      at: this.deps.clock.now(),
      text,
      ...(attached.length > 0 ? { attached } : {}),
      ...(images.length > 0 ? { images } : {}),
    }
    if (!this.running) {
      // What a turn could not take over, for example because the disk was full, goes first.
      this.start('message', [...this.record.queue, message])
      return
    }
    this.state.change({ queue: [...this.record.queue, message] })
    this.emitQueue()
  }

  /** Starts a turn on the history as it is: after a failure, a stop, or the limit of steps. */
  retry(): void {
    this.ensureIdle()
    const isQuestion = (entry: Entry) =>
      entry.kind === 'user' || (entry.kind === 'told' && entry.with === 'goal')
    if (!this.entries.all().some(isQuestion))
      throw new EngineError('bad-input', 'There is no message to answer yet.')
    this.start('retry')
  }

  /**
   * `/compact`: a request of its own that folds the history into a summary. It tells nothing and is no turn
   * of the agent: a chat that was stopped or failed stays so.
   */
  compact(focus: string): void {
    this.summarising(async (requests, { contextWindow: window }) => {
      if ((await requests.fold(focus)) === 'done')
        this.state.change({ context: { used: requestTokens(requests.next()), window } })
    })
  }

  /** `/newtask`: a summary of the conversation, which stays as it is; null when there is none. */
  async summarise(focus: string): Promise<string | null> {
    let summary: string | null = null
    await this.summarising(async (requests) => {
      summary = await requests.summary(focus)
    })
    return summary
  }

  /** Does something with a summary in a turn of its own kind, and resolves when that is over. */
  private summarising(work: (requests: TurnRequests, ready: ReadyModel) => Promise<void>): Promise<void> {
    this.ensureIdle()
    const before = this.record.turn
    const id = turnIdSchema.parse(this.deps.ids.next('turn'))
    this.attention.offer({ type: 'turn-started', turnId: id, cause: 'retry' })
    const turn = this.begin(id, 'compacting')
    const run = async () => {
      const isModelless = isRunbook(this.record.model)
      const ready = isModelless ? null : await this.deps.resolveModel(this.record.model)
      if (!ready) return this.entries.addNotice({ type: 'nothing-to-compact' })
      if (!ready.ok) return this.entries.addNotice({ type: 'compaction-failed', failure: ready.failure })
      await work(await this.requests(turn, ready), ready)
    }
    turn.ended = run()
      .catch((error: unknown) => this.deps.reportBug(error))
      .then(() => this.endCompaction(turn, before))
    return turn.ended
  }

  private endCompaction(turn: RunningTurn, before: TurnStatus): void {
    this.running = null
    const stopped = this.record.isStopping
    this.state.changeAnyway({ turn: before, isStopping: false })
    this.attention.take({ type: 'turn-ended', end: stopped || isHeld(before) ? 'stopped' : 'done' })
    this.takeQueued(turn)
  }

  /** The Stop button: the request is aborted, awaited and this turn's commands end, pending ones never start (A-009, S-292…S-309). */
  async stop(): Promise<void> {
    const turn = this.running
    if (!turn) {
      // Between two turns of a goal there is nothing else to stop.
      this.goal.end('stopped')
      return
    }
    this.pressStop()
    turn.stop.abort(TURN_STOPPED)
    const { commands, subagents } = this.deps
    await Promise.all([commands.stopChat(this.id, turn.id), subagents.chatStopped(this.id)])
    await turn.ended
  }

  /** The waiting line's Stop: everything the line counts ends, and nothing wakes the chat (S-335…S-338). */
  async stopWaiting(): Promise<void> {
    // The chat may have gone on by itself in the moment of the click.
    const turn = this.running
    if (!turn && !this.attention.waiting) return
    this.pressStop()
    turn?.stop.abort(TURN_STOPPED)
    if (!turn)
      this.state.changeAnyway({
        turn: { kind: 'stopped', at: this.deps.clock.now() },
        tellStillRunning: true,
      })
    const { commands, subagents } = this.deps
    await Promise.all([commands.stopWaiting(this.id), subagents.stopAll(this.id)])
    await turn?.ended
  }

  /** The window ended: nothing starts by itself until the chat is opened again (S-339, S-343). */
  close(): void {
    if (this.running) this.running.endsWithWindow = true
    this.attention.take({ type: 'closed' })
  }

  /** Ends the turn under way as the end of its window or of the app does, and resolves when it is over (S-346). */
  async cutOff(): Promise<void> {
    const turn = this.running
    turn?.stop.abort(TURN_STOPPED)
    await turn?.ended
  }

  /** Goes on with a turn that a crash of its window cut off, with a note of what happened (S-353). */
  goOnAfterCrash(): void {
    const { turn } = this.record
    if (this.running || turn.kind !== 'failed' || turn.failure.code !== 'app-ended') return
    this.ensureOpen()
    if (!this.running) this.start('wake', [], WINDOW_CRASHED_TEXT)
  }

  // ── The turn ────────────────────────────────────────────────────────────────────────────────────────────

  /** The first time since the app started, an end that was not told yet wakes the chat (S-247, S-248). */
  ensureOpen(): void {
    if (this.attention.state.isOpen) return
    const untold = [...this.deps.commands.untold(this.id), ...untoldOf(this.record.schedules)]
    if (this.record.goal) this.attention.take({ type: 'goal', isPursued: true })
    this.attention.take({ type: 'opened', isHeld: isHeld(this.record.turn), untold })
  }

  /** @throws EngineError `turn-running` */
  ensureIdle(): void {
    this.ensureOpen()
    if (this.running) throw new EngineError('turn-running', 'This chat is already working.')
  }

  /** Stored before anything ends, so that a crash in between does not wake a stopped chat (S-255). */
  private pressStop(): void {
    this.state.changeAnyway({ isStopping: true })
    this.goal.end('stopped')
    this.attention.take({ type: 'stop-pressed' })
  }

  /** Starts a turn, with what caused it told first. @throws what the disk says; then nothing was told and nothing starts */
  start(cause: TurnCause, messages: readonly Message[] = [], note = ''): void {
    const id = turnIdSchema.parse(this.deps.ids.next('turn'))
    const delivery = this.attention.offer({ type: 'turn-started', turnId: id, cause })
    try {
      this.tell(cause, delivery, messages, note)
    } catch (error) {
      // Nothing was told and nothing starts; the person sees why, and their next message tries again.
      this.attention.take({ type: 'turn-ended', end: 'stopped' })
      throw error
    }
    const turn = this.begin(id, 'model')
    turn.ended = this.run(turn)
      .catch((error: unknown): TurnEnd => {
        // A bug of ours must not leave the chat working for ever.
        this.deps.reportBug(error)
        return { kind: 'failed', failure: bugFailure(error) }
      })
      .then((end) => this.endTurn(turn, end))
  }

  private begin(id: TurnId, kind: 'model' | 'compacting'): RunningTurn {
    const turn: RunningTurn = {
      id,
      stop: new AbortController(),
      endsWithWindow: false,
      recorder: null,
      ended: Promise.resolve(),
    }
    this.running = turn
    try {
      this.setActivity({ kind })
    } catch (error) {
      // What cannot be stored does not begin, or the chat would work for ever.
      this.running = null
      this.attention.take({ type: 'turn-ended', end: 'stopped' })
      throw error
    }
    return turn
  }

  private async run(turn: RunningTurn): Promise<TurnEnd> {
    const ready = await this.deps.resolveModel(this.record.model)
    if (!ready.ok) return { kind: 'failed', failure: ready.failure }
    const requests = await this.requests(turn, ready)
    await completeCalls(this.entries, this.deps.lostResult)
    const { clock, ids, settings } = this.deps
    const seqOf = (callId: string) => this.entries.call(callId)?.seq ?? null
    const tools = this.subagent
      ? requests.tools
      : this.deps.checkpoints.watched(this.record, requests.tools, seqOf)
    const recorder = this.recorderOf(ready)
    turn.recorder = recorder
    return runTurn({
      nextRequest: () => requests.nextWithRoom(),
      makeRoom: () => requests.makeRoom(),
      hasMore: () => this.record.queue.length > 0,
      client: ready.client,
      tools,
      context: {
        chatId: this.id,
        turnId: turn.id,
        workspaceRoot: this.record.workspacePath,
        signal: turn.stop.signal,
        ...this.ofSubagent(),
      },
      clock,
      ids,
      stepLimit: settings.get().stepLimit,
      parallelCalls: settings.get().parallelCalls,
      signal: turn.stop.signal,
      on: async (event) => recorder.take(event),
      server: ready.label,
      onBug: this.deps.reportBug,
    })
  }

  private ofSubagent(): { subagent?: OfSubagent } {
    const { subagent } = this
    if (!subagent) return {}
    return { subagent: { id: subagentIdSchema.parse(this.id), name: subagent.name, chatId: subagent.chatId } }
  }

  private recorderOf(ready: ReadyModel): TurnRecorder {
    return new TurnRecorder({
      ...this.deps,
      chatId: this.id,
      entries: this.entries,
      attention: this.attention,
      model: ready.label,
      setActivity: (activity) => this.setActivity(activity),
      count: (usage) => this.count(ready, usage),
      changed: () => this.state.tellWindows(),
    })
  }

  private async requests({ stop: { signal } }: RunningTurn, ready: ReadyModel): Promise<TurnRequests> {
    const { instructions, tools, commands, clock } = this.deps
    const { workspacePath } = this.record
    const [system, own] = await Promise.all([
      instructions(workspacePath, signal),
      tools(workspacePath, signal),
    ])
    return new TurnRequests({
      entries: this.entries,
      ready,
      system,
      tools: own,
      signal,
      now: () => clock.now(),
      takeQueue: () => this.takeQueueIntoTurn(),
      volatile: () =>
        [this.modeText(), todoReminder(foldedTodo(this.entries.all())), this.deps.volatile(this.id)]
          .filter((text) => text !== '')
          .join('\n\n'),
      stillRunning: () => ({
        running: commands.stillRunningText(this.id),
        commands: commands.stillRunningCommands(this.id),
      }),
      compacting: () => this.setActivity({ kind: 'compacting' }),
      count: (usage) => this.count(ready, usage),
    })
  }

  private takeQueueIntoTurn(): void {
    if (this.record.queue.length > 0)
      this.tell('message', this.attention.offer({ type: 'message-taken' }), this.record.queue)
  }

  /** What the agent is told about the mode; nothing while it is what the instructions say. */
  private modeText(): string {
    const mode = this.state.modeInForce
    if (mode === 'standard' && !this.record.tellsMode) return ''
    return this.subagent ? subagentModeText(mode) : modeText(mode)
  }

  private count(ready: ReadyModel, usage: TokenUsage | null): void {
    const { tokens, usage: known } = this.record
    const counted = usage && {
      tokens: sumOfTokens(tokens, usage),
      usage: withUsage(known, ready.ref, usage),
      context: { used: usage.input + usage.output, window: ready.contextWindow },
    }
    this.state.changeUnseen({ ...counted, updatedAt: this.deps.clock.now() })
  }

  private endTurn(turn: RunningTurn, ended: TurnEnd): void {
    // Stop may come in the moment in which the turn ends by itself.
    const end: TurnEnd = this.record.isStopping ? { kind: 'stopped' } : ended
    turn.recorder?.finish()
    this.running = null
    // Before the line of the failure, which is the last one while it offers to try again.
    if (end.kind === 'failed') this.goal.end('failed')
    if (end.kind === 'done' && this.goal.isUsedUp) this.goal.end('limit')
    const isCutOff = (turn.endsWithWindow || this.deps.isDisposed()) && !this.record.isStopping
    const { change, notice } = afterTurn(end, this.deps.clock.now(), isCutOff)
    this.state.changeAnyway(change, notice)
    this.attention.take({ type: 'turn-ended', end: end.kind })
    this.takeQueued(turn)
  }

  /** Messages that were written while a turn ran start the next one, unless nobody is there any more. */
  private takeQueued({ endsWithWindow }: RunningTurn): void {
    if (this.record.queue.length === 0 || this.deps.isDisposed() || endsWithWindow) return
    try {
      this.start('message', this.record.queue)
    } catch (error) {
      // They stay in the queue, for the next message to take along.
      this.deps.reportBug(error)
    }
  }

  // ── What the agent is told ──────────────────────────────────────────────────────────────────────────────

  /**
   * Makes messages of the user, or what starts a turn without one, part of the history, together with every end the
   * agent must hear of. One transaction, so that each end is told exactly once, also after a crash (S-224, S-243, S-301).
   */
  private tell(cause: TurnCause, delivery: Delivery | null, messages: readonly Message[], note = ''): void {
    const { commands, store, clock } = this.deps
    const { record } = this
    const isAfterStop = (cause === 'message' || cause === 'goal') && record.tellStillRunning
    const { schedules, goal: known } = record
    const goal = known && cause === 'goal' ? { ...known, turns: known.turns + 1 } : known
    const words = goal && cause === 'goal' ? goalTurnText(goal) : note
    const deps = { chatId: this.id, commands, store, schedules, entries: this.entries }
    const { entries, ids, scheduled } = telling(deps, cause, delivery, messages, { isAfterStop, note: words })
    const next: ChatRecord = {
      ...record,
      queue: cause === 'message' ? [] : record.queue,
      title:
        record.title ||
        titleFrom(messages[0]?.text || messages[0]?.images?.[0]?.name || goal?.condition || ''),
      tellStillRunning: record.tellStillRunning && !isAfterStop,
      isStopping: false,
      goal,
      schedules: afterTelling(
        schedules,
        scheduled.map(({ id }) => id),
      ),
      updatedAt: clock.now(),
    }
    this.entries.save(entries, () => {
      commands.markTold(ids)
      store.save(next)
    })
    this.state.adopt(next)
    const said = entries.find(({ kind }) => kind === 'user')
    // What a subagent changes belongs to the call of its chat.
    if (said && !this.subagent) this.deps.checkpoints.take(next, said.seq)
    const told = [...ids, ...scheduled.map(({ id }) => id)]
    if (told.length > 0) this.attention.take({ type: 'told', jobs: told })
    if (scheduled.length > 0)
      this.entries.addNotice({ type: 'scheduled', texts: scheduled.map(({ text }) => text) })
    if (cause === 'pulse') this.entries.addNotice({ type: 'pulse', commands: commands.waitedFor(this.id) })
    this.state.tellWindows()
  }

  /** A `shell` call that is not stored yet shows as the card of its command (S-008). */
  linkCommand(card: CommandCard): void {
    this.running?.recorder?.linkCommand(card)
  }

  private setActivity(activity: TurnActivity): void {
    if (!this.running) return
    const since = this.record.turn.kind === 'running' ? this.record.turn.since : this.deps.clock.now()
    const turn: TurnStatus = { kind: 'running', turnId: this.running.id, since, activity }
    // What works is among the chats of the list.
    if (JSON.stringify(turn) !== JSON.stringify(this.record.turn))
      this.state.change({ turn, archivedAt: null })
  }

  private emitQueue(): void {
    for (const item of queuedItems(this.record.queue))
      this.deps.emit({ name: 'transcript.item', payload: { chatId: this.id, item } })
  }
}

function bugFailure(error: unknown): ModelFailure {
  const detail = error instanceof Error ? error.message : String(error)
  return { code: 'unknown', server: 'Vigil', detail: detail.slice(0, 500), status: null }
}
