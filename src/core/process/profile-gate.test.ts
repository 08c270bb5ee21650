import { expect, it } from 'vitest'
import { ProfileGate } from './profile-gate'

const gate = () => new ProfileGate('TOKEN', 'LOST!')
const push = (one: ProfileGate, text: string) => one.push(Buffer.from(text))

it('lets nothing through before the word, and everything behind it (B-041)', () => {
  const one = gate()
  expect(push(one, 'Welcome back\n')).toEqual({ kind: 'waiting' })
  const answer = push(one, 'noise TOKEN\nfirst\nsecond')
  expect(answer.kind === 'begun' && answer.rest.toString()).toBe('first\nsecond')
})

it('finds the word across any cut', () => {
  for (let cut = 1; cut < 8; cut++) {
    const one = gate()
    const text = 'xTOKEN\r\n'
    expect(push(one, text.slice(0, cut))).toEqual({ kind: 'waiting' })
    expect(push(one, text.slice(cut)).kind).toBe('begun')
  }
})

it('keeps no more than the word while a profile floods', () => {
  const one = gate()
  for (let i = 0; i < 1000; i++) push(one, 'x'.repeat(10_000))
  expect(push(one, 'TOKEN\n').kind).toBe('begun')
})

it('hears that the folder is gone', () => {
  expect(push(gate(), 'LOST!\n')).toEqual({ kind: 'lost' })
})
