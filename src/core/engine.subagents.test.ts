import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptItem } from '../shared/chat'
import { type CommandCard, type CommandStatus, commandStatus } from '../shared/command'
import type { ChatId } from '../shared/ids'
import { chatIdSchema } from '../shared/ids'
import type { PermissionMode } from '../shared/permissions'
import type { SubagentCard } from '../shared/subagent'
import type { CallAnswer } from '../shared/tool-card'
import type { ModelRequest } from './ports'
import type { ScriptedAnswer } from './testing/scripted-model'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

let test: TestEngine
let chatId: ChatId
/** Answers of the chat's agent, and of each subagent by its task. */
let main: ScriptedAnswer[]
let others: Record<string, ScriptedAnswer[]>
let requests: { of: string; request: ModelRequest }[]

beforeEach(async () => {
  test = await createTestEngine()
  chatId = (await test.newChat()).id
  main = []
  others = {}
  requests = []
  const answer = (request: ModelRequest): ScriptedAnswer => {
    const isSubagent = request.system.includes('# You are a subagent')
    const task = request.messages.find(({ role }) => role === 'user')
    const of = isSubagent && task?.role === 'user' ? task.text : 'main'
    requests.push({ of, request })
    const next = (isSubagent ? others[of] : main)?.shift()
    if (!next) throw new Error(`No answer for ${of}`)
    return next
  }
  test.model.script(...Array.from({ length: 60 }, () => answer))
})
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
})

const handlers = () => test.engine.handlers
const call = (name: string, more: object = {}) => ({
  tool: 'subagent',
  args: { name, task: name, ...more },
})
const shell = (command: string) => ({ tool: 'shell', args: { command } })
const opened = () => handlers()['chat.open']({ chatId })
const cardOf = (name: string, kind: SubagentCard['state']['kind']) =>
  until(async () => {
    const card = (await opened()).subagents.find((one) => one.name === name)
    return card?.state.kind === kind ? card : null
  })
const commandIs = (command: string, status: CommandStatus): Promise<CommandCard> =>
  until(async () => {
    const card = (await test.cards(chatId)).find((each) => each.command === command)
    return card && commandStatus(card.state) === status ? card : null
  })
const allowed = () => handlers()['approvals.addRule']({ pattern: 'make *', scope: { kind: 'everywhere' } })
const requestsOf = (of: string) => requests.filter((one) => one.of === of).map(({ request }) => request)
const told = (of: string) => JSON.stringify(requestsOf(of).at(-1)?.messages)
const setMode = (mode: PermissionMode) =>
  handlers()['chat.setMode']({ chatId, mode, confirmed: true, withoutSnapshot: true })
/** A chat whose agent waits for a subagent, or not, that runs a command. */
async function building(background: boolean) {
  await allowed()
  main = [{ calls: [call('Build', { background })] }, { text: 'Waiting.' }, { text: 'Thanks.' }]
  others.Build = [{ calls: [shell('make all')] }, { text: 'Building.' }, { text: 'Built.' }]
  await test.send(chatId, 'go')
  await commandIs('make all', 'running')
  if (background) await test.turnEnd(chatId)
  await test.clock.advance(5000)
  await until(() => requestsOf('Build').length === 2)
  await commandIs('make all', 'background')
}

describe('a subagent', () => {
  it('works in a conversation of its own and reports to the call that waits; no list shows it', async () => {
    main = [{ calls: [call('Look')] }, { text: 'Fine.' }]
    others.Look = [{ calls: [{ tool: 'read_file', args: { path: 'missing' } }] }, { text: 'Nothing there.' }]
    await test.send(chatId, 'go')
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    expect(requestsOf('Look')[0]?.messages).toEqual([{ role: 'user', text: 'Look' }])
    const tools = requestsOf('Look')[0]?.tools.map(({ name }) => name)
    expect(tools).toContain('shell')
    for (const name of ['subagent', 'save_plan', 'schedule']) expect(tools).not.toContain(name)
    expect(told('main')).toContain('Nothing there.')
    expect(told('main')).not.toContain('missing')
    const { items, subagents } = await opened()
    expect(subagents).toMatchObject([{ name: 'Look', state: { kind: 'done', report: 'Nothing there.' } }])
    expect(items.filter((item: TranscriptItem) => item.kind === 'subagent')).toMatchObject([
      { subagentId: subagents[0]?.id },
    ])
    const { chats } = await test.engine.snapshot()
    expect(chats.map(({ id }) => id)).toEqual([chatId])
    expect(test.events.filter(({ name }) => name === 'chat.changed')).not.toContainEqual(
      expect.objectContaining({ payload: { chat: expect.objectContaining({ title: 'Look' }) } }),
    )
    // What it cost is the chat's.
    expect((await test.chat(chatId)).tokens.input).toBe(400)
    expect((await test.chat(chatId)).usage).toMatchObject([{ model: 'm', tokens: { input: 400 } }])
  })

  it('runs beside others that only read, and one after another when it may change something (A-085, A-086)', async () => {
    const calls = [call('One', { read_only: true }), call('Two', { read_only: true }), call('Three')]
    main = [{ calls }, { text: 'Fine.' }]
    let open = () => {}
    const hold = new Promise<void>((resolve) => {
      open = resolve
    })
    others = { One: [{ text: 'first', hold }], Two: [{ text: 'second', hold }], Three: [{ text: 'third' }] }
    await test.send(chatId, 'go')
    await until(() => requestsOf('One').length === 1 && requestsOf('Two').length === 1)
    expect(requestsOf('Three')).toEqual([])
    open()
    await test.turnEnd(chatId)
    const results = requestsOf('main').at(-1)?.messages.at(-1)
    expect(results?.role === 'tool' && results.results.map(({ text }) => text.split('\n').at(-1))).toEqual([
      'first',
      'second',
      'third',
    ])
  })

  it('hears of the end of its own command, and reports only then; the chat wakes once (S-355, S-356)', async () => {
    await allowed()
    main = [{ calls: [call('Build', { background: true })] }, { text: 'Waiting.' }, { text: 'Thanks.' }]
    others.Build = [{ calls: [shell('make all')] }, { text: 'Still building.' }, { text: 'It is built.' }]
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    const card = await commandIs('make all', 'running')
    expect(card).toMatchObject({ chatId, subagent: { name: 'Build' }, terminalId: 'T1' })
    await test.clock.advance(5000)
    await until(() => requestsOf('Build').length === 2)
    await test.clock.advance(60_000)
    expect((await test.chat(chatId)).waiting).toEqual({ commands: 0, subagents: 1 })
    await cardOf('Build', 'running')
    test.processes.last().exit(0)
    await test.clock.advance(1000)
    await cardOf('Build', 'done')
    expect(told('Build')).toContain('Background command ended')
    await test.clock.advance(1000)
    await until(() => requestsOf('main').length === 3)
    expect(told('main')).toContain('[Subagent ended, from Vigil')
    expect(told('main')).toContain('It is built.')
    expect(told('main')).not.toContain('Background command ended')
    await test.turnEnd(chatId)
    await test.clock.advance(60_000)
    expect(requestsOf('main')).toHaveLength(3)
    expect((await test.chat(chatId)).waiting).toBeNull()
  })

  it('is reminded after five minutes of what still runs (S-358)', async () => {
    await allowed()
    main = [{ calls: [call('Build')] }, { text: 'Fine.' }]
    others.Build = [
      { calls: [shell('make all')] },
      { text: 'Building.' },
      { text: 'Still building.' },
      { text: 'Built.' },
    ]
    await test.send(chatId, 'go')
    await commandIs('make all', 'running')
    await test.clock.advance(5000)
    await until(() => requestsOf('Build').length === 2)
    await test.clock.advance(5 * 60_000)
    await until(() => requestsOf('Build').length === 3)
    expect(told('Build')).toContain('[Still waiting')
    test.processes.last().exit(0)
    await test.clock.advance(1000)
    await test.turnEnd(chatId)
    expect(told('main')).toContain('Built.')
  })

  it('hears also that the user stopped its command, and reports then (S-355, S-301)', async () => {
    await allowed()
    main = [{ calls: [call('Build')] }, { text: 'Fine.' }]
    others.Build = [{ calls: [shell('make all')] }, { text: 'Building.' }, { text: 'It was stopped.' }]
    await test.send(chatId, 'go')
    const { id } = await commandIs('make all', 'running')
    await test.clock.advance(5000)
    await until(() => requestsOf('Build').length === 2)
    await handlers()['command.stop']({ commandId: id })
    await test.turnEnd(chatId)
    expect(told('Build')).toContain('The user stopped this command')
    expect(told('main')).toContain('It was stopped.')
  })

  it('asks in the chat that it works for, with its name, and follows that chat’s rules and mode (A-038, S-386)', async () => {
    main = [{ calls: [call('Build')] }, { text: 'Fine.' }]
    others.Build = [{ calls: [shell('make one')] }, { calls: [shell('make two')] }, { text: 'Built.' }]
    await test.send(chatId, 'go')
    const card = await commandIs('make one', 'pending')
    expect(card).toMatchObject({ chatId, subagent: { name: 'Build' } })
    expect((await test.chat(chatId)).needsApproval).toBe(1)
    const asked = test.events.filter(({ name }) => name === 'attention.notify')
    expect(asked).toMatchObject([{ payload: { notification: { chatId, kind: 'needs-approval' } } }])
    await handlers()['command.approve']({
      commandId: card.id,
      remember: { patterns: ['make one'], scope: 'chat' },
    })
    const { rules } = await handlers()['approvals.settings']({})
    expect(rules).toMatchObject([{ scope: { kind: 'chat', chatId } }])
    await commandIs('make one', 'running')
    test.processes.last().exit(0)
    // What waits follows the chat's mode at once.
    await commandIs('make two', 'pending')
    await setMode('bypass')
    await commandIs('make two', 'running')
    test.processes.last().exit(0)
    await test.turnEnd(chatId)
  })

  it('has no more rights than its chat: in Plan, or with read_only, it only reads (A-038, A-028)', async () => {
    await allowed()
    main = [{ calls: [call('Look', { read_only: true })] }, { text: 'Fine.' }]
    others.Look = [{ calls: [shell('make all')] }, { text: 'Refused.' }]
    await setMode('bypass')
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    await commandIs('make all', 'not-started')
    expect(told('Look')).toContain('only reading is allowed')
    await setMode('plan')
    main = [{ calls: [call('Write')] }, { text: 'Fine.' }]
    others.Write = [{ calls: [shell('make write')] }, { text: 'Refused.' }]
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    await commandIs('make write', 'not-started')
    expect(test.processes.started).toHaveLength(0)
  })

  it('fails with its model, and the call says so', async () => {
    main = [{ calls: [call('Look')] }, { text: 'Fine.' }]
    const failure = { code: 'auth', server: 'Scripted', detail: 'no key', status: 401 } as const
    others.Look = [{ fail: { failure } }]
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    expect(await cardOf('Look', 'failed')).toMatchObject({ state: { failure } })
    expect(told('main')).toContain('its model did not answer (auth: no key)')
  })

  it('goes on in the background when the user writes meanwhile (S-184)', async () => {
    main = [{ calls: [call('Look')] }, { text: 'I hear you.' }, { text: 'Thanks.' }]
    let open = () => {}
    others.Look = [{ text: 'Found.', hold: new Promise<void>((resolve) => (open = resolve)) }]
    await test.send(chatId, 'go')
    await until(() => requestsOf('Look').length === 1)
    await test.send(chatId, 'and now?')
    await test.turnEnd(chatId)
    expect(told('main')).toContain('works in the background')
    open()
    await cardOf('Look', 'done')
    await test.clock.advance(1000)
    await until(() => requestsOf('main').length === 3)
    expect(told('main')).toContain('Found.')
  })

  it('does not wait for a server, which stays (S-357, S-297)', async () => {
    await allowed()
    main = [{ calls: [call('Serve')] }, { text: 'Fine.' }]
    others.Serve = [{ calls: [shell('make serve')] }, { text: 'It serves.' }]
    await test.send(chatId, 'go')
    await commandIs('make serve', 'running')
    test.processes.last().write('Local: http://localhost:5173/\n')
    await test.clock.advance(3000)
    await test.turnEnd(chatId)
    expect(told('main')).toContain('It serves.')
    await commandIs('make serve', 'background')
    test.processes.last().exit(0)
    await test.clock.advance(5000)
    expect(requestsOf('Serve')).toHaveLength(2)
  })

  it('is limited in number', async () => {
    const calls = Array.from({ length: 9 }, (_, n) => call(`S${n}`, { background: true }))
    main = [{ calls }, { text: 'Fine.' }]
    others = Object.fromEntries(
      calls.map(({ args }) => [args.name, [{ text: '', hold: new Promise<void>(() => {}) }]]),
    )
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    expect(told('main')).toContain('8 subagents are working already')
    expect((await opened()).subagents).toHaveLength(8)
  })

  it('tells windows nothing of its chat with a line of output of its commands', async () => {
    await building(true)
    const changes = () => test.events.filter(({ name }) => name === 'chat.changed').length
    const before = changes()
    for (const line of ['12 %', '60 %', '99 %']) {
      test.processes.of('make all').write(`${line}\n`)
      await test.clock.advance(1000)
      await until(async () => (await test.cards(chatId)).some(({ output }) => output.lastLine === line))
    }
    expect(changes()).toBe(before)
  })
})

describe('the end of a subagent', () => {
  it('comes with the Stop of the turn that waits for it, and its commands’ (S-293, S-308)', async () => {
    await building(false)
    await handlers()['chat.stop']({ chatId })
    await cardOf('Build', 'stopped')
    await commandIs('make all', 'stopped')
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    await test.clock.advance(60_000)
    expect([requestsOf('main').length, requestsOf('Build').length]).toEqual([1, 2])
    main = [{ text: 'Yes.' }]
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    expect(told('main')).toContain('was stopped by the user')
  })

  it('comes with the Stop of the waiting line that counts it (S-308, S-335)', async () => {
    await building(true)
    await handlers()['chat.stopWaiting']({ chatId })
    await cardOf('Build', 'stopped')
    await commandIs('make all', 'stopped')
    await test.clock.advance(60_000)
    expect((await test.chat(chatId)).waiting).toBeNull()
    expect(requestsOf('main')).toHaveLength(2)
    main = [{ text: 'Yes.' }]
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    expect(told('main')).toContain('was stopped by the user')
  })

  it('comes with its own Stop, while the turn goes on', async () => {
    await building(false)
    const { id } = await cardOf('Build', 'running')
    await handlers()['subagent.stop']({ subagentId: id })
    // Meanwhile its card said so (S-337).
    const shown = test.events.flatMap((event) =>
      event.name === 'subagent.changed' ? [event.payload.card.state] : [],
    )
    expect(shown.filter((state) => state.kind === 'running' && state.isStopping)).not.toEqual([])
    expect(shown.at(-1)).toMatchObject({ kind: 'stopped' })
    await test.turnEnd(chatId)
    await commandIs('make all', 'stopped')
    expect(told('main')).toContain('was stopped by the user')
  })

  it('does not come with the Stop of a turn that does not wait for it; only its commands end (S-293)', async () => {
    await building(true)
    main = [{ text: '', hold: new Promise<void>(() => {}) }]
    await test.send(chatId, 'something else')
    await until(() => requestsOf('main').length === 3)
    await handlers()['chat.stop']({ chatId })
    await commandIs('make all', 'stopped')
    await cardOf('Build', 'done')
    await test.clock.advance(60_000)
    expect(requestsOf('main')).toHaveLength(3)
  })

  it.each([true, false])(
    'is told as interrupted after a crash; background: %s (S-342, S-347)',
    async (background) => {
      await building(background)
      await test.crashAndRestart()
      await cardOf('Build', 'interrupted')
      await test.clock.advance(60_000)
      expect([requestsOf('main').length, requestsOf('Build').length]).toEqual([background ? 2 : 1, 2])
      main = [{ text: 'I see.' }, { text: 'Never asked.' }]
      await test.send(chatId, 'go on')
      await test.turnEnd(chatId)
      expect(told('main').match(/was interrupted: the Vigil window ended/g)).toHaveLength(1)
      expect((await test.chat(chatId)).waiting).toBeNull()
    },
  )

  it.each([true, false])(
    'is told as interrupted after its window ended; background: %s (S-339)',
    async (background) => {
      await building(background)
      await test.engine.windowEnded('closed')
      await cardOf('Build', 'interrupted')
      expect(requestsOf('main')).toHaveLength(background ? 2 : 1)
      main = [{ text: 'I see.' }]
      await test.send(chatId, 'go on')
      await test.turnEnd(chatId)
      expect(told('main').match(/was interrupted: the Vigil window ended/g)).toHaveLength(1)
      expect((await test.chat(chatId)).waiting).toBeNull()
    },
  )

  it('comes with its chat, and nothing of it is left (A-141)', async () => {
    await building(true)
    await handlers()['chat.delete']({ chatId })
    await test.clock.advance(60_000)
    expect(requestsOf('Build')).toHaveLength(2)
    await test.crashAndRestart()
    expect((await test.engine.snapshot()).chats).toEqual([])
  })

  describe('with calls that ask (A-038)', () => {
    const write = { tool: 'write_file', args: { path: 'a.txt', content: 'new\n' }, callId: 'w' }
    const asking = () =>
      until(async () => {
        const card = (await opened()).subagents[0]
        const call = card?.calls.find(
          ({ card: shown }) => shown && 'stage' in shown && shown.stage.kind === 'asking',
        )
        return card && call ? { card, call } : null
      })
    const answer = async (given: CallAnswer) => {
      const { card, call: asked } = await asking()
      await handlers()['call.answer']({
        chatId: chatIdSchema.parse(card.id),
        callId: asked.callId,
        answer: given,
      })
    }
    const start = async () => {
      main.push({ calls: [call('look')] }, { text: 'Fine.' })
      others.look = [{ calls: [write] }, { text: 'Written.' }]
      await test.send(chatId, 'go')
    }
    const file = () => join(test.workspace, 'a.txt')

    it('shows them on its card, counts and tells them in its chat, and goes on with the answer', async () => {
      await start()
      const { call: asked } = await asking()
      expect(asked).toMatchObject({
        tool: 'write_file',
        card: { kind: 'file-edit', path: 'a.txt', added: 1 },
      })
      expect(await test.chat(chatId)).toMatchObject({ needsApproval: 1, questions: 0 })
      expect(test.events.filter(({ name }) => name === 'attention.notify')).toMatchObject([
        { payload: { notification: { chatId, kind: 'call-waits', about: 'edit', subject: 'a.txt' } } },
      ])
      expect(existsSync(file())).toBe(false)
      await answer({ kind: 'approve', remember: false })
      await test.turnEnd(chatId)
      expect(readFileSync(file(), 'utf8')).toBe('new\n')
      const [card] = (await opened()).subagents
      expect(card?.calls).toMatchObject([{ state: 'done', card: { stage: { kind: 'written' } } }])
      expect((await test.chat(chatId)).needsApproval).toBe(0)
    })

    it('is in what a window is told at its start, while it works', async () => {
      await start()
      const { card } = await asking()
      expect((await handlers()['app.snapshot']({})).subagents).toEqual([card])
      await answer({ kind: 'approve', remember: false })
      await test.turnEnd(chatId)
      expect((await handlers()['app.snapshot']({})).subagents).toEqual([])
    })

    it('does not do what was rejected, and the subagent hears why', async () => {
      await start()
      await answer({ kind: 'reject', text: 'Not this file.' })
      await test.turnEnd(chatId)
      expect(told('look')).toContain('Not this file.')
      expect(existsSync(file())).toBe(false)
    })

    it('settles them when the mode of its chat allows them by now (A-030)', async () => {
      await start()
      await asking()
      await setMode('auto')
      await test.turnEnd(chatId)
      expect(existsSync(file())).toBe(true)
    })

    it('ends them with Stop, and with the app', async () => {
      await start()
      const { card } = await asking()
      await handlers()['subagent.stop']({ subagentId: card.id })
      await test.turnEnd(chatId)
      expect((await opened()).subagents[0]?.calls).toMatchObject([
        { card: { stage: { kind: 'not-written' } } },
      ])
      expect((await test.chat(chatId)).needsApproval).toBe(0)
      main.length = 0
      main.push({ calls: [call('look')] })
      others.look = [{ calls: [write] }]
      await test.send(chatId, 'again')
      await until(async () => (await test.chat(chatId)).needsApproval === 1)
      await test.crashAndRestart()
      expect((await opened()).subagents[1]?.calls).toMatchObject([
        { card: { stage: { kind: 'not-written' } } },
      ])
      expect((await test.chat(chatId)).needsApproval).toBe(0)
      expect(existsSync(file())).toBe(false)
    })
  })
})
