import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { assertNever } from '../../shared/assert-never'
import type { Millis } from '../../shared/ids'
import type { McpState } from '../../shared/mcp'
import type { Clock } from '../clock'
import { type Disposable, DisposableStore } from '../disposable'
import { Emitter } from '../events'
import { firstOf, whenAborted, whenSettled } from '../jobs/first-of'
import type { McpConnection } from './connection'
import { connectWords } from './failure-words'
import type { LogRing } from './log-ring'
import { type OfferedTool, offeredTools } from './offered-tools'
import { Restarts } from './restarts'

/** How long a server may take until it has told its tools; some are downloaded first. */
export const CONNECT_LIMIT_MS: Millis = 60_000

export type ServerLifeDeps = {
  name: string
  clock: Clock
  /** Starts or reaches the server. Rejects with an error, or with the signal's reason. */
  connect(signal: AbortSignal): Promise<McpConnection>
  log: LogRing
}

/** A server that answers, with the tools that can be offered. */
export type ReadyServer = { connection: McpConnection; tools: readonly OfferedTool[] }

type Inner =
  | { kind: 'idle' }
  | { kind: 'starting'; stop: AbortController; over: Promise<void> }
  | { kind: 'ready'; connection: McpConnection; since: Millis; tools: OfferedTool[]; leftOut: LeftOut }
  | { kind: 'failed'; message: string; retry: { at: Millis; timer: Disposable } | null }
  | { kind: 'over' }
type LeftOut = { name: string; reason: string }[]

/**
 * One server from its first use to its end. It starts when somebody needs it; when it ends by itself or cannot be reached
 * it is tried again after growing pauses, and then waits for a person.
 */
export class ServerLife {
  private inner: Inner = { kind: 'idle' }
  private readonly owned = new DisposableStore()
  private readonly changes = this.owned.add(new Emitter<void>())
  readonly onChange = this.changes.event
  private readonly restarts = new Restarts()
  private readonly ends = new Set<Promise<void>>()

  constructor(private readonly deps: ServerLifeDeps) {}

  get state(): McpState {
    const { inner } = this
    switch (inner.kind) {
      case 'idle':
      case 'starting':
        return { kind: inner.kind }
      case 'ready':
        return {
          kind: 'ready',
          tools: inner.tools.map(({ tool, readOnly }) => ({ name: tool, readOnly })),
          leftOut: inner.leftOut,
        }
      case 'failed':
        return { kind: 'failed', message: inner.message, retryAt: inner.retry?.at ?? null }
      case 'over':
        return { kind: 'off' }
      default:
        return assertNever(inner, 'MCP server')
    }
  }

  /** What can be called at this moment, or null. */
  get ready(): ReadyServer | null {
    return this.inner.kind === 'ready' ? this.inner : null
  }

  /** Starts it if nobody did. One that failed waits for its next attempt. */
  start(): void {
    if (this.inner.kind === 'idle') this.begin()
  }

  /** Resolves when it is not starting any more, or when the signal is aborted. */
  async settled(signal: AbortSignal): Promise<void> {
    if (this.inner.kind === 'starting')
      await firstOf([whenSettled(this.inner.over, null), whenAborted(signal, null)])
  }

  /** A person starts it anew, whatever it does. */
  restart(): void {
    if (this.inner.kind === 'over') return
    this.restarts.reset()
    this.leave()
    this.begin()
  }

  /** Ends it for good; resolves when its process has ended. */
  async dispose(): Promise<void> {
    this.leave()
    this.inner = { kind: 'over' }
    this.owned.dispose()
    await Promise.all(this.ends)
  }

  private begin(): void {
    const stop = new AbortController()
    const starting: Inner = { kind: 'starting', stop, over: Promise.resolve() }
    starting.over = this.connect(starting)
    this.set(starting)
  }

  private async connect(starting: Extract<Inner, { kind: 'starting' }>): Promise<void> {
    const { clock, connect, name } = this.deps
    const { stop } = starting
    const limit = clock.setTimer(CONNECT_LIMIT_MS, () => stop.abort(new Error(TOO_SLOW)))
    try {
      const connection = await connect(stop.signal)
      if (this.inner !== starting) {
        await connection.close()
        return
      }
      const ready: Inner = {
        kind: 'ready',
        connection,
        since: clock.now(),
        ...offeredTools(name, connection.tools),
      }
      connection.onTools((tools) => this.retool(connection, tools))
      void connection.closed.then(() => this.lost(connection))
      this.set(ready)
    } catch (error) {
      if (this.inner === starting) this.fail(connectWords(error, this.deps.log.lastLine()), 0)
    } finally {
      limit.dispose()
    }
  }

  private retool(connection: McpConnection, tools: readonly Tool[]): void {
    if (this.inner.kind !== 'ready' || this.inner.connection !== connection) return
    this.set({ ...this.inner, ...offeredTools(this.deps.name, tools) })
  }

  private lost(connection: McpConnection): void {
    const { inner } = this
    if (inner.kind !== 'ready' || inner.connection !== connection) return
    this.fail(connectWords(new Error(ENDED), this.deps.log.lastLine()), this.deps.clock.now() - inner.since)
  }

  private fail(message: string, ranMs: Millis): void {
    const { clock } = this.deps
    const pause = this.restarts.afterFailure(ranMs)
    const retry =
      pause === null ? null : { at: clock.now() + pause, timer: clock.setTimer(pause, () => this.begin()) }
    this.set({ kind: 'failed', message, retry })
  }

  /** Lets go of what the state holds. */
  private leave(): void {
    const { inner } = this
    if (inner.kind === 'starting') {
      inner.stop.abort(new Error(ENDED))
      this.track(inner.over)
    }
    if (inner.kind === 'ready') this.track(inner.connection.close())
    if (inner.kind === 'failed') inner.retry?.timer.dispose()
    this.inner = { kind: 'idle' }
  }

  private track(end: Promise<void>): void {
    const ended = end.catch(() => {}).finally(() => this.ends.delete(ended))
    this.ends.add(ended)
  }

  private set(inner: Inner): void {
    this.inner = inner
    this.changes.fire()
  }
}

const TOO_SLOW = `It did not answer within ${CONNECT_LIMIT_MS / 1000} seconds.`
const ENDED = 'It ended.'
