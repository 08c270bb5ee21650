import { bounded, type Decision, REASONS_MAX, type Reason } from './decision'
import type { FactBook } from './facts'
import { commandsIn } from './follow-text'
import { judgeReading, reason, type Surroundings } from './judge'
import { readsHidden } from './judge-hidden'
import { matchedPattern } from './judge-pattern'
import { ruinReasons } from './judge-ruin'
import { judgeWrites } from './judge-writes'
import type { Question } from './question'
import { everySegment, type Segment } from './reading/segment'
import { alwaysAllowPattern } from './rules/always-allow'
import { blockedText, onTheList } from './rules/blocked-list'
import { isInside } from './rules/places'
import { isProtectedFolder } from './rules/protected-paths'
import type { CommandParser, Parsed } from './syntax/parse-command'

/** What was found out about a text, by what it means. */
type Findings = {
  blocked: Reason[]
  ignored: Reason[]
  opaque: Reason[]
  protected: Reason[]
  asking: Reason[]
  allowed: Reason[]
  /** Patterns that would settle what asks; null once something asks that no pattern settles. */
  proposals: string[] | null
  onlyReads: boolean
}

/**
 * Decides about a command (S-372…S-401, A-019…A-039). Pure: the text, the rules and the facts are all it knows, and where
 * facts are missing it says so in the book. Blocked comes before the ignore file, that before protected places, those
 * before patterns and reading; the mode has the last word.
 */
export function decide(parsed: Parsed, question: Question, facts: FactBook, parse: CommandParser): Decision {
  return answer(lookInto(parsed, question, facts, parse), question)
}

function lookInto(parsed: Parsed, question: Question, facts: FactBook, parse: CommandParser): Findings {
  const { text, shell } = parsed
  const findings: Findings = {
    blocked: [],
    ignored: [],
    opaque: [],
    protected: [],
    asking: [],
    allowed: [],
    proposals: [],
    onlyReads: true,
  }
  const whole = { start: 0, end: text.length }
  const bomb = blockedText(text, question.blocked)
  if (bomb !== null)
    findings.blocked.push(reason(whole, bounded(text.trim()), 'blocked-pattern', onTheList(bomb), bomb))
  if (parsed.kind === 'opaque') {
    findings.onlyReads = false
    findings.proposals = null
    const { at, why } = parsed
    const part = text.slice(at.start, at.end) || text
    findings.opaque.push(reason(at, bounded(part.trim()), 'opaque', `not understood: ${why}`, why))
    return findings
  }
  if (parsed.doubt !== null) {
    const { at, why } = parsed.doubt
    findings.opaque.push(reason(at, bounded(text.trim()), 'opaque', `not understood: ${why}`, why))
    findings.onlyReads = false
    findings.proposals = null
  }
  const around: Surroundings = { question, facts, shell }
  const segments = commandsIn(parsed, question, facts, parse)
  findings.blocked.push(...ruinReasons(segments, around, parse))
  lookAtFolder(around, findings)
  for (const segment of segments) lookAt(segment, around, findings)
  return findings
}

function lookAtFolder({ question, facts }: Surroundings, findings: Findings): void {
  const { cwd, workspaceRoot, permissions } = question
  const { real } = facts.path(cwd)
  const whole = { start: 0, end: 0 }
  if (isProtectedFolder(real, question) || isProtectedFolder(cwd, question))
    findings.protected.push(
      reason(whole, bounded(cwd), 'protected-folder', `${cwd} is a protected folder`, cwd),
    )
  if (
    !isInside(workspaceRoot, real) &&
    !(permissions.readFilesExternally && permissions.listFilesExternally)
  ) {
    findings.asking.push(
      reason(whole, bounded(cwd), 'outside-folder', `${cwd} is outside the workspace`, cwd),
    )
    findings.proposals = null
  }
}

function lookAt(segment: Segment, around: Surroundings, findings: Findings): void {
  const quote = bounded(segment.text)
  const hidden = readsHidden(segment, around)
  if (hidden !== null)
    findings.ignored.push(
      reason(segment, quote, 'ignored-path', `${hidden} is hidden by the ignore file`, hidden),
    )
  if (segment.problem !== null) {
    findings.opaque.push(
      reason(segment, quote, 'opaque', `not understood: ${segment.problem}`, segment.problem),
    )
    findings.onlyReads = false
    findings.proposals = null
    return
  }
  for (const each of everySegment([segment])) {
    const writes = judgeWrites(each, around)
    findings.protected.push(...writes.protected)
    if (writes.asking.length > 0) findings.proposals = null
    findings.asking.push(...writes.asking)
  }
  const { onlyReads, objections } = judgeReading(segment, around)
  if (onlyReads && objections.length === 0) {
    if (segment.kind === 'command') findings.allowed.push(reason(segment, quote, 'read-only', 'only reads'))
    return
  }
  // Programs that are not who they seem do not only read.
  if (!onlyReads || objections.some(({ rule }) => rule === 'shadowed-program' || rule === 'git-settings'))
    findings.onlyReads = false
  const pattern = matchedPattern(segment, around)
  if (pattern !== null) {
    findings.allowed.push(reason(segment, quote, 'allowed-pattern', `allowed by \`${pattern}\``, pattern))
    return
  }
  findings.asking.push(...objections)
  const proposal = objections.every(({ rule }) => rule === 'not-read-only')
    ? alwaysAllowPattern(segment)
    : null
  if (proposal === null) findings.proposals = null
  else if (findings.proposals && !findings.proposals.includes(proposal)) findings.proposals.push(proposal)
}

function answer(findings: Findings, { mode }: Question): Decision {
  const { blocked, ignored, opaque, asking, allowed, proposals } = findings
  const isReading =
    findings.onlyReads && asking.length === 0 && ignored.length === 0 && findings.protected.length === 0
  const decided = (
    decision: Decision['decision'],
    reasons: Reason[],
    alwaysAllow: string[] = [],
  ): Decision => ({
    decision,
    readOnly: isReading && blocked.length === 0,
    blocked: blocked.length > 0,
    protected: findings.protected.length > 0,
    reasons: distinct(reasons).slice(0, REASONS_MAX),
    alwaysAllow,
  })
  const against = [...blocked, ...ignored, ...opaque, ...findings.protected, ...asking]
  if (mode === 'plan' && !findings.onlyReads) {
    const [first] = against
    const { start = 0, end = 0, segment = '' } = first ?? {}
    const plan = reason({ start, end }, segment, 'plan-mode', 'only reading is allowed while planning')
    return decided('refuse', [plan, ...against])
  }
  if (blocked.length > 0) return decided('ask', against)
  if (ignored.length > 0) return decided('refuse', ignored)
  if (opaque.length > 0) return decided('ask', against)
  if (mode === 'bypass') return decided('allow', bypassed(allowed, against))
  if (against.length > 0)
    return decided('ask', against, findings.protected.length > 0 ? [] : (proposals ?? []))
  return decided('allow', allowed)
}

function bypassed(allowed: readonly Reason[], against: readonly Reason[]): Reason[] {
  const rest = against.map(
    (each): Reason => ({ ...each, rule: 'bypass-mode', text: `not asked about in this mode: ${each.text}` }),
  )
  return [...rest, ...allowed]
}

function distinct(reasons: readonly Reason[]): Reason[] {
  const seen = new Set<string>()
  return reasons.filter(({ start, end, rule, text }) => {
    const key = `${start}:${end}:${rule}:${text}`
    return !seen.has(key) && seen.add(key)
  })
}
