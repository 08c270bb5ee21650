import { describe, expect, it } from 'vitest'
import { START_WINDOW_MS, STARTS_MAX, StartLimit } from './start-limit'

describe('how often a runner may be started', () => {
  it('is so many times a minute', () => {
    const limit = new StartLimit()
    for (let i = 0; i < STARTS_MAX; i++) {
      expect(limit.waitMs(1000 + i)).toBe(0)
      limit.note(1000 + i)
    }
    expect(limit.waitMs(2000)).toBe(START_WINDOW_MS - 1000)
    expect(limit.waitMs(1000 + START_WINDOW_MS)).toBe(0)
  })

  it('does not wait for a clock that was put back', () => {
    const limit = new StartLimit()
    for (let i = 0; i < STARTS_MAX; i++) limit.note(1_000_000)
    expect(limit.waitMs(500)).toBe(0)
  })
})
