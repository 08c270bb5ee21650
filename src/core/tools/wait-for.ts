import type { Millis, TerminalId } from '../../shared/ids'
import type { Clock } from '../clock'
import type { CommandService } from '../jobs/command-service'
import { durationText } from '../jobs/duration-text'
import { type LineMatcher, MATCH_MAX_CHARS, patternMatcher, textMatcher } from '../jobs/line-matcher'
import type { Watched } from '../jobs/output-watch'
import type { WaitingRules } from '../jobs/waiting-rules'
import { progressAnswer, withSeen } from './result-text'
import { findTerminal, parseTerminalId } from './terminal-lookup'
import type { ParsedInput, Tool } from './tool'
import { inputObject } from './tool-input'
import { WAIT_FOR_SCHEMA, waitForDescription } from './tool-texts'

/** Most texts one call may wait for. */
const TEXTS_MAX = 20
/** Shortest quiet that means anything: output updates are merged for 250 ms. */
const QUIET_MIN_MS: Millis = 500
/** Longest part of a found line that is repeated, in UTF-16 units; the output holds all of it. */
const LINE_SHOWN_CHARS = 300

export type WaitForInput = {
  terminalId: TerminalId
  matcher: LineMatcher | null
  quietMs: Millis | null
  limitMs: Millis
}

export type WaitForDeps = { commands: CommandService; waiting: WaitingRules; clock: Clock }

/** The `wait_for` tool: one blocking call instead of a turn per check. */
export function createWaitForTool({ commands, waiting, clock }: WaitForDeps): Tool<WaitForInput> {
  return {
    spec: { name: 'wait_for', description: waitForDescription(waiting), inputSchema: WAIT_FOR_SCHEMA },
    parse: (raw) => parseWaitFor(raw, waiting),
    isReadOnly: () => true,
    title: ({ terminalId }) => terminalId,
    async run({ terminalId, matcher, quietMs, limitMs }, context) {
      const found = findTerminal(commands, context.chatId, terminalId)
      if ('answer' in found) return found.answer
      const { id } = found.record
      const watched = await commands.watch(id, { matcher, quietMs, limitMs }, context.signal)
      const { record, output, seen } = await commands.report(id)
      const answer = progressAnswer(record, output, clock.now())
      const text = `Wait: ${watchedText(watched, quietMs, limitMs)}\n${answer.text}`
      const isError = answer.isError || watched.kind === 'failed'
      return withSeen({ ...answer, text, isError }, seen)
    },
  }
}

/** Reads the arguments; only what would never end as meant is refused. */
export function parseWaitFor(raw: unknown, waiting: WaitingRules): ParsedInput<WaitForInput> {
  const named = parseTerminalId(raw)
  if (!named.ok) return named
  const input = inputObject(raw) ?? {}
  const matcher = matcherOf(input)
  if (!matcher.ok) return matcher
  const quiet = millis(input.quiet_ms)
  return {
    ok: true,
    input: {
      ...named.input,
      matcher: matcher.input,
      quietMs: quiet === null ? null : Math.max(QUIET_MIN_MS, quiet),
      limitMs: Math.min(waiting.maxMs, millis(input.timeout_ms ?? input.timeout) ?? waiting.maxMs),
    },
  }
}

function matcherOf({ text, pattern }: Record<string, unknown>): ParsedInput<LineMatcher | null> {
  const texts = (Array.isArray(text) ? text : [text]).filter((one) => one !== undefined && one !== null)
  if (!texts.every((one): one is string => typeof one === 'string' && one.trim() !== ''))
    return { ok: false, message: '"text" must be text that is not empty, or a list of such texts.' }
  if (texts.length > TEXTS_MAX || texts.some((one) => one.length > MATCH_MAX_CHARS))
    return { ok: false, message: `"text" takes at most ${TEXTS_MAX} texts of ${MATCH_MAX_CHARS} characters.` }
  if (typeof pattern === 'string' && pattern !== '') {
    if (texts.length > 0) return { ok: false, message: 'Give either "text" or "pattern", not both.' }
    if (pattern.length > MATCH_MAX_CHARS)
      return { ok: false, message: `"pattern" is longer than ${MATCH_MAX_CHARS} characters.` }
    const made = patternMatcher(pattern)
    return 'message' in made
      ? { ok: false, message: `"pattern" is no valid JavaScript regular expression: ${made.message}` }
      : { ok: true, input: made.matcher }
  }
  return { ok: true, input: texts.length > 0 ? textMatcher(texts) : null }
}

function millis(given: unknown): Millis | null {
  return typeof given === 'number' && given > 0 ? given : null
}

function watchedText(watched: Watched, quietMs: Millis | null, limitMs: Millis): string {
  switch (watched.kind) {
    case 'found':
      return `found in the line: ${watched.line.slice(0, LINE_SHOWN_CHARS)}`
    case 'failed':
      return `could not search the output: ${watched.message}`
    case 'ended':
      return 'the command ended'
    case 'quiet':
      return `no output for ${durationText(quietMs ?? 0)}`
    case 'user-message':
      return 'the user sent a message; the command goes on'
    case 'aborted':
      return 'the user pressed Stop'
    default:
      return `not met within the limit of ${durationText(limitMs)}; the command goes on`
  }
}
