import { readFileSync } from 'node:fs'
import type { LoginNote } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import type { Disposable } from '../disposable'
import type { Event } from '../events'
import { legacyCharset } from '../output/legacy-text'
import { OutputLog } from '../output/output-log'
import { OutputPipeline } from '../output/output-pipeline'
import { StyleRecord, styleFileOf } from '../output/style-record'
import type { CommandSpec, OutputStats, ProcessEnd, RunningCommand, StopReport } from '../ports'
import { isClosedPipe } from './closed-pipe'
import { codeOfSignal } from './exit-status'
import type { ProcessIdentity } from './process-tree'
import { removeFile } from './run-folder'
import {
  type ShellExit,
  type ShellReceiver,
  type StartDeps,
  type StartedShell,
  startShell,
} from './shell-start'

/** Late output is collected until it has been silent for this long, in milliseconds (S-218). */
export const LATE_SILENCE_MS = 1000
/** The collection of late output ends at the latest this long after the shell's own exit, in milliseconds (S-218). */
export const LATE_CAP_MS = 3000

/**
 * Who closes its output ends a moment later: only who still lives after this time is left behind, in milliseconds.
 */
const LAST_STEPS_MS = 50

/** Runs one command in its shell; the login profile is left out when it ends or blocks the shell (B-040). */
export async function startShellCommand(
  spec: CommandSpec,
  deps: StartDeps,
  signal: AbortSignal,
): Promise<RunningCommand> {
  const command = new ShellCommand(spec, deps)
  let last: ShellExit | null = null
  try {
    for (const login of [true, false]) {
      const result = await startShell(spec, deps, { login, receiver: command }, signal)
      if (result.kind === 'started') return command
      last = result.exit
      command.loginNote = { code: result.why === 'exited' ? 'login-exited' : 'login-too-slow' }
    }
  } catch (error) {
    command.discard()
    throw error
  }
  command.discard()
  const how = last?.signal ? `signal ${last.signal}` : `code ${last?.code ?? 'unknown'}`
  throw new EngineError('spawn-failed', `The shell ${spec.shell.path} ended before the command, with ${how}.`)
}

class ShellCommand implements RunningCommand, ShellReceiver {
  readonly ended: Promise<ProcessEnd>
  loginNote: LoginNote | null = null
  private settleEnd: (end: ProcessEnd) => void = () => {}
  private begun: { shell: StartedShell; at: Millis } | null = null
  private output: OutputPipeline | null = null
  private exited: (ShellExit & { at: Millis }) | null = null
  private isOver = false
  private isPipeHeld = true
  private silence: Disposable | null = null
  private cap: Disposable | null = null
  private stopping: Promise<StopReport> | null = null
  private known: ProcessIdentity[] = []

  constructor(
    private readonly spec: CommandSpec,
    private readonly deps: StartDeps,
  ) {
    this.ended = new Promise((resolve) => {
      this.settleEnd = resolve
    })
  }

  get pid(): number {
    return this.shell.pid
  }

  get startedAt(): Millis {
    return this.begun?.at ?? 0
  }

  get onOutput(): Event<OutputStats> {
    return this.pipeline.onOutput
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

  async leftovers(): Promise<number[]> {
    if (this.known.length > 0) this.known = this.deps.tree.leftOf(this.pid, this.known)
    return this.known.map((one) => one.pid)
  }

  async dispose(): Promise<void> {
    if (!this.isOver) await this.stop()
    await this.ended
    if (this.known.length > 0) await this.endTree()
    this.shell.channel.close()
    this.pipeline.dispose()
  }

  /** The command never began: its empty log goes. */
  discard(): void {
    if (this.output === null) return
    this.output.dispose()
    removeFile(this.spec.logFile)
    removeFile(styleFileOf(this.spec.logFile))
  }

  // ── What the shell tells ──────────────────────────────────────────────────────────────────────────────────

  spawned(): void {
    const charset =
      legacyCharset({ ...this.deps.facts.env, ...this.spec.shell.env }) ?? this.deps.consoleCharset()
    this.output ??= new OutputPipeline(
      new OutputLog(this.spec.logFile),
      this.deps.clock,
      charset,
      new StyleRecord(styleFileOf(this.spec.logFile)),
    )
  }

  begin(shell: StartedShell): void {
    this.begun = { shell, at: this.deps.clock.now() }
  }

  data(chunk: Buffer): void {
    if (this.isOver) return
    this.pipeline.write(chunk)
    if (this.exited) this.awaitSilence()
  }

  exit(exit: ShellExit, pipe: 'ended' | 'held'): void {
    this.exited = { ...exit, at: this.deps.clock.now() }
    this.isPipeHeld = pipe === 'held'
    if (!this.isPipeHeld) {
      this.finish()
      return
    }
    this.cap = this.deps.clock.setTimer(LATE_CAP_MS, () => this.finish())
    this.awaitSilence()
  }

  end(): void {
    this.isPipeHeld = false
    if (this.exited) this.finish()
  }

  private get shell(): StartedShell {
    if (this.begun === null) throw new Error('the command has not begun')
    return this.begun.shell
  }

  private get pipeline(): OutputPipeline {
    if (this.output === null) throw new Error('the command has not begun')
    return this.output
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
    // Who still prints must not be killed by a broken pipe (S-219); what it prints is dropped (S-220).
    if (this.isPipeHeld) this.shell.channel.detach()
    const isClosed = isClosedPipe(exited.code, this.spec.command, this.evidence())
    // Nobody waits for files to go.
    setImmediate(() => this.shell.cleanUp())
    const survivors = () => this.deps.tree.survivors(this.pid, this.isPipeHeld)
    const settle = () => {
      this.known = survivors()
      this.settleEnd({
        code: exited.signal ? codeOfSignal(exited.signal) : isClosed ? 0 : exited.code,
        signal: exited.signal,
        closedPipe: isClosed,
        endedAt: exited.at,
        leftovers: this.known.map((one) => one.pid),
      })
    }
    try {
      this.pipeline.end()
    } finally {
      // Also when somebody who listens to the output throws: who waits for the end must not wait for ever. While the
      // tree is being ended, only its end shows who is left.
      if (this.stopping) this.stopping.then(settle, settle)
      else if (survivors().length > 0) this.deps.clock.setTimer(LAST_STEPS_MS, settle)
      else settle()
    }
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
    // The shell is gone and its late output is being collected: what still belongs to it ends too.
    if (this.exited && !this.isOver) this.known = this.deps.tree.survivors(this.pid, true)
    return this.deps.tree.end({ pid: this.pid, isOurs: this.exited === null }, this.known)
  }
}
