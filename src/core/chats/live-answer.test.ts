import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatIdSchema, commandIdSchema } from '../../shared/ids'
import type { EngineEvent } from '../../shared/ipc'
import type { StreamEvent } from '../ports'
import { createFakeClock } from '../testing/fake-clock'
import { LiveAnswer } from './live-answer'
import { STREAM_BATCH_MS } from './text-batcher'

function setUp() {
  const clock = createFakeClock()
  const events: EngineEvent[] = []
  let id = 0
  let seq = 0
  const live = new LiveAnswer({
    chatId: chatIdSchema.parse('c'),
    model: 'm',
    clock,
    ids: { next: (prefix) => `${prefix}-${++id}` },
    nextSeq: () => ++seq,
    emit: (event) => events.push(event),
  })
  const named = <K extends EngineEvent['name']>(name: K) =>
    events.filter((event): event is Extract<EngineEvent, { name: K }> => event.name === name)
  return { clock, live, named }
}

const text = (part: string): StreamEvent => ({ type: 'text-delta', block: 't', text: part })
const call = (callId: string): StreamEvent => ({ type: 'call-start', block: callId, callId, tool: 'shell' })

describe('a streamed answer', () => {
  it('sends exactly the text it got, in order, whatever the pace (A-108)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.string(), fc.nat(80))), async (deltas) => {
        const { clock, live, named } = setUp()
        for (const [part, pause] of deltas) {
          live.take(text(part))
          await clock.advance(pause)
        }
        await clock.advance(STREAM_BATCH_MS)
        let shown = ''
        for (const { payload } of named('transcript.text')) {
          expect(payload.at).toBe(shown.length)
          shown += payload.text
        }
        expect(shown).toBe(deltas.map(([part]) => part).join(''))
      }),
      { numRuns: 40 },
    )
  })

  it('sends a flood as few messages (A-108)', async () => {
    const { clock, live, named } = setUp()
    for (let n = 0; n < 1000; n++) live.take(text('x'))
    await clock.advance(STREAM_BATCH_MS)
    expect(named('transcript.text')).toHaveLength(1)
  })

  it('shows a call as soon as it starts in the stream (A-107)', () => {
    const { live, named } = setUp()
    live.take(text('I will look.'))
    live.take(call('1'))
    const items = named('transcript.item').map((event) => event.payload.item)
    expect(items.map((item) => item.kind)).toEqual(['assistant', 'tool'])
    expect(items[1]?.seq).toBeGreaterThan(items[0]?.seq ?? Number.POSITIVE_INFINITY)
  })

  it('gives a window that opens now everything shown so far', async () => {
    const { clock, live, named } = setUp()
    live.take(text('half an '))
    live.take(text('answer'))
    expect(live.items()[0]).toMatchObject({ kind: 'assistant', text: 'half an answer', state: 'streaming' })
    await clock.advance(STREAM_BATCH_MS)
    live.take(text('!'))
    await clock.advance(STREAM_BATCH_MS)
    expect(named('transcript.text').at(-1)?.payload).toMatchObject({ at: 14, text: '!' })
  })

  it('takes back calls that did not become part of the answer (A-080, A-106)', () => {
    const { live, named } = setUp()
    live.take(call('kept'))
    live.take(call('cut'))
    const cut = live.call('cut').id
    live.finish(new Set(['kept']))
    expect(named('transcript.removed').map((event) => event.payload.id)).toEqual([cut])
  })

  it('shows what a call does that began early, and the card of one that asks early (A-097, A-105)', () => {
    const { live, named } = setUp()
    live.take(call('read'))
    live.take(call('ask'))
    live.name('read', 'src/a.ts')
    live.link('ask', commandIdSchema.parse('cmd'))
    const shown = named('transcript.item').map(({ payload }) => payload.item)
    expect(shown.slice(-2)).toMatchObject([
      { kind: 'tool', callId: 'read', title: 'src/a.ts', state: 'running' },
      { kind: 'command', commandId: 'cmd' },
    ])
    expect(live.items()).toEqual(shown.slice(-2))
    expect(live.call('ask')).toMatchObject({ title: '', commandId: 'cmd' })
  })

  it('leaves no timer behind', () => {
    const { clock, live } = setUp()
    live.take(text('x'))
    live.finish(new Set())
    expect(clock.pendingTimers).toBe(0)
  })
})
