import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../ports'
import { ANSWER_MAX_CHARS, AnswerBuilder } from './answer'

const usage = { input: 3, output: 2, cachedInput: 0, estimated: false }

function built(events: StreamEvent[], mayContinue = true) {
  const builder = new AnswerBuilder()
  for (const event of events) builder.take(event)
  return { builder, answer: builder.answer(mayContinue) }
}
const text = (value: string): StreamEvent[] => [
  { type: 'text-start', block: 't' },
  { type: 'text-delta', block: 't', text: value },
  { type: 'block-end', block: 't' },
]
const call = (callId: string, ...args: string[]): StreamEvent[] => [
  { type: 'call-start', block: callId, callId, tool: 'shell' },
  ...args.map((part): StreamEvent => ({ type: 'call-delta', block: callId, text: part })),
  { type: 'block-end', block: callId },
]

describe('AnswerBuilder', () => {
  it('gives exactly the concatenation of the deltas (A-066, A-108)', () => {
    const { answer } = built([
      { type: 'reasoning-delta', block: 'r', text: 'hm' },
      ...text('Hel'),
      ...text('lo'),
      { type: 'usage', usage },
      { type: 'end', reason: 'stop' },
    ])
    expect(answer).toEqual({ text: 'Hello', reasoning: 'hm', calls: [], usage, stop: 'end' })
  })

  it('keeps calls in the order of their start, each with its own arguments (A-005, A-076)', () => {
    const { answer } = built([
      { type: 'call-start', block: 'a', callId: '1', tool: 'x' },
      { type: 'call-start', block: 'b', callId: '2', tool: 'y' },
      { type: 'call-delta', block: 'b', text: '{"n":' },
      { type: 'call-delta', block: 'a', text: '{"m":1}' },
      { type: 'call-delta', block: 'b', text: '2}' },
      { type: 'block-end', block: 'b' },
      { type: 'block-end', block: 'a' },
      { type: 'end', reason: 'tool-calls' },
    ])
    expect(answer.calls).toEqual([
      { callId: '1', tool: 'x', argsText: '{"m":1}', input: { m: 1 } },
      { callId: '2', tool: 'y', argsText: '{"n":2}', input: { n: 2 } },
    ])
    expect(answer.stop).toBe('calls')
  })

  it('counts an answer with calls as calls, whatever reason the server gives', () => {
    expect(built([...call('1', '{}'), { type: 'end', reason: 'stop' }]).answer.stop).toBe('calls')
    expect(built([...call('1', '{}'), { type: 'end', reason: 'other' }]).answer.stop).toBe('calls')
  })

  it('has no calls when the stream broke off, not even closed ones (A-080)', () => {
    const failure = { code: 'interrupted' as const, server: 's', detail: '', status: null }
    const events: StreamEvent[] = [...text('part'), ...call('1', '{}')]
    const { answer } = built([...events, { type: 'error', failure, retryable: true, retryAfterMs: null }])
    expect(answer).toMatchObject({ text: 'part', calls: [], stop: 'interrupted' })
    expect(built(events).answer).toMatchObject({ calls: [], stop: 'interrupted' })
  })

  it('leaves a call out whose block never closed (A-077)', () => {
    const open: StreamEvent = { type: 'call-start', block: 'a', callId: '1', tool: 'x' }
    expect(built([open, { type: 'end', reason: 'length' }], false).answer).toMatchObject({
      calls: [],
      stop: 'length',
    })
  })

  it('does not take the missing arguments of a cut-off call for none (A-003, A-077)', () => {
    const { answer } = built([...call('1'), ...call('2'), { type: 'end', reason: 'length' }])
    expect(answer.calls.map((one) => one.input)).toEqual([{}, null])
  })

  it('is continued once when it was cut off with something to continue (A-003)', () => {
    expect(built([...text('x'), { type: 'end', reason: 'length' }]).answer.stop).toBe('continued')
    expect(built([...text('x'), { type: 'end', reason: 'length' }], false).answer.stop).toBe('length')
    expect(built([{ type: 'end', reason: 'length' }]).answer.stop).toBe('length')
  })

  it('knows whether anything was shown (A-163)', () => {
    expect(built([{ type: 'text-start', block: 't' }]).builder.hasContent).toBe(false)
    expect(built([{ type: 'usage', usage }]).builder.hasContent).toBe(false)
    expect(built(text('x')).builder.hasContent).toBe(true)
    expect(built([{ type: 'reasoning-delta', block: 'r', text: 'x' }]).builder.hasContent).toBe(true)
    expect(built([{ type: 'call-start', block: 'a', callId: '1', tool: 'x' }]).builder.hasContent).toBe(true)
  })

  it('notices an answer without end', () => {
    const { builder } = built(text('x'.repeat(ANSWER_MAX_CHARS)))
    expect(builder.isTooLong).toBe(false)
    builder.take({ type: 'text-delta', block: 't', text: 'x' })
    expect(builder.isTooLong).toBe(true)
  })
})
