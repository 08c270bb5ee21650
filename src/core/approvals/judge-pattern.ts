import type { Surroundings } from './judge'
import { judgeReading } from './judge'
import { isNeverAFile } from './read-only/builtin-names'
import { readingProgram } from './read-only/programs'
import { isHarmlessVariable } from './read-only/read-only'
import type { Argument } from './reading/argument'
import type { Segment } from './reading/segment'
import { isInside } from './rules/places'
import { fitsPattern, INNER_BLANK } from './rules/text-pattern'

/** The pattern of the person that covers a segment with all it runs, or null (S-388, S-389, S-392, S-394). */
export function matchedPattern(segment: Segment, around: Surroundings): string | null {
  if (segment.problem !== null || segment.kind !== 'command') return null
  if (segment.args.some(({ evaluates }) => evaluates)) return null
  const own = ownPattern(segment, around)
  const { inner } = segment
  if (!inner || inner.via === 'guess') return own
  const inside = inner.segments.map((each) => covering(each, around))
  const isCovered = !inside.includes(null)
  const first = inside.find((each) => each !== null && each !== READING) ?? null
  if (inner.via === 'wrapper') return own ?? (inner.isTransparent && isCovered ? first : null)
  // A text that is run again, and a program that is run for each file, must be allowed themselves.
  return isCovered ? (own ?? (inner.isTransparent ? first : null)) : null
}

/** Stands for a segment that needs no pattern; alone it allows no text that is run again. */
const READING = 'reading'

function covering(segment: Segment, around: Surroundings): string | null {
  const { onlyReads, objections } = judgeReading({ ...segment, isNested: false }, around)
  if (onlyReads && objections.length === 0) return READING
  return matchedPattern(segment, around)
}

function ownPattern(segment: Segment, { question, facts }: Surroundings): string | null {
  const { args, assignments } = segment
  const [program] = args
  if (program?.text == null || question.allow.length === 0) return null
  // A pattern for a known program means that program.
  if (!program.text.includes('/') && readingProgram(program.text) && !isNeverAFile(program.text)) {
    const { path, isRelative } = facts.program(program.text)
    if (path !== null && (isRelative || isInside(question.workspaceRoot, path))) return null
  }
  const words = args.map(wordOf).join(' ')
  const settings = assignments.map(({ name, value }) => `${name}=${wordOf(value)}`).join(' ')
  const isPlain = assignments.every(
    ({ name, isPlain: plain, value }) => plain && value.text !== null && isHarmlessVariable(name),
  )
  const texts =
    settings === '' ? [words] : isPlain ? [words, `${settings} ${words}`] : [`${settings} ${words}`]
  return question.allow.find((pattern) => texts.some((text) => fitsPattern(pattern, text))) ?? null
}

function wordOf({ text, prefix }: Argument): string {
  return (text ?? `${prefix}…`).replace(/\s/g, INNER_BLANK)
}
