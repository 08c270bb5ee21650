import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandStatus } from '../shared/command'
import type { ChatId } from '../shared/ids'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const shell = (command: string, more: object = {}) => ({ tool: 'shell', args: { command, ...more } })
const BANNER = 'Listening on http://localhost:3000\n'

describe('ends of several commands at once', () => {
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

  const find = (command: string, ...statuses: string[]) =>
    until(async () =>
      (await test.cards(chatId)).find(
        (card) => card.command === command && statuses.includes(commandStatus(card.state)),
      ),
    )
  const start = async (command: string) => {
    const { id } = await find(command, 'pending')
    await test.engine.handlers['command.approve']({ commandId: id })
    await find(command, 'running')
    return test.processes.of(command)
  }
  const requests = (count: number) => until(() => test.model.requests.length === count)
  const states = async () =>
    Object.fromEntries((await test.cards(chatId)).map((card) => [card.command, commandStatus(card.state)]))
  const told = () =>
    (test.model.requests.at(-1)?.messages ?? []).flatMap((message) =>
      message.role === 'user' ? [message.text] : [],
    )

  /** An earlier turn leaves a server and a build; this turn leaves tests and waits for a lint. */
  const busy = async () => {
    test.model.script(
      { calls: [shell('serve')] },
      { calls: [shell('build')] },
      { text: 'They run.' },
      { calls: [shell('moved')] },
      { calls: [shell('tests')] },
      { calls: [shell('lint')] },
    )
    await test.send(chatId, 'go')
    const server = await start('serve')
    server.write(BANNER)
    await test.clock.advance(2000)
    await requests(2)
    await start('build')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    await test.send(chatId, 'more')
    await start('moved')
    const { id } = await find('moved', 'running')
    await test.engine.handlers['command.moveToBackground']({ commandId: id })
    await requests(5)
    await start('tests')
    await test.clock.advance(5000)
    await requests(6)
    await start('lint')
  }

  it('Stop ends what the turn waits for and what it let go, and tells it once (S-292…S-305)', async () => {
    await busy()
    await test.engine.handlers['chat.stop']({ chatId })
    expect(await states()).toEqual({
      serve: 'background',
      build: 'background',
      moved: 'background',
      tests: 'stopped',
      lint: 'stopped',
    })
    expect(await test.chat(chatId)).toMatchObject({ turn: { kind: 'stopped' }, waiting: null, running: 3 })
    test.processes.of('build').exit(0)
    await find('build', 'succeeded')
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(6)

    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'what now?')
    await test.turnEnd(chatId)
    const notice = told().at(-2) ?? ''
    expect(notice.match(/\[Terminal event/g)).toHaveLength(1)
    expect(notice).toContain('Command: tests\nThe user stopped this command')
    expect(notice).toContain('Command: build\nResult: exit code 0')
    // Last comes what still runs, servers too (S-302…S-304).
    expect(notice.slice(notice.indexOf('[Still running'))).toMatch(/T1 .*server.*serve\n- T3 .*moved$/)
    expect(notice.match(/Still running/g)).toHaveLength(1)
    // The awaited one was told by its result (S-318).
    expect(JSON.stringify(test.model.requests.at(-1)?.messages)).toContain('Status: stopped by the user')
  })

  it('the list follows also when the stop ended nothing (S-303)', async () => {
    let go = () => {}
    const hold = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ calls: [shell('build')] }, { text: 'It runs.' }, { hold, text: 'x' })
    await test.send(chatId, 'go')
    await start('build')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    await test.send(chatId, 'think')
    await requests(3)
    await test.engine.handlers['chat.stop']({ chatId })
    go()
    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'what now?')
    await test.turnEnd(chatId)
    expect(told().at(-2)).toMatch(/^\[Still running in the background, from Vigil[^\n]*\n- T1 .*build$/)
  })

  it('a closed or reloaded window ends everything; the cards say so and nothing wakes the chat (S-339…S-345)', async () => {
    await busy()
    await test.engine.windowEnded('closed')
    expect(await states()).toEqual({
      serve: 'cancelled',
      build: 'cancelled',
      moved: 'cancelled',
      tests: 'cancelled',
      lint: 'cancelled',
    })
    expect(test.processes.started.every((each) => each.stops > 0)).toBe(true)
    expect(await test.chat(chatId)).toMatchObject({ turn: { kind: 'failed' }, waiting: null, running: 0 })
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(6)
    expect((await test.items(chatId)).at(-1)).toMatchObject({ notice: { type: 'commands-lost' } })
    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'what now?')
    await test.turnEnd(chatId)
    for (const command of ['serve', 'build', 'moved', 'tests', 'lint'])
      expect(told().at(-2)).toContain(`Command: ${command}\nThe command ended together with the Vigil window`)
  })

  it('a crashed window interrupts the awaited command; the others ended with it (S-346…S-350)', async () => {
    await busy()
    await test.engine.windowEnded('crashed')
    expect(await states()).toMatchObject({ lint: 'interrupted', tests: 'cancelled', serve: 'cancelled' })
    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'what now?')
    await test.turnEnd(chatId)
    expect(told().at(-2)).toContain('Command: lint\nThe command was interrupted')
  })

  it('a run that nobody watches goes on by itself, with a note of what happened (S-353)', async () => {
    await busy()
    await test.engine.windowEnded('crashed')
    test.model.script({ text: 'I see.' })
    test.engine.goOnAfterCrash()
    await test.turnEnd(chatId)
    expect(test.model.requests).toHaveLength(7)
    expect(told().at(-1)).toMatch(
      /^\[Window reloaded, from Vigil[\s\S]*Command: lint\nThe command was interrupted/,
    )
    expect((await test.chat(chatId)).turn.kind).toBe('idle')
    // Only what was cut off goes on.
    test.engine.goOnAfterCrash()
    await test.clock.advance(60_000)
    expect(test.model.requests).toHaveLength(7)
  })

  it('an end that was not told yet wakes the chat when its window is back (S-343, S-248)', async () => {
    await busy()
    test.processes.of('build').exit(0)
    await find('build', 'succeeded')
    await test.engine.windowEnded('closed')
    await test.clock.advance(3_600_000)
    expect(test.model.requests).toHaveLength(6)
    test.model.script({ text: 'I see.' })
    await test.chat(chatId)
    await test.clock.advance(0)
    await test.turnEnd(chatId)
    expect(told().at(-1)).toMatch(
      /Background command ended[\s\S]*build[\s\S]*ended with the window[\s\S]*tests/,
    )
  })
})
