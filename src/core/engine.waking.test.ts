import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import type { ModelFailure } from '../shared/models'
import type { FakeCommand } from './testing/fake-process-host'
import type { Scripted } from './testing/scripted-model'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const shell = (command: string, more: object = {}) => ({ tool: 'shell', args: { command, ...more } })
const read = (path: string) => ({ tool: 'read_file', args: { path } })
const FAILURE: ModelFailure = { code: 'auth', server: 'Scripted', detail: '', status: 401 }

describe('a chat with background commands', () => {
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

  /** Approves every command that waits until none does, then gives the process of each. */
  const approveAll = async (...commands: string[]): Promise<FakeCommand[]> => {
    for (const command of commands) {
      const card = await until(async () =>
        (await test.cards(chatId)).find((one) => one.command === command && one.state.kind === 'pending'),
      )
      await test.engine.handlers['command.approve']({ commandId: card.id })
      await until(() => test.processes.started.some((one) => one.spec.command === command))
      await test.clock.advance(5000)
    }
    return commands.map((command) => test.processes.of(command))
  }
  /** One turn that starts these commands, one after another, and leaves them in the background. */
  const background = async (...commands: string[]): Promise<FakeCommand[]> => {
    test.model.script(...commands.map((command): Scripted => ({ calls: [shell(command)] })), {
      text: 'They run.',
    })
    await test.send(chatId, 'go')
    const processes = await approveAll(...commands)
    await test.turnEnd(chatId)
    return processes as FakeCommand[]
  }
  const ended = async (command: string) =>
    until(async () =>
      (await test.cards(chatId)).some((card) => card.command === command && card.state.kind === 'ended'),
    )
  const requests = (count: number) => until(() => test.model.requests.length === count)
  const lastMessages = () => test.model.requests.at(-1)?.messages ?? []
  const told = () => lastMessages().flatMap((message) => (message.role === 'user' ? [message.text] : []))
  const times = (text: string) => JSON.stringify(lastMessages()).split(text).length - 1
  const userItems = async () =>
    (await test.items(chatId)).flatMap((item) => (item.kind === 'user' ? [item.text] : []))
  const notified = () =>
    test.events.flatMap((event) =>
      event.name === 'attention.notify' ? [event.payload.notification.kind] : [],
    )

  it('wakes half a second after the end, without a message of the user, and reports (S-224…S-229, S-242…S-244, B-142, B-146)', async () => {
    const [process] = await background('npm test')
    process?.write('5 failed\n')
    process?.exit(3)
    await ended('npm test')
    await test.clock.advance(499)
    expect(test.model.requests).toHaveLength(2)
    test.model.script({ text: 'The tests failed.' })
    await test.clock.advance(1)
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    expect(lastMessages().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    const [, notice] = told()
    for (const part of [
      'from Vigil, not from the user',
      'Call ID: call-1',
      'npm test',
      'exit code 3',
      '5 failed',
      'Ran for: 5.0 s',
    ])
      expect(notice).toContain(part)
    expect(await userItems()).toEqual(['go'])
    expect((await test.items(chatId)).at(-1)).toMatchObject({ kind: 'assistant', text: 'The tests failed.' })
    expect(test.clock.pendingTimers).toBe(0)
  })

  it('wakes once for three that end within half a second, in the order of their ends (S-245, S-246, B-140)', async () => {
    const [a, b, c] = await background('npm run a', 'npm run b', 'npm run c')
    for (const process of [b, a, c]) {
      process?.exit(0)
      await test.clock.advance(100)
    }
    test.model.script({ text: 'All done.' })
    await test.clock.advance(400)
    await test.turnEnd(chatId)
    await test.clock.advance(60_000)
    const notice = told().at(-1) ?? ''
    const order = ['npm run b', 'npm run a', 'npm run c'].map((command) => notice.indexOf(command))
    expect(order).toEqual([...order].sort((x, y) => x - y))
    expect(notice.match(/Background command ended/g)).toHaveLength(3)
    expect(test.model.requests).toHaveLength(5)
  })

  it('hears with the next result of any tool, and the message stays (S-240, S-241)', async () => {
    const [first] = await background('npm test')
    let go = () => {}
    const hold = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ hold, calls: [read('missing.txt')] }, { text: 'I see.' }, { text: 'Still there.' })
    await test.send(chatId, 'read it')
    await requests(3)
    first?.write('12 passed\n')
    first?.exit(0)
    await ended('npm test')
    go()
    await test.turnEnd(chatId)
    expect(test.model.requests).toHaveLength(4)
    expect(lastMessages().at(-2)).toMatchObject({ role: 'tool', results: [{ tool: 'read_file' }] })
    expect(told().at(-1)).toContain('12 passed')
    await test.clock.advance(60_000)
    expect(test.model.requests).toHaveLength(4)
    await test.send(chatId, 'and now?')
    await test.turnEnd(chatId)
    expect(times('12 passed')).toBe(1)
  })

  it('starts a new turn for an end that came too late for the last result (S-242, S-257)', async () => {
    const [process] = await background('npm test')
    let go = () => {}
    const hold = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ hold, text: 'Nothing yet.' }, { text: 'Now it is over.' })
    await test.send(chatId, 'and?')
    await requests(3)
    process?.exit(0)
    await ended('npm test')
    await test.clock.advance(60_000)
    expect(test.model.requests).toHaveLength(3)
    go()
    await test.turnEnd(chatId)
    await test.clock.advance(500)
    await requests(4)
    await test.turnEnd(chatId)
    expect(told().at(-1)).toContain('Background command ended')
  })

  it('gives the ends to a message sent in the half second: one turn, not two (S-256)', async () => {
    const [process] = await background('npm test')
    process?.exit(0)
    await ended('npm test')
    await test.clock.advance(300)
    test.model.script({ text: 'Yes.' })
    await test.send(chatId, 'done?')
    await test.turnEnd(chatId)
    await test.clock.advance(60_000)
    expect(test.model.requests).toHaveLength(3)
    expect(lastMessages().at(-1)).toEqual({ role: 'user', text: 'done?' })
    expect(told().at(-2)).toContain('Background command ended')
  })

  it('ends the last of several messages with a list of what still runs, and has none when nothing does (S-232…S-235)', async () => {
    const [a, b, c] = await background('npm run a', 'npm run b', 'npm run c')
    a?.exit(0)
    b?.exit(0)
    test.model.script({ text: 'One is left.' })
    await test.clock.advance(500)
    await test.turnEnd(chatId)
    expect(told().at(-1)).toMatch(
      /Background command ended[\s\S]*Background command ended[\s\S]*\nStill running in the background:\n- T3 \(Call ID: call-3\), running for 5\.5 s: npm run c$/,
    )
    expect(
      told()
        .at(-1)
        ?.match(/Still running/g),
    ).toHaveLength(1)
    c?.exit(0)
    test.model.script({ text: 'None is left.' })
    await test.clock.advance(500)
    await test.turnEnd(chatId)
    expect(told().at(-1)).not.toContain('Still running')
  })

  it('keeps an end for the user’s message after a failed turn (S-252, A-165)', async () => {
    const [process] = await background('npm test')
    test.model.script({ fail: { failure: FAILURE } })
    await test.send(chatId, 'and?')
    await test.turnEnd(chatId)
    process?.exit(0)
    await ended('npm test')
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(3)
    test.model.script({ text: 'It is over.' })
    await test.send(chatId, 'now?')
    await test.turnEnd(chatId)
    expect(told().at(-2)).toContain('Background command ended')
  })

  it('keeps an end for the user’s message after Stop, also across a restart (S-251, S-255, S-305)', async () => {
    const [process] = await background('npm run serve')
    test.model.script({ calls: [shell('npm test')] })
    await test.send(chatId, 'test')
    await until(async () => (await test.cards(chatId)).at(-1)?.state.kind === 'pending')
    await test.engine.handlers['chat.stop']({ chatId })
    process?.exit(0)
    await ended('npm run serve')
    await test.crashAndRestart()
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(3)
    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    expect(told().at(-2)).toContain('Background command ended')
  })

  it('does not wake for what the user stopped; the next message tells it as a Terminal event (S-254, S-314, S-315, B-145)', async () => {
    await background('npm test')
    const [card] = await test.cards(chatId)
    if (!card) throw new Error('No card')
    await test.engine.handlers['command.stop']({ commandId: card.id })
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(2)
    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    expect(told().at(-2)).toMatch(
      /^\[Terminal event, from Vigil, not from the user\]\nCall ID: call-1\nterminal_id: T1/,
    )
  })

  it('does not tell again what the agent read itself (S-237, S-284, B-141)', async () => {
    const [process] = await background('npm test')
    test.model.script(
      { calls: [{ tool: 'get_terminal_output', args: { terminal_id: 'T1', wait_ms: 30_000 } }] },
      { text: 'It is over.' },
    )
    await test.send(chatId, 'wait for it')
    await requests(3)
    process?.exit(0)
    await test.turnEnd(chatId)
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(4)
    expect(JSON.stringify(lastMessages())).not.toContain('Background command ended')
    await test.crashAndRestart()
    await test.chat(chatId)
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(4)
  })

  it('is woken on opening by an end that no message carried yet, with the same words (S-247…S-250)', async () => {
    const [process] = await background('npm test')
    process?.write('12 passed\n')
    process?.exit(0)
    await ended('npm test')
    await test.crashAndRestart()
    await test.clock.advance(60_000)
    expect(test.model.requests).toHaveLength(2)
    test.model.script({ text: 'It passed.' })
    await test.chat(chatId)
    await test.clock.advance(0)
    await requests(3)
    await test.turnEnd(chatId)
    expect(told().at(-1)).toMatch(/Ran for: 5\.0 s[\s\S]*12 passed/)
    await test.crashAndRestart()
    await test.chat(chatId)
    await test.clock.advance(60_000)
    expect(test.model.requests).toHaveLength(3)
  })

  it('starts no turn after a reload for a result that the agent has (S-237, S-238)', async () => {
    const [process] = await background('npm test')
    process?.exit(0)
    test.model.script({ text: 'It passed.' })
    await test.clock.advance(500)
    await requests(3)
    await test.turnEnd(chatId)
    await test.engine.windowEnded('closed')
    await test.chat(chatId)
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(3)
    test.model.script({ text: 'Nothing new.' })
    await test.send(chatId, 'and?')
    await test.turnEnd(chatId)
    expect(times('Background command ended')).toBe(1)
  })

  it('gives an end its own turn just before a pulse, which then counts anew (S-266, B-150)', async () => {
    const [a] = await background('npm run a', 'npm run b')
    await test.clock.advance(5 * 60_000 - 500)
    a?.exit(0)
    test.model.script({ text: 'One is over.' }, { text: 'I keep waiting.' })
    await test.clock.advance(500)
    await requests(4)
    await test.turnEnd(chatId)
    expect(told().at(-1)).toContain('Background command ended')
    expect(told().at(-1)).not.toContain('Still waiting')
    await test.clock.advance(5 * 60_000)
    await requests(5)
    await test.turnEnd(chatId)
    expect(told().at(-1)).toContain('Still waiting')
    expect(times('Background command ended')).toBe(1)
  })

  it('tells what ended with the window in the turn that another end wakes (S-343)', async () => {
    const [a] = await background('npm run a', 'npm run b')
    a?.exit(0)
    await ended('npm run a')
    await test.crashAndRestart()
    test.model.script({ text: 'I see.' })
    await test.chat(chatId)
    await test.clock.advance(0)
    await test.turnEnd(chatId)
    expect(told().at(-1)).toMatch(
      /Background command ended[\s\S]*npm run a[\s\S]*ended with the window[\s\S]*npm run b/,
    )
  })

  it('has a waiting line only while it will go on by itself (S-319…S-324, S-329, B-263)', async () => {
    const [a, b] = await background('npm run a', 'npm run b')
    expect((await test.chat(chatId)).waiting).toEqual({ commands: 2, subagents: 0 })
    expect(notified()).toEqual(['needs-approval', 'needs-approval'])
    let go = () => {}
    const hold = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ hold, text: 'One is over.' }, { text: 'Both are over.' })
    a?.exit(0)
    await test.clock.advance(500)
    expect((await test.chat(chatId)).waiting).toBeNull()
    go()
    await test.turnEnd(chatId)
    expect((await test.chat(chatId)).waiting).toEqual({ commands: 1, subagents: 0 })
    b?.exit(0)
    await test.clock.advance(500)
    await test.turnEnd(chatId)
    expect((await test.chat(chatId)).waiting).toBeNull()
    expect(notified().slice(2)).toEqual(['job-finished', 'job-finished', 'turn-finished'])
  })

  it('stops with its waiting line: what it counts ends, nothing wakes it, the next message tells (S-335…S-338)', async () => {
    const [a] = await background('npm run a')
    await test.engine.handlers['chat.stopWaiting']({ chatId })
    expect(a?.stops).toBe(1)
    expect(await test.chat(chatId)).toMatchObject({ turn: { kind: 'stopped' }, waiting: null })
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(2)
    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    expect(told().at(-2)).toContain('[Terminal event')
    expect(notified()).toEqual(['needs-approval', 'turn-finished'])
  })

  it('is told every five minutes what still runs while nothing arrives (S-258…S-262, S-266)', async () => {
    const [a] = await background('npm run a')
    a?.write('42 %\n')
    test.model.script({ text: 'I keep waiting.' }, { text: 'Still.' })
    await test.clock.advance(5 * 60_000)
    await test.turnEnd(chatId)
    expect(test.model.requests).toHaveLength(3)
    for (const part of [
      'Still waiting, from Vigil',
      'T1 (Call ID: call-1), running for 5 min',
      'Last line of output: 42 %',
      'get_terminal_output',
      'kill_terminal',
      'keep waiting',
    ])
      expect(told().at(-1)).toContain(part)
    await test.clock.advance(5 * 60_000)
    await test.turnEnd(chatId)
    expect(test.model.requests).toHaveLength(4)
    expect(await userItems()).toEqual(['go'])
    const pulses = (await test.items(chatId)).filter((item) => item.kind === 'notice')
    expect(pulses[0]).toMatchObject({ notice: { type: 'pulse', commands: [{ terminalId: 'T1' }] } })
  })

  it('notifies of a command that has been in the background for 30 s, once (S-216)', async () => {
    await background('npm run a')
    await test.clock.advance(29_999)
    expect(notified()).toEqual(['needs-approval'])
    await test.clock.advance(1)
    await test.clock.advance(60_000)
    expect(notified()).toEqual(['needs-approval', 'long-job'])
  })

  it('has no wake-up left when it is deleted (S-146)', async () => {
    const [a] = await background('npm run a')
    a?.exit(0)
    await ended('npm run a')
    await test.engine.handlers['chat.delete']({ chatId })
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(2)
    expect(test.clock.pendingTimers).toBe(0)
  })
})
