import { describe, expect, it } from 'vitest'
import type { ToolCall, ToolResult } from '../ports'
import { createRepeatGuard, repeatedText } from './repeat-guard'

const call = (tool: string, input: unknown): ToolCall => ({ callId: 'x', tool, argsText: '', input })
const result = (text: string): ToolResult => ({ callId: 'x', tool: 't', text, isError: false })

describe('repeat guard', () => {
  it('counts the same call with the same result (A-011)', () => {
    const guard = createRepeatGuard()
    expect([1, 2, 3].map(() => guard.record(call('ls', { a: 1 }), result('same')))).toEqual([1, 2, 3])
  })

  it('does not count other arguments, results or tools (A-011)', () => {
    const guard = createRepeatGuard()
    guard.record(call('ls', { a: 1 }), result('same'))
    expect(guard.record(call('ls', { a: 2 }), result('same'))).toBe(1)
    expect(guard.record(call('ls', { a: 1 }), result('other'))).toBe(1)
    expect(guard.record(call('cat', { a: 1 }), result('same'))).toBe(1)
  })

  it('sees a circle of several calls (A-011)', () => {
    const guard = createRepeatGuard()
    const times = ['a', 'b', 'a', 'b', 'a'].map((name) => guard.record(call(name, {}), result('same')))
    expect(times).toEqual([1, 1, 2, 2, 3])
  })

  it('forgets what is long past (A-011)', () => {
    const guard = createRepeatGuard()
    guard.record(call('a', {}), result('same'))
    for (let at = 0; at < 12; at++) guard.record(call('b', { at }), result('same'))
    expect(guard.record(call('a', {}), result('same'))).toBe(1)
  })

  it('lets a call wait as often as it likes', () => {
    const guard = createRepeatGuard()
    const wait = call('get_terminal_output', { terminal_id: 'T1', wait_ms: 60000 })
    expect([1, 2, 3, 4].map(() => guard.record(wait, result('still running')))).toEqual([1, 1, 1, 1])
  })

  it('keeps the result apart from what it adds (S-105)', () => {
    expect(repeatedText('out', 3)).toMatch(
      /^out\n\n\[Repeated call, from Vigil\]\nYou made this same call 3 times/,
    )
  })
})
