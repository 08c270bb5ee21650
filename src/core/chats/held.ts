import type { TurnStatus } from '../../shared/chat'
import type { Millis } from '../../shared/ids'
import type { ModelFailure } from '../../shared/models'
import type { ChatRecord } from '../store/chat-store'

/** The status of a turn that the end of the app cut off: it offers to go on (S-346). */
export function brokenOff(at: Millis): TurnStatus {
  const failure: ModelFailure = { code: 'app-ended', server: 'Vigil', detail: '', status: null }
  return { kind: 'failed', at, failure }
}

/** What becomes of a turn that was running when the app ended. */
export function recoveredStatus(record: ChatRecord, at: Millis): TurnStatus {
  return record.isStopping ? { kind: 'stopped', at } : brokenOff(at)
}

/**
 * True when a chat is not woken and waits for its user (S-251, S-252, S-255). A turn that the end of the app cut off is
 * no failed turn: a result that did not reach it wakes the chat when it is opened (S-247, S-248).
 */
export function isHeld(turn: TurnStatus): boolean {
  switch (turn.kind) {
    case 'stopped':
    case 'paused':
      return true
    case 'failed':
      return turn.failure.code !== 'app-ended'
    case 'idle':
    case 'running':
      return false
  }
}
