import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandStatus } from '../shared/command'
import type { ChatId } from '../shared/ids'
import type { ModelFailure } from '../shared/models'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const shell = (command: string, more: object = {}) => ({ tool: 'shell', args: { command, ...more } })
const failure = (code: ModelFailure['code'], status: number | null = null): ModelFailure => ({
  code,
  server: 'Scripted',
  detail: '',
  status,
})

describe('a chat', () => {
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

  const requests = (count: number) => until(() => test.model.requests.length === count)
  const lastRequest = () => test.model.requests.at(-1)?.messages ?? []
  /** Approves the command that waits, and gives its process once it runs. */
  const approved = async () => {
    const card = await test.card(chatId, 'pending')
    await test.engine.handlers['command.approve']({ commandId: card.id })
    await test.card(chatId, 'running')
    return test.processes.last()
  }
  const inBackground = async () => {
    const process = await approved()
    await test.clock.advance(5000)
    await test.card(chatId, 'background')
    return process
  }
  const kinds = async () => (await test.items(chatId)).map((item) => item.kind)

  it('tells nothing of itself when a command only prints (S-160)', async () => {
    test.model.script({ calls: [shell('npm run dev')] }, { text: 'It runs.' })
    await test.send(chatId, 'Run it')
    const process = await inBackground()
    await test.turnEnd(chatId)
    const before = test.events.length
    for (let line = 0; line < 5; line++) process.write(`line ${line}\n`)
    expect(test.events.slice(before).map(({ name }) => name)).toEqual(
      Array.from({ length: 5 }, () => 'command.changed'),
    )
  })

  it('answers, runs what it is asked to, returns the result and ends (A-001, A-002, S-003, S-008, S-101)', async () => {
    test.model.script({ text: 'I will build.', calls: [shell('npm run build')] }, { text: 'It is built.' })
    await test.send(chatId, 'Build it')
    await test.card(chatId, 'pending')
    expect((await test.chat(chatId)).needsApproval).toBe(1)
    const process = await approved()
    process.write('ok\n')
    process.exit(0)
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    expect(await kinds()).toEqual(['user', 'assistant', 'command', 'assistant'])
    expect(await test.chat(chatId)).toMatchObject({
      title: 'Build it',
      unread: true,
      needsApproval: 0,
      running: 0,
      tokens: { input: 200, output: 20 },
      context: { used: 110, window: 100_000 },
    })
    expect(lastRequest().at(-1)).toMatchObject({ role: 'tool', results: [{ isError: false }] })
  })

  it('sends the same stable part with every request of a chat (A-017)', async () => {
    test.model.script({ calls: [shell('npm run a')] }, { text: 'one' }, { text: 'two' })
    await test.send(chatId, 'a')
    const process = await approved()
    process.exit(0)
    await test.turnEnd(chatId)
    await test.send(chatId, 'b')
    await test.turnEnd(chatId)
    expect(test.model.requests).toHaveLength(3)
    const stable = test.model.requests.map(({ system, tools }) => JSON.stringify([system, tools]))
    expect(new Set(stable).size).toBe(1)
  })

  it('sends the project’s own instructions, as they are when the turn begins (A-015)', async () => {
    test.model.script({ text: 'one' }, { text: 'two' })
    test.readsProject = true
    const file = join(test.workspace, 'AGENTS.md')
    writeFileSync(file, 'Use tabs.')
    await test.send(chatId, 'a')
    await test.turnEnd(chatId)
    writeFileSync(file, 'Use blanks.')
    await test.send(chatId, 'b')
    await test.turnEnd(chatId)
    const [first, second] = test.model.requests.map(({ system }) => system)
    expect(first).toContain('Use tabs.')
    expect(second).toContain('Use blanks.')
  })

  it('keeps the result of a command whatever other chats do meanwhile (S-164)', async () => {
    const other = (await test.newChat()).id
    test.model.script({ calls: [shell('npm test')] }, { text: 'hello' }, { text: 'It failed.' })
    await test.send(chatId, 'test')
    const process = await approved()
    process.write('1 failed\n')
    await test.send(other, 'hi')
    await test.turnEnd(other)
    await test.engine.handlers['chat.delete']({ chatId: other })
    process.write('2 failed\n')
    process.exit(1)
    await test.turnEnd(chatId)
    const card = await test.card(chatId, 'failed')
    expect(card.state).toMatchObject({ end: { code: 1 } })
    expect(JSON.stringify(lastRequest().at(-1))).toContain('1 failed\\n2 failed')
  })

  it('says late and only while it is true what runs now (A-018)', async () => {
    test.model.script({ calls: [shell('npm run dev')] }, { text: 'up' })
    await test.send(chatId, 'dev')
    const process = await inBackground()
    await test.turnEnd(chatId)
    expect(test.model.requests[0]?.volatile).toBe('')
    expect(test.model.requests[1]?.volatile).toContain('npm run dev')
    process.exit(0)
  })

  it('tells a rejected command to the agent and never spawns it (S-010, A-005)', async () => {
    test.model.script({ calls: [shell('rm -r build')] }, { text: 'All right.' })
    await test.send(chatId, 'clean')
    const card = await test.card(chatId, 'pending')
    await test.engine.handlers['command.reject']({ commandId: card.id, text: 'keep it' })
    await test.turnEnd(chatId)
    expect(test.processes.started).toEqual([])
    expect(JSON.stringify(lastRequest().at(-1))).toContain('keep it')
    await test.card(chatId, 'rejected')
  })

  it('shows a call that could not become a command, with what was wrong (A-007, S-003)', async () => {
    test.model.script({ calls: [{ tool: 'shell', args: '{"command":' }] }, { text: 'Sorry.' })
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    expect((await test.items(chatId))[1]).toMatchObject({ kind: 'tool', tool: 'shell', state: 'failed' })
  })

  it('gives a message of the user to the next request of the turn and ends the waiting (A-008, S-184…S-187)', async () => {
    test.model.script({ calls: [shell('npm test')] }, { text: 'Then I stop waiting.' })
    await test.send(chatId, 'test')
    const process = await approved()
    await test.send(chatId, 'never mind the tests')
    await requests(2)
    expect(lastRequest().at(-1)).toEqual({ role: 'user', text: 'never mind the tests' })
    expect(JSON.stringify(lastRequest().at(-2))).toContain('T1')
    await test.card(chatId, 'background')
    await test.turnEnd(chatId)
    expect((await test.items(chatId)).some((item) => item.kind === 'user' && item.queued)).toBe(false)
    process.exit(0)
  })

  it('shows a queued message as queued until the agent has it (A-008)', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ hold: held, text: 'thinking' }, { text: 'yes' })
    await test.send(chatId, 'a')
    await requests(1)
    await test.send(chatId, 'b')
    expect((await test.items(chatId)).at(-1)).toMatchObject({ kind: 'user', text: 'b', queued: true })
    go()
    await test.turnEnd(chatId)
    expect((await test.items(chatId)).map((item) => (item.kind === 'user' ? item.text : item.kind))).toEqual([
      'a',
      'assistant',
      'b',
      'assistant',
    ])
  })

  it('stops: pending commands never start and the history stays valid (A-009, S-309)', async () => {
    test.model.script({ text: 'two', calls: [shell('npm run a')] })
    await test.send(chatId, 'go')
    const card = await test.card(chatId, 'pending')
    await test.engine.handlers['chat.stop']({ chatId })
    await test.card(chatId, 'cancelled')
    await expect(test.engine.handlers['command.approve']({ commandId: card.id })).rejects.toThrow(/no longer/)
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    test.model.script({ text: 'Hello again.' })
    await test.send(chatId, 'hello')
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    expect(lastRequest().map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user'])
  })

  it('tells once, with the next message, how a background command ended (S-158, S-224, S-228, S-229)', async () => {
    test.model.script(
      { calls: [shell('npm test')] },
      { text: 'It runs.' },
      { text: 'Good.' },
      { text: 'Yes.' },
    )
    await test.send(chatId, 'test')
    const process = await inBackground()
    await test.turnEnd(chatId)
    expect((await test.chat(chatId)).running).toBe(1)
    process.write('12 passed\n')
    process.exit(0)
    await test.card(chatId, 'succeeded')
    expect((await test.items(chatId)).at(-1)).toMatchObject({
      kind: 'notice',
      notice: { type: 'command-ended', terminalId: 'T1' },
    })
    expect(test.model.requests).toHaveLength(2)
    await test.send(chatId, 'and?')
    await test.turnEnd(chatId)
    const told = JSON.stringify(lastRequest().at(-2))
    expect(told).toMatch(/12 passed/)
    expect(told).toMatch(/Call ID: call-1/)
    expect(told).toMatch(/from Vigil/)
    expect(lastRequest().at(-1)).toEqual({ role: 'user', text: 'and?' })
    await test.send(chatId, 'sure?')
    await test.turnEnd(chatId)
    expect(JSON.stringify(lastRequest()).split('12 passed')).toHaveLength(2)
  })

  it('tells after Stop which commands the user stopped and what still runs (S-299, S-302, S-303)', async () => {
    test.model.script({ calls: [shell('npm run dev')] }, { text: 'started' })
    await test.send(chatId, 'dev')
    const dev = await inBackground()
    await test.turnEnd(chatId)
    test.model.script({ calls: [shell('npm test')] }, { text: 'ok' })
    await test.send(chatId, 'test')
    await approved()
    await test.engine.handlers['chat.stop']({ chatId })
    expect((await test.cards(chatId)).map((card) => commandStatus(card.state))).toEqual([
      'background',
      'stopped',
    ])
    await test.send(chatId, 'what now')
    await test.turnEnd(chatId)
    expect(JSON.stringify(lastRequest().at(-2))).toContain('npm run dev')
    dev.exit(0)
  })

  it('keeps a failed turn usable and says what failed (A-164, A-165)', async () => {
    test.model.script({ fail: { failure: failure('auth', 401) } }, { text: 'works now' })
    await test.send(chatId, 'a')
    expect(await test.turnEnd(chatId)).toMatchObject({ kind: 'failed', failure: { code: 'auth' } })
    expect((await test.items(chatId)).at(-1)).toMatchObject({ kind: 'notice', notice: { type: 'failure' } })
    await test.engine.handlers['chat.retry']({ chatId })
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    expect(test.model.requests[1]?.messages).toEqual([{ role: 'user', text: 'a' }])
  })

  it('shows a retry that waits, and Stop ends it (A-162)', async () => {
    test.model.script({ fail: { failure: failure('overloaded', 529), retryable: true } })
    await test.send(chatId, 'a')
    await until(async () => {
      const { turn } = await test.chat(chatId)
      return turn.kind === 'running' && turn.activity.kind === 'retrying'
    })
    await test.engine.handlers['chat.stop']({ chatId })
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    expect(test.clock.pendingTimers).toBe(0)
  })

  it('keeps the text of an answer that broke off and marks it (A-080, A-163)', async () => {
    test.model.script({ text: 'half an ans', fail: { failure: failure('interrupted'), retryable: true } })
    await test.send(chatId, 'a')
    await test.turnEnd(chatId)
    expect((await test.items(chatId))[1]).toMatchObject({ text: 'half an ans', state: 'interrupted' })
    expect(test.model.requests).toHaveLength(1)
  })

  it('says that there is no model (A-159)', async () => {
    test.settings.update({ defaultModel: null })
    const { id } = await test.newChat()
    await test.send(id, 'a')
    expect(await test.turnEnd(id)).toMatchObject({ kind: 'failed', failure: { code: 'no-model' } })
  })

  it('pauses at the limit of steps and goes on when asked (A-010)', async () => {
    test.settings.update({ stepLimit: 1 })
    test.model.script({ calls: [shell('npm run a')] }, { text: 'done' })
    await test.send(chatId, 'a')
    const process = await approved()
    process.exit(0)
    expect(await test.turnEnd(chatId)).toMatchObject({ kind: 'paused', steps: 1 })
    await test.engine.handlers['chat.retry']({ chatId })
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
  })

  it('runs one turn of a chat at a time (A-140, S-257)', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ hold: held, text: 'x' })
    await test.send(chatId, 'a')
    await expect(test.engine.handlers['chat.retry']({ chatId })).rejects.toThrow(/already/)
    go()
    await test.turnEnd(chatId)
  })

  it('deletes a chat with its commands and stops what it runs (A-141, S-146)', async () => {
    test.model.script({ calls: [shell('npm run dev')] }, { text: 'up' })
    await test.send(chatId, 'dev')
    const process = await inBackground()
    await test.turnEnd(chatId)
    await test.engine.handlers['chat.delete']({ chatId })
    expect(process.stops).toBe(1)
    await expect(test.engine.handlers['chat.open']({ chatId })).rejects.toThrow(/no longer exists/)
    expect(test.events.some((event) => event.name === 'chat.removed')).toBe(true)
  })

  it('ends awaited commands with the app when it quits, and the chat can go on afterwards (S-339, S-340, S-344)', async () => {
    test.model.script({ calls: [shell('npm test')] })
    await test.send(chatId, 'test')
    await approved()
    await test.engine.dispose()
    expect(test.processes.last().stops).toBe(1)
    await test.crashAndRestart()
    await test.card(chatId, 'cancelled')
    expect((await test.chat(chatId)).turn.kind).toBe('failed')
    expect(test.model.requests).toHaveLength(1)
    test.model.script({ text: 'I see.' })
    await test.engine.handlers['chat.retry']({ chatId })
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
  })

  it('finds everything again after a crash and tells what ended with the app (A-012, A-139, S-342, S-346, S-347)', async () => {
    test.model.script({ text: 'Testing.', calls: [shell('npm test')] })
    await test.send(chatId, 'test')
    const process = await approved()
    process.write('1 passed\n')
    await test.crashAndRestart()
    expect(await kinds()).toEqual(['user', 'assistant', 'command', 'notice'])
    await test.card(chatId, 'interrupted')
    expect((await test.chat(chatId)).turn.kind).toBe('failed')
    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'what happened?')
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    expect(lastRequest().map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'user',
    ])
    expect(JSON.stringify(lastRequest().at(-2))).toMatch(/window/i)
    expect(lastRequest().at(-1)).toEqual({ role: 'user', text: 'what happened?' })
    // The result of the call is what its command's record knows, not that nothing is known.
    expect(JSON.stringify(lastRequest()[2])).toContain('Status: ended together with the Vigil window')
  })

  it('tells after a crash that what still waited for approval never ran (A-005, S-309)', async () => {
    test.model.script({ calls: [shell('npm publish')] })
    await test.send(chatId, 'publish')
    await test.card(chatId, 'pending')
    await test.crashAndRestart()
    test.model.script({ text: 'I see.' })
    await test.engine.handlers['chat.retry']({ chatId })
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    const result = lastRequest()[2]
    expect(result).toMatchObject({
      role: 'tool',
      results: [{ text: 'The Vigil window ended before this command started. It was not run.' }],
    })
    // It is stored: the next request says the same, byte for byte.
    await test.crashAndRestart()
    test.model.script({ text: 'Yes.' })
    await test.send(chatId, 'and now?')
    await test.turnEnd(chatId)
    expect(lastRequest()[2]).toEqual(result)
  })
})
