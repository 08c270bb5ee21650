import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatNotice } from '../shared/chat'
import type { ChatId } from '../shared/ids'
import { CACHE_LIFE_MS, REMOVED_RESULT, SUMMARY_QUESTION } from './agent/compaction'
import { requestTokens } from './models/request-tokens'
import type { ModelMessage, ModelRequest } from './ports'
import { createTestEngine, SCRIPTED, type TestEngine, until } from './testing/test-engine'

let test: TestEngine
let chatId: ChatId
beforeEach(async () => {
  test = await createTestEngine()
  chatId = (await test.newChat()).id
})
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
})

const LONG = 'All of this was said before. '.repeat(100)
const shell = (command: string) => ({ tool: 'shell', args: { command } })
const isSummary = ({ messages }: ModelRequest) =>
  String(lastText(messages)).startsWith('[Summary of the conversation')
const lastText = (messages: readonly ModelMessage[]) => {
  const last = messages.at(-1)
  return last?.role === 'tool' ? '' : last?.text
}
/** A model with this window; it summarises when asked to, and otherwise says what the test wants. */
async function withWindow(window: number): Promise<void> {
  const { connections } = test.settings.get()
  test.settings.update({
    connections: connections.map((one) =>
      one.id === SCRIPTED.connection
        ? { ...one, models: one.models.map((model) => ({ ...model, contextWindow: window })) }
        : one,
    ),
  })
}
async function says(...texts: string[]): Promise<void> {
  for (const text of texts) {
    test.model.script({ text: `Answer to ${text.slice(0, 20)}` })
    await test.send(chatId, text)
    await test.turnEnd(chatId)
  }
}
async function compact(focus = ''): Promise<void> {
  await test.engine.handlers['chat.send']({ chatId, text: `/compact ${focus}` })
  await until(async () => ((await test.chat(chatId)).turn.kind !== 'running' ? true : null))
}
async function notices(): Promise<ChatNotice[]> {
  return (await test.items(chatId)).flatMap((item) => (item.kind === 'notice' ? [item.notice] : []))
}
/** Each result follows its call, and no call is without one. */
function expectPaired(messages: readonly ModelMessage[]): void {
  messages.forEach((message, index) => {
    const next = messages[index + 1]
    if (message.role === 'assistant' && message.calls.length > 0) {
      const results = next?.role === 'tool' ? next.results.map(({ callId }) => callId) : []
      expect(results).toEqual(message.calls.map(({ callId }) => callId))
    }
    const before = messages[index - 1]
    if (message.role === 'tool') expect(before?.role === 'assistant' && before.calls.length > 0).toBe(true)
  })
}

describe('/compact', () => {
  it('folds the whole history into a summary with fixed sections, which the person can read (A-047, A-122, A-125…A-127, A-129, A-135, A-136, A-166)', async () => {
    await says(LONG, 'second')
    const { tokens } = await test.chat(chatId)
    test.model.script({ text: '## Goal\nTo test.' })
    await compact('the parser')
    const request = test.model.requests.at(-1)
    expect(lastText(request?.messages ?? [])).toContain('## Next steps, in order')
    expect(lastText(request?.messages ?? [])).toContain('focus on: the parser')
    expect(await notices()).toEqual([
      { type: 'compacted', summary: '## Goal\nTo test.', running: '', commands: [], isAutomatic: false },
    ])
    expect((await test.chat(chatId)).tokens.input).toBeGreaterThan(tokens.input)
    await says('third')
    expect(test.model.requests.at(-1)?.messages).toEqual([
      { role: 'user', text: SUMMARY_QUESTION },
      { role: 'assistant', text: '## Goal\nTo test.', calls: [] },
      { role: 'user', text: 'third' },
    ])
    expect(test.model.requests.at(-1)?.system).toBe(test.model.requests[0]?.system)
    expect(test.model.requests.at(-1)?.tools).toEqual(test.model.requests[0]?.tools)
    // All of it is still there to read, also after a restart.
    await test.crashAndRestart()
    expect((await test.items(chatId)).some((item) => item.kind === 'user' && item.text === LONG)).toBe(true)
  })

  it('says so when there is too little, and when no model is asked (A-137)', async () => {
    await compact()
    await says('short')
    const asked = test.model.requests.length
    await compact()
    expect(await notices()).toEqual([{ type: 'nothing-to-compact' }, { type: 'nothing-to-compact' }])
    expect(test.model.requests).toHaveLength(asked)
  })

  it('leaves the history as it was when it fails or is stopped (A-131, A-009)', async () => {
    await says(LONG)
    const before = test.model.requests[0]?.messages[0]
    test.model.script({ text: '' })
    await compact()
    expect((await notices()).at(-1)).toMatchObject({ type: 'compaction-failed' })
    let go = () => {}
    test.model.script({
      hold: new Promise<void>((resolve) => {
        go = resolve
      }),
      text: 'never',
    })
    await test.engine.handlers['chat.send']({ chatId, text: '/compact' })
    await until(async () => ((await test.chat(chatId)).turn.kind === 'running' ? true : null))
    expect((await test.chat(chatId)).turn).toMatchObject({ activity: { kind: 'compacting' } })
    await test.engine.handlers['chat.stop']({ chatId })
    go()
    expect((await test.chat(chatId)).turn.kind).toBe('idle')
    await says('more')
    expect(test.model.requests.at(-1)?.messages[0]).toEqual(before)
  })

  it('ends with a list of what runs then, servers too, which is never refreshed; ends are told as ever (S-231, S-268…S-271, A-134)', async () => {
    test.model.script({ calls: [shell('npm run long')] }, { text: 'It runs.' })
    await test.send(chatId, LONG)
    const card = await test.card(chatId, 'pending')
    await test.engine.handlers['command.approve']({ commandId: card.id })
    await test.card(chatId, 'running')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    test.model.script({ text: 'The summary.' })
    await compact()
    const [compacted] = await notices()
    expect(compacted).toMatchObject({ type: 'compacted', summary: 'The summary.' })
    const { running, commands } = compacted as Extract<ChatNotice, { type: 'compacted' }>
    expect(commands).toEqual([{ terminalId: card.terminalId, command: 'npm run long', isServer: false }])
    expect(running).toContain(card.callId)
    expect(running).toContain(card.terminalId)
    expect(running).toContain('npm run long')
    test.model.script({ text: 'I heard.' })
    test.processes.of('npm run long').exit(3)
    await test.card(chatId, 'failed')
    await test.clock.advance(600)
    await until(
      async () =>
        (await test.items(chatId)).some((item) => item.kind === 'assistant' && item.text === 'I heard.') ||
        null,
    )
    const { messages } = test.model.requests.at(-1) as ModelRequest
    expect(messages[1]).toEqual({ role: 'assistant', text: `The summary.\n\n${running}`, calls: [] })
    const told = messages
      .filter(({ role }) => role === 'user')
      .map((message) => (message as { text: string }).text)
    expect(told.filter((text) => text.includes(card.callId))).toHaveLength(1)
  })

  it('keeps a chat that was stopped stopped: nothing wakes it (S-251, S-255)', async () => {
    test.model.script({ calls: [shell('npm run long')] })
    await test.send(chatId, LONG)
    await test.card(chatId, 'pending')
    await test.engine.handlers['chat.stop']({ chatId })
    test.model.script({ text: 'The summary.' })
    await compact()
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
  })
})

describe('/newtask', () => {
  const newTask = () => test.engine.handlers['chat.send']({ chatId, text: '/newtask the parser' })

  it('opens a chat that starts from a summary of this one, which stays as it is (A-053)', async () => {
    await says(LONG)
    test.model.script({ text: '## Goal\nTo test.' })
    const { openChat } = await newTask()
    expect(lastText(test.model.requests.at(-1)?.messages ?? [])).toContain('focus on: the parser')
    expect(openChat).not.toBeNull()
    const created = openChat as ChatId
    expect(await test.items(created)).toMatchObject([
      { kind: 'notice', notice: { type: 'compacted', summary: '## Goal\nTo test.' } },
    ])
    test.model.script({ text: 'on it' })
    await test.send(created, 'go on')
    await test.turnEnd(created)
    expect(test.model.requests.at(-1)?.messages).toEqual([
      { role: 'user', text: SUMMARY_QUESTION },
      { role: 'assistant', text: '## Goal\nTo test.', calls: [] },
      { role: 'user', text: 'go on' },
    ])
    await says('still here')
    expect(test.model.requests.at(-1)?.messages[0]).toEqual({ role: 'user', text: LONG })
    expect((await test.chat(created)).model).toEqual((await test.chat(chatId)).model)
  })

  it('creates nothing when there is too little, when it fails, or while a turn runs (A-053, A-055)', async () => {
    const chats = async () => (await test.engine.snapshot()).chats.length
    expect(await newTask()).toEqual({ openChat: null, isMessage: false })
    await says(LONG)
    test.model.script({ text: '' })
    expect(await newTask()).toEqual({ openChat: null, isMessage: false })
    test.model.script({ calls: [shell('ls')] }, { text: 'done' })
    await test.send(chatId, 'look')
    await test.card(chatId, 'running')
    expect(await newTask()).toEqual({ openChat: null, isMessage: false })
    test.processes.last().exit(0)
    await test.turnEnd(chatId)
    expect((await notices()).map(({ type }) => type)).toEqual([
      'nothing-to-compact',
      'compaction-failed',
      'not-now',
    ])
    expect(await chats()).toBe(1)
  })
})

describe('automatic compaction', () => {
  it('comes before a request that would fill most of the window, and keeps the last message (A-121, A-123, A-125, A-133, S-108)', async () => {
    await says(LONG, LONG)
    const used = requestTokens(test.model.requests.at(-1) as ModelRequest)
    await withWindow(Math.ceil(used * 1.3))
    test.model.script({ text: 'What was done.' }, { text: 'Going on.' })
    await test.send(chatId, `The newest message. ${LONG}`)
    await test.turnEnd(chatId)
    const [summary, request] = test.model.requests.slice(-2)
    expect(isSummary(summary as ModelRequest)).toBe(true)
    expect(JSON.stringify(summary?.messages)).not.toContain('The newest message.')
    expect(request?.messages).toEqual([
      { role: 'user', text: SUMMARY_QUESTION },
      { role: 'assistant', text: 'What was done.', calls: [] },
      { role: 'user', text: `The newest message. ${LONG}` },
    ])
    expect((await notices()).at(-1)).toMatchObject({ type: 'compacted', isAutomatic: true })
  })

  it('comes earlier after a pause, when the provider no longer has the history in its cache (A-124)', async () => {
    await says(LONG, LONG)
    const used = requestTokens(test.model.requests.at(-1) as ModelRequest)
    await withWindow(used * 2)
    await says('soon after')
    expect(await notices()).toEqual([])
    await test.clock.advance(CACHE_LIFE_MS + 1)
    test.model.script({ text: 'What was done.' }, { text: 'Going on.' })
    await test.send(chatId, 'much later')
    await test.turnEnd(chatId)
    expect((await notices()).at(-1)).toMatchObject({ type: 'compacted', isAutomatic: true })
    expect(test.model.requests.at(-1)?.messages.at(-1)).toEqual({ role: 'user', text: 'much later' })
  })

  it('takes out the oldest results when no summary can be made (A-128, A-131)', async () => {
    await withWindow(100_000)
    test.model.script({ calls: [{ tool: 'read_file', args: { path: 'gone.txt' } }] }, { text: 'one' })
    await test.send(chatId, LONG)
    await test.turnEnd(chatId)
    await says(LONG)
    await withWindow(Math.ceil(requestTokens(test.model.requests.at(-1) as ModelRequest) * 1.2))
    test.model.script({ text: '' }, { text: 'Going on.' })
    await test.send(chatId, 'next')
    await test.turnEnd(chatId)
    const types = (await notices()).map(({ type }) => type)
    expect(types).toEqual(['compaction-failed', 'compacted'])
    const { messages } = test.model.requests.at(-1) as ModelRequest
    expect(messages[0]).toEqual({ role: 'user', text: LONG })
    const results = messages.flatMap((message) => (message.role === 'tool' ? message.results : []))
    expect(results.map(({ text }) => text)).toEqual([REMOVED_RESULT])
    expectPaired(messages)
  })

  it('comes once after a server refused a request as too long, and the request is repeated (A-132)', async () => {
    await says(LONG, LONG)
    test.model.script(
      { fail: { failure: { code: 'window-too-small', server: 'S', detail: 'too long', status: 400 } } },
      { text: 'What was done.' },
      { text: 'Going on.' },
    )
    await test.send(chatId, 'next')
    await test.turnEnd(chatId)
    expect(test.model.requests.at(-1)?.messages.at(0)).toEqual({ role: 'user', text: SUMMARY_QUESTION })
    expect((await test.chat(chatId)).turn.kind).toBe('idle')
  })

  it('keeps a turn of 300 steps within the window, every call with its result (A-121, A-128, A-130)', async () => {
    test.settings.update({ stepLimit: 400 })
    await withWindow(9000)
    const answer = (step: number) => (request: ModelRequest) =>
      isSummary(request)
        ? { text: `Summary before step ${step}.` }
        : {
            text: `Step ${step}. ${'x'.repeat(200)}`,
            calls: [{ tool: 'read_file', args: { path: `f${step}` } }],
          }
    // Summaries take answers of their own, so there are more than steps.
    for (let step = 0; step < 400; step++) test.model.script(answer(step))
    let longest = 0
    await test.send(chatId, 'A long task.')
    const steps = () => test.model.requests.filter((request) => !isSummary(request)).length
    await until(async () => (steps() >= 300 ? true : null))
    await test.engine.handlers['chat.stop']({ chatId })
    for (const request of test.model.requests) {
      longest = Math.max(longest, requestTokens(request))
      expectPaired(request.messages)
      if (!isSummary(request)) expect(JSON.stringify(request.messages)).toContain('A long task.')
    }
    expect(longest).toBeLessThanOrEqual(9000)
    expect(test.model.requests.filter(isSummary).length).toBeGreaterThan(2)
  }, 60_000)
})
