import { expect, it } from 'vitest'
import type { CommandState } from '../../shared/command'
import { signOf } from './command-sign'

const background: CommandState = {
  kind: 'background',
  startedAt: 0,
  pid: 7,
  movedAt: 1,
  reason: 'user',
}
const server = { address: 'http://localhost:3000' }
const pending = (blocked: boolean): CommandState => ({
  kind: 'pending',
  question: { askedAt: 0, reasons: [], alwaysAllow: [], blocked },
})

it('names a server only while it runs in the background (S-189)', () => {
  expect(signOf({ state: background, server })).toBe('server')
  expect(signOf({ state: background, server: null })).toBe('background')
  expect(signOf({ state: { kind: 'running', startedAt: 0, pid: 7 }, server })).toBe('running')
})

it('tells what is blocked from what waits for a yes (S-008)', () => {
  expect(signOf({ state: pending(true), server: null })).toBe('blocked')
  expect(signOf({ state: pending(false), server: null })).toBe('pending')
})
