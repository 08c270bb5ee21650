import { describe, expect, it } from 'vitest'
import { matchScore } from './match'

describe('what the palette finds', () => {
  it('needs every word, in any order and any keyword', () => {
    expect(matchScore('profile terminal', ['Terminal: Select Default Profile'])).toBeGreaterThan(0)
    expect(matchScore('npm e2e', ['test:e2e', 'npm run test:e2e'])).toBeGreaterThan(0)
    expect(matchScore('npm lint', ['test:e2e', 'npm run test:e2e'])).toBe(0)
  })
  it('does not find letters that are merely scattered', () => {
    expect(matchScore('test', ['Migrate prices to Decimal'])).toBe(0)
  })
  it('prefers the start of the text, then of a word', () => {
    const start = matchScore('test', ['test:e2e'])
    const word = matchScore('test', ['npm test'])
    const inside = matchScore('test', ['attest'])
    expect(start).toBeGreaterThan(word)
    expect(word).toBeGreaterThan(inside)
  })
  it('ignores case, also in Cyrillic', () => {
    expect(matchScore('НАСТР', ['Настройки: Модели'])).toBeGreaterThan(0)
  })
  it('finds everything for nothing', () => {
    expect(matchScore('  ', ['x'])).toBe(1)
  })
})
