import { describe, expect, it } from 'vitest'
import { shieldedStdio } from './shielded-spawn'

describe('what a child gets instead of the descriptors of the app (B-036)', () => {
  it('is the null device at every number that is open, whatever their order', () => {
    expect(shieldedStdio(['ignore', 7, 7], [9, 0, 1, 2, 3, 5], 9)).toEqual([
      'ignore',
      7,
      7,
      9,
      'ignore',
      9,
      'ignore',
      'ignore',
      'ignore',
      9,
    ])
  })
  it('is nothing where nothing else is open', () => {
    expect(shieldedStdio(['ignore', 'ignore', 'ignore'], [0, 1, 2], 4)).toEqual([
      'ignore',
      'ignore',
      'ignore',
    ])
  })
})
