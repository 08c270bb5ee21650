import { describe, expect, it } from 'vitest'
import { PatternTooSlow, patternMatcher, textMatcher } from './line-matcher'

const pattern = (source: string) => {
  const made = patternMatcher(source)
  if ('message' in made) throw new Error(made.message)
  return made.matcher
}

describe('a line somebody waits for', () => {
  it('holds one of the texts, whatever the case', () => {
    const matcher = textMatcher(['ready', 'Listening on'])
    expect(matcher.first(['starting', '✓ Ready in 2 s', 'listening on 3000'])).toBe('✓ Ready in 2 s')
    expect(matcher.first(['starting'])).toBeNull()
  })

  it('matches the pattern', () => {
    expect(pattern('^ready in \\d+').first(['not ready in 5', 'ready in 5 s'])).toBe('ready in 5 s')
    expect(pattern('x').first([])).toBeNull()
  })

  it('is never searched for longer than the limit', () => {
    expect(() => pattern('(a+)+$').first([`${'a'.repeat(40)}b`])).toThrow(PatternTooSlow)
  })

  it('names what is wrong with a pattern', () => {
    expect(patternMatcher('(')).toMatchObject({ message: expect.stringContaining('(') })
  })
})
