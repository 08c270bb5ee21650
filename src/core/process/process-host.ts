import { EngineError } from '../../shared/errors'
import type { Clock } from '../clock'
import type { CommandSpec, DataPaths, HostFacts, ProcessHost, RunningCommand } from '../ports'
import { FifoPool } from './fifo-pool'
import { startPosixCommand } from './posix-command'
import { type ProcessTable, systemProcessTable } from './process-table'
import type { StartDeps } from './shell-start'

/** What the in-process host is made of. */
export type ProcessHostOptions = {
  clock: Clock
  facts: HostFacts
  paths: Pick<DataPaths, 'runtime'>
  /** Names of variables that carry the app's own keys; commands do not get them (B-034). */
  appKeyVariables?: readonly string[]
  table?: ProcessTable
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
  private readonly starting = new Set<AbortController>()
  private readonly deps: StartDeps
  private isOver = false

  constructor(options: ProcessHostOptions) {
    this.deps = {
      clock: options.clock,
      facts: options.facts,
      appKeys: options.appKeyVariables ?? [],
      pool: new FifoPool(options.paths.runtime),
      table: options.table ?? systemProcessTable(),
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
    this.starting.add(abort)
    try {
      const command = await startPosixCommand(spec, this.deps, abort.signal)
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
    for (const abort of this.starting) abort.abort()
    await Promise.all([...this.running].map((command) => command.stop()))
    await this.deps.pool.dispose()
  }
}

function aborted(): EngineError {
  return new EngineError('aborted', 'The command was stopped before it started.')
}
