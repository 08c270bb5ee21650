import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { DisposableStore } from '../disposable'
import { Emitter } from '../events'
import type { HostFacts } from '../ports'
import {
  type CommandHandle,
  PROTOCOL_VERSION,
  parseEvent,
  type RunnerEvent,
  type RunnerRequest,
} from './protocol'
import type { RunnerConnection } from './runner-connection'

/** A cold start on a slow disk takes seconds; a runner that is not ready by then never will be. */
export const READY_LIMIT_MS: Millis = 20_000
/** While something is asked of a runner, it must say something this often. */
export const HEARTBEAT_MS: Millis = 5000
/**
 * So many silent heartbeats mean that it hangs. A minute, because a disk that sleeps or stalls holds a runner up, and
 * ending it ends its commands. Beats are counted, not time, so that a computer that slept is no reason.
 */
export const MISSED_BEATS_MAX = 12

/** An event about one command. */
export type CommandTold = Extract<RunnerEvent, { command: CommandHandle }>

/** Who wants to know about one command. */
export type LinkListener = {
  receive(event: CommandTold): void
  /** The runner has died; nothing more comes. */
  lost(): void
}

/** One runner from its start to its end: sends requests, gives events to whom they concern, notices when it hangs. */
export class RunnerLink {
  /** Rejects when the runner ends before it is ready, or is not ready in time. */
  readonly ready: Promise<void>
  private readonly owned = new DisposableStore()
  private readonly ends = this.owned.add(new Emitter<string>())
  private readonly listeners = new Map<CommandHandle, LinkListener>()
  private readonly beat = { timer: null as { dispose(): void } | null, missed: 0, isHeard: false }
  private isEnded = false
  private isReady = false

  /** Told once, with the reason, after the listeners. */
  readonly onEnd = this.ends.event

  constructor(
    private readonly connection: RunnerConnection,
    hello: { facts: HostFacts; runtime: string },
    private readonly deps: { clock: Clock; reportBug(error: unknown): void },
  ) {
    const { clock } = deps
    this.ready = new Promise((resolve, reject) => {
      const limit = this.owned.add(
        clock.setTimer(READY_LIMIT_MS, () => connection.kill(`it was not ready within ${READY_LIMIT_MS} ms`)),
      )
      this.owned.add(
        connection.onLine((line) => {
          this.beat.isHeard = true
          const event = parseEvent(line)
          if (event === null) this.reportStrange(line)
          else if (event.type !== 'ready') this.dispatch(event)
          else if (event.version !== PROTOCOL_VERSION)
            connection.kill(`it speaks version ${event.version} of the protocol, not ${PROTOCOL_VERSION}`)
          else {
            limit.dispose()
            this.isReady = true
            resolve()
          }
        }),
      )
      this.owned.add(
        connection.onEnd((why) => {
          reject(new Error(why))
          this.end(why)
        }),
      )
    })
    // Whoever waits for it hears of the failure; nobody may be waiting.
    this.ready.catch(() => {})
    this.send({ type: 'hello', version: PROTOCOL_VERSION, ...hello })
  }

  get pid(): number | null {
    return this.connection.pid
  }

  get isOver(): boolean {
    return this.isEnded
  }

  /** True once it was ready, also after its end. */
  get hasBeenReady(): boolean {
    return this.isReady
  }

  send(request: RunnerRequest): void {
    this.connection.send(request)
  }

  /** Events about this command go to the listener until it is released. */
  adopt(command: CommandHandle, listener: LinkListener): void {
    this.listeners.set(command, listener)
    if (!this.beat.timer) this.nextBeat()
  }

  release(command: CommandHandle): void {
    this.listeners.delete(command)
    if (this.listeners.size > 0) return
    this.beat.timer?.dispose()
    this.beat.timer = null
    this.beat.missed = 0
  }

  kill(why: string): void {
    this.connection.kill(why)
  }

  private dispatch(event: Exclude<RunnerEvent, { type: 'ready' }>): void {
    if (event.type === 'bug') this.deps.reportBug(new Error(`In the runner: ${event.message}`))
    else if ('command' in event) this.listeners.get(event.command)?.receive(event)
  }

  private nextBeat(): void {
    this.beat.isHeard = false
    this.beat.timer = this.deps.clock.setTimer(HEARTBEAT_MS, () => {
      this.beat.missed = this.beat.isHeard ? 0 : this.beat.missed + 1
      if (this.beat.missed > MISSED_BEATS_MAX) {
        this.connection.kill(`it did not answer for ${(MISSED_BEATS_MAX * HEARTBEAT_MS) / 1000} s`)
        return
      }
      this.send({ type: 'ping' })
      this.nextBeat()
    })
  }

  private reportStrange(line: string): void {
    // Never the line itself: it may hold what a command printed.
    this.deps.reportBug(new Error(`The runner sent ${line.length} characters that are no message.`))
  }

  private end(why: string): void {
    this.isEnded = true
    this.beat.timer?.dispose()
    this.beat.timer = null
    const listeners = [...this.listeners.values()]
    this.listeners.clear()
    for (const listener of listeners) listener.lost()
    this.ends.fire(why)
    this.owned.dispose()
  }
}
