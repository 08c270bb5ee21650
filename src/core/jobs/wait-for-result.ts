import type { BackgroundReason } from '../../shared/command'
import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { type Disposable, DisposableStore, disposable } from '../disposable'

/** What ended a waiting. Only `aborted` concerns the command itself; everything else ends the waiting alone (S-172). */
export type WaitEnd =
  | { kind: 'finished' }
  | { kind: 'background'; reason: BackgroundReason }
  | { kind: 'aborted' }

/**
 * Something that may end a waiting: it calls `end` at most once, also at once, and stops watching when disposed. The
 * rules of later days (a server's sign, results of sibling calls) are further causes in the same list.
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

/** Comes true when the signal is aborted, at once if it already is. */
export function whenAborted<E>(signal: AbortSignal, value: E): WaitCause<E> {
  return (end) => {
    if (signal.aborted) {
      end(value)
      return disposable(() => {})
    }
    const onAbort = () => end(value)
    signal.addEventListener('abort', onAbort, { once: true })
    return disposable(() => signal.removeEventListener('abort', onAbort))
  }
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

export type ResultWaiting = {
  clock: Clock
  /** Settles when the end of the command is known and stored. */
  finished: Promise<unknown>
  waitMs: Millis
  /** Aborted by *Move to background* (S-188). */
  moved: AbortSignal
  /** Aborted when the user sends a message (S-184, S-185). */
  userSpoke: AbortSignal
  /** Aborted by Stop (S-292). */
  aborted: AbortSignal
}

/**
 * Waits for a command that was just spawned, so that neither approval nor preparation counts (S-013, S-166). A stop
 * comes before a message, and a message before patience, when several are already true.
 */
export function waitForResult(waiting: ResultWaiting): Promise<WaitEnd> {
  return firstOf<WaitEnd>([
    whenSettled(waiting.finished, { kind: 'finished' }),
    whenAborted(waiting.aborted, { kind: 'aborted' }),
    whenAborted(waiting.userSpoke, { kind: 'background', reason: 'user-message' }),
    whenAborted(waiting.moved, { kind: 'background', reason: 'user' }),
    afterTime(waiting.clock, waiting.waitMs, { kind: 'background', reason: 'waiting-ran-out' }),
  ])
}
