import type { Millis } from '../../shared/ids'

/** Pauses before the attempts after a failure; after the last one a person has to start the server. */
const PAUSES_MS: readonly Millis[] = [1000, 2000, 5000, 15_000, 60_000]
/** A server that ran this long had started well: its next end is a first one. */
const WELL_AFTER_MS: Millis = 60_000

/** Counts the failures of a server that follow each other. */
export class Restarts {
  private failures = 0

  /** The pause before the next attempt, or null when there is none. `ranMs` is how long the server was usable. */
  afterFailure(ranMs: Millis): Millis | null {
    if (ranMs >= WELL_AFTER_MS) this.failures = 0
    const pause = PAUSES_MS[this.failures] ?? null
    this.failures += 1
    return pause
  }

  /** A person starts it. */
  reset(): void {
    this.failures = 0
  }
}
