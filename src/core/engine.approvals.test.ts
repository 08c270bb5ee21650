import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CommandCard, type CommandStatus, commandStatus } from '../shared/command'
import { type ChatId, workspaceIdSchema } from '../shared/ids'
import type { PermissionMode } from '../shared/permissions'
import type { ModelRequest } from './ports'
import { callEvents } from './testing/scripted-model'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const shell = (command: string) => ({ tool: 'shell', args: { command } })

let test: TestEngine
beforeEach(async () => {
  plans = []
  test = await createTestEngine()
})
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
})

const handlers = () => test.engine.handlers
const newChat = async () => (await test.newChat()).id
/** Calls of turns that begin, in the order in which they do; chats take turns with the model. */
let plans: string[][] = []
const answer = ({ messages }: ModelRequest) =>
  messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: (plans.shift() ?? []).map(shell) }
/** A turn that makes one call and answers. */
async function asks(chatId: ChatId, ...commands: string[]): Promise<void> {
  test.model.script(...Array.from({ length: 2 }, () => answer))
  plans.push(commands)
  await test.send(chatId, 'go')
}
const cardIs = (chatId: ChatId, command: string, status: CommandStatus): Promise<CommandCard> =>
  until(async () => {
    const card = (await test.cards(chatId)).find((each) => each.command === command)
    return card && commandStatus(card.state) === status ? card : null
  })
const question = ({ state }: CommandCard) => {
  if (state.kind !== 'pending') throw new Error(`It does not ask but is ${state.kind}`)
  return state.question
}
const setMode = (chatId: ChatId, mode: PermissionMode) =>
  handlers()['chat.setMode']({ chatId, mode, confirmed: true, withoutSnapshot: true })
const lastResult = () => {
  const message = test.model.requests.at(-1)?.messages.at(-1)
  if (message?.role !== 'tool') throw new Error('No result came last')
  return message.results.at(-1)
}
const otherWorkspace = async () => {
  const folder = join(test.workspace, '..', 'other')
  mkdirSync(folder, { recursive: true })
  const { id } = test.engine.openWorkspace(folder)
  return (await handlers()['chat.create']({ workspaceId: id })).id
}

describe('always allow', () => {
  it('remembers a pattern and settles what it covers, where its scope holds (S-388, A-035)', async () => {
    const [one, two] = [await newChat(), await newChat()]
    const three = await otherWorkspace()
    for (const [chatId, command] of [
      [one, 'npm run build'],
      [two, 'npm run lint'],
      [three, 'npm run test'],
    ] as const) {
      await asks(chatId, command)
      await cardIs(chatId, command, 'pending')
    }
    const card = await cardIs(one, 'npm run build', 'pending')
    expect(question(card)).toMatchObject({ alwaysAllow: ['npm run build'], blocked: false })
    await handlers()['command.approve']({
      commandId: card.id,
      remember: { patterns: ['npm run *'], scope: 'workspace' },
    })
    await cardIs(one, 'npm run build', 'running')
    await cardIs(two, 'npm run lint', 'running')
    expect(commandStatus((await test.cards(three))[0]?.state ?? never())).toBe('pending')
    const { rules } = await handlers()['approvals.settings']({})
    expect(rules).toMatchObject([
      {
        pattern: 'npm run *',
        scope: { kind: 'workspace', root: test.workspace },
        lastUsed: { command: 'npm run lint' },
      },
    ])
    expect(test.events).toContainEqual({
      name: 'approvals.changed',
      payload: {
        approvals: expect.objectContaining({ rules: [expect.objectContaining({ pattern: 'npm run *' })] }),
      },
    })
  })

  it('keeps a rule of one chat to that chat, and forgets it with the chat (A-141)', async () => {
    const [one, two] = [await newChat(), await newChat()]
    await asks(one, 'make a')
    await asks(two, 'make b')
    await cardIs(two, 'make b', 'pending')
    const { id } = await cardIs(one, 'make a', 'pending')
    await handlers()['command.approve']({ commandId: id, remember: { patterns: ['make *'], scope: 'chat' } })
    await cardIs(one, 'make a', 'running')
    expect(question(await cardIs(two, 'make b', 'pending')).alwaysAllow).toEqual(['make b'])
    await handlers()['chat.delete']({ chatId: one })
    expect((await handlers()['approvals.settings']({})).rules).toEqual([])
  })

  it('keeps rules and modes over a restart (A-012)', async () => {
    const chatId = await newChat()
    await handlers()['approvals.addRule']({ pattern: 'make *', scope: { kind: 'everywhere' } })
    await setMode(chatId, 'auto')
    await test.crashAndRestart()
    expect((await handlers()['approvals.settings']({})).rules).toMatchObject([{ pattern: 'make *' }])
    expect(await test.chat(chatId)).toMatchObject({ mode: 'auto' })
    await asks(chatId, 'make x')
    await cardIs(chatId, 'make x', 'running')
  })

  it('never remembers a blocked command, and runs it once by hand (S-372, S-373, A-036)', async () => {
    const chatId = await newChat()
    await asks(chatId, 'rm old.txt')
    const card = await cardIs(chatId, 'rm old.txt', 'pending')
    expect(question(card)).toMatchObject({
      blocked: true,
      alwaysAllow: [],
      reasons: [{ rule: 'blocked-pattern', subject: 'rm *' }, { rule: 'not-read-only' }],
    })
    const remember = { patterns: ['rm *'], scope: 'everywhere' as const }
    await expect(handlers()['command.approve']({ commandId: card.id, remember })).rejects.toMatchObject({
      code: 'bad-input',
    })
    await cardIs(chatId, 'rm old.txt', 'pending')
    await handlers()['command.approve']({ commandId: card.id })
    await cardIs(chatId, 'rm old.txt', 'running')
    expect((await handlers()['approvals.settings']({})).rules).toEqual([])
  })

  it('remembers all patterns of a chain, or none when one is refused (A-035)', async () => {
    const chatId = await newChat()
    await asks(chatId, 'make a && cargo test')
    const { id } = await cardIs(chatId, 'make a && cargo test', 'pending')
    const approve = (patterns: string[]) =>
      handlers()['command.approve']({ commandId: id, remember: { patterns, scope: 'everywhere' } })
    await expect(approve(['make a', '*'])).rejects.toMatchObject({ code: 'bad-input' })
    expect((await handlers()['approvals.settings']({})).rules).toEqual([])
    await approve(['make a', 'cargo test'])
    await cardIs(chatId, 'make a && cargo test', 'running')
    expect((await handlers()['approvals.settings']({})).rules).toHaveLength(2)
  })

  it('gives the text of a rejection to the model (S-010, A-035)', async () => {
    const chatId = await newChat()
    await asks(chatId, 'make')
    const { id } = await cardIs(chatId, 'make', 'pending')
    await handlers()['command.reject']({ commandId: id, text: 'Use ninja instead.' })
    await test.turnEnd(chatId)
    expect(lastResult()).toMatchObject({ isError: true })
    expect(lastResult()?.text).toContain('The user says: Use ninja instead.')
    expect(test.processes.started).toHaveLength(0)
  })
})

describe('modes', () => {
  it('begins in the mode of the settings, which is Standard (A-025, A-027)', async () => {
    expect((await test.newChat()).mode).toBe('standard')
    await handlers()['settings.update']({ defaultMode: 'plan' })
    expect((await test.newChat()).mode).toBe('plan')
  })

  it('enters Bypass only after the warning was confirmed (A-023, A-027)', async () => {
    const chatId = await newChat()
    await expect(handlers()['chat.setMode']({ chatId, mode: 'bypass' })).rejects.toMatchObject({
      code: 'not-confirmed',
    })
    expect((await test.chat(chatId)).mode).toBe('standard')
    await setMode(chatId, 'bypass')
    expect((await test.chat(chatId)).mode).toBe('bypass')
    // A new chat does not inherit it.
    expect((await test.newChat()).mode).toBe('standard')
  })

  it('runs everything in Bypass but what is blocked (S-400, S-401, A-033)', async () => {
    const chatId = await newChat()
    await setMode(chatId, 'bypass')
    await asks(chatId, 'make', 'echo x > .git/config', 'rm -rf build')
    for (const command of ['make', 'echo x > .git/config']) {
      await cardIs(chatId, command, 'running')
      test.processes.last().exit(0)
    }
    expect(question(await cardIs(chatId, 'rm -rf build', 'pending'))).toMatchObject({ blocked: true })
  })

  it('refuses in Plan what changes something, and tells the model why (A-028, A-029, S-010)', async () => {
    const chatId = await newChat()
    await handlers()['approvals.addRule']({ pattern: 'make *', scope: { kind: 'everywhere' } })
    await setMode(chatId, 'plan')
    await asks(chatId, 'ls', 'make test')
    await cardIs(chatId, 'ls', 'running')
    test.processes.last().exit(0)
    const { state } = await cardIs(chatId, 'make test', 'not-started')
    expect(state).toMatchObject({ because: 'not-allowed' })
    await test.turnEnd(chatId)
    expect(lastResult()?.text).toContain('only reading is allowed while planning')
    expect(test.processes.started).toHaveLength(1)
  })

  it('refuses in Plan every call that a tool does not declare to be reading (A-021, A-028, A-092)', async () => {
    const chatId = await newChat()
    await handlers()['approvals.addRule']({ pattern: 'make *', scope: { kind: 'everywhere' } })
    await asks(chatId, 'make serve')
    await cardIs(chatId, 'make serve', 'running')
    await test.clock.advance(5000)
    const { terminalId } = await cardIs(chatId, 'make serve', 'background')
    await test.turnEnd(chatId)
    await setMode(chatId, 'plan')
    const calls = ['kill_terminal', 'get_terminal_output'].map((tool) => ({
      tool,
      args: { terminal_id: terminalId },
    }))
    test.model.script({ calls }, { text: 'done' })
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    const message = test.model.requests.at(-1)?.messages.at(-1)
    const results = message?.role === 'tool' ? message.results : []
    expect(results.map(({ isError }) => isError)).toEqual([true, false])
    expect(results[0]?.text).toContain('the permission mode is Plan')
    await cardIs(chatId, 'make serve', 'background')
  })

  it('runs in Auto-accept what patterns allow, but asks for what it writes outside (A-020, A-031, A-032)', async () => {
    const chatId = await newChat()
    await handlers()['approvals.addRule']({ pattern: 'tee *', scope: { kind: 'everywhere' } })
    await setMode(chatId, 'auto')
    await asks(chatId, 'tee inside.txt', 'tee /tmp/outside.txt')
    await cardIs(chatId, 'tee inside.txt', 'running')
    test.processes.last().exit(0)
    const card = await cardIs(chatId, 'tee /tmp/outside.txt', 'pending')
    expect(question(card).reasons).toMatchObject([{ rule: 'outside-path', subject: '/tmp/outside.txt' }])
  })

  it('takes effect for a card that waits: it runs in Bypass and is refused in Plan (A-030)', async () => {
    const [one, two] = [await newChat(), await newChat()]
    await asks(one, 'make a')
    await asks(two, 'make b')
    await cardIs(one, 'make a', 'pending')
    await cardIs(two, 'make b', 'pending')
    await setMode(one, 'bypass')
    await cardIs(one, 'make a', 'running')
    await setMode(two, 'plan')
    expect((await cardIs(two, 'make b', 'not-started')).state).toMatchObject({ because: 'not-allowed' })
    await test.turnEnd(two)
  })

  it('tells the model late which mode holds, and leaves the instructions as they are (A-017, A-018, A-030)', async () => {
    const chatId = await newChat()
    const texts: string[] = []
    for (const mode of [null, 'plan', 'standard'] as const) {
      if (mode) await setMode(chatId, mode)
      test.model.script({ text: 'ok' })
      await test.send(chatId, 'hi')
      await test.turnEnd(chatId)
      texts.push(test.model.requests.at(-1)?.volatile ?? '')
    }
    expect(texts[0]).toBe('')
    expect(texts[1]).toContain('The user chose Plan')
    expect(texts[2]).toContain('The user chose Standard')
    expect(new Set(test.model.requests.map(({ system }) => system)).size).toBe(1)
  })
})

describe('the cap of a task', () => {
  it('pauses and asks after so many commands by patterns alone; an answer starts anew (S-398)', async () => {
    const chatId = await newChat()
    await handlers()['settings.update']({ maxRequests: 2 })
    await handlers()['approvals.addRule']({ pattern: 'make *', scope: { kind: 'everywhere' } })
    // Reading needs no pattern and does not count.
    await asks(chatId, 'make 1', 'ls', 'make 2', 'make 3', 'make 4')
    for (const command of ['make 1', 'ls', 'make 2']) {
      await cardIs(chatId, command, 'running')
      test.processes.last().exit(0)
    }
    const card = await cardIs(chatId, 'make 3', 'pending')
    expect(question(card)).toMatchObject({
      reasons: [{ rule: 'request-cap', subject: '2' }],
      alwaysAllow: [],
    })
    await handlers()['command.approve']({ commandId: card.id })
    for (const command of ['make 3', 'make 4']) {
      await cardIs(chatId, command, 'running')
      test.processes.last().exit(0)
    }
    await test.turnEnd(chatId)
  })

  it('does not count the command that a person approved and always allows (S-398)', async () => {
    const chatId = await newChat()
    await handlers()['settings.update']({ maxRequests: 1 })
    const calls = ['make 1', 'make 2', 'make 3'].map((command) => ({ calls: [shell(command)] }))
    test.model.script(...calls, { text: 'done' })
    await test.send(chatId, 'go')
    const { id } = await cardIs(chatId, 'make 1', 'pending')
    const remember = { patterns: ['make *'], scope: 'chat' as const }
    await handlers()['command.approve']({ commandId: id, remember })
    for (const command of ['make 1', 'make 2']) {
      await cardIs(chatId, command, 'running')
      test.processes.last().exit(0)
    }
    const card = await cardIs(chatId, 'make 3', 'pending')
    expect(question(card)).toMatchObject({ reasons: [{ rule: 'request-cap', subject: '1' }] })
    await handlers()['command.reject']({ commandId: card.id, text: null })
    await test.turnEnd(chatId)
  })
})

describe('the page Auto-approve', () => {
  it('shows and switches permissions; what needs one goes off with it (S-395, S-396, S-397)', async () => {
    const permission = async (name: string) =>
      (await handlers()['approvals.settings']({})).permissions.find((one) => one.name === name)
    expect(await permission('readFilesExternally')).toEqual({
      name: 'readFilesExternally',
      isOn: false,
      needs: 'readFiles',
    })
    await handlers()['approvals.setPermission']({ name: 'readFilesExternally', isOn: true })
    expect(await permission('readFilesExternally')).toMatchObject({ isOn: true })
    await handlers()['approvals.setPermission']({ name: 'readFiles', isOn: false })
    expect(await permission('readFilesExternally')).toMatchObject({ isOn: false })
    const chatId = await newChat()
    await asks(chatId, 'cat a.txt')
    const card = await cardIs(chatId, 'cat a.txt', 'pending')
    expect(question(card).reasons).toMatchObject([{ rule: 'permission-off' }])
    // Waiting cards follow the page.
    await handlers()['approvals.setPermission']({ name: 'readFiles', isOn: true })
    await cardIs(chatId, 'cat a.txt', 'running')
  })

  it('changes the blocked list, asks again by the new one, and brings the default back (S-381)', async () => {
    const chatId = await newChat()
    await asks(chatId, 'make deploy')
    expect(question(await cardIs(chatId, 'make deploy', 'pending')).blocked).toBe(false)
    const { blocked } = await handlers()['approvals.setBlocked']({
      patterns: ['make  deploy*', 'make deploy*'],
    })
    expect(blocked).toMatchObject({ patterns: ['make deploy*'], isDefault: false })
    const isBlocked = () =>
      until(async () => question(await cardIs(chatId, 'make deploy', 'pending')).blocked || null)
    expect(await isBlocked()).toBe(true)
    const reset = await handlers()['approvals.setBlocked']({ patterns: null })
    expect(reset.blocked).toMatchObject({ isDefault: true })
    expect(reset.blocked.patterns).toContain('rm *')
  })

  it('tries a command and runs nothing (S-395)', async () => {
    const { id: workspaceId } = test.engine.openWorkspace(test.workspace)
    const tried = (command: string, mode: PermissionMode = 'standard') =>
      handlers()['approvals.tryCommand']({ command, workspaceId, mode })
    expect(await tried('ls')).toMatchObject({ decision: 'allow', readOnly: true })
    expect(await tried('make')).toMatchObject({ decision: 'ask', alwaysAllow: ['make'] })
    await handlers()['approvals.addRule']({
      pattern: 'make *',
      scope: { kind: 'workspace', workspaceId },
    })
    expect(await tried('make')).toMatchObject({
      decision: 'allow',
      reasons: [{ rule: 'allowed-pattern', subject: 'make *' }],
    })
    expect(await tried('make', 'plan')).toMatchObject({ decision: 'refuse' })
    expect(await tried('rm x', 'bypass')).toMatchObject({ decision: 'ask', blocked: true })
    expect(test.processes.started).toHaveLength(0)
    expect((await handlers()['approvals.settings']({})).rules[0]?.lastUsed).toBeNull()
  })

  it('refuses rules that are gone and patterns that fit everything', async () => {
    await expect(
      handlers()['approvals.addRule']({ pattern: '* *', scope: { kind: 'everywhere' } }),
    ).rejects.toMatchObject({ code: 'bad-input' })
    const nowhere = { kind: 'workspace', workspaceId: workspaceIdSchema.parse('gone') } as const
    await expect(handlers()['approvals.addRule']({ pattern: 'make', scope: nowhere })).rejects.toMatchObject({
      code: 'unknown-workspace',
    })
    await expect(handlers()['approvals.removeRule']({ id: 'rule-9' })).rejects.toMatchObject({
      code: 'bad-input',
    })
  })

  it('shows the ignore file of each folder, and refuses what it hides at once (S-399)', async () => {
    const chatId = await newChat()
    writeFileSync(join(test.workspace, '.vigilignore'), '# ours\nprivate/\n')
    mkdirSync(join(test.workspace, 'private'))
    const { ignoreFiles } = await handlers()['approvals.settings']({})
    expect(ignoreFiles).toMatchObject([
      { path: test.workspace, file: '.vigilignore', patterns: ['private/'] },
    ])
    await asks(chatId, 'cat private/a')
    expect((await cardIs(chatId, 'cat private/a', 'not-started')).state).toMatchObject({
      because: 'not-allowed',
    })
    await test.turnEnd(chatId)
    writeFileSync(join(test.workspace, '.vigilignore'), '')
    await asks(chatId, 'cat private/b')
    await cardIs(chatId, 'cat private/b', 'running')
  })
})

describe('an approval', () => {
  it('is void when the script changed between question and run (A-037)', async () => {
    const chatId = await newChat()
    const script = join(test.workspace, 'run.sh')
    writeFileSync(script, 'echo one\n')
    await asks(chatId, 'bash run.sh')
    const { id } = await cardIs(chatId, 'bash run.sh', 'pending')
    writeFileSync(script, 'echo two\n')
    await handlers()['command.approve']({ commandId: id })
    expect((await cardIs(chatId, 'bash run.sh', 'not-started')).state).toMatchObject({ because: 'changed' })
    await test.turnEnd(chatId)
    expect(lastResult()?.text).toContain('changed after the user was asked')
    expect(test.processes.started).toHaveLength(0)
  })
})

function never(): never {
  throw new Error('There is no card')
}

describe('several calls of one answer', () => {
  it('are asked about at once and decided in any order, but run in theirs (S-012, A-086, A-088, A-094)', async () => {
    const chatId = await newChat()
    await asks(chatId, 'make one', 'make two', 'make three')
    const [one, two, three] = [
      await cardIs(chatId, 'make one', 'pending'),
      await cardIs(chatId, 'make two', 'pending'),
      await cardIs(chatId, 'make three', 'pending'),
    ]
    await handlers()['command.approve']({ commandId: three.id })
    await handlers()['command.reject']({ commandId: two.id, text: 'no' })
    await cardIs(chatId, 'make three', 'preparing')
    expect(test.processes.started).toHaveLength(0)
    await handlers()['command.approve']({ commandId: one.id })
    await cardIs(chatId, 'make one', 'running')
    expect(test.processes.started).toHaveLength(1)
    test.processes.last().exit(0)
    // The rejected one counts as done.
    await cardIs(chatId, 'make three', 'running')
    test.processes.last().exit(0)
    await test.turnEnd(chatId)
    const results = test.model.requests.at(-1)?.messages.at(-1)
    const texts =
      results?.role === 'tool' ? results.results.map(({ callId, isError }) => [callId, isError]) : []
    expect(texts.map(([callId]) => callId)).toEqual([...texts.map(([callId]) => callId)].sort())
    expect(texts).toHaveLength(3)
  })

  it('are asked about while the answer still arrives, and run only after its end (A-104, A-105)', async () => {
    const chatId = await newChat()
    let end = () => {}
    const rest = new Promise<void>((resolve) => {
      end = resolve
    })
    test.model.script(
      [
        ...callEvents('early', 'shell', { command: 'make one' }),
        () => rest,
        { type: 'end', reason: 'tool-calls' },
      ],
      { text: 'done' },
    )
    await test.send(chatId, 'go')
    const { id } = await cardIs(chatId, 'make one', 'pending')
    expect(await test.items(chatId)).toContainEqual(
      expect.objectContaining({ kind: 'command', commandId: id }),
    )
    await handlers()['command.approve']({ commandId: id })
    await cardIs(chatId, 'make one', 'preparing')
    expect(test.processes.started).toHaveLength(0)
    end()
    await cardIs(chatId, 'make one', 'running')
    test.processes.last().exit(0)
    await test.turnEnd(chatId)
    expect(lastResult()).toMatchObject({ callId: 'early', isError: false })
    expect((await test.items(chatId)).filter(({ kind }) => kind === 'command')).toHaveLength(1)
  })

  it('never run when their answer breaks off, and their question goes with it (A-080, A-106)', async () => {
    const chatId = await newChat()
    let fail = () => {}
    const rest = new Promise<void>((resolve) => {
      fail = resolve
    })
    const failure = { code: 'interrupted', server: 'Scripted', detail: '', status: null } as const
    test.model.script([
      ...callEvents('early', 'shell', { command: 'make one' }),
      () => rest,
      { type: 'error', failure, retryable: true, retryAfterMs: null },
    ])
    await test.send(chatId, 'go')
    await cardIs(chatId, 'make one', 'pending')
    fail()
    expect(await test.turnEnd(chatId)).toMatchObject({ kind: 'failed' })
    await cardIs(chatId, 'make one', 'cancelled')
    expect((await test.chat(chatId)).needsApproval).toBe(0)
    expect((await test.items(chatId)).filter(({ kind }) => kind === 'command')).toEqual([])
    expect(test.processes.started).toHaveLength(0)
  })

  it('that nobody is asked about are decided when their turn comes (A-088)', async () => {
    const chatId = await newChat()
    await handlers()['approvals.addRule']({ pattern: 'make *', scope: { kind: 'everywhere' } })
    await asks(chatId, 'make one', 'make two')
    await cardIs(chatId, 'make one', 'running')
    // The first one has changed what the second would run.
    writeFileSync(join(test.workspace, '.vigilignore'), 'secret\n')
    writeFileSync(join(test.workspace, 'secret'), '')
    await handlers()['chat.setMode']({ chatId, mode: 'plan' })
    test.processes.last().exit(0)
    await cardIs(chatId, 'make two', 'not-started')
    await test.turnEnd(chatId)
    expect(test.processes.started).toHaveLength(1)
  })

  it('end together with Stop, whether their turn had come or not (S-309, A-009)', async () => {
    const chatId = await newChat()
    await asks(chatId, 'make one', 'make two', 'make three')
    const two = await cardIs(chatId, 'make two', 'pending')
    await handlers()['command.approve']({ commandId: two.id })
    await cardIs(chatId, 'make two', 'preparing')
    await handlers()['chat.stop']({ chatId })
    for (const command of ['make one', 'make two', 'make three']) await cardIs(chatId, command, 'cancelled')
    expect(test.processes.started).toHaveLength(0)
    test.model.script({ text: 'fine' })
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    const results = test.model.requests.at(-1)?.messages.find(({ role }) => role === 'tool')
    expect(results?.role === 'tool' && results.results).toHaveLength(3)
  })
})

describe('planning', () => {
  it('ends with a plan that is kept; after a switch the conversation goes on with all of it (A-021, A-039)', async () => {
    const chatId = await newChat()
    await setMode(chatId, 'plan')
    const plan = { title: 'Fix the tax', steps: ['Read it', 'Change it'], risks: ['Rounding'], questions: [] }
    test.model.script(
      { calls: [{ tool: 'save_plan', args: { title: 'x', steps: [] } }] },
      { calls: [{ tool: 'save_plan', args: plan }] },
      { text: 'Planned.' },
    )
    await test.send(chatId, 'plan it')
    await test.turnEnd(chatId)
    expect(test.model.requests[1]?.messages.at(-1)).toMatchObject({ results: [{ isError: true }] })
    const notices = (await test.items(chatId)).flatMap((item) =>
      item.kind === 'notice' ? [item.notice] : [],
    )
    expect(notices).toEqual([{ type: 'plan', plan }])
    await setMode(chatId, 'standard')
    test.model.script({ text: 'Going on.' })
    await test.send(chatId, 'do it')
    await test.turnEnd(chatId)
    expect(JSON.stringify(test.model.requests.at(-1)?.messages)).toContain('Rounding')
  })
})
