import { describe, expect, it } from 'vitest'
import { nextPending } from './chat-focus'

const pending = true
const running = false
const cards = (...states: boolean[]) => states.map((needsYou, index) => ({ key: `c${index}`, needsYou }))

describe('the next card that needs the person (S-012)', () => {
  it('is the one after, then the first from the top', () => {
    const list = cards(pending, running, pending, pending)
    expect(nextPending(list, 'c2')).toBe('c3')
    expect(nextPending(list, 'c3')).toBe('c0')
    expect(nextPending(list, null)).toBe('c0')
  })
  it('is none when only the decided one is left', () => {
    const list = cards(running, pending)
    expect(nextPending(list, 'c1')).toBeNull()
    expect(nextPending([], null)).toBeNull()
  })
})
