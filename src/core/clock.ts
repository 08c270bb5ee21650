import type { Millis } from '../shared/ids'
import { type Disposable, disposable } from './disposable'

/** Time as the engine sees it; tests drive it by hand. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): Millis
  /** Calls `run` once after `ms`, unless disposed before. */
  setTimer(ms: Millis, run: () => void): Disposable
}

/** The machine's clock. Timers do not keep the process alive longer than its work does. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(ms, run) {
    const timer = setTimeout(run, ms)
    return disposable(() => clearTimeout(timer))
  },
}

/** Resolves after `ms`; rejects with the signal's reason when aborted first. */
export function sleep(clock: Clock, ms: Millis, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => {
      timer.dispose()
      reject(signal.reason)
    }
    const timer = clock.setTimer(ms, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
