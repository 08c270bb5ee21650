import { assertNever } from '../../shared/assert-never'
import type { ChatNotice, ChatSummary, LocalAnswer, Plan, TurnActivity, TurnStatus } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import { GOAL_TURNS_MAX, type Goal, type GoalEnd } from '../../shared/goal'
import {
  type CallId,
  type EntryId,
  type Millis,
  type SubagentId,
  subagentIdSchema,
  type TurnId,
  turnIdSchema,
} from '../../shared/ids'
import type { OpenedChat } from '../../shared/ipc'
import { type ModelFailure, type ModelRef, RUNBOOK, type TokenUsage } from '../../shared/models'
import type { ChatSnapshot, PermissionMode } from '../../shared/permissions'
import { type Schedule, type ScheduleTime, scheduleIdSchema } from '../../shared/schedule'
import type { ToolCard } from '../../shared/tool-card'
import { requestTokens } from '../agent/compaction'
import { modeText, subagentModeText } from '../agent/mode-text'
import { runTurn, type TurnEnd } from '../agent/turn'
import type { Delivery, TurnCause } from '../attention/attention-event'
import type { ChatAttention, OutwardEffect } from '../attention/chat-attention'
import { goalTurnText } from '../goals/goal-text'
import type { OfSubagent } from '../jobs/command-record'
import { commandTitle } from '../jobs/command-title'
import { WINDOW_CRASHED_TEXT } from '../jobs/notice-text'
import { afterTelling, fallDue, newSchedule, untoldOf } from '../schedules/schedule-list'
import type { ChatRecord, StoredSnapshot } from '../store/chat-store'
import type { SubagentRecord } from '../subagents/subagent-record'
import type { ChatDeps, ReadyModel } from './chat-deps'
import { ChatEntries } from './chat-entries'
import { chatSummary, sumOfTokens } from './chat-summary'
import { cutAt } from './compactor'
import { type Entry, lastEntry } from './entry'
import { brokenOff, isHeld, recoveredStatus } from './held'
import { completeCalls, endAsking } from './lost-results'
import { type RewindDeps, rewind, takeBack, takeBackable } from './rewind'
import { telling } from './telling'
import { titleFrom } from './title'
import { queuedItems, transcriptItems } from './transcript'
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
export const TURN_STOPPED = new EngineError('aborted', 'The user stopped the turn.')

/**
 * One chat: its history, its queue, and at most one turn at a time (A-140, S-257). Every change is stored before a
 * window hears of it, so that a crash loses at most the step in flight. What the agent is told on its own, and
 * when, is the attention's to say.
 */
export class ChatSession {
  private readonly entries: ChatEntries
  private readonly attention: ChatAttention
  private running: RunningTurn | null = null
  private snapshotShown: ChatSnapshot | null = null
  /** What a window was last told of the chat's commands. */
  private shownMoment = ''

  constructor(
    private record: ChatRecord,
    private readonly deps: ChatDeps,
  ) {
    this.entries = new ChatEntries(record.id, deps)
    this.attention = deps.attentions.of(record.id)
  }

  get id() {
    return this.record.id
  }

  get mode() {
    return this.record.mode
  }

  /** The mode that holds: a host may have named one, and a subagent has that of its chat, or less. */
  get modeInForce(): PermissionMode {
    return this.deps.modeOf(this.record.mode)
  }

  /** What makes this the conversation of a subagent; null for a chat. */
  get subagent() {
    return this.record.subagent
  }

  get turn(): TurnStatus {
    return this.record.turn
  }

  get model() {
    return this.record.model
  }

  get workspaceId() {
    return this.record.workspaceId
  }

  get tokens() {
    return this.record.tokens
  }

  get createdAt() {
    return this.record.createdAt
  }

  get workspacePath() {
    return this.record.workspacePath
  }

  get title() {
    return this.record.title
  }

  summary(): ChatSummary {
    return chatSummary(this.record, { snapshot: this.snapshotShown, ...this.moment() })
  }

  private moment(): Pick<ChatSummary, 'needsApproval' | 'running' | 'waiting'> {
    const { pending, alive } = this.deps.commands.counts(this.id)
    return {
      needsApproval: pending + this.deps.asking(this.id),
      running: alive,
      waiting: this.attention.waiting,
    }
  }

  private momentText(): string {
    return JSON.stringify(this.moment())
  }

  /** The first time since the app started, an end that was not told yet wakes the chat (S-247, S-248). */
  open(): Omit<OpenedChat, 'subagents'> {
    this.ensureOpen()
    const items = transcriptItems(this.entries.all(), this.record.queue)
    return {
      chat: this.summary(),
      items: [...items, ...(this.running?.recorder?.items() ?? [])].sort((a, b) => a.seq - b.seq),
      cards: this.deps.commands.cardsOf(this.id),
    }
  }

  /** Sends a message, or queues it while a turn runs; ends the waiting of its calls either way (A-008, S-184). */
  send(text: string, attached: NonNullable<Message['attached']> = []): void {
    this.ensureOpen()
    this.attention.take({ type: 'user-spoke' })
    const message: Message = {
      id: this.deps.ids.next('entry'),
      at: this.deps.clock.now(),
      text,
      ...(attached.length > 0 ? { attached } : {}),
    }
    if (!this.running) {
      // What a turn could not take over, for example because the disk was full, goes first.
      this.startTurn('message', [...this.record.queue, message])
      return
    }
    this.change({ queue: [...this.record.queue, message] })
    this.emitQueue()
  }

  /** Starts a turn on the history as it is: after a failure, a stop, or the limit of steps. */
  retry(): void {
    this.ensureIdle()
    const isQuestion = (entry: Entry) =>
      entry.kind === 'user' || (entry.kind === 'told' && entry.with === 'goal')
    if (!this.entries.all().some(isQuestion))
      throw new EngineError('bad-input', 'There is no message to answer yet.')
    this.startTurn('retry')
  }

  /**
   * `/compact`: a request of its own that folds the history into a summary. It tells nothing and is no turn
   * of the agent: a chat that was stopped or failed stays so.
   */
  compact(focus: string): void {
    this.summarising(async (requests, { contextWindow: window }) => {
      if ((await requests.fold(focus)) === 'done')
        this.change({ context: { used: requestTokens(requests.next()), window } })
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

  /** The summary of another chat as the beginning of this one. */
  startFrom(summary: string): void {
    const place = this.entries.place()
    this.entries.save([
      { ...place, kind: 'compaction', summary, running: '', isAutomatic: false, ...cutAt(place.seq) },
    ])
  }

  /** Does something with a summary in a turn of its own kind, and resolves when that is over. */
  private summarising(work: (requests: TurnRequests, ready: ReadyModel) => Promise<void>): Promise<void> {
    this.ensureIdle()
    const before = this.record.turn
    const id = turnIdSchema.parse(this.deps.ids.next('turn'))
    this.attention.offer({ type: 'turn-started', turnId: id, cause: 'retry' })
    const turn = this.begin(id, 'compacting')
    const run = async () => {
      const isModelless = this.record.model?.connection === RUNBOOK.connection
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
    this.changeAnyway({ turn: before, isStopping: false })
    this.attention.take({ type: 'turn-ended', end: stopped || isHeld(before) ? 'stopped' : 'done' })
    this.takeQueued(turn)
  }

  /** The Stop button: the request is aborted, awaited and this turn's commands end, pending ones never start (A-009, S-292…S-309). */
  async stop(): Promise<void> {
    const turn = this.running
    if (!turn) {
      // Between two turns of a goal there is nothing else to stop.
      this.endGoal('stopped')
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
      this.changeAnyway({ turn: { kind: 'stopped', at: this.deps.clock.now() }, tellStillRunning: true })
    const { commands, subagents } = this.deps
    await Promise.all([commands.stopWaiting(this.id), subagents.stopAll(this.id)])
    await turn?.ended
  }

  rename(title: string): void {
    this.change({ title })
  }

  setModel(model: ModelRef): void {
    this.change({ model, context: null })
  }

  get storedSnapshot() {
    return this.record.snapshot
  }

  /** True while a turn runs. */
  get isWorking(): boolean {
    return this.running !== null
  }

  /** Shows a snapshot that is being taken or failed; null shows the last good one again. */
  showSnapshot(snapshot: Exclude<ChatSnapshot, { state: 'ready' }> | null): void {
    if (snapshot === this.snapshotShown) return
    this.snapshotShown = snapshot
    this.emitSummary()
  }

  keepSnapshot(snapshot: StoredSnapshot): void {
    this.snapshotShown = null
    this.change({ snapshot })
  }

  /** An entry of the conversation as it is now. */
  entry(id: EntryId): Entry | undefined {
    return this.entries.all().find((entry) => entry.id === id)
  }

  /** The conversation as it is stored. */
  history(): readonly Entry[] {
    return this.entries.all()
  }

  /** Takes everything from a place on out of the conversation, null for nothing, and leaves a line about it. */
  goBack(to: Parameters<typeof rewind>[1]): void {
    this.ensureIdle()
    const { commands } = this.deps
    if (to.from !== null) this.endGoal('off')
    rewind(this.rewindDeps(), to)
    if (to.from === null) return
    this.reread()
    const untold = commands.untold(this.id)
    this.attention.take({ type: 'rewound', untold })
    const waits = untold.length > 0 || commands.counts(this.id).alive > 0
    // Held also after a restart: the agent must not go on by itself in a conversation that waits for other words.
    const turn: TurnStatus = waits ? { kind: 'stopped', at: this.deps.clock.now() } : { kind: 'idle' }
    this.change({ turn, tellStillRunning: waits, context: null })
  }

  /** Puts back what {@link goBack} took out. @throws when there is no such line, or the conversation has gone on since */
  takeBack(id: EntryId): void {
    this.ensureIdle()
    const line = takeBackable(this.entries.all(), id)
    takeBack(this.rewindDeps(), line)
    this.reread()
    this.attention.take({ type: 'told', jobs: line.owed })
  }

  private rewindDeps(): RewindDeps {
    const { commands, store } = this.deps
    return { chatId: this.id, entries: this.entries, commands, store }
  }

  private reread(): void {
    this.entries.reread()
    this.deps.emit({ name: 'transcript.reset', payload: { chatId: this.id } })
  }

  /** Makes something part of the history that the agent hears of with the next message. */
  tellLater(text: string): void {
    this.entries.save([{ ...this.entries.place(), kind: 'told', text, with: 'restore' }])
  }

  /** Holds from the next call on. */
  setMode(mode: PermissionMode): void {
    if (mode !== this.record.mode) this.change({ mode, tellsMode: true })
  }

  markRead(): void {
    if (this.record.unread) this.change({ unread: false })
  }

  /** What planning came to, for the person; the agent has it in its own call. */
  keepPlan(plan: Plan): void {
    this.entries.addNotice({ type: 'plan', plan })
  }

  /** The call of a subagent shows as its card from the moment it exists. */
  linkSubagent(callId: CallId, subagentId: SubagentId): void {
    const entry = this.entries.call(callId)
    if (entry) this.entries.save([{ ...entry, subagentId }])
  }

  /** Stores what changed about this subagent. */
  changeSubagent(part: Partial<SubagentRecord>): void {
    if (this.record.subagent) this.change({ subagent: { ...this.record.subagent, ...part } })
  }

  /** What a subagent of this chat cost counts as the chat's. */
  addTokens(used: TokenUsage): void {
    this.change({ tokens: sumOfTokens(this.record.tokens, used) })
  }

  /** The text of the last answer that had some; '' before that. */
  lastAnswer(): string {
    const answers = this.entries.all().filter((entry) => entry.kind === 'assistant')
    return answers.reverse().find(({ text }) => text.trim() !== '')?.text ?? ''
  }

  /** The newest call: its tool and what it is called with; null before the first. */
  lastCall(): { tool: string; title: string } | null {
    const entry = lastEntry(this.entries.all(), 'call')
    if (!entry) return null
    const command = entry.commandId && this.deps.commands.record(entry.commandId)?.command
    return { tool: entry.tool, title: command ? commandTitle(command) : entry.title }
  }

  /** A line of Vigil's own in the transcript; no model ever sees it (A-044…A-046). */
  answerLocally(answer: LocalAnswer): void {
    this.entries.addNotice(answer)
  }

  /** Called for every change of one of this chat's commands. */
  commandChanged(card: CommandCard): void {
    this.linkCommand(card)
    // A line of output changes nothing about the chat, and many jobs print many of them.
    if (this.momentText() !== this.shownMoment) this.emitSummary()
  }

  /** A command of a subagent may wait for the person in this chat. */
  subagentCommandChanged(): void {
    this.emitSummary()
  }

  /** What the card of a running call shows by now. */
  showCard(callId: CallId, card: ToolCard): void {
    const entry = this.entries.call(callId)
    if (entry && entry.result === null) this.entries.save([{ ...entry, card }])
  }

  /** One call more or less waits for the person. */
  asksChanged(): void {
    this.emitSummary()
  }

  /** A background command ended: a line in the transcript (S-158). */
  commandEnded(notice: Extract<ChatNotice, { type: 'command-ended' }>): void {
    this.entries.addNotice(notice)
  }

  get schedules(): readonly Schedule[] {
    return this.record.schedules
  }

  /** Plans a wake-up (P-038). */
  addSchedule(made: { text: string; time: ScheduleTime; nextAt: Millis }): Schedule {
    const scheduleCount = this.record.scheduleCount + 1
    const schedule = newSchedule({ ...made, number: scheduleCount, now: this.deps.clock.now() })
    this.change({ schedules: [...this.record.schedules, schedule], scheduleCount })
    this.deps.schedulesChanged()
    return schedule
  }

  /** Takes a planned wake-up off the list; false when there is none of this name. */
  cancelSchedule(id: string): boolean {
    const schedules = this.record.schedules.filter((one) => one.id !== id)
    if (schedules.length === this.record.schedules.length) return false
    this.change({ schedules })
    this.attention.take({ type: 'told', jobs: [scheduleIdSchema.parse(id)] })
    this.deps.schedulesChanged()
    return true
  }

  /** Planned times up to now have come: the chat is woken as by the end of a command, also if nobody opened it yet. */
  schedulesDue(now: Millis): void {
    const schedules = fallDue(this.record.schedules, now)
    if (schedules === this.record.schedules) return
    this.change({ schedules: [...schedules] })
    this.ensureOpen()
    this.attention.take({ type: 'scheduled', untold: untoldOf(schedules) })
  }

  get goal(): Goal | null {
    return this.record.goal
  }

  /** Works towards a condition from now on, in place of any other; of the person, at once (S-253). */
  setGoal(condition: string, by: Goal['by']): void {
    this.ensureOpen()
    this.change({ goal: { condition, by, turns: 0 } })
    this.entries.addNotice({ type: 'goal-set', condition, by })
    this.attention.take({ type: 'goal', isPursued: true })
    if (by === 'user' && !this.running) this.startTurn('goal')
  }

  /** Pursues the goal no more, with a line that says why; nothing without one. */
  endGoal(how: GoalEnd, reason = ''): void {
    const { goal } = this.record
    if (!goal) return
    const { condition, turns } = goal
    this.changeAnyway({ goal: null }, { type: 'goal-ended', condition, how, reason, turns })
    this.attention.take({ type: 'goal', isPursued: false })
  }

  /** Does what the attention decided. */
  perform(effect: OutwardEffect): void {
    if (effect.type === 'waiting') this.emitSummary()
    if (effect.type === 'start-turn' && !this.running && !this.deps.isDisposed()) this.startTurn(effect.cause)
  }

  /** After a restart: a turn that was running when the app ended is over (S-346). */
  recover(lost: CommandCard[]): void {
    this.showLost(lost)
    if (this.record.turn.kind !== 'running') return
    endAsking(this.entries)
    this.change({ turn: recoveredStatus(this.record, this.deps.clock.now()), isStopping: false })
  }

  /** A line about commands that ended together with the window or the app (S-342). */
  showLost(lost: readonly CommandCard[]): void {
    // What had not started did not end either; its card says so.
    const ended = lost.filter(({ state }) => 'startedAt' in state && state.startedAt !== null)
    if (ended.length > 0)
      this.entries.addNotice({
        type: 'commands-lost',
        commands: ended.map(({ terminalId, command }) => ({ terminalId, command })),
      })
  }

  /** The window ended: nothing starts by itself until the chat is opened again (S-339, S-343). */
  close(): void {
    if (this.running) this.running.endsWithWindow = true
    this.attention.take({ type: 'closed' })
  }

  /** Ends a turn whose window ended; it offers to go on (S-346). */
  async endWithWindow(): Promise<void> {
    this.running?.stop.abort(TURN_STOPPED)
    await this.running?.ended
  }

  /** Goes on with a turn that a crash of its window cut off, with a note of what happened (S-353). */
  goOnAfterCrash(): void {
    const { turn } = this.record
    if (this.running || turn.kind !== 'failed' || turn.failure.code !== 'app-ended') return
    this.ensureOpen()
    if (!this.running) this.startTurn('wake', [], WINDOW_CRASHED_TEXT)
  }

  /** Ends the turn for good, for quitting or deleting the chat. */
  async dispose(): Promise<void> {
    const turn = this.running
    if (!turn) return
    turn.stop.abort(TURN_STOPPED)
    await turn.ended
  }

  // ── The turn ────────────────────────────────────────────────────────────────────────────────────────────

  private ensureOpen(): void {
    if (this.attention.state.isOpen) return
    const untold = [...this.deps.commands.untold(this.id), ...untoldOf(this.record.schedules)]
    if (this.record.goal) this.attention.take({ type: 'goal', isPursued: true })
    this.attention.take({ type: 'opened', isHeld: isHeld(this.record.turn), untold })
  }

  private ensureIdle(): void {
    this.ensureOpen()
    if (this.running) throw new EngineError('turn-running', 'This chat is already working.')
  }

  /** Stored before anything ends, so that a crash in between does not wake a stopped chat (S-255). */
  private pressStop(): void {
    this.changeAnyway({ isStopping: true })
    this.endGoal('stopped')
    this.attention.take({ type: 'stop-pressed' })
  }

  private startTurn(cause: TurnCause, messages: readonly Message[] = [], note = ''): void {
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
    const tools = this.subagent ? requests.tools : this.deps.checkpoints.watched(this, requests.tools, seqOf)
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
      changed: () => this.emitSummary(),
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
        [this.modeText(), this.deps.volatile(this.id)].filter((text) => text !== '').join('\n\n'),
      stillRunning: () => commands.stillRunningText(this.id),
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
    const mode = this.modeInForce
    if (mode === 'standard' && !this.record.tellsMode) return ''
    return this.subagent ? subagentModeText(mode) : modeText(mode)
  }

  private count(ready: ReadyModel, usage: TokenUsage | null): void {
    const { tokens } = this.record
    const counted = usage && {
      tokens: sumOfTokens(tokens, usage),
      context: { used: usage.input + usage.output, window: ready.contextWindow },
    }
    this.record = { ...this.record, ...counted, updatedAt: this.deps.clock.now() }
    this.deps.store.save(this.record)
  }

  private endTurn(turn: RunningTurn, ended: TurnEnd): void {
    // Stop may come in the moment in which the turn ends by itself.
    const end: TurnEnd = this.record.isStopping ? { kind: 'stopped' } : ended
    turn.recorder?.finish()
    this.running = null
    // Before the line of the failure, which is the last one while it offers to try again.
    if (end.kind === 'failed') this.endGoal('failed')
    if (end.kind === 'done' && (this.record.goal?.turns ?? 0) >= GOAL_TURNS_MAX) this.endGoal('limit')
    const at = this.deps.clock.now()
    switch (end.kind) {
      case 'done':
        this.changeAnyway({ turn: { kind: 'idle' }, unread: true, isStopping: false })
        break
      case 'failed':
        this.changeAnyway(
          { turn: { kind: 'failed', at, failure: end.failure }, unread: true, isStopping: false },
          { type: 'failure', failure: end.failure },
        )
        break
      case 'stopped':
        // The end of the window or the app is no Stop of the person: the chat offers to go on.
        if ((turn.endsWithWindow || this.deps.isDisposed()) && !this.record.isStopping)
          this.changeAnyway({ turn: brokenOff(at) })
        else this.changeAnyway({ turn: { kind: 'stopped', at }, tellStillRunning: true, isStopping: false })
        break
      case 'paused':
        this.changeAnyway(
          { turn: { kind: 'paused', at, steps: end.steps }, unread: true, isStopping: false },
          { type: 'step-limit', steps: end.steps },
        )
        break
      default:
        assertNever(end, 'turn end')
    }
    this.attention.take({ type: 'turn-ended', end: end.kind })
    this.takeQueued(turn)
  }

  /** Messages that were written while a turn ran start the next one, unless nobody is there any more. */
  private takeQueued({ endsWithWindow }: RunningTurn): void {
    if (this.record.queue.length === 0 || this.deps.isDisposed() || endsWithWindow) return
    try {
      this.startTurn('message', this.record.queue)
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
    const isAfterStop = (cause === 'message' || cause === 'goal') && this.record.tellStillRunning
    const { schedules } = this.record
    const goal =
      this.record.goal && cause === 'goal'
        ? { ...this.record.goal, turns: this.record.goal.turns + 1 }
        : this.record.goal
    const words = goal && cause === 'goal' ? goalTurnText(goal) : note
    const deps = { chatId: this.id, commands, store, schedules, entries: this.entries }
    const { entries, ids, scheduled } = telling(deps, cause, delivery, messages, { isAfterStop, note: words })
    const next: ChatRecord = {
      ...this.record,
      queue: cause === 'message' ? [] : this.record.queue,
      title: this.record.title || titleFrom(messages[0]?.text ?? goal?.condition ?? ''),
      tellStillRunning: this.record.tellStillRunning && !isAfterStop,
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
    this.record = next
    const said = entries.find(({ kind }) => kind === 'user')
    // What a subagent changes belongs to the call of its chat.
    if (said && !this.subagent) this.deps.checkpoints.take(this, said.seq)
    const told = [...ids, ...scheduled.map(({ id }) => id)]
    if (told.length > 0) this.attention.take({ type: 'told', jobs: told })
    if (scheduled.length > 0)
      this.entries.addNotice({ type: 'scheduled', texts: scheduled.map(({ text }) => text) })
    if (cause === 'pulse') this.entries.addNotice({ type: 'pulse', commands: commands.waitedFor(this.id) })
    this.emitSummary()
  }

  /** A `shell` call shows as the card of its command from the moment the command exists (S-008). */
  private linkCommand(card: CommandCard): void {
    const entry = this.entries.call(card.callId)
    if (!entry) this.running?.recorder?.linkCommand(card)
    else if (entry.commandId === null) this.entries.save([{ ...entry, commandId: card.id }])
  }

  // ── The record ──────────────────────────────────────────────────────────────────────────────────────────

  private setActivity(activity: TurnActivity): void {
    if (!this.running) return
    const since = this.record.turn.kind === 'running' ? this.record.turn.since : this.deps.clock.now()
    const turn: TurnStatus = { kind: 'running', turnId: this.running.id, since, activity }
    if (JSON.stringify(turn) !== JSON.stringify(this.record.turn)) this.change({ turn })
  }

  private change(part: Partial<ChatRecord>): void {
    const next = { ...this.record, ...part }
    this.deps.store.save(next)
    this.record = next
    this.emitSummary()
  }

  /**
   * A change that holds whatever the disk says: Stop stops and a turn that is over is over. What was not stored is found
   * by the next start as it was left.
   */
  private changeAnyway(part: Partial<ChatRecord>, notice?: ChatNotice): void {
    try {
      if (notice) this.entries.addNotice(notice)
      this.change(part)
    } catch (error) {
      this.deps.reportBug(error)
      this.record = { ...this.record, ...part }
      this.emitSummary()
    }
  }

  private emitSummary(): void {
    this.shownMoment = this.momentText()
    this.deps.emit({ name: 'chat.changed', payload: { chat: this.summary() } })
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
