import type { Event } from '../events'

/** One runner as its owner reaches it: lines there and back, and its end. */
export type RunnerConnection = {
  /** Null when it could not be started; the end then follows. */
  readonly pid: number | null
  readonly onLine: Event<string>
  /** Told once, with the reason: nothing of it lives and everything it said has been given. */
  readonly onEnd: Event<string>
  send(message: object): void
  /** Ends it at once. */
  kill(why: string): void
}
