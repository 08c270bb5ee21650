import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { EngineError } from '../../shared/errors'
import type { Clock } from '../clock'
import type { CommandSpec, HostFacts } from '../ports'
import { shellArgv } from './argv'
import { commandEnvironment } from './environment'
import { FifoChannel } from './fifo-channel'
import { type FifoPool, removeFile } from './fifo-pool'
import { loginWrapper } from './login-wrapper'
import { mentionsPipe } from './pipefail'
import type { ProcessTable } from './process-table'
import { missingFolder, spawnError } from './spawn-error'
import { sendSignal, terminateTree } from './terminate'

/**
 * How long a login profile may take, in milliseconds. Version managers and network homes take seconds (B-047); a
 * profile that takes longer waits for something that never comes, and the command then runs without it.
 */
export const PROFILE_LIMIT_MS = 20_000

/**
 * Longest text handed over as an argument, in bytes. Linux takes 128 KiB for one argument, of which quoting and the
 * wrapper need their part; a longer command goes through an owner-only file (B-196).
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

/** A shell whose login profile is done and whose command runs. Whoever receives it cleans up. */
export type StartedShell = {
  pid: number
  channel: FifoChannel
  /** Where evidence of a closed pipe would be (S-076); null without a pipe in the command. */
  probePath: string | null
  cleanUp(): void
}
export type ShellExit = { code: number | null; signal: string | null }

/** Who receives what a shell does. */
export type ShellReceiver = {
  /** The shell reads its start-up files: the time to prepare what takes time. */
  spawned(): void
  /** The login profile is done and the command begins. Nothing else comes before this. */
  begin(shell: StartedShell): void
  data(chunk: Buffer): void
  /** The shell has exited and everything it printed has been given. `held`: somebody else holds its pipe. */
  exit(exit: ShellExit, pipe: 'ended' | 'held'): void
  /** Nobody holds the pipe any more. */
  end(): void
}

export type StartResult =
  | { kind: 'started' }
  /** The login files ended the shell, or were cut off, before the command (B-040). */
  | { kind: 'profile-failed'; why: 'exited' | 'too-slow'; exit: ShellExit | null }

/**
 * Spawns one shell and waits until its login profile is done; nothing the profile prints reaches the receiver. After
 * an abort nothing runs (S-306, S-307).
 */
export async function startShell(
  spec: CommandSpec,
  deps: StartDeps,
  options: { login: boolean; receiver: ShellReceiver },
  signal: AbortSignal,
): Promise<StartResult> {
  let fifo: string
  try {
    fifo = await deps.pool.take()
  } catch (error) {
    throw new EngineError('spawn-failed', `No pipe could be made for the command: ${messageOf(error)}`, {
      cause: error,
    })
  }
  return new ShellStart(spec, deps, options, signal, fifo).result
}

class ShellStart {
  readonly result: Promise<StartResult>
  private resolve: (result: StartResult) => void = () => {}
  private reject: (error: unknown) => void = () => {}
  private readonly id = randomBytes(12).toString('hex')
  private readonly token = `vigil-${this.id}`
  private readonly lostToken = `lost-${this.id}`
  private readonly scriptPath: string | null
  private readonly probePath: string | null
  private readonly receiver: ShellReceiver
  private channel: FifoChannel | null = null
  private child: ChildProcess | null = null
  private exit: ShellExit | null = null
  /** What was read before the first line is complete. */
  private early: Buffer = Buffer.alloc(0)
  private state: 'waiting' | 'begun' | 'ending' = 'waiting'
  private isSettled = false
  private release = () => {}

  constructor(
    private readonly spec: CommandSpec,
    private readonly deps: StartDeps,
    private readonly options: { login: boolean; receiver: ShellReceiver },
    private readonly signal: AbortSignal,
    private readonly fifo: string,
  ) {
    this.receiver = options.receiver
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    const isLong = Buffer.byteLength(spec.command) > INLINE_LIMIT_BYTES
    this.scriptPath = isLong ? deps.pool.file(`s${this.id}`) : null
    this.probePath = mentionsPipe(spec.command) ? deps.pool.file(`x${this.id}`) : null
    if (signal.aborted) {
      this.fail(aborted())
      return
    }
    try {
      this.spawn()
    } catch (error) {
      this.giveUp(spawnError(error, spec.shell.path, spec.cwd))
    }
  }

  private spawn(): void {
    const { spec, deps } = this
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
    child.on('error', (error) => this.fail(spawnError(error, spec.shell.path, spec.cwd)))
    child.on('exit', (code, name) => this.exited({ code, signal: name }))
    if (child.pid === undefined) return
    // From here on the shell works too: what we still have to do costs no time of its own.
    this.channel = new FifoChannel(this.fifo, {
      data: (chunk) => (this.state === 'begun' ? this.receiver.data(chunk) : this.firstBytes(chunk)),
      end: () => {
        if (this.state === 'begun') this.receiver.end()
      },
    })
    const timer = deps.clock.setTimer(PROFILE_LIMIT_MS, () => {
      this.endTree().then(() => this.settle({ kind: 'profile-failed', why: 'too-slow', exit: this.exit }))
    })
    const onAbort = () => this.giveUp(aborted())
    this.signal.addEventListener('abort', onAbort, { once: true })
    this.release = () => {
      timer.dispose()
      this.signal.removeEventListener('abort', onAbort)
    }
    this.receiver.spawned()
  }

  private exited(exit: ShellExit): void {
    this.exit = exit
    // Reading what is left comes first: a fast command may have begun and ended before we looked once.
    const pipe = this.channel?.drain() ?? 'ended'
    if (this.state === 'begun') this.receiver.exit(exit, pipe)
    else if (this.state === 'waiting') this.settle({ kind: 'profile-failed', why: 'exited', exit })
  }

  private firstBytes(chunk: Buffer): void {
    if (this.state !== 'waiting') return
    this.early = Buffer.concat([this.early, chunk])
    const end = this.early.indexOf(0x0a)
    if (end < 0) return
    const { child, channel } = this
    if (child?.pid === undefined || channel === null) return
    if (this.early.toString('latin1', 0, end) !== this.token) {
      this.giveUp(missingFolder(this.spec.cwd))
      return
    }
    this.state = 'begun'
    this.receiver.begin({
      pid: child.pid,
      channel,
      probePath: this.probePath,
      cleanUp: () => this.removeFiles(),
    })
    const rest = this.early.subarray(end + 1)
    this.early = Buffer.alloc(0)
    if (rest.length > 0) this.receiver.data(rest)
    this.settle({ kind: 'started' })
  }

  /** Ends the tree and refuses the start once nothing runs any more. */
  private giveUp(error: EngineError): void {
    this.endTree().then(() => this.fail(error))
  }

  private async endTree(): Promise<void> {
    this.state = 'ending'
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
    this.state = 'ending'
    this.release()
    this.discard()
    this.reject(error)
  }

  private discard(): void {
    this.channel?.close()
    this.removeFiles()
  }

  private removeFiles(): void {
    removeFile(this.fifo)
    if (this.scriptPath) removeFile(this.scriptPath)
    if (this.probePath) removeFile(this.probePath)
  }
}

function aborted(): EngineError {
  return new EngineError('aborted', 'The command was stopped before it started.')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
