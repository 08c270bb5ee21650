import type { ChildProcess } from 'node:child_process'
import crossSpawn from 'cross-spawn'
import { EngineError } from '../../shared/errors'
import { type Clock, sleep } from '../clock'
import type { ServerHearer, ServerProcess, ServerSpec } from '../ports'
import { systemProcessTable } from './process-table'
import { type ProcessIdentity, treeOf } from './process-tree'
import { spawnShielded } from './shielded-spawn'
import { isFolder, missingFolder } from './spawn-error'
import { sendSignal, terminateTree } from './terminate'

/** How long a server may take to end by itself once its input is closed, in milliseconds. */
const GOODBYE_MS = 1000
/** How long the last words of a server that exited are awaited; somebody else may hold its streams. */
const DRAIN_MS = 500

/** A started server with its pid, for who remembers it. */
export type StartedServer = ServerProcess & { readonly pid: number }

/** Starts a server in a group of its own, so that it is ended together with all that it started. */
export async function startServerProcess(
  spec: ServerSpec,
  hearer: ServerHearer,
  clock: Clock,
): Promise<StartedServer> {
  if (!isFolder(spec.cwd)) throw missingFolder(spec.cwd)
  const child = spawnServer(spec)
  child.stdout?.on('data', hearer.data)
  child.stderr?.setEncoding('utf8').on('data', hearer.log)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(notStarted(error, spec.command)))
  })
  return new OwnedServer(child, clock)
}

function spawnServer({ command, args, cwd, env }: ServerSpec): ChildProcess {
  const options = { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] as const, windowsHide: true }
  try {
    // Windows finds `npx` only as a script of its command prompt, which needs quoting of its own.
    if (process.platform === 'win32') return crossSpawn(command, args, { ...options, stdio: 'pipe' })
    return spawnShielded(command, args, { ...options, detached: true })
  } catch (error) {
    throw notStarted(error, command)
  }
}

function notStarted(error: unknown, command: string): EngineError {
  const { code } = error as NodeJS.ErrnoException
  const why =
    code === 'ENOENT'
      ? `The program was not found: ${command}`
      : code === 'EACCES'
        ? `The program may not be executed: ${command}`
        : `${command} could not be started: ${error instanceof Error ? error.message : String(error)}`
  return new EngineError('spawn-failed', why, { cause: error })
}

class OwnedServer implements StartedServer {
  readonly pid: number
  readonly ended: Promise<string>
  private readonly exited: Promise<void>
  private stopping: Promise<void> | null = null

  constructor(
    private readonly child: ChildProcess,
    private readonly clock: Clock,
  ) {
    this.pid = child.pid ?? 0
    this.exited = new Promise((resolve) => child.once('exit', () => resolve()))
    this.ended = new Promise((resolve) => {
      const end = () => resolve(howItEnded(child))
      child.once('close', end)
      child.once('exit', () => {
        // At this moment the number is still its group's; whoever is left of it would be nobody's.
        void this.terminate(true, [])
        clock.setTimer(DRAIN_MS, end)
      })
    })
    // It may end at any time; `ended` says so.
    for (const stream of [child, child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {})
  }

  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stdin } = this.child
      if (!stdin?.writable) return reject(new EngineError('not-running', 'The server has ended.'))
      stdin.write(text, (error) => (error ? reject(error) : resolve()))
    })
  }

  stop(): Promise<void> {
    this.stopping ??= this.end()
    return this.stopping
  }

  private async end(): Promise<void> {
    if (this.isOver()) return
    const members = treeOf(systemProcessTable().list(), { pid: this.pid, isOurs: true })
    this.child.stdin?.end()
    const patience = new AbortController()
    await Promise.race([this.exited, sleep(this.clock, GOODBYE_MS, patience.signal).catch(() => {})])
    patience.abort()
    await this.terminate(!this.isOver(), members)
  }

  private isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  private async terminate(isOurs: boolean, known: readonly ProcessIdentity[]): Promise<void> {
    if (process.platform === 'win32') {
      this.child.kill()
      return
    }
    const deps = { clock: this.clock, table: systemProcessTable(), signal: sendSignal }
    await terminateTree({ pid: this.pid, isOurs }, deps, known)
  }
}

function howItEnded({ exitCode, signalCode }: ChildProcess): string {
  return signalCode === null
    ? `it exited with code ${exitCode ?? 'unknown'}`
    : `it was ended by ${signalCode}`
}
