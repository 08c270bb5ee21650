import { assertNever } from '../../shared/assert-never'
import {
  type ApprovalQuestion,
  type BackgroundReason,
  type CommandState,
  isSettled,
  type NotStartedBecause,
  type Stopper,
  type WaitOver,
} from '../../shared/command'
import { EngineError } from '../../shared/errors'
import type { CommandId, Millis } from '../../shared/ids'
import type { WaitEnd } from '../attention/attention-state'
import type { ChatAttention } from '../attention/chat-attention'
import type { Clock } from '../clock'
import { NO_STATS } from '../output/no-stats'
import type {
  OutputStats,
  ProcessEnd,
  ProcessHost,
  RunningCommand,
  ShellResolver,
  StopReport,
} from '../ports'
import { reasonOf } from './background-reason'
import { outputSummary } from './card-view'
import type { CommandRecord, Notice } from './command-record'
import type { CommandRegistry, RecordPart } from './command-registry'
import { advance, type CommandEvent } from './command-state'
import { afterTime, firstOf, whenSettled } from './first-of'
import { windowEndedText } from './notice-text'
import type { OutputLogs } from './output-logs'
import type { WaitBoard } from './wait-board'

/** Longest a confirmed stop waits for the last output; the host itself caps late output at 3 s. */
const END_AFTER_STOP_MS: Millis = 5000

export type LiveCommandDeps = {
  registry: CommandRegistry
  host: ProcessHost
  shells: ShellResolver
  logs: OutputLogs
  clock: Clock
  /** Of the command's chat. */
  attention: ChatAttention
  board: WaitBoard
  reportBug(error: unknown): void
  /** The frozen message about an end, or null when nobody has to be told. Reads the log, so it may take a moment. */
  noticeFor(record: CommandRecord, next: CommandState): Promise<EndNotice | null>
  /** Bytes the agent has received, also by a result that is not stored yet. */
  seenBytes(record: CommandRecord): number
  /** What ended a wait for others, in the words of the card. */
  othersOf(end: Extract<WaitEnd, { kind: 'others-ended' }>): WaitOver
}

/** A message about an end before it has its place in the order of ends. */
export type EndNotice = Pick<Notice, 'kind' | 'text'>

/** What the agent is told when the rules let a command run before its turn came, and no longer do. */
const RULES_CHANGED =
  'Not started: calls before it changed what the rules say about it. Call the tool again to ask about it as it is now.'

/** How a call waits; the command itself outlives it. */
export type CallWaiting = {
  waitMs: Millis
  /** The agent gave a `timeout`: the waiting does not end early (S-182, S-183). */
  isExplicit: boolean
  /** It only waits: it never goes to the background and ends when there is something to hear (S-200). */
  isWaitOnly: boolean
  signal: AbortSignal
  /** Resolves when the calls before this one are done; it may be decided about before that, and then waits. */
  turn?: Promise<void>
  /**
   * Asked when a person has approved and nothing has started: why that is no longer what would run, in words for the
   * agent; null when it is.
   */
  recheck?: () => Promise<string | null>
  /**
   * Asks the rules again while the command waits for a person, since they may have changed, or only looks
   * whether they still let it run, which counts for no cap.
   */
  decideAgain?: (isOnlyLook: boolean) => Promise<DecidedAgain>
}

/** What the rules say now about a command that waits for a person. */
export type DecidedAgain =
  | { kind: 'run' }
  | ({ kind: 'ask' } & Omit<ApprovalQuestion, 'askedAt'>)
  | { kind: 'refuse'; message: string }

/**
 * One command from its card to its end. It holds what a record cannot: the process, and who waits. It lives until the
 * command is settled; the registry stays the only writer.
 */
export class LiveCommand {
  private readonly starting = new AbortController()
  private readonly decision = deferred()
  private readonly end = deferred()
  private process: RunningCommand | null = null
  private report: Promise<StopReport> | null = null
  private waitOver: WaitOver | null = null
  private decideAgain: CallWaiting['decideAgain']
  private isAllowedByRules = false
  /** Counts askings of the rules: only the latest answer counts. */
  private asked = 0

  /** Settles when the end of the command is stored. */
  readonly settled: Promise<void> = this.end.promise

  constructor(
    readonly id: CommandId,
    private readonly deps: LiveCommandDeps,
  ) {}

  get record(): CommandRecord {
    return this.deps.registry.need(this.id)
  }

  /** The output as it stands, with its unfinished line. */
  get stats(): OutputStats {
    return this.process?.stats() ?? NO_STATS
  }

  /** As {@link stats}, but asked for where the last update may be older than what is on the disk. */
  async latest(): Promise<OutputStats> {
    return (await this.process?.refresh?.()) ?? this.stats
  }

  /** Looks which processes of the finished command are still there; false when there are none any more (S-219). */
  async hasLeftovers(): Promise<boolean> {
    const left = (await this.process?.leftovers()) ?? []
    if (left.join() !== this.record.leftovers.join()) this.deps.registry.update(this.id, { leftovers: left })
    return left.length > 0
  }

  /** Ends what the finished command left behind, when the user asks for it (S-219 keeps it until then). */
  async stopLeftovers(): Promise<void> {
    await this.process?.dispose()
    this.deps.registry.update(this.id, { leftovers: [] })
  }

  /**
   * Brings the command through approval and start, waits for it, and returns its record as it is when the waiting ends
   * (S-013, S-166, S-172…S-174). Never rejects for anything the command does.
   */
  async run(waiting: CallWaiting): Promise<CommandRecord> {
    const { signal } = waiting
    this.decideAgain = waiting.decideAgain
    const onAbort = () => this.withdraw('stopped-before-start')
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const wasAsked = this.record.state.kind === 'pending'
      if (wasAsked) await firstOf([whenSettled(this.decision.promise, null), whenSettled(this.settled, null)])
      if (wasAsked && waiting.turn)
        await firstOf([whenSettled(waiting.turn, null), whenSettled(this.settled, null)])
      if (!isSettled(this.record.state)) await this.spawn(wasAsked ? this.recheckOf(waiting) : undefined)
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
    if (!isSettled(this.record.state)) await this.wait(waiting)
    return this.record
  }

  /** What must still hold when its turn comes: what the person saw, or that the rules let it run. */
  private recheckOf({ recheck, decideAgain, turn }: CallWaiting): CallWaiting['recheck'] {
    if (!this.isAllowedByRules) return recheck
    if (!turn || !decideAgain) return undefined
    return async () => ((await decideAgain(true)).kind === 'run' ? null : RULES_CHANGED)
  }

  /** Lets the command start; false when it was no longer pending (S-012, S-309). */
  approve(): boolean {
    const approved = this.advance({ type: 'approved', at: this.deps.clock.now() })
    if (approved) this.decision.resolve()
    return approved
  }

  /** Keeps the command from ever starting; false when it was no longer pending (S-010). */
  reject(text: string | null): boolean {
    return this.advance({ type: 'rejected', at: this.deps.clock.now(), text })
  }

  /**
   * The rules changed while a person was asked: it runs, is refused, or is asked about with the reasons of now (A-030,
   * True when it no longer waits because of that.
   */
  async reconsider(): Promise<boolean> {
    if (this.record.state.kind !== 'pending' || !this.decideAgain) return false
    this.asked += 1
    const round = this.asked
    const decided = await this.decideAgain(false)
    if (round !== this.asked || this.record.state.kind !== 'pending') return false
    const at = this.deps.clock.now()
    switch (decided.kind) {
      case 'run':
        this.isAllowedByRules = true
        return this.approve()
      case 'refuse':
        return this.advance({ type: 'not-started', at, because: 'not-allowed', message: decided.message })
      case 'ask': {
        const { reasons, alwaysAllow, blocked } = decided
        this.advance({ type: 'asked-again', at, question: { reasons, alwaysAllow, blocked } })
        return false
      }
    }
  }

  /** Ends only the agent's waiting (S-188); false when nobody waits. */
  moveToBackground(): boolean {
    if (this.record.state.kind !== 'running') return false
    this.deps.attention.take({ type: 'moved-by-user', wait: this.id })
    return true
  }

  /** Ends the command wherever it is, and resolves when that is known (S-287, S-289, S-306, S-309). */
  async stop(who: Stopper): Promise<void> {
    const { state } = this.record
    switch (state.kind) {
      case 'pending':
      case 'preparing':
        this.withdraw(who === 'quit' ? 'window-ended' : 'stopped-before-start')
        return
      case 'running':
      case 'background':
        this.advance({ type: 'stop-asked', at: this.deps.clock.now(), who })
        await this.stopProcess()
        return
      case 'stopping':
        await this.settled
        return
      case 'rejected':
      case 'not-started':
      case 'ended':
      case 'cancelled':
      case 'interrupted':
        return
      default:
        assertNever(state, 'command state')
    }
  }

  /**
   * Ends the command together with its window (S-339, S-344). One the agent waited for when the window crashed was
   * interrupted; its end is not waited for before that is said (S-347, S-348).
   */
  async endWithWindow(hasCrashed: boolean): Promise<void> {
    if (!hasCrashed || this.record.state.kind !== 'running') {
      await this.stop('quit')
      return
    }
    const at = this.deps.clock.now()
    const notice: EndNotice = { kind: 'window-ended', text: windowEndedText(this.record, 'awaited') }
    const output = { output: outputSummary(this.stats) }
    this.settle({ type: 'app-died', at, lastSeenAt: at }, output, notice, this.nextOrder())
    await this.process?.stop()
  }

  private withdraw(because: 'stopped-before-start' | 'window-ended'): void {
    const at = this.deps.clock.now()
    const notice: EndNotice | null =
      because === 'window-ended'
        ? { kind: 'window-ended', text: windowEndedText(this.record, 'not-started') }
        : null
    // The state first: an abort may run code that looks at it.
    this.settle({ type: 'withdrawn', at, because }, {}, notice, this.nextOrder())
    this.starting.abort(new EngineError('aborted', 'The command was cancelled before it started.'))
  }

  /** Prepares the shell and spawns; a cancelled preparation never spawns (S-306, S-307). */
  private async spawn(recheck?: CallWaiting['recheck']): Promise<void> {
    const { shells, host, logs, clock } = this.deps
    const { chatId, command, cwd } = this.record
    const { signal } = this.starting
    try {
      const changed = await recheck?.()
      if (changed != null) {
        this.advance({ type: 'not-started', at: clock.now(), because: 'changed', message: changed })
        return
      }
      const shell = await shells.resolve(signal)
      const logFile = await logs.fileFor(chatId, this.id)
      signal.throwIfAborted()
      const process = await host.start({ commandId: this.id, command, cwd, shell, logFile }, signal)
      if (signal.aborted) {
        // The host was faster than the cancelling: the card says it never started, so it must not go on.
        await process.stop()
        return
      }
      this.attach(process, logFile, shell.note ?? process.loginNote)
    } catch (error) {
      if (signal.aborted) return
      this.advance({ type: 'not-started', at: clock.now(), ...startFailure(error) })
    }
  }

  private attach(process: RunningCommand, logFile: string, shellNote: CommandRecord['shellNote']): void {
    const { attention, registry, reportBug } = this.deps
    this.process = process
    this.advance({ type: 'spawned', at: process.startedAt, pid: process.pid }, { logFile, shellNote })
    attention.take({ type: 'job-started', job: this.id, kind: 'command' })
    const showOutput = (stats: OutputStats) => {
      registry.showOutput(this.id, outputSummary(stats))
      const { bytes, openLine } = stats
      attention.take({ type: 'output', job: this.id, bytes, hasOpenLine: openLine.trim() !== '' })
    }
    process.onOutput(showOutput)
    // It may have printed before anyone listened.
    const first = process.stats()
    if (first.bytes > 0 || first.openLine !== '') showOutput(first)
    process.ended.then((end) => this.finish(end)).catch(reportBug)
  }

  private async wait({ waitMs, isExplicit, isWaitOnly, signal }: CallWaiting): Promise<void> {
    const { clock, board } = this.deps
    const waited = await board.wait(
      this.record.chatId,
      {
        id: this.id,
        job: this.id,
        kind: isWaitOnly ? 'wait-only' : 'call',
        until: clock.now() + waitMs,
        mayEndEarly: !isExplicit,
        quietMs: null,
        isSearching: false,
        seen: { bytes: 0, openLine: false },
      },
      signal,
    )
    switch (waited.kind) {
      case 'aborted':
        return this.stop('user')
      case 'ended':
        return this.settled
      case 'moved-by-user':
        return this.moveOn('user')
      default:
        return isWaitOnly ? this.cutShort(this.overOf(waited, waitMs)) : this.moveOn(reasonOf(waited))
    }
  }

  private async moveOn(reason: BackgroundReason): Promise<void> {
    const { clock, attention } = this.deps
    const moved = this.advance({ type: 'waiting-ended', at: clock.now(), reason })
    if (moved) attention.take({ type: 'job-moved', job: this.id })
    // A command that is being stopped has no background to go to: its end is near, and it is what the call reports.
    else await this.settled
  }

  private overOf(waited: WaitEnd, waitMs: Millis): WaitOver {
    if (waited.kind === 'others-ended') return this.deps.othersOf(waited)
    return waited.kind === 'user-message' ? { by: 'user-message' } : { by: 'limit', ms: waitMs }
  }

  /** Ends a command that only waited; nobody stopped it, so it is no stop (S-202, S-209). */
  private async cutShort(over: WaitOver): Promise<void> {
    this.waitOver = over
    await this.stopProcess()
    await this.settled
  }

  private async stopProcess(): Promise<void> {
    const { clock, reportBug } = this.deps
    const process = this.process
    if (!process) return
    this.report ??= process.stop().catch((error: unknown): StopReport => {
      reportBug(error)
      return { confirmed: false, signal: 'none' }
    })
    await this.report
    const ended = await firstOf([whenSettled(this.settled, true), afterTime(clock, END_AFTER_STOP_MS, false)])
    if (!ended) await this.finish(null)
  }

  /** Stores the end together with what must be told about it; a second end changes nothing. */
  private async finish(end: ProcessEnd | null): Promise<void> {
    const { clock, noticeFor, seenBytes } = this.deps
    // Its place among the ends is that of now, however long reading the output takes (S-246).
    const order = this.nextOrder()
    for (;;) {
      const report = this.report ? await this.report : null
      const before = this.record
      const event: CommandEvent = {
        type: 'ended',
        at: clock.now(),
        end,
        report,
        waitOver: this.waitOver,
      }
      const next = advance(before.state, event)
      if (next === before.state) return
      const seen = seenBytes(before)
      const notice = await noticeFor(before, next)
      // While the text was made the command may have been moved, stopped or read: then it would not be true any more.
      const now = this.record
      if (now.state !== before.state || seenBytes(now) !== seen) continue
      const more = { output: outputSummary(this.stats), leftovers: end?.leftovers ?? [] }
      this.settle(event, more, notice, order)
      return
    }
  }

  /** Stores an end with what must be told of it in one write, then lets the chat's attention know. */
  private settle(event: CommandEvent, more: RecordPart, notice: EndNotice | null, order: number): void {
    const stored = notice && { ...notice, at: event.at, order, told: false }
    if (!this.advance(event, { ...more, notice: stored })) return
    this.deps.attention.take({ type: 'job-ended', job: this.id, notice: notice?.kind ?? null, order })
  }

  private nextOrder(): number {
    return this.deps.registry.nextEndOrder(this.record.chatId)
  }

  private advance(event: CommandEvent, more: RecordPart = {}): boolean {
    const moved = this.deps.registry.advance(this.id, event, more)
    if (moved && isSettled(this.record.state)) this.end.resolve()
    return moved
  }
}

function startFailure(error: unknown): { because: NotStartedBecause; message: string } {
  const message = error instanceof Error ? error.message : String(error)
  const missing = error instanceof EngineError && error.code === 'workdir-missing'
  return { because: missing ? 'workdir-missing' : 'spawn-failed', message }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
