import { createContext, Script } from 'node:vm'

/** Longest text or pattern, in UTF-16 units; nobody waits for more. */
export const MATCH_MAX_CHARS = 500
/** Time one batch of lines may take; a pattern that backtracks without end is ended, not waited for. */
const PATTERN_TIMEOUT_MS = 100

/** Looks for the line somebody waits for. */
export type LineMatcher = {
  /** The first line that matches, or null. Throws {@link PatternTooSlow}. */
  first(lines: readonly string[]): string | null
}

/** The pattern took too long on a line of this output. */
export class PatternTooSlow extends Error {
  constructor() {
    super('The pattern takes too long on this output; use a simpler one, or "text".')
  }
}

/** Any of the texts, whatever the case of letters. */
export function textMatcher(texts: readonly string[]): LineMatcher {
  const wanted = texts.map((text) => text.toLowerCase())
  return {
    first: (lines) => {
      const found = lines.find((line) => {
        const low = line.toLowerCase()
        return wanted.some((text) => low.includes(text))
      })
      return found ?? null
    },
  }
}

// Patterns come from a model. A regular expression of its own runs inside a script with a time limit, which also ends
// one that would backtrack for years on the line it meets.
const search = new Script('lines.findIndex((line) => pattern.test(line))')

/** A regular expression; the message says what is wrong with it. */
export function patternMatcher(source: string): { matcher: LineMatcher } | { message: string } {
  let pattern: RegExp
  try {
    pattern = new RegExp(source)
  } catch (error) {
    // Expected: models also write patterns of other languages.
    return { message: error instanceof Error ? error.message : String(error) }
  }
  return {
    matcher: {
      first(lines) {
        try {
          const at = search.runInContext(createContext({ pattern, lines }), { timeout: PATTERN_TIMEOUT_MS })
          return lines[at as number] ?? null
        } catch (error) {
          if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
            throw new PatternTooSlow()
          throw error
        }
      },
    },
  }
}
