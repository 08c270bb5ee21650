import { EngineError } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import { type Clock, sleep } from '../clock'
import type { Disposable } from '../disposable'
import type { CommandSpec, DataPaths, HostFacts, ProcessHost, RunningCommand } from '../ports'
import { createDeferred } from './deferred'
import type { CommandHandle } from './protocol'
import type { Orphans } from './reaper'
import { type ReapResult, RemoteCommand } from './remote-command'
import type { RunnerConnection } from './runner-connection'
import { RunnerLink } from './runner-link'
import { START_WINDOW_MS, STARTS_MAX, StartLimit } from './start-limit'

/** The runner gives itself 10 s to stop everything; then it hangs. */
export const END_LIMIT_MS: Millis = 12_000
/** How long a lost command waits for the end of its processes before it says that it could not be confirmed. */
export const REAP_LIMIT_MS: Millis = 10_000
/** A command that meets a dying runner may try another one so often; nothing of it has run by then. */
const ATTEMPTS = 2

/** What the owner of a runner supplies. */
export type RunnerHostOptions = {
  clock: Clock
  facts: HostFacts
  paths: Pick<DataPaths, 'runtime'>
  /** Names of variables that carry the app's own keys, read at every start (B-034). */
  appKeyVariables?: readonly string[]
  /** How long the first runner may wait for a command that needs it before it is started ahead of one. */
  warmAfterMs?: Millis
  /** Starts a runner. */
  connect(): RunnerConnection
  reportBug(error: unknown): void
}

/**
 * Runs commands in a small process of its own, which it starts ahead of the first one and keeps: a flood of output cannot hold up the
 * owner, and starting a command costs the same whatever the owner's memory. When the runner dies, its commands are
 * ended and reported as lost, and another runner takes over (S-239, S-347).
 */
export function createRunnerHost(options: RunnerHostOptions): RunnerHost {
  const host = new SupervisingHost(options)
  host.warmLater(options.warmAfterMs ?? 0)
  return host
}

/** A {@link ProcessHost} with a process of its own. */
export type RunnerHost = ProcessHost & {
  /** Resolves when a command would find the runner ready, or could not have one. */
  settleIn(): Promise<void>
}

class SupervisingHost implements RunnerHost {
  private link: RunnerLink | null = null
  private readonly starts = new StartLimit()
  private readonly starting = new Set<AbortController>()
  private readonly commands = new Set<RemoteCommand>()
  private nextHandle: CommandHandle = 1
  private disposing: Promise<void> | null = null
  private warming: Disposable | null = null

  constructor(private readonly options: RunnerHostOptions) {}

  warmLater(ms: Millis): void {
    if (ms > 0) this.warming = this.options.clock.setTimer(ms, () => this.warm())
    else this.warm()
  }

  /** Starts a runner ahead of the next command; a failure shows with that command. */
  private warm(): void {
    if (this.starts.waitMs(this.options.clock.now()) === 0) this.current()
  }

  async settleIn(): Promise<void> {
    // A failure is for the command that meets it.
    await this.link?.ready.catch(() => {})
  }

  async start(spec: CommandSpec, signal: AbortSignal): Promise<RunningCommand> {
    if (this.disposing || signal.aborted) throw aborted()
    const abort = new AbortController()
    const forward = () => abort.abort()
    signal.addEventListener('abort', forward, { once: true })
    this.starting.add(abort)
    try {
      const link = await this.readyLink(abort.signal)
      const { clock } = this.options
      const reap = (orphans: Orphans) => this.reap(orphans)
      const command = new RemoteCommand(this.nextHandle++, spec, { clock, link, reap })
      this.commands.add(command)
      command.settled.then(() => this.commands.delete(command))
      return await command.begin(this.options.appKeyVariables ?? [], abort.signal)
    } finally {
      this.starting.delete(abort)
      signal.removeEventListener('abort', forward)
    }
  }

  dispose(): Promise<void> {
    this.disposing ??= this.endAll()
    return this.disposing
  }

  private async endAll(): Promise<void> {
    this.warming?.dispose()
    for (const abort of this.starting) abort.abort()
    await this.endLink()
    // Lost on the way: another runner ends their processes.
    await Promise.all([...this.commands].map((command) => command.settled))
    await this.endLink()
  }

  private async endLink(): Promise<void> {
    const { link } = this
    if (!link || link.isOver) return
    const ended = createDeferred<void>()
    link.onEnd(() => ended.resolve())
    const limit = this.options.clock.setTimer(END_LIMIT_MS, () => link.kill('it did not end in time'))
    link.send({ type: 'end' })
    await ended.promise
    limit.dispose()
  }

  /** A runner that is ready. */
  private async readyLink(signal: AbortSignal): Promise<RunnerLink> {
    for (let attempt = 1; ; attempt++) {
      const link = this.current()
      try {
        await unlessAborted(link.ready, signal)
        return link
      } catch (error) {
        if (signal.aborted) throw aborted()
        if (attempt < ATTEMPTS) continue
        const why = error instanceof Error ? error.message : String(error)
        throw new EngineError('spawn-failed', `The process that runs commands could not be started: ${why}`, {
          cause: error,
        })
      }
    }
  }

  /** The runner there is, or a new one. */
  private current(): RunnerLink {
    const { clock, facts, paths, connect, reportBug } = this.options
    if (this.link && !this.link.isOver) return this.link
    this.warming?.dispose()
    if (this.starts.waitMs(clock.now()) > 0) throw tooManyStarts()
    this.starts.note(clock.now())
    const link = new RunnerLink(connect(), { facts, runtime: paths.runtime }, { clock, reportBug })
    link.onEnd((why) => this.ended(link, why))
    this.link = link
    return link
  }

  private ended(link: RunnerLink, why: string): void {
    if (this.disposing) return
    this.options.reportBug(new Error(`The process that runs commands ended: ${why}`))
    // The next command should find one that is warm; one that never got ready would only die again.
    if (link.hasBeenReady) this.warm()
  }

  private async reap(orphans: Orphans): Promise<ReapResult> {
    const pids = [...(orphans.root ? [orphans.root] : []), ...orphans.known].map(({ pid }) => pid)
    if (pids.length === 0) return { report: { confirmed: false, signal: 'none' }, left: [] }
    const answer = createDeferred<ReapResult>()
    const { clock, reportBug } = this.options
    const limit = clock.setTimer(REAP_LIMIT_MS, () =>
      answer.resolve({ report: { confirmed: false, signal: 'none' }, left: pids }),
    )
    // Goes on after the limit: the processes must end, whoever still waits for it.
    this.reapNow(orphans).then(answer.resolve).catch(reportBug)
    const result = await answer.promise
    limit.dispose()
    return result
  }

  private async reapNow(orphans: Orphans): Promise<ReapResult> {
    const { clock } = this.options
    const { signal } = new AbortController()
    for (;;) {
      if (!this.link || this.link.isOver) {
        const wait = this.starts.waitMs(clock.now())
        if (wait > 0) await sleep(clock, wait, signal)
      }
      const link = await this.readyLink(signal)
      const result = await this.askReap(link, orphans)
      if (result) return result
    }
  }

  /** Null when the runner died over it. */
  private askReap(link: RunnerLink, orphans: Orphans): Promise<ReapResult | null> {
    const handle = this.nextHandle++
    const answer = createDeferred<ReapResult | null>()
    link.adopt(handle, {
      receive(told) {
        if (told.type !== 'reaped') return
        link.release(handle)
        answer.resolve({ report: told.report, left: told.left })
      },
      lost: () => answer.resolve(null),
    })
    link.send({ type: 'reap', command: handle, ...orphans, known: [...orphans.known] })
    return answer.promise
  }
}

function unlessAborted(task: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function tooManyStarts(): EngineError {
  return new EngineError(
    'spawn-failed',
    `The process that runs commands ended ${STARTS_MAX} times within ${START_WINDOW_MS / 1000} s. Try again in a minute.`,
  )
}

function aborted(): EngineError {
  return new EngineError('aborted', 'The command was stopped before it started.')
}
