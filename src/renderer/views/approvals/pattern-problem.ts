import { PATTERN_MAX_CHARS } from '../../../shared/permissions'

/** What keeps a pattern from being stored: nothing in it, everything, or too much of it. */
export function patternProblem(pattern: string): 'empty' | 'every' | 'long' | null {
  const words = pattern.trim()
  if (words === '') return 'empty'
  if (words.length > PATTERN_MAX_CHARS) return 'long'
  return /^[*\s]+$/.test(words) ? 'every' : null
}
