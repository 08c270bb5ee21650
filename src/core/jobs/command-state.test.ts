import { describe, expect, it } from 'vitest'
import { type CommandState, commandStatus, isSettled } from '../../shared/command'
import type { ProcessEnd, StopReport } from '../ports'
import { advance, type CommandEvent } from './command-state'

const pending: CommandState = {
  kind: 'pending',
  question: { askedAt: 1, reasons: [], alwaysAllow: [], blocked: false },
}
const preparing: CommandState = { kind: 'preparing', since: 2 }
const running: CommandState = { kind: 'running', startedAt: 10, pid: 7 }
const background: CommandState = {
  kind: 'background',
  startedAt: 10,
  pid: 7,
  movedAt: 20,
  reason: 'waiting-ran-out',
}
const stopping: CommandState = {
  kind: 'stopping',
  startedAt: 10,
  pid: 7,
  since: 30,
  who: 'user',
  wasBackground: true,
}
const exit = (code: number, more: Partial<ProcessEnd> = {}): ProcessEnd => ({
  code,
  signal: null,
  closedPipe: false,
  endedAt: 40,
  leftovers: [],
  ...more,
})
const ended = (end: ProcessEnd | null, report: StopReport | null = null) =>
  ({ type: 'ended', at: 50, end, report }) as const

/** One state of every kind, each reached by events only. */
const allStates: CommandState[] = [
  pending,
  preparing,
  running,
  background,
  stopping,
  { kind: 'rejected', at: 3, text: null },
  { kind: 'not-started', at: 3, because: 'spawn-failed', message: 'no' },
  {
    kind: 'ended',
    startedAt: 10,
    endedAt: 40,
    end: { by: 'exit', code: 0, closedPipe: false },
    wasBackground: false,
  },
  { kind: 'cancelled', at: 3, startedAt: null, because: 'stopped-before-start' },
  { kind: 'interrupted', startedAt: 10, lastSeenAt: 30 },
]
const allEvents: CommandEvent[] = [
  { type: 'approved', at: 5 },
  { type: 'rejected', at: 5, text: null },
  { type: 'withdrawn', at: 5, because: 'stopped-before-start' },
  { type: 'not-started', at: 5, because: 'spawn-failed', message: 'no' },
  { type: 'spawned', at: 5, pid: 9 },
  { type: 'waiting-ended', at: 5, reason: 'user' },
  { type: 'stop-asked', at: 5, who: 'agent' },
  ended(exit(0)),
  { type: 'app-died', at: 60, lastSeenAt: 55 },
]

describe('advance', () => {
  it('goes the whole way of an awaited command (S-317)', () => {
    let state: CommandState = pending
    const words = [commandStatus(state)]
    for (const event of [
      { type: 'approved', at: 2 },
      { type: 'spawned', at: 10, pid: 7 },
      ended(exit(0)),
    ] as const) {
      state = advance(state, event)
      words.push(commandStatus(state))
    }
    expect(words).toEqual(['pending', 'preparing', 'running', 'succeeded'])
    expect(state).toMatchObject({ startedAt: 10, endedAt: 40, wasBackground: false })
  })

  it('goes to the background and ends there (S-174, S-158)', () => {
    const moved = advance(running, { type: 'waiting-ended', at: 20, reason: 'waiting-ran-out' })
    expect(moved).toEqual(background)
    expect(advance(moved, ended(exit(3)))).toEqual({
      kind: 'ended',
      startedAt: 10,
      endedAt: 40,
      end: { by: 'exit', code: 3, closedPipe: false },
      wasBackground: true,
    })
  })

  it.each([
    ['exit 0', exit(0), 'succeeded', { by: 'exit', code: 0, closedPipe: false }],
    ['exit 1', exit(1), 'failed', { by: 'exit', code: 1, closedPipe: false }],
    ['exit 130 by itself (S-080)', exit(130), 'failed', { by: 'exit', code: 130, closedPipe: false }],
    [
      'a signal from outside (S-080, S-082)',
      exit(0, { code: null, signal: 'SIGINT' }),
      'failed',
      { by: 'signal', signal: 'SIGINT', code: 130 },
    ],
    [
      'SIGKILL (S-082)',
      exit(0, { code: null, signal: 'SIGKILL' }),
      'failed',
      { by: 'signal', signal: 'SIGKILL', code: 137 },
    ],
    [
      'a closed pipe (S-076)',
      exit(141, { closedPipe: true }),
      'succeeded',
      { by: 'exit', code: 0, closedPipe: true },
    ],
    ['a plain 141 (S-078)', exit(141), 'failed', { by: 'exit', code: 141, closedPipe: false }],
    ['no usable code (S-239)', exit(0, { code: null }), 'failed', { by: 'unknown' }],
    ['nothing known (S-239)', null, 'failed', { by: 'unknown' }],
  ] as const)('reports %s as it is', (_name, end, status, expected) => {
    const state = advance(running, ended(end))
    expect(commandStatus(state)).toBe(status)
    expect(state).toMatchObject({ end: expected })
  })

  it.each([
    ['user', 'stopped'],
    ['agent', 'stopped'],
    ['quit', 'cancelled'],
  ] as const)('calls an end after a stop by %s %s (S-081, S-310, S-313, S-340)', (who, status) => {
    const asked = advance(background, { type: 'stop-asked', at: 30, who })
    expect(commandStatus(asked)).toBe('stopping')
    const state = advance(
      asked,
      ended(exit(0, { code: null, signal: 'SIGTERM' }), { confirmed: true, signal: 'SIGTERM' }),
    )
    expect(commandStatus(state)).toBe(status)
    expect(state).toMatchObject({ end: { by: 'stop', who, signal: 'SIGTERM', code: 143, confirmed: true } })
  })

  it('keeps who asked for the stop first', () => {
    const asked = advance(background, { type: 'stop-asked', at: 30, who: 'user' })
    expect(advance(asked, { type: 'stop-asked', at: 31, who: 'agent' })).toBe(asked)
  })

  it('does not call a command stopped that had ended before the stop (S-081)', () => {
    const before = advance(stopping, ended(exit(0, { endedAt: 29 }), { confirmed: true, signal: 'SIGTERM' }))
    expect(commandStatus(before)).toBe('succeeded')
    const nothingToSignal = advance(stopping, ended(exit(2), { confirmed: true, signal: 'none' }))
    expect(commandStatus(nothingToSignal)).toBe('failed')
  })

  it('never claims a stop that was not confirmed (S-289)', () => {
    const state = advance(stopping, ended(null, { confirmed: false, signal: 'SIGKILL' }))
    expect(state).toMatchObject({ end: { by: 'stop', signal: null, code: null, confirmed: false } })
  })

  it('keeps the exit code of a program that ended itself when asked to', () => {
    const state = advance(stopping, ended(exit(0), { confirmed: true, signal: 'SIGTERM' }))
    expect(state).toMatchObject({ end: { by: 'stop', code: 0, signal: null } })
  })

  it.each([
    [pending, 'stopped-before-start'],
    [preparing, 'window-ended'],
  ] as const)('cancels what has not started (S-306, S-309)', (state, because) => {
    expect(advance(state, { type: 'withdrawn', at: 5, because })).toEqual({
      kind: 'cancelled',
      at: 5,
      startedAt: null,
      because,
    })
  })

  it('cannot be approved or spawned after it was cancelled (S-307, S-309)', () => {
    const cancelled = advance(pending, { type: 'withdrawn', at: 5, because: 'stopped-before-start' })
    expect(advance(cancelled, { type: 'approved', at: 6 })).toBe(cancelled)
    expect(advance(cancelled, { type: 'spawned', at: 6, pid: 1 })).toBe(cancelled)
  })

  it.each([
    ['pending', pending, { kind: 'cancelled', because: 'window-ended', startedAt: null }],
    ['preparing', preparing, { kind: 'cancelled', because: 'window-ended', startedAt: null }],
    ['awaited (S-347)', running, { kind: 'interrupted', startedAt: 10, lastSeenAt: 55 }],
    [
      'in the background (S-340, S-349)',
      background,
      { kind: 'cancelled', because: 'window-ended', startedAt: 10 },
    ],
    ['stopping', stopping, { kind: 'cancelled', because: 'window-ended', startedAt: 10 }],
  ] as const)('knows what a crash did to one that was %s', (_name, state, expected) => {
    expect(advance(state, { type: 'app-died', at: 60, lastSeenAt: 55 })).toMatchObject(expected)
  })

  it('never leaves a settled state, whatever comes (S-317, S-341)', () => {
    for (const state of allStates.filter(isSettled))
      for (const event of allEvents) expect(advance(state, event)).toBe(state)
  })

  it('gives every event in every state exactly one known status (S-317)', () => {
    const known = new Set(allStates.map((state) => state.kind))
    for (const state of allStates)
      for (const event of allEvents) {
        const next = advance(state, event)
        expect(known).toContain(next.kind)
        expect(commandStatus(next)).toBeTypeOf('string')
      }
  })
})
