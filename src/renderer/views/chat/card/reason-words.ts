import type { ApprovalReason } from '../../../../shared/command'
import type { DecisionReason, RuleName } from '../../../../shared/permissions'

/** One cause in the window's words: the key of its sentence, and what may stand in it. */
export type ReasonWords = { key: `reason.${RuleName}`; segment: string; subject: string; rule: RuleName }

// Records of older versions have no rule.
const OF_CODE: Record<ApprovalReason['code'], RuleName> = {
  'not-read-only': 'not-read-only',
  opaque: 'opaque',
  'writes-file': 'writes-file',
  'workdir-outside': 'outside-folder',
}

/** Says a cause in the language of the window; without a subject the part of the command stands for it. */
export function reasonWords(reason: ApprovalReason | DecisionReason): ReasonWords {
  const rule = reason.rule ?? ('code' in reason ? OF_CODE[reason.code] : 'opaque')
  const { segment } = reason
  return { key: `reason.${rule}`, segment, subject: reason.subject ?? segment, rule }
}

/** Causes that no rule and no mode lets pass. */
export const RUIN: ReadonlySet<RuleName> = new Set<RuleName>([
  'blocked-pattern',
  'ruin-system',
  'ruin-home',
  'ruin-disk',
  'unknown-target',
  'fork-bomb',
  'network-code',
])
