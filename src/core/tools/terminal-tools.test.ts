import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApprove } from '../approvals/approve'
import { judgeOffDisk } from '../testing/approval-kit'
import { CHAT, type CommandKit, createCommandKit, OTHER_CHAT, TURN } from '../testing/command-kit'
import { settle, until } from '../testing/fake-clock'
import { createTools } from './create-tools'
import { parseShellInput } from './shell'
import type { ToolAnswer, ToolContext } from './tool'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vigil-tools-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Calls tools by name, as the loop does, on a fake machine with a real folder. */
function agent(kit: CommandKit, part: Partial<ToolContext> = {}) {
  const { service: commands, folder: logs, shells, clock, host } = kit
  const approve = createApprove({ shells, judge: judgeOffDisk, reportBug: () => {} })
  const tools = createTools({ commands, reader: host.logs, logs, shells, clock, approve })
  let calls = 0
  return {
    tools,
    async call(name: string, input: unknown): Promise<ToolAnswer> {
      const tool = tools.find((each) => each.spec.name === name)
      const bound = tool?.bind(input)
      if (!bound?.ok) return { text: bound?.message ?? 'no tool', isError: true }
      calls += 1
      const answer = await bound.call.run({
        chatId: CHAT,
        turnId: TURN,
        callId: `call-${calls}`,
        workspaceRoot: root,
        signal: new AbortController().signal,
        ...part,
      })
      // As the chat does when it stores the result.
      commands.markSeen(answer.seen ?? [])
      return answer
    },
    /** Runs `ls`, which needs no approval, until it is a background command. */
    async background(): Promise<string> {
      const started = host.started.length
      const answer = this.call('shell', { command: 'ls' })
      await until(() => host.started.length > started, 'the start')
      await clock.advance(5000)
      return (await answer).outcome?.terminalId ?? ''
    },
  }
}

describe('shell', () => {
  it.each([
    [{ command: 'ls', workdir: 'a', cwd: 'b' }, 'a'],
    [{ command: 'ls', cwd: 'b' }, 'b'],
    [{ command: 'ls', working_directory: 'c' }, 'c'],
    [{ command: 'ls', dir_path: 'd' }, 'd'],
    [{ command: 'ls', workdir: null, cwd: 'b' }, 'b'],
    [{ command: 'ls', workdir: '' }, null],
    [{ command: 'ls' }, null],
  ])('reads the folder of %j (S-094…S-099)', (input, workdir) => {
    expect(parseShellInput(input)).toMatchObject({ ok: true, input: { workdir } })
  })

  it.each([
    [{ command: 'ls', timeout: 9000, timeout_ms: 1 }, 9000],
    [{ command: 'ls', timeout_ms: 7000 }, 7000],
    [{ command: 'ls', timeout: 'soon' }, 'soon'],
    [{ command: 'ls' }, undefined],
  ])('takes any timeout without refusing the call (S-098, S-099, S-170, S-171)', (input, timeout) => {
    expect(parseShellInput(input)).toMatchObject({ ok: true, input: { timeout } })
  })

  it.each([
    [null, 'object'],
    ['ls', 'object'],
    [{}, '"command"'],
    [{ command: '  ' }, '"command"'],
    [{ command: 5 }, '"command"'],
    [{ command: 'a\0b' }, 'NUL'],
    [{ command: 'x'.repeat(4_000_001) }, 'longer than'],
    [{ command: 'ls', workdir: 5 }, '"workdir"'],
  ])('names what is wrong with its arguments (A-007)', (input, words) => {
    const parsed = parseShellInput(input)
    expect(parsed.ok ? '' : parsed.message).toContain(words)
  })

  it('advertises the canonical names only, and its rules (S-084, S-094, S-100, S-109, S-110, S-407, S-408)', () => {
    const { spec } = agent(createCommandKit()).tools[0] ?? { spec: null }
    expect(spec?.name).toBe('shell')
    expect(Object.keys(spec?.inputSchema.properties as object)).toEqual(['command', 'workdir', 'timeout'])
    for (const words of [
      'fresh shell',
      'workdir',
      'standard input is closed',
      'ask the user',
      '5 s',
      '1 min',
      'by itself',
    ])
      expect(spec?.description).toContain(words)
  })

  it('runs in the workspace root, or in a folder relative to it, or in an absolute one (S-083, S-085…S-087)', async () => {
    const kit = createCommandKit()
    const { call } = agent(kit)
    await mkdir(join(root, 'sub'))
    void call('shell', { command: 'ls' })
    await until(() => kit.host.started.length === 1, 'the first start')
    void call('shell', { command: 'pwd', workdir: 'sub' })
    await until(() => kit.host.started.length === 2, 'the second start')
    void call('shell', { command: 'id', workdir: join(root, 'sub') })
    await until(() => kit.host.started.length === 3, 'the third start')
    expect(kit.host.started.map((each) => each.spec.cwd)).toEqual([
      root,
      join(root, 'sub'),
      join(root, 'sub'),
    ])
    expect(kit.service.cardsOf(CHAT).map((card) => card.workdir)).toEqual([null, 'sub', 'sub'])
  })

  it.each([
    ['missing', 'gone'],
    ['a file', 'file.txt'],
  ])(
    'refuses a folder that is %s; nothing is spawned, a card says why (S-092, S-093, S-003)',
    async (_name, workdir) => {
      await writeFile(join(root, 'file.txt'), 'x')
      const kit = createCommandKit()
      const answer = await agent(kit).call('shell', { command: 'ls', workdir })
      expect(answer).toMatchObject({
        text: `Working directory does not exist: ${join(root, workdir)}`,
        isError: true,
        outcome: { status: 'refused' },
      })
      expect(kit.host.started).toEqual([])
      expect(kit.cards.map((card) => card.state.kind)).toEqual(['not-started'])
    },
  )

  it('asks before a command that is not proved to only read (S-004, S-008)', async () => {
    const kit = createCommandKit()
    const answer = agent(kit).call('shell', { command: 'make' })
    await until(() => kit.cards.length > 0, 'the card')
    expect(kit.cards[0]?.state).toMatchObject({
      kind: 'pending',
      question: { reasons: [{ code: 'not-read-only' }] },
    })
    kit.service.reject(kit.cards[0]?.id as never, null)
    expect((await answer).text).toContain('rejected')
  })

  it('does not start what is no longer what was approved (A-037)', async () => {
    await mkdir(join(root, 'a'))
    await mkdir(join(root, 'b'))
    await symlink('a', join(root, 'link'))
    const kit = createCommandKit()
    const answer = agent(kit).call('shell', { command: 'make', workdir: 'link' })
    await until(() => kit.cards.length > 0, 'the card')
    await rm(join(root, 'link'))
    await symlink('b', join(root, 'link'))
    kit.service.approve(kit.cards[0]?.id as never)
    expect((await answer).text).toContain('changed after the user was asked')
    expect(kit.host.started).toEqual([])
  })

  it('starts what a person approved and nobody changed (A-037)', async () => {
    const kit = createCommandKit()
    void agent(kit).call('shell', { command: 'make' })
    await until(() => kit.cards.length > 0, 'the card')
    kit.service.approve(kit.cards[0]?.id as never)
    await until(() => kit.host.started.length === 1, 'the start')
  })

  it('asks when a link leads the folder out of the workspace (S-091)', async () => {
    await symlink(tmpdir(), join(root, 'out'))
    const kit = createCommandKit()
    void agent(kit).call('shell', { command: 'ls', workdir: 'out' })
    await until(() => kit.cards.length > 0, 'the card')
    expect(kit.cards[0]?.state).toMatchObject({
      kind: 'pending',
      question: { reasons: [{ code: 'workdir-outside' }] },
    })
  })

  it('waits as long as an explicit timeout says (S-167)', async () => {
    const kit = createCommandKit()
    let answer: ToolAnswer | null = null
    void agent(kit)
      .call('shell', { command: 'ls', timeout_ms: 20_000 })
      .then((value) => {
        answer = value
      })
    await until(() => kit.host.started.length === 1, 'the start')
    await kit.clock.advance(19_999)
    expect(answer).toBeNull()
    await kit.clock.advance(1)
    expect(answer).toMatchObject({ outcome: { status: 'background', terminalId: 'T1' } })
  })
})

describe('the usual flow of a server', () => {
  it('starts, shows progress and is ended (S-217)', async () => {
    const kit = createCommandKit()
    const me = agent(kit)
    const { call } = me
    const id = await me.background()
    kit.host.last().write('ready on http://localhost:5173\n')
    expect((await call('get_terminal_output', { terminal_id: id })).text).toContain('New output:\nready on')
    const killed = await call('kill_terminal', { terminal_id: id })
    expect(killed.text).toContain('Status: stopped by kill_terminal')
    expect(kit.host.last().stops).toBe(1)
    expect((await call('kill_terminal', { terminal_id: id })).isError).toBe(true)
  })
})

describe('get_terminal_output', () => {
  it('says what it is for, and what not (S-272, S-273, S-407)', () => {
    const { spec } = agent(createCommandKit()).tools.find(
      (tool) => tool.spec.name === 'get_terminal_output',
    ) ?? { spec: null }
    for (const words of [
      'Use it only to check current progress or new logs before the end.',
      'Do not poll',
      '`wait_ms` (at most 1 min)',
    ])
      expect(spec?.description).toContain(words)
  })

  it('gives only this command’s output, and only what is new (S-276, S-282)', async () => {
    const kit = createCommandKit()
    const me = agent(kit)
    const first = await me.background()
    kit.host.started[0]?.write('from the first\n')
    await me.background()
    kit.host.started[1]?.write('from the second\n')
    expect((await me.call('get_terminal_output', { terminal_id: first })).outcome?.output).toBe(
      'from the first\n',
    )
    expect((await me.call('get_terminal_output', { terminal_id: first })).text).toContain('New output: none')
  })

  it('waits for news with wait_ms, at most a minute (S-273, S-274)', async () => {
    const kit = createCommandKit()
    const me = agent(kit)
    const id = await me.background()
    let answer: ToolAnswer | null = null
    void me.call('get_terminal_output', { terminal_id: id, wait_ms: 3_600_000 }).then((value) => {
      answer = value
    })
    await kit.clock.advance(59_999)
    expect(answer).toBeNull()
    await kit.clock.advance(1)
    expect(answer).toMatchObject({ text: expect.stringContaining('still running') })
  })

  it('gives the end when it comes while waiting, and no message follows (S-274, S-284)', async () => {
    const kit = createCommandKit()
    const me = agent(kit)
    const id = await me.background()
    const answer = me.call('get_terminal_output', { terminal_id: id, wait_ms: 30_000 })
    await settle()
    kit.host.last().exit(3)
    expect((await answer).text).toContain('Exit code: 3')
    expect(kit.service.takeNotices(CHAT).text).toBe('')
  })

  it('keeps a terminal_id usable after the end (S-277)', async () => {
    const kit = createCommandKit()
    const me = agent(kit)
    const id = await me.background()
    kit.host.last().write('late\n')
    kit.host.last().exit(0)
    await settle()
    expect((await me.call('get_terminal_output', { terminal_id: id })).text).toBe(
      'Exit code: 0\nNew output:\nlate\n',
    )
  })

  it('answers a second check without news in one line that says what to do (S-281, B-155)', async () => {
    const kit = createCommandKit()
    const me = agent(kit)
    const id = await me.background()
    const check = async () => (await me.call('get_terminal_output', { terminal_id: id })).text
    expect(await check()).toContain('New output: none')
    expect(await check()).toBe(
      'No change: T1 is still running, for 5.0 s, without new output. You will be told when it ends; checking again does not help. Do other work or end your turn.',
    )
    kit.host.last().write('news\n')
    expect(await check()).toContain('New output:\nnews')
    expect(await check()).toContain('New output: none')
  })

  it('ends guessing when the chat has no background commands (S-279, S-280)', async () => {
    const answer = await agent(createCommandKit()).call('get_terminal_output', { terminal_id: 'T7' })
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain('no background commands')
    expect(answer.text).toContain('change your approach')
  })

  it('does not know another chat’s terminals, and lists its own (S-285)', async () => {
    const kit = createCommandKit()
    const own = await agent(kit).background()
    const other = agent(kit, { chatId: OTHER_CHAT })
    expect((await other.call('get_terminal_output', { terminal_id: own })).text).toContain(
      'no background commands',
    )
    const wrong = await agent(kit).call('get_terminal_output', { terminal_id: 'T9' })
    expect(wrong.text).toBe('There is no terminal "T9" in this chat. It has:\n- T1: ls')
  })

  it('names what is wrong with its arguments (A-007)', async () => {
    const { call } = agent(createCommandKit())
    expect((await call('get_terminal_output', {})).text).toContain('"terminal_id"')
    expect((await call('kill_terminal', null)).text).toContain('"terminal_id"')
  })
})

describe('kill_terminal', () => {
  it('gives the final status of a command that already ended (S-291)', async () => {
    const kit = createCommandKit()
    const me = agent(kit)
    const id = await me.background()
    kit.host.last().exit(4)
    await settle()
    expect(await me.call('kill_terminal', { terminal_id: id })).toMatchObject({
      isError: false,
      outcome: { status: 'exited', exitCode: 4 },
    })
  })
})
