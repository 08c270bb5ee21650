import type { Millis } from '../../shared/ids'

/** Starts of a runner within {@link START_WINDOW_MS}; one that dies faster than this will not do better by trying on. */
export const STARTS_MAX = 5
/** The window in which starts are counted, in milliseconds. */
export const START_WINDOW_MS: Millis = 60_000

/** Counts the starts of the last minute. */
export class StartLimit {
  private starts: Millis[] = []

  /** How long until another start is allowed; 0 when one is allowed now. */
  waitMs(now: Millis): Millis {
    const oldest = this.starts.at(-STARTS_MAX)
    // A clock that was put back says nothing.
    if (oldest === undefined || now < oldest) return 0
    return Math.max(0, oldest + START_WINDOW_MS - now)
  }

  note(now: Millis): void {
    this.starts = [...this.starts, now].slice(-STARTS_MAX)
  }
}
