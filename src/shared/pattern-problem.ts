import { PATTERN_MAX_CHARS } from './permissions'

/** A pattern as it is stored: single blanks between its words, none around them. */
export function tidyPattern(pattern: string): string {
  return pattern.trim().replace(/\s+/g, ' ')
}

/** What keeps a pattern from being stored: nothing in it, everything, or too much of it. */
export function patternProblem(pattern: string): 'empty' | 'every' | 'long' | null {
  const tidy = tidyPattern(pattern)
  if (tidy === '') return 'empty'
  if (/^[* ]+$/.test(tidy)) return 'every'
  return tidy.length > PATTERN_MAX_CHARS ? 'long' : null
}
