import type { ChatNotice, ChatSummary, TurnActivity, TurnStatus } from '../../shared/chat'
import type { CommandCard } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import { entryIdSchema, type TurnId, turnIdSchema } from '../../shared/ids'
import type { OpenedChat } from '../../shared/ipc'
import type { ModelFailure, ModelRef, TokenUsage } from '../../shared/models'
import { repairHistory } from '../agent/history'
import { runTurn, type TurnEnd, type TurnEvent } from '../agent/turn'
import type { ModelRequest } from '../ports'
import type { ChatRecord } from '../store/chat-store'
import type { ChatDeps, ReadyModel } from './chat-deps'
import type { Entry, EntryOf } from './entry'
import { modelHistory } from './history'
import { LiveAnswer } from './live-answer'
import { titleFrom } from './title'
import { queuedItems, transcriptItem, transcriptItems } from './transcript'

/** The turn under way: what Stop aborts and what a new message interrupts. */
type RunningTurn = {
  id: TurnId
  stop: AbortController
  /** Replaced after each use: a message ends the waiting of the calls that wait now, not of later ones (S-184). */
  userSpoke: AbortController
  live: LiveAnswer | null
  ended: Promise<void>
}

/** Why a turn's signal was aborted. */
export const TURN_STOPPED = new EngineError('aborted', 'The user stopped the turn.')
const USER_SPOKE = new EngineError('aborted', 'The user sent a message.')

/**
 * One chat: its history, its queue, and at most one turn at a time (A-140, S-257). Every change is stored before a
 * window hears of it, so that a crash loses at most the step in flight.
 */
export class ChatSession {
  private entries: Entry[] | null = null
  private turn: RunningTurn | null = null

  constructor(
    private record: ChatRecord,
    private readonly deps: ChatDeps,
  ) {}

  get id() {
    return this.record.id
  }

  summary(): ChatSummary {
    const { queue: _queue, tellStillRunning: _tell, ...shown } = this.record
    const { pending, alive } = this.deps.commands.counts(this.id)
    return { ...shown, needsApproval: pending, running: alive }
  }

  open(): OpenedChat {
    const items = transcriptItems(this.history(), this.record.queue)
    return {
      chat: this.summary(),
      items: [...items, ...(this.turn?.live?.items() ?? [])].sort((a, b) => a.seq - b.seq),
      cards: this.deps.commands.cardsOf(this.id),
    }
  }

  /** Sends a message, or queues it while a turn runs and ends the waiting of its calls (A-008, S-184). */
  send(text: string): void {
    if (this.turn) {
      const message = { id: this.deps.ids.next('entry'), at: this.deps.clock.now(), text }
      this.change({ queue: [...this.record.queue, message] })
      this.emitQueue()
      const spoken = this.turn.userSpoke
      this.turn.userSpoke = new AbortController()
      spoken.abort(USER_SPOKE)
      return
    }
    this.take([{ id: this.deps.ids.next('entry'), at: this.deps.clock.now(), text }])
    this.startTurn()
  }

  /** Starts a turn on the history as it is: after a failure, a stop, or the limit of steps. */
  retry(): void {
    if (this.turn) throw new EngineError('turn-running', 'This chat is already working.')
    if (!this.history().some((entry) => entry.kind === 'user'))
      throw new EngineError('bad-input', 'There is no message to answer yet.')
    this.startTurn()
  }

  /** The Stop button: the request is aborted, awaited and this turn's commands end, pending ones never start (A-009, S-292…S-309). */
  async stop(): Promise<void> {
    const turn = this.turn
    if (!turn) return
    turn.stop.abort(TURN_STOPPED)
    await this.deps.commands.stopChat(this.id, turn.id)
    await turn.ended
  }

  rename(title: string): void {
    this.change({ title })
  }

  setModel(model: ModelRef): void {
    this.change({ model, context: null })
  }

  markRead(): void {
    if (this.record.unread) this.change({ unread: false })
  }

  /** Called for every change of one of this chat's commands. */
  commandChanged(card: CommandCard): void {
    this.linkCommand(card)
    this.emitSummary()
  }

  /** A background command ended by itself: a line in the transcript; the agent hears of it with the next message. */
  commandEnded(notice: Extract<ChatNotice, { type: 'command-ended' }>): void {
    this.addNotice(notice)
  }

  /** After a restart: a turn that was running when the app ended is over (S-346). */
  recover(lost: CommandCard[]): void {
    // What had not started did not end either; its card says so.
    const ended = lost.filter(({ state }) => 'startedAt' in state && state.startedAt !== null)
    if (ended.length > 0)
      this.addNotice({
        type: 'commands-lost',
        commands: ended.map(({ terminalId, command }) => ({ terminalId, command })),
      })
    if (this.record.turn.kind === 'running') this.change({ turn: this.brokenOff() })
  }

  /** Ends the turn for good, for quitting or deleting the chat. */
  async dispose(): Promise<void> {
    const turn = this.turn
    if (!turn) return
    turn.stop.abort(TURN_STOPPED)
    await turn.ended
  }

  // ── The turn ────────────────────────────────────────────────────────────────────────────────────────────

  private startTurn(): void {
    const turn: RunningTurn = {
      id: turnIdSchema.parse(this.deps.ids.next('turn')),
      stop: new AbortController(),
      userSpoke: new AbortController(),
      live: null,
      ended: Promise.resolve(),
    }
    this.turn = turn
    this.setActivity({ kind: 'model' })
    turn.ended = this.run(turn)
      .catch((error: unknown): TurnEnd => {
        // A bug of ours must not leave the chat working for ever.
        this.deps.reportBug(error)
        return { kind: 'failed', failure: bugFailure(error) }
      })
      .then((end) => this.endTurn(turn, end))
  }

  private async run(turn: RunningTurn): Promise<TurnEnd> {
    const ready = await this.deps.resolveModel(this.record.model)
    if (!ready.ok) return { kind: 'failed', failure: ready.failure }
    const system = await this.deps.instructions(this.record.workspacePath, turn.stop.signal)
    const { clock, ids, tools } = this.deps
    return runTurn({
      nextRequest: async () => this.nextRequest(system),
      hasMore: () => this.record.queue.length > 0,
      client: ready.client,
      tools,
      context: {
        chatId: this.id,
        turnId: turn.id,
        workspaceRoot: this.record.workspacePath,
        signal: turn.stop.signal,
        // Read at every call, so that each call gets the controller of its moment.
        get userSpoke() {
          return turn.userSpoke.signal
        },
      },
      clock,
      ids,
      stepLimit: this.deps.settings.get().stepLimit,
      signal: turn.stop.signal,
      on: async (event) => this.onTurn(turn, ready, event),
      server: ready.label,
      onBug: this.deps.reportBug,
    })
  }

  private nextRequest(system: string): ModelRequest {
    if (this.record.queue.length > 0) {
      const queue = this.record.queue
      this.record = { ...this.record, queue: [] }
      this.take(queue)
    }
    return {
      system,
      tools: this.deps.tools.map((tool) => tool.spec),
      messages: repairHistory(modelHistory(this.history())),
      volatile: this.deps.volatile(this.id),
    }
  }

  private onTurn(turn: RunningTurn, ready: ReadyModel, event: TurnEvent): void {
    switch (event.type) {
      case 'request-started':
        turn.live?.finish(new Set())
        turn.live = this.newLive(ready.label)
        this.setActivity({ kind: 'model' })
        break
      case 'stream':
        turn.live?.take(event.event)
        break
      case 'retrying':
        this.setActivity({
          kind: 'retrying',
          attempt: event.attempt,
          of: event.of,
          until: event.until,
          failure: event.failure,
        })
        break
      case 'answer':
        this.storeAnswer(turn, ready, event)
        break
      case 'call-started': {
        const entry = this.callEntry(event.call.callId)
        if (entry) this.saveEntry({ ...entry, title: event.title })
        this.setActivity({ kind: 'tools' })
        break
      }
      case 'call-finished': {
        const entry = this.callEntry(event.result.callId)
        if (entry) this.saveEntry({ ...entry, result: event.result })
        break
      }
      case 'repeating':
        this.addNotice({ type: 'repeating', tool: event.tool, times: event.times })
        break
      case 'step-finished':
        break
    }
  }

  /** Stores an answer and the places of its calls in one transaction. */
  private storeAnswer(
    turn: RunningTurn,
    ready: ReadyModel,
    answer: Extract<TurnEvent, { type: 'answer' }>,
  ): void {
    const live = turn.live ?? this.newLive(ready.label)
    turn.live = null
    const interrupted = answer.stop === 'interrupted'
    const place = live.place()
    const assistant: Entry = {
      ...place,
      kind: 'assistant',
      text: answer.text,
      reasoning: answer.reasoning,
      model: ready.label,
      calls: answer.calls,
      interrupted,
      usage: answer.usage,
    }
    const calls = answer.calls.map(
      (call): Entry => ({
        ...live.placeOfCall(call.callId),
        kind: 'call',
        callId: call.callId,
        tool: call.tool,
        title: '',
        commandId: null,
        result: null,
      }),
    )
    const empty = answer.text === '' && answer.reasoning === '' && calls.length === 0
    this.deps.store.atomically(() => {
      if (!empty) for (const entry of [assistant, ...calls]) this.store(entry)
      this.record = { ...this.record, ...this.counted(ready, answer.usage), updatedAt: this.deps.clock.now() }
      this.deps.store.save(this.record)
    })
    live.finish(new Set(answer.calls.map((call) => call.callId)))
    if (!empty) for (const entry of [assistant, ...calls]) this.show(entry)
    if (answer.stop === 'length') this.addNotice({ type: 'cut-off' })
    this.emitSummary()
  }

  private counted(ready: ReadyModel, usage: TokenUsage | null): Pick<ChatRecord, 'tokens' | 'context'> {
    if (!usage) return { tokens: this.record.tokens, context: this.record.context }
    const { tokens } = this.record
    return {
      tokens: {
        input: tokens.input + usage.input,
        output: tokens.output + usage.output,
        cachedInput: tokens.cachedInput + usage.cachedInput,
        estimated: tokens.estimated || usage.estimated,
      },
      context: { used: usage.input + usage.output, window: ready.contextWindow },
    }
  }

  private endTurn(turn: RunningTurn, end: TurnEnd): void {
    turn.live?.finish(new Set())
    this.turn = null
    const at = this.deps.clock.now()
    switch (end.kind) {
      case 'done':
        this.change({ turn: { kind: 'idle' }, unread: true })
        break
      case 'failed':
        this.addNotice({ type: 'failure', failure: end.failure })
        this.change({ turn: { kind: 'failed', at, failure: end.failure }, unread: true })
        break
      case 'stopped':
        // Quitting is no Stop of the person: after the restart the chat offers to go on.
        if (this.deps.isDisposed()) this.change({ turn: this.brokenOff() })
        else this.change({ turn: { kind: 'stopped', at }, tellStillRunning: true })
        break
      case 'paused':
        this.addNotice({ type: 'step-limit', steps: end.steps })
        this.change({ turn: { kind: 'paused', at, steps: end.steps }, unread: true })
        break
    }
    if (this.record.queue.length > 0 && !this.deps.isDisposed()) {
      const queue = this.record.queue
      this.record = { ...this.record, queue: [] }
      this.take(queue)
      this.startTurn()
    }
  }

  /** The status of a turn that the end of the app cut off (S-346). */
  private brokenOff(): TurnStatus {
    const failure: ModelFailure = { code: 'app-ended', server: 'Vigil', detail: '', status: null }
    return { kind: 'failed', at: this.deps.clock.now(), failure }
  }

  private newLive(model: string): LiveAnswer {
    const { clock, ids, store, emit } = this.deps
    return new LiveAnswer({ chatId: this.id, model, clock, ids, nextSeq: () => store.nextSeq(this.id), emit })
  }

  // ── History ─────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Makes messages part of the history. The first carries what the agent must be told; the notices are crossed off in
   * the same transaction, so that each is told exactly once, also after a crash (S-224, S-301, S-314).
   */
  private take(messages: ChatRecord['queue']): void {
    const { commands, store, clock } = this.deps
    const notices = commands.takeNotices(this.id)
    const running = this.record.tellStillRunning ? commands.stillRunningText(this.id) : ''
    const told = [notices.text, running].filter((text) => text !== '').join('\n\n')
    const entries = messages.map(
      (message, index): Entry => ({
        id: entryIdSchema.parse(message.id),
        seq: store.nextSeq(this.id),
        at: message.at,
        kind: 'user',
        text: message.text,
        told: index === 0 && told !== '' ? told : null,
      }),
    )
    const first = messages[0]?.text ?? ''
    store.atomically(() => {
      for (const entry of entries) this.store(entry)
      commands.markTold(notices.records)
      this.record = {
        ...this.record,
        title: this.record.title || titleFrom(first),
        tellStillRunning: false,
        updatedAt: clock.now(),
      }
      store.save(this.record)
    })
    for (const entry of entries) this.show(entry)
    this.emitSummary()
  }

  /** A `shell` call shows as the card of its command from the moment the command exists (S-008). */
  private linkCommand(card: CommandCard): void {
    const entry = this.callEntry(card.callId)
    if (entry && entry.commandId === null) this.saveEntry({ ...entry, commandId: card.id })
  }

  private callEntry(callId: string): EntryOf<'call'> | undefined {
    const entries = this.history()
    const at = lastIndex(entries, (entry) => entry.kind === 'call' && entry.callId === callId)
    const entry = entries[at]
    return entry?.kind === 'call' ? entry : undefined
  }

  private addNotice(notice: ChatNotice): void {
    const { ids, store, clock } = this.deps
    const place = { id: entryIdSchema.parse(ids.next('entry')), seq: store.nextSeq(this.id), at: clock.now() }
    this.saveEntry({ ...place, kind: 'notice', notice })
  }

  private saveEntry(entry: Entry): void {
    this.store(entry)
    this.show(entry)
  }

  /** Disk first, then memory: memory never holds what a crash would lose. */
  private store(entry: Entry): void {
    this.deps.store.saveEntry(this.id, entry)
    const entries = this.history()
    const at = lastIndex(entries, (known) => known.id === entry.id)
    if (at >= 0) entries[at] = entry
    else insertBySeq(entries, entry)
  }

  private show(entry: Entry): void {
    const item = transcriptItem(entry)
    if (item) this.deps.emit({ name: 'transcript.item', payload: { chatId: this.id, item } })
  }

  private history(): Entry[] {
    this.entries ??= this.deps.store.entries(this.id)
    return this.entries
  }

  // ── The record ──────────────────────────────────────────────────────────────────────────────────────────

  private setActivity(activity: TurnActivity): void {
    if (!this.turn) return
    const since = this.record.turn.kind === 'running' ? this.record.turn.since : this.deps.clock.now()
    const turn: TurnStatus = { kind: 'running', turnId: this.turn.id, since, activity }
    if (JSON.stringify(turn) !== JSON.stringify(this.record.turn)) this.change({ turn })
  }

  private change(part: Partial<ChatRecord>): void {
    this.record = { ...this.record, ...part }
    this.deps.store.save(this.record)
    this.emitSummary()
  }

  private emitSummary(): void {
    this.deps.emit({ name: 'chat.changed', payload: { chat: this.summary() } })
  }

  private emitQueue(): void {
    for (const item of queuedItems(this.record.queue))
      this.deps.emit({ name: 'transcript.item', payload: { chatId: this.id, item } })
  }
}

/** From the end, where the entries of the running turn are. -1 when there is none. */
function lastIndex<T>(items: readonly T[], matches: (item: T) => boolean): number {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]
    if (item !== undefined && matches(item)) return at
  }
  return -1
}

function insertBySeq(entries: Entry[], entry: Entry): void {
  const after = lastIndex(entries, (known) => known.seq < entry.seq)
  entries.splice(after + 1, 0, entry)
}

function bugFailure(error: unknown): ModelFailure {
  const detail = error instanceof Error ? error.message : String(error)
  return { code: 'unknown', server: 'Vigil', detail: detail.slice(0, 500), status: null }
}
