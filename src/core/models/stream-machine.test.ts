import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamEvent } from '../ports'
import { createFakeIds } from '../testing/fake-ids'
import {
  advanceStream,
  type ProviderPart,
  STREAM_START,
  type StreamOptions,
  type StreamState,
} from './stream-machine'

function options(change: Partial<StreamOptions> = {}): StreamOptions {
  const ids = createFakeIds()
  return {
    closesBlocks: true,
    takenIds: new Set(),
    newCallId: () => ids.next('call'),
    inputEstimate: 50,
    server: 'Test',
    ...change,
  }
}

function run(
  parts: readonly ProviderPart[],
  with_ = options(),
): { events: StreamEvent[]; state: StreamState } {
  let state = STREAM_START
  const events: StreamEvent[] = []
  for (const part of parts) {
    const step = advanceStream(state, part, with_)
    state = step.state
    events.push(...step.events)
  }
  return { events, state }
}

const done: ProviderPart = { type: 'finish', reason: 'stop', usage: { input: 10, output: 5, cachedInput: 2 } }
const call = (id: string, tool = 'shell'): ProviderPart => ({ type: 'call-start', id, callId: id, tool })
const args = (id: string, text: string): ProviderPart => ({ type: 'call-delta', id, text })
const ended = (id: string): ProviderPart => ({ type: 'call-end', id })

describe('stream machine', () => {
  it('gives start, deltas and end of a text block, then statistics, then one end (A-066, A-067, A-070)', () => {
    const { events } = run([
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', text: 'Hel' },
      { type: 'text-delta', id: '0', text: 'lo' },
      { type: 'text-end', id: '0' },
      done,
    ])
    expect(events).toEqual([
      { type: 'text-start', block: 'b1' },
      { type: 'text-delta', block: 'b1', text: 'Hel' },
      { type: 'text-delta', block: 'b1', text: 'lo' },
      { type: 'block-end', block: 'b1' },
      { type: 'usage', usage: { input: 10, output: 5, cachedInput: 2, estimated: false } },
      { type: 'end', reason: 'stop' },
    ])
  })

  it('names every block, also when a provider uses one name twice (A-068)', () => {
    const { events } = run([
      { type: 'text-start', id: 't' },
      { type: 'text-end', id: 't' },
      { type: 'text-start', id: 't' },
      { type: 'text-end', id: 't' },
      done,
    ])
    expect(events.filter((event) => event.type === 'text-start').map((event) => event.block)).toEqual([
      'b1',
      'b2',
    ])
  })

  it('keeps reasoning apart from text (A-069)', () => {
    const { events } = run([
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', text: 'hm' },
      { type: 'reasoning-end', id: 'r' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', text: 'yes' },
      { type: 'text-end', id: 't' },
      done,
    ])
    expect(events.map((event) => event.type)).toEqual([
      'reasoning-start',
      'reasoning-delta',
      'block-end',
      'text-start',
      'text-delta',
      'block-end',
      'usage',
      'end',
    ])
  })

  it('assembles interleaved calls each in its own block (A-076)', () => {
    const { events } = run([
      call('a'),
      call('b'),
      args('b', '1'),
      args('a', '2'),
      args('b', '3'),
      ended('a'),
      ended('b'),
      done,
    ])
    const deltas = events
      .filter((event) => event.type === 'call-delta')
      .map((event) => event.block + event.text)
    expect(deltas).toEqual(['b21', 'b12', 'b23'])
  })

  it('closes a call at once where the protocol closes blocks (A-101)', () => {
    const { events } = run([call('a'), args('a', '{}'), ended('a')])
    expect(events.at(-1)).toEqual({ type: 'block-end', block: 'b1' })
  })

  it('closes calls only with the end of the stream where the protocol does not close blocks (A-102)', () => {
    const loose = options({ closesBlocks: false })
    expect(run([call('a'), args('a', '{}'), ended('a')], loose).events.at(-1)?.type).toBe('call-delta')
    expect(
      run([call('a'), args('a', '{}'), ended('a'), done], loose).events.map((event) => event.type),
    ).toEqual(['call-start', 'call-delta', 'block-end', 'usage', 'end'])
  })

  it('never closes a call of a stream that broke off (A-080, A-102)', () => {
    const { events } = run(
      [call('a'), args('a', '{}'), ended('a'), { type: 'source-ended' }],
      options({ closesBlocks: false }),
    )
    expect(events.map((event) => event.type)).toEqual(['call-start', 'call-delta', 'usage', 'error'])
  })

  it.each<[string, ProviderPart[]]>([
    ['a delta of a block that was not opened', [{ type: 'text-delta', id: 'x', text: 'a' }]],
    ['a delta of the wrong kind', [call('a'), { type: 'text-delta', id: 'a', text: 'x' }]],
    ['a delta after the end of its block', [call('a'), ended('a'), args('a', 'x')]],
    ['a second start of an open block', [call('a'), call('a')]],
    ['an end without a start', [{ type: 'text-end', id: 'x' }]],
    ['a second end', [call('a'), ended('a'), ended('a')]],
    ['the end of the answer inside a call', [call('a'), args('a', '{"x'), done]],
    ['a call without a name', [call('a', '')]],
  ])('reports %s as a protocol error (A-073)', (_what, parts) => {
    const last = run(parts).events.at(-1)
    expect(last).toMatchObject({
      type: 'error',
      retryable: false,
      failure: { code: 'protocol', server: 'Test' },
    })
  })

  it('reports a second end of a call also where ends are held back (A-073)', () => {
    const last = run([call('a'), ended('a'), ended('a')], options({ closesBlocks: false })).events.at(-1)
    expect(last).toMatchObject({ type: 'error', failure: { code: 'protocol' } })
  })

  it('lets text stay open until the end of the answer', () => {
    const { events } = run([
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', text: 'x' },
      done,
    ])
    expect(events.map((event) => event.type)).toEqual([
      'text-start',
      'text-delta',
      'block-end',
      'usage',
      'end',
    ])
  })

  it('generates an identifier for a call that has none (A-078)', () => {
    const { events } = run([{ type: 'call-start', id: '0', callId: null, tool: 'shell' }, ended('0'), done])
    expect(events[0]).toEqual({ type: 'call-start', block: 'b1', callId: 'call-1', tool: 'shell' })
  })

  it('replaces an identifier that the chat or the answer used before (A-078)', () => {
    const taken = options({ takenIds: new Set(['call_0', 'call-1']) })
    const { events } = run(
      [call('call_0'), ended('call_0'), call('x'), ended('x'), call('x'), ended('x'), done],
      taken,
    )
    const ids = events.filter((event) => event.type === 'call-start').map((event) => event.callId)
    expect(ids).toEqual(['call-2', 'x', 'call-3'])
  })

  it('estimates statistics that the provider did not send, and says so (A-071)', () => {
    const parts: ProviderPart[] = [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', text: 'x'.repeat(35) },
      { type: 'finish', reason: 'stop', usage: null },
    ]
    const usage = { input: 50, output: 10, cachedInput: 0, estimated: true }
    expect(run(parts).events.at(-2)).toEqual({ type: 'usage', usage })
  })

  it('treats statistics of zero as none (A-071)', () => {
    const { events } = run([
      { type: 'finish', reason: 'stop', usage: { input: 0, output: 0, cachedInput: 0 } },
    ])
    expect(events[0]).toMatchObject({ type: 'usage', usage: { input: 50, estimated: true } })
  })

  it('calls a stream without a terminal event interrupted and still counts its tokens (A-080, A-166)', () => {
    const { events } = run([
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', text: 'abc' },
      { type: 'source-ended' },
    ])
    expect(events.slice(-2)).toEqual([
      { type: 'usage', usage: { input: 50, output: 1, cachedInput: 0, estimated: true } },
      {
        type: 'error',
        failure: {
          code: 'interrupted',
          server: 'Test',
          detail: 'The answer ended before its end mark.',
          status: null,
        },
        retryable: true,
        retryAfterMs: null,
      },
    ])
  })

  it('counts nothing for a request that failed before anything came', () => {
    const failure = { code: 'unreachable' as const, server: 'Test', detail: '', status: null }
    const { events } = run([{ type: 'failed', failure: { failure, retryable: true, retryAfterMs: 5 } }])
    expect(events).toEqual([{ type: 'error', failure, retryable: true, retryAfterMs: 5 }])
  })

  it('keeps nothing of the text it passed on (A-083)', () => {
    let { state } = run([{ type: 'text-start', id: '0' }, call('a')])
    const size = () =>
      JSON.stringify(state, (_key, value) => (value instanceof Map ? [...value] : value)).length
    const before = size()
    for (let at = 0; at < 2000; at++) {
      for (const part of [
        { type: 'text-delta' as const, id: '0', text: 'y'.repeat(500) },
        args('a', 'z'.repeat(500)),
      ])
        state = advanceStream(state, part, options()).state
    }
    expect(size()).toBeLessThan(before + 10)
  })

  it('limits the number of blocks (A-083)', () => {
    const parts = Array.from({ length: 1001 }, (_, at): ProviderPart[] => [
      { type: 'text-start', id: `${at}` },
      { type: 'text-end', id: `${at}` },
    ])
    expect(run(parts.flat()).events.at(-1)).toMatchObject({
      failure: { detail: 'Illegal stream: more than 1000 blocks.' },
    })
  })

  it('gives one terminal event, last, and blocks that open before they close, for any sequence of parts (A-070, A-073)', () => {
    const id = fc.constantFrom('1', '2', '3')
    const text = fc.string({ maxLength: 3 })
    const part: fc.Arbitrary<ProviderPart> = fc.oneof(
      fc.record({ type: fc.constantFrom('text-start' as const, 'reasoning-start' as const), id }),
      fc.record({ type: fc.constantFrom('text-delta' as const, 'reasoning-delta' as const), id, text }),
      fc.record({ type: fc.constantFrom('text-end' as const, 'reasoning-end' as const), id }),
      fc.record({
        type: fc.constant('call-start' as const),
        id,
        callId: fc.option(id),
        tool: fc.constant('t'),
      }),
      fc.record({ type: fc.constant('call-delta' as const), id, text }),
      fc.record({ type: fc.constant('call-end' as const), id }),
      fc.constant(done),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.boolean(), (parts, closesBlocks) => {
        const { events, state } = run([...parts, { type: 'source-ended' }], options({ closesBlocks }))
        expect(state.kind).toBe('over')
        const terminals = events.filter((event) => event.type === 'end' || event.type === 'error')
        expect(terminals).toHaveLength(1)
        expect(events.at(-1)).toBe(terminals[0])
        const open = new Set<string>()
        const callIds = new Set<string>()
        for (const event of events) {
          if (event.type === 'call-start') {
            expect(callIds.has(event.callId)).toBe(false)
            callIds.add(event.callId)
          }
          if (event.type.endsWith('-start') && 'block' in event) open.add(event.block)
          else if (event.type === 'block-end') expect(open.delete(event.block)).toBe(true)
          else if ('block' in event) expect(open.has(event.block)).toBe(true)
        }
        if (events.at(-1)?.type === 'end') expect(open.size).toBe(0)
      }),
    )
  })
})
