import { describe, expect, it } from 'vitest'
import { checkNode, isNewEnough } from './node-version.mjs'

describe('the oldest Node', () => {
  it.each([
    ['v20.19.0', true],
    ['v20.20.2', true],
    ['v22.0.0', true],
    ['v20.18.9', false],
    ['v18.20.8', false],
    ['v20.19.0-nightly', true],
    ['v21.0', true],
    ['nonsense', false],
  ])('%s is new enough: %s', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected)
  })

  it('says which version it needs and which it found', () => {
    expect(() => checkNode('v18.1.0')).toThrow(/needs Node 20\.19\.0 or later, this is v18\.1\.0/)
  })
})
