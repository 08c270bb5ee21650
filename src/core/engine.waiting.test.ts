import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const shell = (command: string, more: object = {}) => ({ tool: 'shell', args: { command, ...more } })
const read = (path: string) => ({ tool: 'read_file', args: { path } })
const BANNER = '  ➜  Local:   http://localhost:5173/\n'

describe('a turn that waits for commands', () => {
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

  const cardOf = (command: string, ...kinds: string[]) =>
    until(async () =>
      (await test.cards(chatId)).find((one) => one.command === command && kinds.includes(one.state.kind)),
    )
  const runs = async (command: string) => {
    await cardOf(command, 'running')
    return test.processes.of(command)
  }
  const approve = async (command: string) => {
    const { id } = await cardOf(command, 'pending')
    await test.engine.handlers['command.approve']({ commandId: id })
    return runs(command)
  }
  const requests = (count: number) => until(() => test.model.requests.length === count)
  const results = () =>
    (test.model.requests.at(-1)?.messages ?? []).flatMap((message) =>
      message.role === 'tool' ? message.results : [],
    )
  const told = () =>
    (test.model.requests.at(-1)?.messages ?? []).flatMap((message) =>
      message.role === 'user' ? [message.text] : [],
    )
  const notified = () =>
    test.events.flatMap((event) =>
      event.name === 'attention.notify' ? [event.payload.notification.kind] : [],
    )

  it('gives the results of other calls after one second more (S-177, S-180, S-181, S-295)', async () => {
    test.model.script({ calls: [read('gone.txt'), shell('npm test')] }, { text: 'It runs.' })
    await test.send(chatId, 'go')
    await approve('npm test')
    await test.clock.advance(999)
    expect(test.model.requests).toHaveLength(1)
    await test.clock.advance(1)
    await requests(2)
    expect(results().map((result) => result.tool)).toEqual(['read_file', 'shell'])
    expect(results()[1]?.text).toContain('the results of your other calls are ready')
    expect((await cardOf('npm test', 'background')).state).toMatchObject({ reason: 'other-calls' })
    await test.turnEnd(chatId)
    expect(test.processes.last().stops).toBe(0)
  })

  it('holds what comes after a command that changes something until it ended or went to the background (A-088, A-095)', async () => {
    test.model.script(
      { calls: [shell('make one'), shell('make two'), shell('make three')] },
      { text: 'Made.' },
    )
    await test.send(chatId, 'go')
    // All three are asked about at once; approving a later one does not start it.
    for (const command of ['make one', 'make two', 'make three']) {
      const { id } = await cardOf(command, 'pending')
      await test.engine.handlers['command.approve']({ commandId: id })
    }
    await runs('make one')
    await test.clock.advance(4999)
    expect(test.processes.started.map(({ spec }) => spec.command)).toEqual(['make one'])
    await test.clock.advance(1)
    await cardOf('make one', 'background')
    ;(await runs('make two')).exit(0)
    await runs('make three')
    expect(test.processes.started.map(({ spec }) => spec.command)).toEqual([
      'make one',
      'make two',
      'make three',
    ])
    test.processes.last().exit(0)
    await test.turnEnd(chatId)
  })

  it('counts a rejected call as done at the moment of its rejection (S-178)', async () => {
    test.model.script({ calls: [shell('npm run a'), shell('npm run b')] }, { text: 'One runs.' })
    await test.send(chatId, 'go')
    const { id } = await cardOf('npm run a', 'pending')
    await test.engine.handlers['command.reject']({ commandId: id, text: null })
    await approve('npm run b')
    await test.clock.advance(1000)
    await requests(2)
    await test.turnEnd(chatId)
  })

  it('counts a call as done when the user rejects it, not when it is asked about (S-178)', async () => {
    const write = { tool: 'write_file', args: { path: 'a.txt', content: 'new\n' }, callId: 'w' }
    test.model.script({ calls: [write, shell('npm test')] }, { text: 'It runs.' })
    await test.send(chatId, 'go')
    await until(async () => (await test.chat(chatId)).needsApproval > 0)
    await test.clock.advance(10_000)
    await test.engine.handlers['call.answer']({
      chatId,
      callId: 'w',
      answer: { kind: 'reject', text: 'Not now.' },
    })
    await approve('npm test')
    await test.clock.advance(999)
    expect(test.model.requests).toHaveLength(1)
    await test.clock.advance(1)
    await requests(2)
    expect(results()[0]?.text).toContain('Not now.')
    expect((await cardOf('npm test', 'background')).state).toMatchObject({ reason: 'other-calls' })
    await test.turnEnd(chatId)
  })

  it('goes on with the same process when the waiting is over (S-172…S-174)', async () => {
    test.model.script({ calls: [shell('npm test')] }, { text: 'It runs.' })
    await test.send(chatId, 'go')
    const process = await approve('npm test')
    process.write('1 of 2\n')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    process.write('2 of 2\n')
    test.model.script({ text: 'It passed.' })
    process.exit(0)
    await test.clock.advance(500)
    await requests(3)
    await test.turnEnd(chatId)
    expect(test.processes.started).toHaveLength(1)
    expect(process.stops).toBe(0)
    expect(told().at(-1)).toMatch(/terminal_id: T1[\s\S]*\n2 of 2\n/)
  })

  it('moves to the background by hand at once: what was printed is in the result, and nothing runs twice (S-188, B-120)', async () => {
    test.model.script({ calls: [shell('npm test', { timeout: 60_000 })] }, { text: 'It runs.' })
    await test.send(chatId, 'go')
    const process = await approve('npm test')
    process.write('begun\n')
    await test.clock.advance(1000)
    const { id } = await cardOf('npm test', 'running')
    await test.engine.handlers['command.moveToBackground']({ commandId: id })
    await test.turnEnd(chatId)
    expect(results()[0]?.text).toMatch(
      /terminal_id: T1[\s\S]*moved this command to the background[\s\S]*begun/,
    )
    test.model.script({ text: 'It is over.' })
    process.exit(0)
    await test.clock.advance(500)
    await requests(3)
    await test.turnEnd(chatId)
    expect(test.processes.started).toHaveLength(1)
  })

  it('takes no turn while a command waits for something outside, and one when it has come (B-157)', async () => {
    test.model.script({ calls: [shell('until ping; do sleep 1; done; echo up')] }, { text: 'I wait.' })
    await test.send(chatId, 'go')
    const process = await approve('until ping; do sleep 1; done; echo up')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    await test.clock.advance(4 * 60_000)
    expect(test.model.requests).toHaveLength(2)
    test.model.script({ text: 'It is up.' })
    process.write('up\n')
    process.exit(0)
    await test.clock.advance(500)
    await requests(3)
    await test.turnEnd(chatId)
    await test.clock.advance(60_000)
    expect(test.model.requests).toHaveLength(3)
    expect(told().at(-1)).toContain('\nup\n')
  })

  it('tells a model that repeats the same call for ever, and pauses it at its limit; the chat stays (B-158, A-010, A-011)', async () => {
    test.settings.update({ stepLimit: 6 })
    test.model.script(...Array.from({ length: 6 }, () => ({ calls: [read('gone.txt')] })))
    await test.send(chatId, 'go')
    expect(await test.turnEnd(chatId)).toMatchObject({ kind: 'paused', steps: 6 })
    expect(results().filter(({ text }) => text.includes('[Repeated call, from Vigil]'))).toHaveLength(3)
    test.model.script({ text: 'I stop.' })
    await test.send(chatId, 'stop that')
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
  })

  it('waits as long as an explicit timeout says, whatever else is done (S-182, S-183)', async () => {
    test.model.script(
      { calls: [read('gone.txt'), shell('npm test', { timeout_ms: 1 })] },
      { text: 'It runs.' },
    )
    await test.send(chatId, 'go')
    await approve('npm test')
    await test.clock.advance(4999)
    expect(test.model.requests).toHaveLength(1)
    await test.clock.advance(1)
    await requests(2)
    await test.turnEnd(chatId)
  })

  it('ends what it moved because of other calls when Stop is pressed (S-295)', async () => {
    let go = () => {}
    const hold = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ calls: [read('gone.txt'), shell('npm test')] }, { hold, text: 'thinking' })
    await test.send(chatId, 'go')
    const process = await approve('npm test')
    await test.clock.advance(1000)
    await requests(2)
    await test.engine.handlers['chat.stop']({ chatId })
    go()
    expect(process.stops).toBe(1)
  })

  it('starts a server and uses it at once; the server is not waited for (S-176, S-192, S-199, S-329…S-331)', async () => {
    test.model.script(
      { calls: [shell('npm run dev')] },
      { calls: [shell('npm run smoke')] },
      { text: 'It works.' },
    )
    await test.send(chatId, 'go')
    const server = await approve('npm run dev')
    server.write(BANNER)
    await test.clock.advance(2000)
    await requests(2)
    expect(results()[0]?.text).toContain('Address: http://localhost:5173/')
    const smoke = await approve('npm run smoke')
    smoke.exit(0)
    await test.turnEnd(chatId)
    expect(await test.chat(chatId)).toMatchObject({ running: 1, waiting: null })
    expect(notified()).toContain('turn-finished')
    expect((await test.cards(chatId))[0]?.server).toEqual({ address: 'http://localhost:5173/' })
  })

  it('takes the waiting line back when a command turns out to be a server, and says that it is done (S-191, S-332, S-333)', async () => {
    test.model.script({ calls: [shell('npm run dev')] }, { text: 'It starts.' })
    await test.send(chatId, 'go')
    const server = await approve('npm run dev')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    expect((await test.chat(chatId)).waiting).toEqual({ commands: 1, subagents: 0 })
    expect(notified()).not.toContain('turn-finished')
    server.write(BANNER)
    await test.clock.advance(2000)
    await until(() => notified().includes('turn-finished'))
    expect((await test.chat(chatId)).waiting).toBeNull()
    await test.clock.advance(10 * 60_000)
    expect(test.model.requests).toHaveLength(2)
  })

  it('ends a sleep when a background command ends, and gives its result in the same step (S-200…S-205, S-209)', async () => {
    test.model.script({ calls: [shell('npm test')] }, { calls: [shell('sleep 60')] }, { text: 'I see.' })
    await test.send(chatId, 'go')
    const tests = await approve('npm test')
    await test.clock.advance(5000)
    await requests(2)
    const sleep = await runs('sleep 60')
    await test.clock.advance(20_000)
    expect(test.model.requests).toHaveLength(2)
    tests.write('12 passed\n')
    tests.exit(0)
    await requests(3)
    expect(results().at(-1)?.text).toContain('there is news of T1; it follows')
    expect(told().at(-1)).toContain('12 passed')
    expect(sleep.stops).toBe(1)
    await test.turnEnd(chatId)
    expect((await cardOf('sleep 60', 'ended')).state).toMatchObject({
      end: { by: 'exit' },
      wasBackground: false,
    })
    await test.clock.advance(60_000)
    expect(test.model.requests).toHaveLength(3)
  })

  it('gives a Terminal event with the result of a sleep that it ended (appendix D)', async () => {
    test.model.script({ calls: [shell('npm test')] }, { calls: [shell('sleep 60')] }, { text: 'I see.' })
    await test.send(chatId, 'go')
    await approve('npm test')
    await test.clock.advance(5000)
    await requests(2)
    await runs('sleep 60')
    const { id } = await cardOf('npm test', 'background')
    await test.engine.handlers['command.stop']({ commandId: id })
    await requests(3)
    expect(told().at(-1)).toContain('[Terminal event')
    await test.turnEnd(chatId)
  })
})
