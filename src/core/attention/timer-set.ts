import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'

type Armed = { at: Millis; firesAt: Millis; timer: Disposable }

/**
 * Named timers. Moving one to a later time, as every line of output does, costs nothing: the timer that is set fires
 * early, sees that it is not yet time, and is set again.
 */
export class TimerSet<Name extends string> implements Disposable {
  private readonly armed = new Map<Name, Armed>()

  constructor(
    private readonly clock: Clock,
    private readonly fire: (name: Name) => void,
  ) {}

  /** Sets a timer, or moves it. */
  arm(name: Name, at: Millis): void {
    const known = this.armed.get(name)
    if (known && known.firesAt <= at) {
      known.at = at
      return
    }
    known?.timer.dispose()
    this.set(name, at)
  }

  clear(name: Name): void {
    this.armed.get(name)?.timer.dispose()
    this.armed.delete(name)
  }

  dispose(): void {
    for (const { timer } of this.armed.values()) timer.dispose()
    this.armed.clear()
  }

  private set(name: Name, at: Millis): void {
    const timer = this.clock.setTimer(Math.max(0, at - this.clock.now()), () => this.ring(name))
    this.armed.set(name, { at, firesAt: at, timer })
  }

  private ring(name: Name): void {
    const known = this.armed.get(name)
    if (!known) return
    // The system may also fire a little early.
    if (known.at > this.clock.now()) {
      this.set(name, known.at)
      return
    }
    this.armed.delete(name)
    this.fire(name)
  }
}
