import { describe, expect, it } from 'vitest'
import { distanceToEnd, nextFollow } from './follow-rule'

const at = (top: number, content = 1000) => ({ top, height: 300, content })

describe('following the end of a transcript', () => {
  it('measures the distance to the end', () => {
    expect(distanceToEnd(at(700))).toBe(0)
    expect(distanceToEnd(at(600))).toBe(100)
    expect(distanceToEnd({ top: 0, height: 300, content: 100 })).toBe(0)
  })
  it('lets go when the person scrolls up by more than 24 px', () => {
    expect(nextFollow(true, at(700), at(690))).toBe(true)
    expect(nextFollow(true, at(700), at(675))).toBe(false)
  })
  it('keeps following when content was appended meanwhile', () => {
    expect(nextFollow(true, at(700), at(700, 1400))).toBe(true)
  })
  it('follows again once the person comes back to within 24 px', () => {
    expect(nextFollow(false, at(500), at(677))).toBe(true)
    expect(nextFollow(false, at(500), at(675))).toBe(false)
  })
  it('does not grab a person who has just turned up inside the last 24 px', () => {
    expect(nextFollow(false, at(700), at(695))).toBe(false)
  })
})
