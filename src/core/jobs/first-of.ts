import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { type Disposable, DisposableStore, disposable } from '../disposable'

/**
 * Something that may end a waiting: it calls `end` at most once, also at once, and stops watching when disposed.
 */
export type WaitCause<E> = (end: (value: E) => void) => Disposable

/** Waits until one cause comes true; the first wins, and all are released before this resolves. */
export function firstOf<E>(causes: readonly WaitCause<E>[]): Promise<E> {
  return new Promise((resolve) => {
    const watching = new DisposableStore()
    let over = false
    const end = (value: E) => {
      if (over) return
      over = true
      watching.dispose()
      resolve(value)
    }
    for (const cause of causes) {
      if (over) break
      watching.add(cause(end))
    }
  })
}

/** Comes true after `ms`. */
export function afterTime<E>(clock: Clock, ms: Millis, value: E): WaitCause<E> {
  return (end) => clock.setTimer(ms, () => end(value))
}

/** Comes true when the promise settles. */
export function whenSettled<E>(promise: Promise<unknown>, value: E): WaitCause<E> {
  return (end) => {
    let watching = true
    const settled = () => {
      if (watching) end(value)
    }
    promise.then(settled, settled)
    return disposable(() => {
      watching = false
    })
  }
}

/** Comes true when the signal is aborted, at once where it is already. */
export function whenAborted<E>(signal: AbortSignal, value: E): WaitCause<E> {
  return (end) => {
    const onAbort = () => end(value)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    return disposable(() => signal.removeEventListener('abort', onAbort))
  }
}
