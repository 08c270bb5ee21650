import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { EngineError } from '../../shared/errors'
import type { Clock } from '../clock'
import type { CommandSpec, HostFacts } from '../ports'
import { shellArgv } from './argv'
import { commandEnvironment } from './environment'
import { FifoChannel, randomMarker } from './fifo-channel'
import { type FifoPool, removeFile } from './fifo-pool'
import { loginWrapper } from './login-wrapper'
import { mentionsPipe } from './pipefail'
import type { ProcessTable } from './process-table'
import { sendSignal, terminateTree } from './terminate'

/**
 * How long a login profile may take, in milliseconds. Version managers and network homes take seconds (B-047); a
 * profile that takes longer waits for something that never comes, and the command then runs without it.
 */
export const PROFILE_LIMIT_MS = 20_000

/**
 * Longest text handed over as an argument, in bytes. Linux takes 128 KiB for one argument; a longer command goes
 * through an owner-only file (B-196).
 */
export const INLINE_LIMIT_BYTES = 100 * 1024

/** What starting a shell needs. */
export type StartDeps = {
  clock: Clock
  facts: HostFacts
  appKeys: readonly string[]
  pool: FifoPool
  table: ProcessTable
}

/** A shell whose login profile is done and whose command runs. Whoever listens to it cleans up. */
export type StartedShell = {
  pid: number
  channel: FifoChannel
  /** Set when the shell has exited already. */
  exit: ShellExit | null
  /** Where evidence of a closed pipe would be (S-076); null without a pipe in the command. */
  probePath: string | null
  cleanUp(): void
}
export type ShellExit = { code: number | null; signal: string | null }

/** Who receives what the channel reads and how the shell exits. */
export type ShellListener = {
  data(chunk: Buffer): void
  marked(): void
  end(): void
  exit(exit: ShellExit): void
}

export type StartResult =
  | { kind: 'started' }
  /** The login files ended the shell, or were cut off, before the command (B-040). */
  | { kind: 'profile-failed'; why: 'exited' | 'too-slow'; exit: ShellExit | null }

/**
 * Spawns one shell and waits until its login profile is done. `listen` is asked for the receiver at that moment, so
 * that nothing of the profile can reach it. After an abort nothing runs (S-306, S-307).
 */
export function startShell(
  spec: CommandSpec,
  deps: StartDeps,
  options: { login: boolean; listen: (shell: StartedShell) => ShellListener },
  signal: AbortSignal,
): Promise<StartResult> {
  return deps.pool.take().then(
    (fifo) => new ShellStart(spec, deps, options, signal, fifo).result,
    (error: unknown) => {
      throw new EngineError('spawn-failed', `No pipe could be made for the command: ${messageOf(error)}`)
    },
  )
}

class ShellStart {
  readonly result: Promise<StartResult>
  private resolve: (result: StartResult) => void = () => {}
  private reject: (error: unknown) => void = () => {}
  private readonly token = `vigil-${randomBytes(12).toString('hex')}`
  private readonly lostToken = `vigil-${randomBytes(12).toString('hex')}`
  private readonly scriptPath: string | null
  private readonly probePath: string | null
  private channel: FifoChannel | null = null
  private child: ChildProcess | null = null
  private exit: ShellExit | null = null
  /** What was read before the first line is complete. */
  private early: Buffer = Buffer.alloc(0)
  private listener: ShellListener | null = null
  private isSettled = false
  /** The tree is being ended: what it still prints starts nothing (S-307). */
  private isEnding = false

  constructor(
    private readonly spec: CommandSpec,
    private readonly deps: StartDeps,
    private readonly options: { login: boolean; listen: (shell: StartedShell) => ShellListener },
    private readonly signal: AbortSignal,
    private readonly fifo: string,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    const id = randomBytes(8).toString('hex')
    const isLong = Buffer.byteLength(spec.command) > INLINE_LIMIT_BYTES
    this.scriptPath = isLong ? deps.pool.file(`s${id}`) : null
    this.probePath = mentionsPipe(spec.command) ? deps.pool.file(`x${id}`) : null
    if (signal.aborted) {
      this.fail(new EngineError('aborted', 'The command was stopped before it started.'))
      return
    }
    try {
      this.begin()
    } catch (error) {
      this.fail(new EngineError('spawn-failed', this.explain(error), { cause: error }))
    }
  }

  private begin(): void {
    const { spec, deps } = this
    this.channel = new FifoChannel(this.fifo, {
      data: (chunk) => (this.listener ? this.listener.data(chunk) : this.firstBytes(chunk)),
      marked: () => this.listener?.marked(),
      end: () => (this.listener ? this.listener.end() : this.profileEnded()),
    })
    if (this.scriptPath) writeFileSync(this.scriptPath, spec.command, { mode: 0o600, flag: 'wx' })
    const env = commandEnvironment({
      host: deps.facts.env,
      profile: spec.shell.env,
      platform: deps.facts.platform,
      cwd: spec.cwd,
      appKeys: deps.appKeys,
      appendPath: null,
    })
    const text = loginWrapper({
      kind: spec.shell.kind,
      cwd: spec.cwd,
      path: { before: env.PATH ?? '', append: deps.facts.ripgrepDir },
      profileNames: new Set(Object.keys(spec.shell.env)),
      outputPath: this.fifo,
      token: this.token,
      lostToken: this.lostToken,
      command: this.scriptPath ? { scriptPath: this.scriptPath } : { inline: spec.command },
      probePath: this.probePath,
    })
    const argv = shellArgv(spec.shell, text, { login: this.options.login })
    // `detached` is a session and group of its own: no terminal, and one number to signal all of it.
    const child = spawn(argv.file, argv.args, { cwd: spec.cwd, env, detached: true, stdio: 'ignore' })
    this.child = child
    child.on('error', (error) =>
      this.fail(new EngineError('spawn-failed', this.explain(error), { cause: error })),
    )
    child.on('exit', (code, name) => {
      this.exit = { code, signal: name }
      if (this.listener) this.listener.exit(this.exit)
      // What the shell printed may still stand in the pipe: its end decides whether the command ever began.
      else this.channel?.mark(randomMarker())
    })
    if (child.pid === undefined) return
    const timer = deps.clock.setTimer(PROFILE_LIMIT_MS, () => {
      this.endTree().then(() => this.settle({ kind: 'profile-failed', why: 'too-slow', exit: this.exit }))
    })
    const onAbort = () => {
      this.endTree().then(() =>
        this.fail(new EngineError('aborted', 'The command was stopped before it started.')),
      )
    }
    this.signal.addEventListener('abort', onAbort, { once: true })
    this.release = () => {
      timer.dispose()
      this.signal.removeEventListener('abort', onAbort)
    }
  }

  private release = () => {}

  private firstBytes(chunk: Buffer): void {
    if (this.isSettled || this.isEnding) return
    this.early = this.early.length > 0 ? Buffer.concat([this.early, chunk]) : Buffer.from(chunk)
    const end = this.early.indexOf(0x0a)
    if (end < 0) return
    const line = this.early.toString('latin1', 0, end)
    if (line !== this.token) {
      this.endTree().then(() =>
        this.fail(new EngineError('workdir-missing', `Working directory does not exist: ${this.spec.cwd}`)),
      )
      return
    }
    const { child, channel } = this
    if (!child?.pid || !channel) return
    removeFile(this.fifo)
    const shell: StartedShell = {
      pid: child.pid,
      channel,
      exit: this.exit,
      probePath: this.probePath,
      cleanUp: () => this.removeFiles(),
    }
    this.listener = this.options.listen(shell)
    const rest = this.early.subarray(end + 1)
    this.early = Buffer.alloc(0)
    if (rest.length > 0) this.listener.data(rest)
    this.settle({ kind: 'started' })
  }

  private profileEnded(): void {
    if (this.exit) this.settle({ kind: 'profile-failed', why: 'exited', exit: this.exit })
  }

  private async endTree(): Promise<void> {
    this.isEnding = true
    this.release()
    const pid = this.child?.pid
    if (pid === undefined) return
    await terminateTree(
      { pid, isOurs: this.exit === null },
      { clock: this.deps.clock, table: this.deps.table, signal: sendSignal },
    )
  }

  private settle(result: StartResult): void {
    if (this.isSettled) return
    this.isSettled = true
    this.release()
    if (result.kind !== 'started') this.discard()
    this.resolve(result)
  }

  private fail(error: EngineError): void {
    if (this.isSettled) return
    this.isSettled = true
    this.release()
    this.discard()
    this.reject(error)
  }

  private discard(): void {
    this.channel?.close()
    removeFile(this.fifo)
    this.removeFiles()
  }

  private removeFiles(): void {
    if (this.scriptPath) removeFile(this.scriptPath)
    if (this.probePath) removeFile(this.probePath)
  }

  private explain(error: unknown): string {
    const { code } = error as NodeJS.ErrnoException
    const shell = this.spec.shell.path
    if (code === 'ENOENT') return `The shell does not exist: ${shell}`
    if (code === 'EACCES') return `The shell may not be executed: ${shell}`
    if (code === 'E2BIG')
      return 'The environment is too big for a new process: shorten the variables of the profile.'
    return `The shell ${shell} could not be started: ${messageOf(error)}`
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
