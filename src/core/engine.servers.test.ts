import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CommandStatus, commandStatus } from '../shared/command'
import type { ChatId } from '../shared/ids'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const shell = (command: string) => ({ tool: 'shell', args: { command } })
const check = { tool: 'get_terminal_output', args: { terminal_id: 'T1' } }
const BANNER = 'Listening on http://localhost:3000\n'

describe('a chat with a server beside its work', () => {
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

  const cardOf = (command: string, status: CommandStatus) =>
    until(async () =>
      (await test.cards(chatId)).find(
        (card) => card.command === command && commandStatus(card.state) === status,
      ),
    )
  const start = async (command: string) => {
    const { id } = await cardOf(command, 'pending')
    await test.engine.handlers['command.approve']({ commandId: id })
    await cardOf(command, 'running')
    return test.processes.of(command)
  }
  const requests = (count: number) => until(() => test.model.requests.length === count)
  const told = () =>
    (test.model.requests.at(-1)?.messages ?? []).flatMap((message) =>
      message.role === 'user' ? [message.text] : [],
    )
  const results = () =>
    (test.model.requests.at(-1)?.messages ?? []).flatMap((message) =>
      message.role === 'tool' ? message.results : [],
    )
  /** T1 serves; it was recognised while its call waited. */
  const serve = async () => {
    const server = await start('npm run dev')
    server.write(BANNER)
    await test.clock.advance(2000)
    return server
  }

  it('counts it nowhere: list, waiting line, pulse, Stop of the line, finished turn (S-198, S-236, S-267, S-330, S-337)', async () => {
    test.model.script(
      { calls: [shell('npm run dev')] },
      { calls: [shell('npm run a')] },
      { calls: [shell('npm run b')] },
      { text: 'They run.' },
    )
    await test.send(chatId, 'go')
    const server = await serve()
    await requests(2)
    const a = await start('npm run a')
    await test.clock.advance(5000)
    await requests(3)
    const b = await start('npm run b')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    expect((await test.chat(chatId)).waiting).toEqual({ commands: 2, subagents: 0 })

    test.model.script({ text: 'One is left.' })
    a.exit(0)
    await test.clock.advance(500)
    await test.turnEnd(chatId)
    const list = told().at(-1)?.split('Still running in the background:')[1]
    expect(list).toContain('npm run b')
    expect(list).not.toContain('npm run dev')

    test.model.script({ text: 'I keep waiting.' })
    await test.clock.advance(5 * 60_000)
    await test.turnEnd(chatId)
    expect(told().at(-1)).toContain('Still waiting')
    expect(told().at(-1)).not.toContain('npm run dev')

    await test.engine.handlers['chat.stopWaiting']({ chatId })
    expect([b.stops, server.stops]).toEqual([1, 0])
    expect(await test.chat(chatId)).toMatchObject({ waiting: null, running: 1 })
    await test.clock.advance(10 * 60_000)
    expect(test.model.requests).toHaveLength(6)
  })

  it('lets the agent look at its logs as often as it likes, and tells only what is new (S-211, S-275, S-282, S-283)', async () => {
    test.model.script({ calls: [shell('npm run dev')] }, { text: 'It is up.' })
    await test.send(chatId, 'go')
    const server = await serve()
    await test.turnEnd(chatId)
    const looks: { text: string; isError: boolean }[] = []
    for (const line of ['GET / 200', 'GET /a 404', '', '', '']) {
      if (line !== '') server.write(`${line}\n`)
      test.model.script({ calls: [check] }, { text: 'I see.' })
      await test.send(chatId, 'and now?')
      await test.turnEnd(chatId)
      looks.push(...results().slice(-1))
    }
    expect(looks.map(({ isError }) => isError)).toEqual([false, false, false, false, false])
    expect(looks[0]?.text).toMatch(/running as a server[\s\S]*New output:\nGET \/ 200\n$/)
    expect(looks[1]?.text).toMatch(/New output:\nGET \/a 404\n$/)
    expect(looks[2]?.text).toContain('New output: none')
    // Also a look that brings nothing is answered, with what waits better.
    expect(looks[4]?.text).toMatch(/^No change: T1 is still running.*wait_for/)
    expect(looks.some(({ text }) => text.includes('will arrive by itself'))).toBe(false)
  })
})
