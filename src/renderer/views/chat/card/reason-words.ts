import type { ApprovalReason } from '../../../../shared/command'
import type { DecisionReason, RuleName } from '../../../../shared/permissions'

/** One cause in the window's words: the key of its sentence, and what stands in its place. */
export type ReasonWords = { key: `reason.${RuleName}`; about: string; rule: RuleName }

// Records of older versions have no rule.
const OF_CODE: Record<ApprovalReason['code'], RuleName> = {
  'not-read-only': 'not-read-only',
  opaque: 'opaque',
  'writes-file': 'writes-file',
  'workdir-outside': 'outside-folder',
}

/** Says a cause in the language of the window; the sentence names its subject, else the part of the command. */
export function reasonWords(reason: ApprovalReason | DecisionReason): ReasonWords {
  const rule = reason.rule ?? ('code' in reason ? OF_CODE[reason.code] : 'opaque')
  return { key: `reason.${rule}`, about: reason.subject ?? reason.segment, rule }
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
