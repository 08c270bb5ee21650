import { EngineError } from '../../shared/errors'
import type { Clock } from '../clock'
import type { CommandSpec, DataPaths, HostFacts, ProcessHost, RunningCommand } from '../ports'
import { posixTree, windowsTree } from './command-tree'
import { createConsoleCharset } from './console-charset'
import { FifoPool } from './fifo-pool'
import { type ProcessTable, systemProcessTable } from './process-table'
import { RunFolder } from './run-folder'
import { startShellCommand } from './shell-command'
import { isPosixKind } from './shell-kind'
import type { StartDeps } from './shell-start'
import { fifoWiring, pipeWiring } from './shell-wiring'

/** What the in-process host is made of. */
export type ProcessHostOptions = {
  clock: Clock
  facts: HostFacts
  paths: Pick<DataPaths, 'runtime'>
  /** Names of variables that carry the app's own keys; commands do not get them (B-034). */
  appKeyVariables?: readonly string[]
  table?: ProcessTable
  /** The encoding of the Windows console; read from the system unless a test says otherwise (S-068). */
  consoleCharset?: () => string | null
  /**
   * Told of every shell the moment it exists, before its login profile is done, and again for a second attempt: who
   * must find it after a crash needs to know it from its first instant (S-344).
   */
  onSpawn?: (spec: CommandSpec, pid: number) => void
}

/**
 * Runs commands as children of this process (S-001): never in a terminal (S-005, S-006), each in a session of its own.
 * A later host does the same in a process of its own behind the same port.
 */
export function createProcessHost(options: ProcessHostOptions): ProcessHost {
  return new InProcessHost(options)
}

class InProcessHost implements ProcessHost {
  private readonly running = new Set<RunningCommand>()
  private readonly starting = new Map<AbortController, Promise<unknown>>()
  private readonly deps: StartDeps
  private readonly folder: RunFolder
  private readonly pool: FifoPool | null
  private isOver = false

  constructor(options: ProcessHostOptions) {
    const { clock, facts } = options
    this.folder = new RunFolder(options.paths.runtime)
    const pool = facts.platform === 'win32' ? null : new FifoPool(this.folder)
    this.pool = pool
    this.deps = {
      clock,
      facts,
      appKeys: options.appKeyVariables ?? [],
      folder: this.folder,
      tree: pool ? posixTree(clock, options.table ?? systemProcessTable()) : windowsTree,
      consoleCharset: options.consoleCharset ?? createConsoleCharset(facts.platform),
      onSpawn: options.onSpawn ?? (() => {}),
      wire: async ({ shell }) => (pool ? fifoWiring(pool) : pipeWiring(isPosixKind(shell.kind))),
    }
  }

  async start(spec: CommandSpec, signal: AbortSignal): Promise<RunningCommand> {
    if (this.isOver || signal.aborted) throw aborted()
    if (spec.command.includes('\0')) {
      throw new EngineError('spawn-failed', 'The command contains a NUL character, which no shell can take.')
    }
    const abort = new AbortController()
    const forward = () => abort.abort()
    signal.addEventListener('abort', forward, { once: true })
    try {
      const attempt = startShellCommand(spec, this.deps, abort.signal)
      this.starting.set(abort, attempt)
      const command = await attempt
      // The abort came in the moment in which the shell was ready.
      if (abort.signal.aborted) {
        await command.dispose()
        throw aborted()
      }
      this.running.add(command)
      command.ended.then(() => this.running.delete(command))
      return command
    } finally {
      this.starting.delete(abort)
      signal.removeEventListener('abort', forward)
    }
  }

  async dispose(): Promise<void> {
    this.isOver = true
    for (const abort of this.starting.keys()) abort.abort()
    await Promise.allSettled(this.starting.values())
    await Promise.all([...this.running].map((command) => command.stop()))
    await this.pool?.dispose()
    this.folder.remove()
  }
}

function aborted(): EngineError {
  return new EngineError('aborted', 'The command was stopped before it started.')
}
