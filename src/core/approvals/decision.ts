import type { Span } from './syntax/shell-syntax'

/** How much a chat may do unasked (A-019…A-022); bypass is the spec's Dangerous and Autopilot. */
export type PermissionMode = 'standard' | 'auto' | 'plan' | 'bypass'
export const PERMISSION_MODES: readonly PermissionMode[] = ['standard', 'auto', 'plan', 'bypass']

/** Which rule a reason comes from. */
export type RuleName =
  // Asks in every mode.
  | 'blocked-pattern'
  | 'ruin-system'
  | 'ruin-home'
  | 'ruin-disk'
  | 'unknown-target'
  | 'fork-bomb'
  | 'network-code'
  | 'opaque'
  // Refused in every mode.
  | 'ignored-path'
  // Asks unless everything is allowed.
  | 'protected-folder'
  | 'protected-path'
  | 'secret'
  | 'outside-folder'
  | 'outside-path'
  | 'unknown-path'
  | 'not-read-only'
  | 'writes-file'
  | 'shadowed-program'
  | 'git-settings'
  | 'permission-off'
  | 'request-cap'
  // Refused where only reading is allowed.
  | 'plan-mode'
  // Why something may run.
  | 'read-only'
  | 'allowed-pattern'
  | 'bypass-mode'

/** One cause of a decision: the part of the text, the rule, and a sentence for the person. */
export type Reason = Span & { segment: string; rule: RuleName; text: string }

/** What may happen to a command, and why. */
export type Decision = {
  decision: 'allow' | 'ask' | 'refuse'
  /** It only reads, and only what it may read: the built-in rule covers it (S-386). */
  readOnly: boolean
  /** On the blocked list or ruin: no rule and no mode lets it pass unseen (S-372). */
  blocked: boolean
  /** It works in, or writes to, a protected place (S-090, S-391). */
  protected: boolean
  reasons: Reason[]
  /** Patterns that would let it run next time; none where no pattern can. */
  alwaysAllow: string[]
}

/** Most reasons of one decision; a long chain repeats itself. */
export const REASONS_MAX = 8
/** Longest part of a command that a reason quotes, in UTF-16 units. */
const SEGMENT_MAX_CHARS = 200

/** The front of a part of a command, for a question. */
export function bounded(text: string): string {
  return text.length <= SEGMENT_MAX_CHARS ? text : `${text.slice(0, SEGMENT_MAX_CHARS)}…`
}
