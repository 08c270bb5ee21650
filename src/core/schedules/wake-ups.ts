import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'

/** Longest single timer: longer ones overflow in the system, and a machine that slept is noticed within the hour. */
const TIMER_MAX_MS: Millis = 60 * 60_000

export type WakeUpsDeps = {
  clock: Clock
  /** The earliest planned time of all chats; null when nothing is planned. */
  next(): Millis | null
  /** Times up to now have come. */
  due(now: Millis): void
}

/** One timer for the planned wake-ups of all chats. Times that passed while the app was closed come at once (P-038). */
export class WakeUps implements Disposable {
  private timer: Disposable | null = null
  private isDisposed = false

  constructor(private readonly deps: WakeUpsDeps) {}

  /** Looks again, after any change of what is planned. */
  arm(): void {
    this.timer?.dispose()
    this.timer = null
    const next = this.isDisposed ? null : this.deps.next()
    if (next === null) return
    const { clock, due } = this.deps
    const wait = Math.min(Math.max(0, next - clock.now()), TIMER_MAX_MS)
    this.timer = clock.setTimer(wait, () => {
      due(clock.now())
      this.arm()
    })
  }

  dispose(): void {
    this.isDisposed = true
    this.arm()
  }
}
