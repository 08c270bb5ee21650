import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenedChat } from '../../shared/ipc'
import { createFakeApi, FakeRefusal } from '../testing/fake-api'
import { chatId, commandId, entryId, makeAnswer, makeCard, makeChat, makeSnapshot } from '../testing/make'
import { openChat, startSession } from './session'
import { useSettingsData, useTranscripts } from './stores'
import { showChatView, showOutput, useUi } from './ui'

const C1 = chatId('c1')

/** A window whose engine knows one chat with one streaming answer. */
function openWindow() {
  const snapshot = makeSnapshot({ chats: [makeChat('c1')] })
  const api = createFakeApi({
    snapshot,
    transcripts: { c1: [makeAnswer('a', 1, 'Hello', 'streaming')] },
    cards: [],
    outputs: {},
  })
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    api,
    setTimeout,
    clearTimeout,
    requestAnimationFrame: (draw: () => void) => setTimeout(draw, 0),
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
  return api
}

function text(at: number, added: string) {
  return {
    name: 'transcript.text',
    payload: { chatId: C1, id: entryId('a'), channel: 'text', at, text: added },
  } as const
}
function shownText(): string | null {
  const item = useTranscripts.getState().byChat[C1]?.items.get(entryId('a'))
  return item?.kind === 'assistant' ? item.text : null
}
/** Everything asked for has been answered and drawn: answers are microtasks, frames are timers of 0 ms. */
const settled = async () => {
  for (let round = 0; round < 3; round++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}

let stop = () => {}
beforeEach(() => {
  useSettingsData.setState({ data: null })
  useTranscripts.setState({ byChat: {} })
  useUi.setState({ failure: null, chatId: null })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('a window that starts', () => {
  it('opens the newest chat', async () => {
    openWindow()
    stop = startSession()
    await settled()
    expect(useUi.getState()).toMatchObject({ chatId: C1, view: { kind: 'chat' } })
    expect(shownText()).toBe('Hello')
  })

  it('shows the full output again that was open before a reload or a restart, if it still exists (S-152, S-163)', async () => {
    const api = openWindow()
    const card = makeCard('k1', 'c1', 'npm test', { kind: 'preparing', since: 0 })
    const opened = { chat: makeChat('c1'), items: [], cards: [card], subagents: [] }
    api.override({ 'chat.open': () => opened })
    stop = startSession()
    await settled()
    showOutput(card.id)
    stop()
    useUi.setState({ view: { kind: 'chat' }, chatId: null })
    stop = startSession()
    await settled()
    expect(useUi.getState().view).toEqual({ kind: 'output', commandId: card.id, from: 'chat' })
    // Closed, it stays closed; and one that is gone is not shown.
    showChatView()
    stop()
    stop = startSession()
    await settled()
    expect(useUi.getState().view).toEqual({ kind: 'chat' })
    showOutput(commandId('gone'))
    stop()
    stop = startSession()
    await settled()
    expect(useUi.getState().view).toEqual({ kind: 'chat' })
  })

  it('reports a failed start and starts on Retry', async () => {
    const api = openWindow()
    api.override({
      'app.snapshot': () => {
        throw new FakeRefusal('storage-failed', 'disk')
      },
    })
    stop = startSession()
    await settled()
    const { failure } = useUi.getState()
    expect(failure).toMatchObject({ action: 'start', code: 'storage-failed' })
    api.override({ 'app.snapshot': () => makeSnapshot() })
    failure?.retry?.()
    await settled()
    expect(useUi.getState().failure).toBeNull()
    expect(useSettingsData.getState().data).not.toBeNull()
  })

  it('keeps what happened while the snapshot was on its way', async () => {
    const api = openWindow()
    stop = startSession()
    api.emit({ name: 'chat.changed', payload: { chat: makeChat('c2', { createdAt: 5 }) } })
    await settled()
    expect(useUi.getState().chatId).toBe('c2')
  })
})

describe('an open chat', () => {
  it('loses no text that overtakes the answer to chat.open', async () => {
    const api = openWindow()
    let answer: (opened: OpenedChat) => void = () => {}
    api.override({
      'chat.open': () =>
        new Promise<OpenedChat>((resolve) => {
          answer = resolve
        }),
    })
    stop = startSession()
    await settled()
    api.emit(text(5, ' world'))
    answer({
      chat: makeChat('c1'),
      items: [makeAnswer('a', 1, 'Hello', 'streaming')],
      cards: [],
      subagents: [],
    })
    await settled()
    expect(shownText()).toBe('Hello world')
  })

  it('is read again when streamed text has a gap, and keeps what it shows meanwhile', async () => {
    const api = openWindow()
    stop = startSession()
    await settled()
    let answer: (opened: OpenedChat) => void = () => {}
    api.override({
      'chat.open': () =>
        new Promise<OpenedChat>((resolve) => {
          answer = resolve
        }),
    })
    api.emit(text(9, 'ld'))
    await settled()
    expect(shownText()).toBe('Hello')
    api.emit(text(11, '!'))
    answer({
      chat: makeChat('c1'),
      items: [makeAnswer('a', 1, 'Hello world', 'streaming')],
      cards: [],
      subagents: [],
    })
    await settled()
    expect(api.calls.filter((call) => call.name === 'chat.open')).toHaveLength(2)
    expect(shownText()).toBe('Hello world!')
  })

  it('that cannot be read says so and can be tried again', async () => {
    const api = openWindow()
    api.override({
      'chat.open': () => {
        throw new FakeRefusal('storage-failed', 'disk')
      },
    })
    stop = startSession()
    await settled()
    expect(useTranscripts.getState().byChat[C1]?.load).toBe('failed')
    expect(useUi.getState().failure).toMatchObject({ action: 'open-chat' })
    api.override({
      'chat.open': () => ({
        chat: makeChat('c1'),
        items: [makeAnswer('a', 1, 'Hi')],
        cards: [],
        subagents: [],
      }),
    })
    await openChat(C1)
    expect(shownText()).toBe('Hi')
    expect(useUi.getState().failure).toBeNull()
  })
})
