import { EngineError, toErrorData } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import type { CommandSpec, HostFacts, OutputStats, ProcessHost, RunningCommand } from '../ports'
import type { ProcessIdentity } from '../process/process-tree'
import type { DeadLedger, Ledger } from './ledger'
import type { LineChannel } from './line-channel'
import {
  boundedStats,
  type CommandHandle,
  PROTOCOL_VERSION,
  parseRequest,
  type RunnerEvent,
  type RunnerRequest,
} from './protocol'
import type { Reaper } from './reaper'

/**
 * Everything is stopped within 2 s of grace and 2 s of confirming; a runner that is not done by then is stuck, and must
 * not outlive its owner for that.
 */
export const SHUT_DOWN_LIMIT_MS: Millis = 10_000
/** Finished commands whose leftovers can still be ended; the oldest is forgotten first. */
export const LEFT_BEHIND_MAX = 256

/** What a runner works with. */
export type RunnerServerDeps = {
  channel: LineChannel
  clock: Clock
  reaper: Reaper
  /** Makes the host that does the work. */
  createHost(options: {
    facts: HostFacts
    runtime: string
    /** A list that changes with the owner's settings. */
    keys: readonly string[]
    onSpawn(spec: CommandSpec, pid: number): void
  }): ProcessHost
  identify(pid: number): Promise<ProcessIdentity | null>
  /** Begins the list of living shells that outlasts this process. */
  openLedger(runtime: string): Promise<Pick<Ledger, 'add' | 'remove' | 'close'>>
  /** What earlier runners left whose owner died with them. */
  deadLedgers(runtime: string): DeadLedger[]
  /** Ends this process. */
  exit(): void
}

/**
 * The runner's side: does what the owner asks with a host of its own, and tells small updates. When the channel closes,
 * the owner is gone: everything it started ends, and then the runner itself (S-344, S-349).
 */
export class RunnerServer {
  private host: ProcessHost | null = null
  private readonly keys: string[] = []
  private readonly starting = new Map<CommandHandle, { abort: AbortController; done: Promise<void> }>()
  private readonly running = new Map<CommandHandle, RunningCommand>()
  /** Finished commands with leftovers, oldest first. */
  private readonly leftBehind = new Map<CommandHandle, RunningCommand>()
  private readonly handles = new Map<string, CommandHandle>()
  /**
   * Updates that wait for the end of this turn of the loop, as an end that follows says the same, or until the owner
   * keeps up again; only the newest of a command counts (S-162).
   */
  private readonly waiting = new Map<CommandHandle, OutputStats>()
  /** What must be told before this process may end. */
  private readonly unfinished = new Set<Promise<void>>()
  private limit: Disposable | null = null
  private ledger: Promise<Pick<Ledger, 'add' | 'remove' | 'close'>> | null = null
  private isOver = false

  constructor(private readonly deps: RunnerServerDeps) {
    const { channel } = deps
    channel.onLine((line) => this.receive(line))
    channel.onClose(() => this.shutDown())
    channel.onRoom(() => this.catchUp())
  }

  /** Stops everything, confirms it to whoever still listens, and ends this process. Idempotent. */
  shutDown(): void {
    if (this.isOver) return
    this.isOver = true
    this.limit = this.deps.clock.setTimer(SHUT_DOWN_LIMIT_MS, () => this.deps.exit())
    this.stopAll().then(() => {
      this.limit?.dispose()
      this.send({ type: 'over' })
      this.deps.exit()
    })
  }

  private async stopAll(): Promise<void> {
    for (const { abort } of this.starting.values()) abort.abort()
    const starts = [...this.starting.values()].map(({ done }) => done)
    try {
      await this.host?.dispose()
    } catch (error) {
      this.reportBug(error)
    }
    // An aborted start is over only when its shell is gone, and an end is over only when it is told.
    await Promise.all([...starts, ...this.unfinished])
    await this.ledger?.then((ledger) => ledger.close()).catch((error: unknown) => this.reportBug(error))
  }

  private receive(line: string): void {
    const request = parseRequest(line)
    if (request === null) {
      this.reportBug(new Error(`Not a request: ${line.slice(0, 200)}`))
      return
    }
    this.answer(request)
  }

  private answer(request: RunnerRequest): void {
    switch (request.type) {
      case 'hello':
        this.begin(request)
        break
      case 'start':
        this.start(request)
        break
      case 'abort':
        this.starting.get(request.command)?.abort.abort()
        break
      case 'stop':
        this.work(this.stop(request.command))
        break
      case 'look':
        this.work(this.tellLeftovers(request.command))
        break
      case 'dispose':
        this.work(this.disposeCommand(request.command))
        break
      case 'refresh': {
        const command = this.running.get(request.command)
        if (command)
          this.send({ type: 'fresh', command: request.command, stats: boundedStats(command.stats()) })
        break
      }
      case 'reap':
        this.finish(this.reap(request))
        break
      case 'ping':
        this.send({ type: 'pong' })
        break
      case 'end':
        this.shutDown()
        break
    }
  }

  private begin({ version, facts, runtime }: Extract<RunnerRequest, { type: 'hello' }>): void {
    if (version !== PROTOCOL_VERSION || this.host) {
      this.reportBug(
        new Error(`The owner speaks version ${version} of the protocol, not ${PROTOCOL_VERSION}.`),
      )
      this.shutDown()
      return
    }
    this.host = this.deps.createHost({
      facts,
      runtime,
      keys: this.keys,
      onSpawn: (spec, pid) => {
        const command = this.handles.get(spec.commandId)
        if (command !== undefined) this.work(this.tellRoot(command, pid))
      },
    })
    this.ledger = this.deps.openLedger(runtime)
    this.work(this.endAbandoned(runtime))
    this.send({ type: 'ready', version: PROTOCOL_VERSION })
  }

  /** Ends what was left when an app and its runner were killed together (S-344, B-103, B-108). */
  private async endAbandoned(runtime: string): Promise<void> {
    await this.ledger
    for (const { shells, forget } of this.deps.deadLedgers(runtime)) {
      const ends = shells.map((shell) => this.deps.reaper.reap({ ...shell, wasRunning: false }))
      const left = (await Promise.all(ends)).flatMap((end) => end.left)
      if (left.length === 0) forget()
    }
  }

  private async tellRoot(command: CommandHandle, pid: number): Promise<void> {
    const root = await this.deps.identify(pid)
    if (!root) return
    this.send({ type: 'spawned', command, root })
    const ledger = await this.ledger
    // It may have ended by now.
    if (this.starting.has(command) || this.running.has(command)) ledger?.add(command, root)
  }

  private start({ command, spec, keys }: Extract<RunnerRequest, { type: 'start' }>): void {
    const { host } = this
    if (!host || this.isOver) {
      this.refuse(command, new EngineError('aborted', 'The runner is closing.'))
      return
    }
    this.keys.splice(0, this.keys.length, ...keys)
    const abort = new AbortController()
    this.handles.set(spec.commandId, command)
    const done = this.run(host, command, spec, abort.signal).finally(() => {
      this.starting.delete(command)
      this.handles.delete(spec.commandId)
      if (!this.running.has(command)) this.strike(command)
    })
    this.starting.set(command, { abort, done })
  }

  private async run(
    host: ProcessHost,
    command: CommandHandle,
    spec: CommandSpec,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const running = await host.start(spec, signal)
      this.running.set(command, running)
      const { pid, startedAt, loginNote } = running
      const stats = boundedStats(running.stats())
      this.send({ type: 'started', command, pid, startedAt, loginNote, stats })
      running.onOutput((stats) => this.tellOutput(command, boundedStats(stats)))
      this.finish(this.awaitEnd(command, running))
    } catch (error) {
      this.refuse(command, error)
    }
  }

  private refuse(command: CommandHandle, error: unknown): void {
    this.send({ type: 'refused', command, error: toErrorData(error) })
  }

  private tellOutput(command: CommandHandle, stats: OutputStats): void {
    if (!this.running.has(command)) return
    if (this.waiting.size === 0) setImmediate(() => this.catchUp())
    this.waiting.set(command, stats)
  }

  private catchUp(): void {
    if (this.deps.channel.isCongested) return
    for (const [command, stats] of this.waiting) this.send({ type: 'output', command, stats })
    this.waiting.clear()
  }

  private async awaitEnd(command: CommandHandle, running: RunningCommand): Promise<void> {
    const end = await running.ended
    this.waiting.delete(command)
    this.running.delete(command)
    this.strike(command)
    const left = await this.identities(end.leftovers)
    if (left.length > 0) this.leaveBehind(command, running)
    this.send({ type: 'ended', command, end, stats: boundedStats(running.stats()), left })
  }

  private strike(command: CommandHandle): void {
    if (this.ledger) this.work(this.ledger.then((ledger) => ledger.remove(command)))
  }

  private async identities(pids: readonly number[]): Promise<ProcessIdentity[]> {
    const found = await Promise.all(pids.map((pid) => this.deps.identify(pid)))
    return found.filter((one): one is ProcessIdentity => one !== null)
  }

  private leaveBehind(command: CommandHandle, running: RunningCommand): void {
    const [oldest] = this.leftBehind.keys()
    if (oldest !== undefined && this.leftBehind.size >= LEFT_BEHIND_MAX) this.leftBehind.delete(oldest)
    this.leftBehind.set(command, running)
  }

  private async stop(command: CommandHandle): Promise<void> {
    const running = this.running.get(command)
    const report = running ? await running.stop() : { confirmed: true, signal: 'none' as const }
    this.send({ type: 'stopped', command, report })
  }

  private async tellLeftovers(command: CommandHandle): Promise<void> {
    const finished = this.leftBehind.get(command)
    const left = await this.identities((await finished?.leftovers()) ?? [])
    if (left.length === 0) this.leftBehind.delete(command)
    this.send({ type: 'leftovers', command, left })
    if (left.length === 0) await finished?.dispose()
  }

  private async disposeCommand(command: CommandHandle): Promise<void> {
    const running = this.running.get(command) ?? this.leftBehind.get(command)
    this.leftBehind.delete(command)
    await running?.dispose()
    this.send({ type: 'disposed', command })
  }

  private async reap(request: Extract<RunnerRequest, { type: 'reap' }>): Promise<void> {
    const { command, root, known, wasRunning } = request
    const { report, left } = await this.deps.reaper.reap({ root, known, wasRunning })
    this.send({ type: 'reaped', command, report, left })
  }

  private finish(task: Promise<void>): void {
    const settled = task.catch((error: unknown) => this.reportBug(error))
    this.unfinished.add(settled)
    settled.then(() => this.unfinished.delete(settled))
  }

  private work(task: Promise<void>): void {
    task.catch((error: unknown) => this.reportBug(error))
  }

  private reportBug(error: unknown): void {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.send({ type: 'bug', message })
  }

  private send(event: RunnerEvent): void {
    this.deps.channel.send(event)
  }
}
