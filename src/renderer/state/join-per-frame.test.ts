import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandState } from '../../shared/command'
import type { EngineEvent } from '../../shared/ipc'
import { chatId, entryId, makeCard, makeChat } from '../testing/make'
import { joinPerFrame } from './join-per-frame'

const text = (id: string, at: number, words: string): EngineEvent => ({
  name: 'transcript.text',
  payload: { chatId: chatId('c'), id: entryId(id), channel: 'text', at, text: words },
})
const card = (id: string, lastLine: string, state: CommandState = RUNNING): EngineEvent => ({
  name: 'command.changed',
  payload: {
    card: makeCard(id, 'c', id, state, {
      output: { bytes: 1, lines: 1, lastLine, full: { kind: 'none' } },
    }),
  },
})
const RUNNING: CommandState = { kind: 'running', startedAt: 0, pid: 1 }
const ENDED: CommandState = {
  kind: 'ended',
  startedAt: 0,
  endedAt: 1,
  end: { by: 'exit', code: 0, closedPipe: false },
  wasBackground: true,
}
const changed: EngineEvent = { name: 'chat.changed', payload: { chat: makeChat('c') } }

function start() {
  const got: EngineEvent[] = []
  const batches: number[] = []
  const frames: (() => void)[] = []
  const send = joinPerFrame(
    (events) => {
      got.push(...events)
      batches.push(events.length)
    },
    (flush) => frames.push(flush),
  )
  const draw = () => {
    for (const flush of frames.splice(0)) flush()
  }
  return { got, batches, send, draw }
}

describe('streamed text', () => {
  it('is folded once per frame (A-108)', () => {
    const { got, send, draw } = start()
    send(text('a', 0, 'He'))
    send(text('a', 2, 'llo'))
    expect(got).toEqual([])
    draw()
    expect(got).toEqual([text('a', 0, 'Hello')])
    draw()
    expect(got).toHaveLength(1)
  })

  it('is never overtaken by another event', () => {
    const { got, send, draw } = start()
    send(text('a', 0, 'Hi'))
    send(changed)
    send(text('a', 2, '!'))
    draw()
    expect(got).toEqual([text('a', 0, 'Hi'), changed, text('a', 2, '!')])
  })

  it('keeps a gap or a repeat visible to who reads it', () => {
    const { got, send, draw } = start()
    send(text('a', 0, 'ab'))
    send(text('a', 5, 'c'))
    draw()
    expect(got).toEqual([text('a', 0, 'ab'), text('a', 5, 'c')])
  })

  it('adds up to the deltas, whenever frames are drawn (A-108)', () => {
    const delta = fc.record({
      id: fc.constantFrom('a', 'b'),
      words: fc.string({ minLength: 1 }),
      draw: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(delta), (deltas) => {
        const { got, send, draw } = start()
        const sent: Record<string, string> = { a: '', b: '' }
        for (const one of deltas) {
          const before = sent[one.id] ?? ''
          send(text(one.id, before.length, one.words))
          sent[one.id] = before + one.words
          if (one.draw) draw()
        }
        draw()
        const shown: Record<string, string> = { a: '', b: '' }
        for (const event of got) {
          if (event.name !== 'transcript.text') continue
          const { id, at } = event.payload
          expect(at).toBe(shown[id]?.length)
          shown[id] += event.payload.text
        }
        expect(shown).toEqual(sent)
      }),
    )
  })
})

describe('the output of running commands', () => {
  it('is folded once per frame, of each command the newest (S-162)', () => {
    const { got, batches, send, draw } = start()
    for (let line = 1; line <= 3; line++) for (const id of ['a', 'b']) send(card(id, `line ${line}`))
    expect(got).toEqual([])
    draw()
    expect(got).toEqual([card('a', 'line 3'), card('b', 'line 3')])
    expect(batches).toEqual([2])
  })

  it('is taken along by the end of a command, which is told at once', () => {
    const { got, batches, send, draw } = start()
    send(card('a', 'line 1'))
    send(card('b', 'line 1'))
    send(card('a', 'line 2', ENDED))
    expect(got).toEqual([card('a', 'line 1'), card('b', 'line 1'), card('a', 'line 2', ENDED)])
    draw()
    expect(batches).toEqual([3])
  })
})
