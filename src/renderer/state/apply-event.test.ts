import { describe, expect, it } from 'vitest'
import { subagentIdSchema } from '../../shared/ids'
import type { EngineEvent } from '../../shared/ipc'
import type { SubagentCard } from '../../shared/subagent'
import { chatId, entryId, makeAnswer, makeCard, makeChat, makeSnapshot } from '../testing/make'
import { applyEvent, applyOpened, chatOfEvent, fromSnapshot } from './apply-event'
import type { AppData } from './data'

const C1 = chatId('c1')

/** An app with chat c1 opened, holding one streaming answer. */
function opened(text = 'Hello'): AppData {
  const data = fromSnapshot(makeSnapshot({ chats: [makeChat('c1'), makeChat('c2')] }))
  return applyOpened(data, {
    chat: makeChat('c1'),
    items: [makeAnswer('a', 1, text, 'streaming')],
    cards: [],
    subagents: [],
  })
}

function text(at: number, added: string, id = 'a', chat = 'c1'): EngineEvent {
  return {
    name: 'transcript.text',
    payload: { chatId: chatId(chat), id: entryId(id), channel: 'text', at, text: added },
  }
}

function textOf(data: AppData): string {
  const item = data.transcripts.byChat[C1]?.items.get(entryId('a'))
  return item?.kind === 'assistant' ? item.text : ''
}

describe('streamed text', () => {
  it('is appended where it belongs', () => {
    const { data, reopen } = applyEvent(opened(), text(5, ' world'))
    expect(textOf(data)).toBe('Hello world')
    expect(reopen).toBeNull()
  })

  it('changes nothing when it repeats what is there', () => {
    const before = opened()
    const { data, reopen } = applyEvent(before, text(2, 'llo'))
    expect(data).toBe(before)
    expect(reopen).toBeNull()
  })

  it('adds only the new part of an overlap', () => {
    expect(textOf(applyEvent(opened(), text(3, 'lo!')).data)).toBe('Hello!')
  })

  it('asks to read the chat again when a part is missing', () => {
    const before = opened()
    const { data, reopen } = applyEvent(before, text(7, 'x'))
    expect(data).toBe(before)
    expect(reopen).toBe(C1)
  })

  it('asks to read the chat again when it contradicts what is there', () => {
    expect(applyEvent(opened(), text(2, 'XX')).reopen).toBe(C1)
    expect(applyEvent(opened(), text(2, 'XXXXXXX')).reopen).toBe(C1)
  })

  it('asks to read the chat again when its item is unknown', () => {
    expect(applyEvent(opened(), text(0, 'x', 'nobody')).reopen).toBe(C1)
  })

  it('of a chat that is not open is ignored', () => {
    const before = opened()
    expect(applyEvent(before, text(9, 'x', 'a', 'c2'))).toEqual({ data: before, reopen: null })
  })

  it('of the reasoning is kept apart from the answer', () => {
    const event: EngineEvent = {
      name: 'transcript.text',
      payload: { chatId: C1, id: entryId('a'), channel: 'reasoning', at: 0, text: 'hm' },
    }
    const item = applyEvent(opened(), event).data.transcripts.byChat[C1]?.items.get(entryId('a'))
    expect(item).toMatchObject({ text: 'Hello', reasoning: 'hm' })
  })
})

describe('transcript items', () => {
  const put = (id: string, seq: number, over = ''): EngineEvent => ({
    name: 'transcript.item',
    payload: { chatId: C1, item: makeAnswer(id, seq, over) },
  })
  const order = (data: AppData) => data.transcripts.byChat[C1]?.order

  it('stand in the order of seq, whatever order they arrive in', () => {
    let data = opened()
    for (const event of [put('d', 4), put('b', 2), put('c', 3)]) data = applyEvent(data, event).data
    expect(order(data)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keep their place when they are replaced', () => {
    let data = opened()
    for (const event of [put('b', 2), put('a', 1, 'again')]) data = applyEvent(data, event).data
    expect(order(data)).toEqual(['a', 'b'])
    expect(textOf(data)).toBe('again')
  })

  it('move when their seq changes', () => {
    let data = opened()
    for (const event of [put('b', 2), put('a', 3)]) data = applyEvent(data, event).data
    expect(order(data)).toEqual(['b', 'a'])
  })

  it('go away', () => {
    const event: EngineEvent = { name: 'transcript.removed', payload: { chatId: C1, id: entryId('a') } }
    expect(applyEvent(opened(), event).data.transcripts.byChat[C1]).toMatchObject({
      order: [],
      items: new Map(),
    })
  })
})

describe('chats and commands', () => {
  it('a removed chat takes its transcript and cards along', () => {
    const card = makeCard('t1', 'c1', 'ls', { kind: 'preparing', since: 0 })
    const other = makeCard('t2', 'c2', 'ls', { kind: 'preparing', since: 0 })
    let data = applyEvent(opened(), { name: 'command.changed', payload: { card } }).data
    data = applyEvent(data, { name: 'command.changed', payload: { card: other } }).data
    data = applyEvent(data, { name: 'chat.removed', payload: { chatId: C1 } }).data
    expect(Object.keys(data.chats.byId)).toEqual(['c2'])
    expect(data.transcripts.byChat).toEqual({})
    expect(Object.keys(data.commands.byId)).toEqual(['t2'])
  })

  it('keep the output of the last minute as long as they run', () => {
    const running = makeCard('t1', 'c1', 'ls', { kind: 'running', startedAt: 0, pid: 1 })
    let data = applyEvent(opened(), {
      name: 'jobs.rates',
      payload: { rates: [{ commandId: running.id, bytes: [1, 2] }] },
    }).data
    data = applyEvent(data, { name: 'command.changed', payload: { card: running } }).data
    expect(data.rates.byId).toEqual({ t1: [1, 2] })
    const ended = { ...running, state: { kind: 'preparing', since: 0 } as const }
    data = applyEvent(data, { name: 'command.changed', payload: { card: ended } }).data
    expect(data.rates.byId).toEqual({})
  })

  it('slices an event does not touch keep their identity', () => {
    const before = opened()
    const { data } = applyEvent(before, { name: 'chat.changed', payload: { chat: makeChat('c2') } })
    expect(data.transcripts).toBe(before.transcripts)
    expect(data.commands).toBe(before.commands)
    expect(data.settings).toBe(before.settings)
  })

  it('events that an answer to chat.open may lack name their chat', () => {
    expect(chatOfEvent(text(0, 'x'))).toBe(C1)
    expect(chatOfEvent({ name: 'banners.changed', payload: { banners: [] } })).toBeNull()
  })
})

describe('subagents', () => {
  const card = (name: string): SubagentCard => ({
    id: subagentIdSchema.parse('s1'),
    chatId: C1,
    name,
    createdAt: 0,
    state: { kind: 'running', isBackground: false },
    activity: null,
    commands: [],
    calls: [],
  })

  it('are shown as they are now, and go with their chat', () => {
    const event: EngineEvent = { name: 'subagent.changed', payload: { card: card('Look') } }
    expect(chatOfEvent(event)).toBe(C1)
    const { data } = applyEvent(opened(), event)
    expect(Object.values(data.subagents.byId)).toEqual([card('Look')])
    const { data: later } = applyEvent(data, { name: 'chat.removed', payload: { chatId: C1 } })
    expect(later.subagents.byId).toEqual({})
  })
})
