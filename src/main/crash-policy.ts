import type { Millis } from '../shared/ids'

/** A page that ends again this soon would only repeat it when it were loaded again unasked. */
const CRASH_PAUSE_MS: Millis = 10_000
/** Most reloads of a run that nobody watches (S-352). */
const UNATTENDED_RELOADS_MAX = 3

/** What is done about a page whose process ended: load it again, ask the person, or end with a failure. */
export type AfterCrash = 'reload' | 'ask' | 'give-up'

/**
 * Decides after a crash. `crashes` are the moments of all crashes of this run, the newest last. A person is asked only
 * when a reload did not help (S-350); a run that nobody watches is loaded again three times and then fails (S-351,
 * S-352, S-354).
 */
export function afterCrash(crashes: readonly Millis[], isUnattended: boolean): AfterCrash {
  if (isUnattended) return crashes.length > UNATTENDED_RELOADS_MAX ? 'give-up' : 'reload'
  const [before, last] = crashes.slice(-2)
  if (before === undefined || last === undefined) return 'reload'
  return last - before < CRASH_PAUSE_MS ? 'ask' : 'reload'
}
