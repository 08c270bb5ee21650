import type { ApprovalDecision, DecisionReason } from '../../shared/permissions'

/** One cause of a decision. */
export type Reason = DecisionReason
/** What may happen to a command, and why. */
export type Decision = ApprovalDecision

/** Most reasons of one decision; a long chain repeats itself. */
export const REASONS_MAX = 8
/** Longest part of a command that a reason quotes, in UTF-16 units. */
const SEGMENT_MAX_CHARS = 200

/** The front of a part of a command, for a question. */
export function bounded(text: string): string {
  return text.length <= SEGMENT_MAX_CHARS ? text : `${text.slice(0, SEGMENT_MAX_CHARS)}…`
}
