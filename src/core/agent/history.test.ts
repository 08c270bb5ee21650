import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelMessage, ToolCall, ToolResult } from '../ports'
import { CONTINUE, RESULT_LOST, repairHistory } from './history'

const user = (text: string): ModelMessage => ({ role: 'user', text })
const call = (callId: string): ToolCall => ({ callId, tool: 'shell', argsText: '{}', input: {} })
const assistant = (text: string, ...ids: string[]): ModelMessage => ({
  role: 'assistant',
  text,
  calls: ids.map(call),
})
const result = (callId: string, text = `result ${callId}`): ToolResult => ({
  callId,
  tool: 'shell',
  text,
  isError: false,
})
const tool = (...results: ToolResult[]): ModelMessage => ({ role: 'tool', results })
const lost = (callId: string): ToolResult => ({ callId, tool: 'shell', text: RESULT_LOST, isError: true })

describe('repairHistory', () => {
  it('leaves a sound history as it is', () => {
    const sound = [
      user('a'),
      assistant('b', '1', '2'),
      tool(result('1'), result('2')),
      assistant('c'),
      user('d'),
    ]
    expect(repairHistory(sound)).toEqual(sound)
  })

  it('states that the result of a call is lost (A-005)', () => {
    expect(repairHistory([user('a'), assistant('', '1', '2'), tool(result('1'))])).toEqual([
      user('a'),
      assistant('', '1', '2'),
      tool(result('1'), lost('2')),
    ])
    expect(repairHistory([user('a'), assistant('', '1')])).toEqual([
      user('a'),
      assistant('', '1'),
      tool(lost('1')),
    ])
  })

  it('puts results in the order of their calls, right after them (A-005, A-130)', () => {
    expect(
      repairHistory([user('a'), assistant('', '1', '2'), tool(result('2')), user('b'), tool(result('1'))]),
    ).toEqual([user('a'), assistant('', '1', '2'), tool(result('1'), result('2')), user('b')])
  })

  it('drops results without a call and second results (A-005, A-130)', () => {
    const messages = [
      user('a'),
      tool(result('0')),
      assistant('', '1'),
      tool(result('1', 'first'), result('1', 'second')),
    ]
    expect(repairHistory(messages)).toEqual([user('a'), assistant('', '1'), tool(result('1', 'first'))])
  })

  it('does not mix up calls of different answers that have the same identifier', () => {
    const messages = [user('a'), assistant('', '1'), assistant('', '1'), tool(result('1'))]
    expect(repairHistory(messages)).toEqual([
      user('a'),
      assistant('', '1'),
      tool(lost('1')),
      assistant('', '1'),
      tool(result('1')),
    ])
  })

  it('drops empty messages', () => {
    expect(repairHistory([user('a'), assistant(''), user(''), user('b')])).toEqual([user('a'), user('b')])
  })

  it('asks to go on where an answer broke off, at the end and later at the same place (A-003, A-163, A-017)', () => {
    const first = repairHistory([user('a'), assistant('half an ans')])
    expect(first).toEqual([user('a'), assistant('half an ans'), user(CONTINUE)])
    const later = repairHistory([user('a'), assistant('half an ans'), assistant('wer'), user('b')])
    expect(later.slice(0, first.length)).toEqual(first)
    expect(later.slice(first.length)).toEqual([assistant('wer'), user('b')])
  })

  it('makes any history valid, and repairs it only once (A-005, A-130)', () => {
    const id = fc.constantFrom('1', '2', '3')
    const message: fc.Arbitrary<ModelMessage> = fc.oneof(
      fc.string({ maxLength: 2 }).map(user),
      fc
        .tuple(fc.string({ maxLength: 2 }), fc.uniqueArray(id, { maxLength: 3 }))
        .map(([text, ids]) => assistant(text, ...ids)),
      fc.array(id, { maxLength: 3 }).map((ids) => tool(...ids.map((one) => result(one)))),
    )
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
        const repaired = repairHistory(messages)
        repaired.forEach((one, index) => {
          const next = repaired[index + 1]
          if (one.role === 'assistant') {
            expect(one.text !== '' || one.calls.length > 0).toBe(true)
            if (one.calls.length === 0) expect(next?.role).toBe('user')
            else {
              const results = next?.role === 'tool' ? next.results : []
              expect(results.map((each) => each.callId)).toEqual(one.calls.map((each) => each.callId))
            }
          }
          if (one.role === 'tool') expect(repaired[index - 1]?.role).toBe('assistant')
        })
        expect(repairHistory(repaired)).toEqual(repaired)
      }),
    )
  })
})
