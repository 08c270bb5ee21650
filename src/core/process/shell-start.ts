import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { EngineError } from '../../shared/errors'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import type { CommandSpec, HostFacts } from '../ports'
import { shellArgv } from './argv'
import { commandTransport, type Transport } from './command-transport'
import type { CommandTree } from './command-tree'
import { commandEnvironment } from './environment'
import { ProfileGate } from './profile-gate'
import { type RunFolder, removeFile } from './run-folder'
import type { Channel, ShellWiring } from './shell-wiring'
import { missingFolder, spawnError } from './spawn-error'

/**
 * How long a login profile may take, in milliseconds. Version managers and network homes take seconds (B-047); a
 * profile that takes longer waits for something that never comes, and the command then runs without it.
 */
export const PROFILE_LIMIT_MS = 20_000
/** How long the last words of a shell that ended in its profile are awaited, in milliseconds. */
const LAST_WORDS_MS = 1000

/** What starting a shell needs. */
export type StartDeps = {
  clock: Clock
  facts: HostFacts
  appKeys: readonly string[]
  folder: RunFolder
  /** The encoding of output that is no UTF-8 where the locale names none (S-068). */
  consoleCharset(): string | null
  tree: CommandTree
  wire(spec: CommandSpec): Promise<ShellWiring>
  /** Told of every shell as soon as it exists. */
  onSpawn(spec: CommandSpec, pid: number): void
}

/** A shell whose login profile is done and whose command runs. Whoever receives it cleans up. */
export type StartedShell = {
  pid: number
  channel: Channel
  /** Where evidence of a closed pipe would be (S-076); null where there is none. */
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
  /** The shell has exited. `ended`: all it printed has been given; `held`: somebody (still) holds its output. */
  exit(exit: ShellExit, output: 'ended' | 'held'): void
  /** Nobody holds the output any more. */
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
  let wiring: ShellWiring
  try {
    wiring = await deps.wire(spec)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new EngineError('spawn-failed', `No pipe could be made for the command: ${why}`, { cause: error })
  }
  return new ShellStart(spec, deps, options, signal, wiring).result
}

class ShellStart {
  readonly result: Promise<StartResult>
  private resolve: (result: StartResult) => void = () => {}
  private reject: (error: unknown) => void = () => {}
  private readonly receiver: ShellReceiver
  private readonly gate: ProfileGate
  private readonly transport: Transport
  private readonly env: Record<string, string>
  private channel: Channel | null = null
  private child: ChildProcess | null = null
  private exit: ShellExit | null = null
  private state: 'waiting' | 'begun' | 'ending' = 'waiting'
  private isSettled = false
  /** The shell is gone, and what it last wrote has not been read yet. */
  private awaitsLastWords = false
  private timer: Disposable | null = null

  constructor(
    private readonly spec: CommandSpec,
    private readonly deps: StartDeps,
    private readonly options: { login: boolean; receiver: ShellReceiver },
    private readonly signal: AbortSignal,
    private readonly wiring: ShellWiring,
  ) {
    this.receiver = options.receiver
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    const { facts, folder } = deps
    const id = randomUUID()
    const token = `vigil-${id}`
    const lostToken = `lost-${id}`
    this.gate = new ProfileGate(token, lostToken)
    this.env = commandEnvironment({
      host: facts.env,
      profile: spec.shell.env,
      platform: facts.platform,
      cwd: spec.cwd,
      appKeys: deps.appKeys,
      // cmd has no start-up file that could change it afterwards; the other shells append it themselves.
      appendPath: spec.shell.kind === 'cmd' ? facts.ripgrepDir : null,
    })
    // bash reads this file in place of the login profile, and it may be what ended the first attempt.
    if (!options.login) delete this.env.BASH_ENV
    this.transport = commandTransport({
      spec,
      platform: facts.platform,
      startPath: pathOf(this.env, facts.platform),
      ripgrepDir: facts.ripgrepDir,
      outputPath: wiring.outputPath,
      token,
      lostToken,
      scriptPath: folder.file(`s${id}`),
      probePath: folder.file(`x${id}`),
    })
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
    const { spec, transport } = this
    if (transport.script)
      writeFileSync(transport.script.path, transport.script.content, { mode: 0o600, flag: 'wx' })
    const argv = shellArgv(spec.shell, transport.text, { login: this.options.login })
    const child = this.wiring.spawn(argv, {
      cwd: spec.cwd,
      env: this.env,
      opensOutput: transport.opensOutput,
    })
    this.child = child
    child.on('error', (error) => this.fail(spawnError(error, spec.shell.path, spec.cwd)))
    child.on('exit', (code, name) => this.exited({ code, signal: name }))
    if (child.pid === undefined) return
    this.deps.onSpawn(spec, child.pid)
    // From here on the shell works too: what we still have to do costs no time of its own.
    this.channel = this.wiring.connect(child, {
      data: (chunk) => this.data(chunk),
      end: () => this.outputEnded(),
    })
    this.timer = this.deps.clock.setTimer(PROFILE_LIMIT_MS, () => {
      this.endTree().then(() => this.settle({ kind: 'profile-failed', why: 'too-slow', exit: this.exit }))
    })
    this.signal.addEventListener('abort', this.onAbort, { once: true })
    this.receiver.spawned()
    if (!transport.announces) this.begin(Buffer.alloc(0))
  }

  private data(chunk: Buffer): void {
    if (this.state === 'begun') {
      this.receiver.data(chunk)
      return
    }
    if (this.state === 'ending') return
    const answer = this.gate.push(chunk)
    if (answer.kind === 'begun') this.begin(answer.rest)
    else if (answer.kind === 'lost') this.giveUp(missingFolder(this.spec.cwd))
  }

  private begin(rest: Buffer): void {
    const { child, channel } = this
    if (child?.pid === undefined || channel === null) return
    this.state = 'begun'
    this.receiver.begin({
      pid: child.pid,
      channel,
      probePath: this.transport.probePath,
      cleanUp: () => this.removeFiles(),
    })
    if (rest.length > 0) this.receiver.data(rest)
    this.settle({ kind: 'started' })
    // A pipe that is read later than the shell ends: its end was noted before its beginning was known.
    if (this.awaitsLastWords && this.exit) this.receiver.exit(this.exit, 'held')
  }

  private exited(exit: ShellExit): void {
    this.exit = exit
    // Reading what is left comes first: a fast command may have begun and ended before we looked once.
    const output = this.channel?.drain() ?? 'ended'
    if (this.state === 'begun') this.receiver.exit(exit, output)
    else if (this.state === 'waiting' && output === 'ended') this.profileEnded()
    else if (this.state === 'waiting') {
      this.awaitsLastWords = true
      this.timer?.dispose()
      this.timer = this.deps.clock.setTimer(LAST_WORDS_MS, () => this.profileEnded())
    }
  }

  private outputEnded(): void {
    if (this.state === 'begun') this.receiver.end()
    else if (this.state === 'waiting' && this.exit) this.profileEnded()
  }

  private profileEnded(): void {
    this.state = 'ending'
    this.settle({ kind: 'profile-failed', why: 'exited', exit: this.exit })
  }

  private readonly onAbort = () => this.giveUp(aborted())

  /** Ends the tree and refuses the start once nothing runs any more. */
  private giveUp(error: EngineError): void {
    this.endTree().then(() => this.fail(error))
  }

  private async endTree(): Promise<void> {
    this.state = 'ending'
    this.release()
    const pid = this.child?.pid
    if (pid !== undefined) await this.deps.tree.end({ pid, isOurs: this.exit === null }, [])
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

  private release(): void {
    this.timer?.dispose()
    this.signal.removeEventListener('abort', this.onAbort)
  }

  private discard(): void {
    this.channel?.close()
    this.removeFiles()
  }

  private removeFiles(): void {
    this.wiring.cleanUp()
    if (this.transport.script) removeFile(this.transport.script.path)
    if (this.transport.probePath) removeFile(this.transport.probePath)
  }
}

function pathOf(env: Record<string, string>, platform: HostFacts['platform']): string {
  if (platform !== 'win32') return env.PATH ?? ''
  const name = Object.keys(env).find((present) => present.toUpperCase() === 'PATH')
  return name === undefined ? '' : (env[name] ?? '')
}

function aborted(): EngineError {
  return new EngineError('aborted', 'The command was stopped before it started.')
}
