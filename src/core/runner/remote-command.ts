import type { LoginNote } from '../../shared/command'
import { EngineError, errorCodeSchema } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { Emitter } from '../events'
import { NO_STATS } from '../output/no-stats'
import type { CommandSpec, OutputStats, ProcessEnd, RunningCommand, StopReport } from '../ports'
import type { ProcessIdentity } from '../process/process-tree'
import { createDeferred, type Deferred } from './deferred'
import { readLostLog } from './lost-log'
import type { CommandHandle } from './protocol'
import type { Orphans } from './reaper'
import type { CommandTold, LinkListener, RunnerLink } from './runner-link'

/** Two shells may each take the 20 s that a login profile has, and the first must be ended in between. */
export const START_LIMIT_MS: Millis = 60_000
/** Ending a tree takes 2 s of grace and 2 s of confirming; a runner that says nothing by then hangs. */
export const STOP_LIMIT_MS: Millis = 8000
/** A stop, late output of 3 s, and ending what was left behind. */
export const DISPOSE_LIMIT_MS: Millis = 15_000
/** How long somebody who wants the newest state waits for it. */
export const REFRESH_LIMIT_MS: Millis = 1000

/** What a reap achieved, as {@link StopReport} and with those it could not end. */
export type ReapResult = { report: StopReport; left: number[] }

export type RemoteCommandDeps = {
  clock: Clock
  link: RunnerLink
  /** Ends what a dead runner left, with the help of another one. Never rejects. */
  reap(orphans: Orphans): Promise<ReapResult>
}

/** A command that runs in the runner. It knows the last update, and asks for everything else. */
export class RemoteCommand implements RunningCommand, LinkListener {
  private readonly output = new Emitter<OutputStats>()
  private readonly begun = createDeferred<void>()
  private readonly end = createDeferred<ProcessEnd>()
  private readonly gone = createDeferred<void>()
  private root: ProcessIdentity | null = null
  private started: { pid: number; at: Millis; loginNote: LoginNote | null } | null = null
  private last: OutputStats = NO_STATS
  private isEnded = false
  private isAbandoned = false
  private left: ProcessIdentity[] = []
  private stopping: Promise<StopReport> | null = null
  private stopAnswer: Deferred<StopReport> | null = null
  private disposing: Promise<void> | null = null
  private disposeAnswer: Deferred<'done' | 'lost'> | null = null
  private freshAnswer: Deferred<void> | null = null
  private leftAnswer: Deferred<void> | null = null

  readonly onOutput = this.output.event
  readonly ended: Promise<ProcessEnd> = this.end.promise
  /** Settles when nothing of the command runs any more, as far as anybody knows, and its end is told. */
  readonly settled: Promise<void> = this.gone.promise

  constructor(
    private readonly handle: CommandHandle,
    private readonly spec: CommandSpec,
    private readonly deps: RemoteCommandDeps,
  ) {}

  get pid(): number {
    return this.started?.pid ?? 0
  }

  get startedAt(): Millis {
    return this.started?.at ?? 0
  }

  get loginNote(): LoginNote | null {
    return this.started?.loginNote ?? null
  }

  /** Starts it; after an abort nothing runs (S-306, S-307). */
  async begin(keys: readonly string[], signal: AbortSignal): Promise<RunningCommand> {
    const { link, clock } = this.deps
    const command = this.handle
    const limits = [clock.setTimer(START_LIMIT_MS, () => this.abandon(noAnswer('start it')))]
    const onAbort = () => {
      link.send({ type: 'abort', command })
      limits.push(clock.setTimer(STOP_LIMIT_MS, () => this.abandon(abortedStart())))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      link.adopt(command, this)
      link.send({ type: 'start', command, spec: this.spec, keys: [...keys] })
      await this.begun.promise
    } catch (error) {
      throw signal.aborted ? abortedStart() : error
    } finally {
      signal.removeEventListener('abort', onAbort)
      for (const limit of limits) limit.dispose()
    }
    if (!signal.aborted) return this
    // The abort and the news of the start met on the way.
    await this.dispose()
    throw abortedStart()
  }

  stats(): OutputStats {
    return { ...this.last }
  }

  /** The state of this moment; the last update when the runner takes too long. */
  async refresh(): Promise<OutputStats> {
    if (!this.isEnded && !this.deps.link.isOver) {
      this.freshAnswer ??= this.askFresh()
      await this.freshAnswer.promise
    }
    return this.stats()
  }

  stop(): Promise<StopReport> {
    this.stopping ??= this.isEnded ? Promise.resolve(NOTHING_TO_STOP) : this.askStop()
    return this.stopping
  }

  async leftovers(): Promise<number[]> {
    if (this.left.length > 0 && !this.deps.link.isOver) {
      this.leftAnswer ??= this.askLeft()
      await this.leftAnswer.promise
    }
    return this.left.map((one) => one.pid)
  }

  dispose(): Promise<void> {
    this.disposing ??= this.endAll()
    return this.disposing
  }

  // ── What the runner tells ─────────────────────────────────────────────────────────────────────────────────

  receive(told: CommandTold): void {
    switch (told.type) {
      case 'spawned':
        this.root = told.root
        break
      case 'started':
        this.started = { pid: told.pid, at: told.startedAt, loginNote: told.loginNote }
        this.last = told.stats
        if (this.isAbandoned) this.deps.link.send({ type: 'stop', command: this.handle })
        this.begun.resolve()
        break
      case 'refused':
        this.begun.reject(new EngineError(codeOf(told.error.code), told.error.message))
        this.close()
        break
      case 'output':
        this.show(told.stats)
        break
      case 'fresh':
        this.show(told.stats)
        this.freshAnswer?.resolve()
        this.freshAnswer = null
        break
      case 'ended':
        this.finish(told.end, told.stats, told.left)
        break
      case 'stopped':
        this.stopAnswer?.resolve(told.report)
        break
      case 'leftovers':
        this.left = [...told.left]
        this.leftAnswer?.resolve()
        break
      case 'disposed':
        this.disposeAnswer?.resolve('done')
        break
    }
  }

  /** The runner died: what it had started is ended, and the command ends with what its log holds. */
  lost(): void {
    this.freshAnswer?.resolve()
    this.leftAnswer?.resolve()
    this.disposeAnswer?.resolve('lost')
    if (!this.isEnded) this.lose(this.deps.clock.now())
  }

  private async lose(at: Millis): Promise<void> {
    const { report, left } = await this.deps.reap({ root: this.root, known: [], wasRunning: true })
    const stats = await readLostLog(this.spec.logFile, this.last)
    this.begun.reject(
      new EngineError('spawn-failed', 'The process that runs commands ended while it started this one.'),
    )
    this.finish({ ...LOST_END, endedAt: at, leftovers: left }, stats, [])
    this.stopAnswer?.resolve(report)
  }

  private show(stats: OutputStats): void {
    if (this.isEnded) return
    this.last = stats
    this.output.fire(stats)
  }

  private finish(end: ProcessEnd, stats: OutputStats, left: readonly ProcessIdentity[]): void {
    if (this.isEnded) return
    this.show(stats)
    this.isEnded = true
    this.left = [...left]
    this.freshAnswer?.resolve()
    this.stopAnswer?.resolve(NOTHING_TO_STOP)
    this.end.resolve(end)
    if (!this.disposeAnswer) this.close()
  }

  /** Nobody waits any more; should it start after all, it is stopped. */
  private abandon(error: EngineError): void {
    this.isAbandoned = true
    this.deps.link.send({ type: 'abort', command: this.handle })
    this.begun.reject(error)
    this.gone.resolve()
  }

  private close(): void {
    this.deps.link.release(this.handle)
    this.output.dispose()
    this.gone.resolve()
  }

  // ── What is asked of it ───────────────────────────────────────────────────────────────────────────────────

  private askFresh(): Deferred<void> {
    const answer = createDeferred<void>()
    const limit = this.deps.clock.setTimer(REFRESH_LIMIT_MS, () => answer.resolve())
    answer.promise.then(() => {
      limit.dispose()
      this.freshAnswer = null
    })
    this.deps.link.send({ type: 'refresh', command: this.handle })
    return answer
  }

  private askLeft(): Deferred<void> {
    const { link, clock } = this.deps
    const answer = createDeferred<void>()
    const limit = clock.setTimer(REFRESH_LIMIT_MS, () => answer.resolve())
    answer.promise.then(() => {
      limit.dispose()
      this.leftAnswer = null
      // Who disposes it meanwhile still listens.
      if (!this.disposeAnswer) link.release(this.handle)
    })
    link.adopt(this.handle, this)
    link.send({ type: 'look', command: this.handle })
    return answer
  }

  private async askStop(): Promise<StopReport> {
    const { link, clock } = this.deps
    const answer = createDeferred<StopReport>()
    this.stopAnswer = answer
    link.send({ type: 'stop', command: this.handle })
    // Not answered: nothing may be claimed. The order stays in the channel and is obeyed when the runner wakes up.
    const limit = clock.setTimer(STOP_LIMIT_MS, () => answer.resolve({ confirmed: false, signal: 'none' }))
    try {
      return await answer.promise
    } finally {
      limit.dispose()
    }
  }

  private async endAll(): Promise<void> {
    if (this.isEnded && this.left.length === 0) return
    const { link, clock } = this.deps
    const answer = createDeferred<'done' | 'lost'>()
    this.disposeAnswer = answer
    const limit = clock.setTimer(DISPOSE_LIMIT_MS, () => answer.resolve('done'))
    try {
      if (link.isOver) answer.resolve('lost')
      else {
        link.adopt(this.handle, this)
        link.send({ type: 'dispose', command: this.handle })
      }
      const how = await answer.promise
      if (how === 'lost' && this.left.length > 0)
        await this.deps.reap({ root: this.root, known: this.left, wasRunning: false })
      this.left = []
    } finally {
      limit.dispose()
      this.disposeAnswer = null
      if (this.isEnded) this.close()
    }
  }
}

const NOTHING_TO_STOP: StopReport = { confirmed: true, signal: 'none' }
const LOST_END: Omit<ProcessEnd, 'endedAt' | 'leftovers'> = {
  code: null,
  signal: null,
  closedPipe: false,
  lost: true,
}

function codeOf(code: string) {
  const known = errorCodeSchema.safeParse(code)
  return known.success ? known.data : 'internal'
}

function abortedStart(): EngineError {
  return new EngineError('aborted', 'The command was stopped before it started.')
}

function noAnswer(what: string): EngineError {
  return new EngineError('spawn-failed', `The process that runs commands did not ${what} in time.`)
}
