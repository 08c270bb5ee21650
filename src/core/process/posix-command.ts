import { readFileSync } from 'node:fs'
import { EngineError } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import type { Disposable } from '../disposable'
import type { Event } from '../events'
import { OutputLog } from '../output/output-log'
import { OutputPipeline } from '../output/output-pipeline'
import type { CommandSpec, OutputStats, ProcessEnd, RunningCommand, StopReport } from '../ports'
import { isClosedPipe } from './closed-pipe'
import { codeOfSignal } from './exit-status'
import { randomMarker } from './fifo-channel'
import { type ProcessIdentity, treeOf } from './process-tree'
import {
  type ShellExit,
  type ShellListener,
  type StartDeps,
  type StartedShell,
  startShell,
} from './shell-start'
import { sendSignal, terminateTree } from './terminate'

/** Late output is collected until it has been silent for this long, in milliseconds (S-218). */
export const LATE_SILENCE_MS = 1000
/** The collection of late output ends at the latest this long after the shell's own exit, in milliseconds (S-218). */
export const LATE_CAP_MS = 3000

/** Runs one command in a POSIX shell; the login profile is left out when it ends or blocks the shell (B-040). */
export async function startPosixCommand(
  spec: CommandSpec,
  deps: StartDeps,
  signal: AbortSignal,
): Promise<RunningCommand> {
  let last: ShellExit | null = null
  for (const login of [true, false]) {
    let command: PosixCommand | null = null
    const listen = (shell: StartedShell) => {
      command = new PosixCommand(spec, shell, deps)
      return command
    }
    const result = await startShell(spec, deps, { login, listen }, signal)
    if (result.kind === 'started' && command !== null) return command
    if (result.kind === 'profile-failed') last = result.exit
  }
  const how = last?.signal ? `signal ${last.signal}` : `code ${last?.code ?? 'unknown'}`
  throw new EngineError('spawn-failed', `The shell ${spec.shell.path} ended before the command, with ${how}.`)
}

class PosixCommand implements RunningCommand, ShellListener {
  readonly pid: number
  readonly startedAt: Millis
  readonly onOutput: Event<OutputStats>
  readonly ended: Promise<ProcessEnd>
  private readonly pipeline: OutputPipeline
  private settleEnd: (end: ProcessEnd) => void = () => {}
  private exited: (ShellExit & { at: Millis }) | null = null
  private isOver = false
  private isMarked = false
  private isPipeClosed = false
  private silence: Disposable | null = null
  private cap: Disposable | null = null
  private stopping: Promise<StopReport> | null = null
  private known: ProcessIdentity[] = []

  constructor(
    private readonly spec: CommandSpec,
    private readonly shell: StartedShell,
    private readonly deps: StartDeps,
  ) {
    this.pid = shell.pid
    this.startedAt = deps.clock.now()
    this.pipeline = new OutputPipeline(new OutputLog(spec.logFile), deps.clock)
    this.onOutput = this.pipeline.onOutput
    this.ended = new Promise((resolve) => {
      this.settleEnd = resolve
    })
    if (shell.exit) this.exit(shell.exit)
  }

  stats(): OutputStats {
    return this.pipeline.stats()
  }

  stop(): Promise<StopReport> {
    this.stopping ??= this.isOver
      ? Promise.resolve({ confirmed: true, signal: 'none' as const })
      : this.endTree()
    return this.stopping
  }

  async dispose(): Promise<void> {
    if (this.isOver) {
      if (this.known.length > 0) await this.endTree()
    } else {
      await this.stop()
      await this.ended
    }
    this.shell.channel.close()
    this.pipeline.dispose()
  }

  // ── What the shell and its pipe tell ──────────────────────────────────────────────────────────────────────

  data(chunk: Buffer): void {
    if (this.isOver) return
    this.pipeline.write(chunk)
    if (this.isMarked) this.awaitSilence()
  }

  exit(exit: ShellExit): void {
    if (this.exited) return
    this.exited = { ...exit, at: this.deps.clock.now() }
    this.shell.channel.mark(randomMarker())
    this.cap = this.deps.clock.setTimer(LATE_CAP_MS, () => this.finish())
  }

  marked(): void {
    // Nobody but us held the pipe in the usual case: then its end follows at once, and the wait is cut short.
    this.isMarked = true
    this.awaitSilence()
  }

  end(): void {
    this.isPipeClosed = true
    if (this.exited) this.finish()
  }

  // ── The end ───────────────────────────────────────────────────────────────────────────────────────────────

  private awaitSilence(): void {
    if (this.isOver) return
    this.silence?.dispose()
    this.silence = this.deps.clock.setTimer(LATE_SILENCE_MS, () => this.finish())
  }

  private finish(): void {
    const { exited } = this
    if (this.isOver || !exited) return
    this.isOver = true
    this.silence?.dispose()
    this.cap?.dispose()
    this.pipeline.end()
    // Who still prints must not be killed by a broken pipe (S-219); what it prints is dropped (S-220).
    if (!this.isPipeClosed) this.shell.channel.detach()
    this.known = this.survivors()
    const isClosed = isClosedPipe(exited.code, this.spec.command, this.evidence())
    this.shell.cleanUp()
    this.settleEnd({
      code: exited.signal ? codeOfSignal(exited.signal) : isClosed ? 0 : exited.code,
      signal: exited.signal,
      closedPipe: isClosed,
      endedAt: exited.at,
      leftovers: this.known.map((one) => one.pid),
    })
  }

  /** The members of the group or session that live on; asked only where there can be any, as it reads all of /proc. */
  private survivors(): ProcessIdentity[] {
    if (this.isPipeClosed && !isGroupAlive(this.pid)) return []
    return treeOf(this.deps.table.list(), { pid: this.pid, isOurs: true }).map(({ pid, startTime }) => ({
      pid,
      startTime,
    }))
  }

  private evidence(): string | null {
    if (this.shell.probePath === null) return null
    try {
      return readFileSync(this.shell.probePath, 'utf8')
    } catch {
      // No pipeline failed with 141.
      return null
    }
  }

  private endTree(): Promise<StopReport> {
    const deps = { clock: this.deps.clock, table: this.deps.table, signal: sendSignal }
    return terminateTree({ pid: this.pid, isOurs: this.exited === null }, deps, this.known)
  }
}

function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    // ESRCH: nobody is left. EPERM cannot be: they are our own children.
    return false
  }
}
