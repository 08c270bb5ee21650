import { describe, expect, it } from 'vitest'
import type { CommandState } from '../../../shared/command'
import { makeCard } from '../../testing/make'
import { nextPending } from './chat-focus'

const pending: CommandState = {
  kind: 'pending',
  question: { askedAt: 0, reasons: [], alwaysAllow: [], blocked: false },
}
const running: CommandState = { kind: 'running', startedAt: 0, pid: 1 }
const cards = (...states: CommandState[]) =>
  states.map((state, index) => makeCard(`c${index}`, 'chat', 'ls', state))

describe('the next card that needs the person (S-012)', () => {
  it('is the one after, then the first from the top', () => {
    const list = cards(pending, running, pending, pending)
    expect(nextPending(list, list[2]?.id ?? null)).toBe('c3')
    expect(nextPending(list, list[3]?.id ?? null)).toBe('c0')
    expect(nextPending(list, null)).toBe('c0')
  })
  it('is none when only the decided one is left', () => {
    const list = cards(running, pending)
    expect(nextPending(list, list[1]?.id ?? null)).toBeNull()
    expect(nextPending([], null)).toBeNull()
  })
})
