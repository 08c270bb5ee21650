import { describe, expect, it } from 'vitest'
import { afterCrash } from './crash-policy'

describe('after a crash of the page', () => {
  it('it is loaded again, and a person is asked when that did not help (S-350)', () => {
    expect(afterCrash([1000], false)).toBe('reload')
    expect(afterCrash([1000, 10_999], false)).toBe('ask')
    expect(afterCrash([1000, 11_000], false)).toBe('reload')
    expect(afterCrash([1000, 2000, 60_000], false)).toBe('reload')
  })

  it('a run that nobody watches is loaded again three times and then fails (S-351, S-352, S-354)', () => {
    const crashes = [1, 2, 3, 4]
    expect(crashes.map((_, index) => afterCrash(crashes.slice(0, index + 1), true))).toEqual([
      'reload',
      'reload',
      'reload',
      'give-up',
    ])
  })
})
