import { assertNever } from '../../shared/assert-never'
import { type CommandState, isSettled, type Stopper } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import type { CommandId, Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import type {
  OutputStats,
  ProcessEnd,
  ProcessHost,
  RunningCommand,
  ShellResolver,
  StopReport,
} from '../ports'
import { NO_STATS, outputSummary } from './card-view'
import type { CommandRecord } from './command-record'
import type { CommandRegistry } from './command-registry'
import { advance, type CommandEvent } from './command-state'
import { windowEndedText } from './notice-text'
import type { OutputLogs } from './output-logs'
import { afterTime, firstOf, waitForResult, whenSettled } from './wait-for-result'

/** Longest a confirmed stop waits for the last output; the host itself caps late output at 3 s. */
const END_AFTER_STOP_MS: Millis = 5000

export type LiveCommandDeps = {
  registry: CommandRegistry
  host: ProcessHost
  shells: ShellResolver
  logs: OutputLogs
  clock: Clock
  reportBug(error: unknown): void
  /** The frozen message about an end, or null when nobody has to be told. Reads the log, so it may take a moment. */
  noticeFor(record: CommandRecord, next: CommandState): Promise<string | null>
}

/** What a call may do to its waiting; the command itself outlives it. */
export type CallSignals = {
  waitMs: Millis
  signal: AbortSignal
  /** Asked for when the waiting begins: a message that came while the command was pending ended no waiting (S-184). */
  userSpoke(): AbortSignal
}

/**
 * One command from its card to its end. It holds what a record cannot: the process, and who waits. It lives until the
 * command is settled; the registry stays the only writer.
 */
export class LiveCommand {
  private readonly starting = new AbortController()
  private readonly moved = new AbortController()
  private readonly decision = deferred()
  private readonly end = deferred()
  private process: RunningCommand | null = null
  private report: Promise<StopReport> | null = null

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

  /** Ends what the finished command left behind, when the user asks for it (S-219 keeps it until then). */
  async stopLeftovers(): Promise<void> {
    await this.process?.dispose()
    this.deps.registry.update(this.id, { leftovers: [] })
  }

  /**
   * Brings the command through approval and start, waits for it, and returns its record as it is when the waiting ends
   * (S-013, S-166, S-172…S-174). Never rejects for anything the command does.
   */
  async run({ waitMs, signal, userSpoke }: CallSignals): Promise<CommandRecord> {
    const onAbort = () => this.withdraw('stopped-before-start')
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (this.record.state.kind === 'pending')
        await firstOf([whenSettled(this.decision.promise, null), whenSettled(this.settled, null)])
      if (!isSettled(this.record.state)) await this.spawn()
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
    if (!isSettled(this.record.state)) await this.wait({ waitMs, signal, userSpoke })
    return this.record
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

  /** Ends only the agent's waiting (S-188); false when nobody waits. */
  moveToBackground(): boolean {
    if (this.record.state.kind !== 'running') return false
    this.moved.abort()
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

  private withdraw(because: 'stopped-before-start' | 'window-ended'): void {
    const at = this.deps.clock.now()
    const text = because === 'window-ended' ? windowEndedText(this.record, 'not-started') : null
    // The state first: an abort may run code that looks at it.
    this.advance(
      { type: 'withdrawn', at, because },
      { notice: text === null ? null : { text, at, told: false } },
    )
    this.starting.abort(new EngineError('aborted', 'The command was cancelled before it started.'))
  }

  /** Prepares the shell and spawns; a cancelled preparation never spawns (S-306, S-307). */
  private async spawn(): Promise<void> {
    const { shells, host, logs, clock } = this.deps
    const { chatId, command, cwd } = this.record
    const { signal } = this.starting
    try {
      const shell = await shells.resolve(signal)
      const logFile = await logs.fileFor(chatId, this.id)
      signal.throwIfAborted()
      const process = await host.start({ commandId: this.id, command, cwd, shell, logFile }, signal)
      if (signal.aborted) {
        // The host was faster than the cancelling: the card says it never started, so it must not go on.
        await process.stop()
        return
      }
      this.attach(process, logFile, shell.note)
    } catch (error) {
      if (signal.aborted) return
      this.advance({ type: 'not-started', at: clock.now(), ...startFailure(error) })
    }
  }

  private attach(process: RunningCommand, logFile: string, shellNote: CommandRecord['shellNote']): void {
    this.process = process
    process.onOutput((stats) => this.deps.registry.showOutput(this.id, outputSummary(stats)))
    this.advance({ type: 'spawned', at: process.startedAt, pid: process.pid }, { logFile, shellNote })
    process.ended.then((end) => this.finish(end)).catch(this.deps.reportBug)
  }

  private async wait({ waitMs, signal, userSpoke }: CallSignals): Promise<void> {
    const { clock } = this.deps
    const waited = await waitForResult({
      clock,
      finished: this.settled,
      waitMs,
      moved: this.moved.signal,
      userSpoke: userSpoke(),
      aborted: signal,
    })
    if (waited.kind === 'finished') return
    if (waited.kind === 'aborted') return this.stop('user')
    // A command that is being stopped has no background to go to: its end is near, and it is what the call reports.
    if (!this.advance({ type: 'waiting-ended', at: clock.now(), reason: waited.reason })) await this.settled
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
    const { clock, noticeFor } = this.deps
    for (;;) {
      const report = this.report ? await this.report : null
      const before = this.record
      const event: CommandEvent = { type: 'ended', at: clock.now(), end, report }
      const next = advance(before.state, event)
      if (next === before.state) return
      const text = await noticeFor(before, next)
      // While the text was made the command may have been moved, stopped or read: then it would not be true any more.
      const now = this.record
      if (now.state !== before.state || now.seenBytes !== before.seenBytes) continue
      const notice = text === null ? null : { text, at: event.at, told: false }
      this.advance(event, { output: outputSummary(this.stats), leftovers: end?.leftovers ?? [], notice })
      return
    }
  }

  private advance(event: CommandEvent, more: Parameters<CommandRegistry['advance']>[2] = {}): boolean {
    const moved = this.deps.registry.advance(this.id, event, more)
    if (moved && isSettled(this.record.state)) this.end.resolve()
    return moved
  }
}

function startFailure(error: unknown): { because: 'workdir-missing' | 'spawn-failed'; message: string } {
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
