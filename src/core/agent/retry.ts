import type { Millis } from '../../shared/ids'
import type { ModelFailure } from '../../shared/models'
import type { Ids } from '../ports'

/** A failed request, as its `error` event describes it. */
export type FailedRequest = { failure: ModelFailure; retryable: boolean; retryAfterMs: Millis | null }

/** Retries of one request: five cover about half a minute of a busy server. */
const MAX_RETRIES = 5
/** A server that refuses connections is most often not running; waiting longer only hides that. */
const MAX_RETRIES_UNREACHABLE = 3
/** The first delay; each later one is twice as long. */
const FIRST_DELAY_MS: Millis = 1000
const LONGEST_DELAY_MS: Millis = 30_000
/** A server that asks for more patience than this gets none: the person should know now. */
const LONGEST_RETRY_AFTER_MS: Millis = 120_000

/**
 * Decides whether and when a request that failed before its first event is sent again: growing delays, a
 * server's own wish honoured, and a little chance, so that several chats do not come back at the same moment.
 * @param retry number of the retry this would be, from 1
 * @param chance from 0 up to 1
 */
export function planRetry(
  failed: FailedRequest,
  retry: number,
  chance: number,
): { wait: true; ms: Millis; of: number } | { wait: false } {
  const of = failed.failure.code === 'unreachable' ? MAX_RETRIES_UNREACHABLE : MAX_RETRIES
  const asked = failed.retryAfterMs ?? 0
  if (!failed.retryable || retry > of || asked > LONGEST_RETRY_AFTER_MS) return { wait: false }
  const growing = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1))
  const spread = growing * (0.75 + chance / 2)
  return { wait: true, ms: Math.round(Math.max(spread, asked)), of }
}

/** A number from 0 up to 1 drawn from the port for identifiers, so that tests repeat it. */
export function chanceFrom(ids: Ids): number {
  let hash = 0x811c9dc5
  for (const character of ids.next('retry')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return (hash >>> 0) / 2 ** 32
}
