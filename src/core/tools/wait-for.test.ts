import { describe, expect, it } from 'vitest'
import { WINDOW_WAITING } from '../jobs/waiting-rules'
import { CHAT, type CommandKit, createCommandKit, TURN } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'
import type { ToolAnswer } from './tool'
import { createWaitForTool, parseWaitFor } from './wait-for'

async function waiting(kit: CommandKit, input: object, stop = new AbortController()) {
  const { service: commands, clock } = kit
  const tool = createWaitForTool({ commands, waiting: WINDOW_WAITING, clock })
  const parsed = tool.parse({ terminal_id: 'T1', ...input })
  if (!parsed.ok) throw new Error(parsed.message)
  const state: { answer: ToolAnswer | null } = { answer: null }
  void tool
    .run(parsed.input, {
      chatId: CHAT,
      turnId: TURN,
      callId: 'c',
      workspaceRoot: '/',
      signal: stop.signal,
    })
    .then((answer) => {
      state.answer = answer
    })
  await settle()
  return state
}

async function background(first = 'starting\n') {
  const kit = createCommandKit()
  await kit.call('npm run dev')
  if (first !== '') kit.host.last().write(first)
  await kit.clock.advance(5000)
  return kit
}

describe('wait_for', () => {
  it('ends with the text, and gives what is new', async () => {
    const kit = await background()
    const wait = await waiting(kit, { text: ['up', 'failed'] })
    kit.host.last().write('compiling\n')
    await settle()
    expect(wait.answer).toBeNull()
    kit.host.last().write('Server is UP on 3000\n')
    await settle()
    expect(wait.answer?.text).toBe(
      [
        'Wait: found in the line: Server is UP on 3000',
        'Status: still running in the background, for 5.0 s',
        'terminal_id: T1',
        'Note: the result will arrive by itself when the command ends. Checking again does not speed it up: do other work, or end your turn until the result wakes you.',
        'New output:\ncompiling\nServer is UP on 3000\n',
      ].join('\n'),
    )
    kit.host.last().exit(0)
    await settle()
    expect(kit.clock.pendingTimers).toBe(0)
  })

  it('ends with a line that matches, also an unfinished one', async () => {
    const kit = await background()
    const wait = await waiting(kit, { pattern: '^ready in \\d+' })
    kit.host.last().write('ready in 12')
    await settle()
    expect(wait.answer?.text).toContain('found in the line: ready in 12')
  })

  it('looks only at what the agent has not received', async () => {
    const kit = await background('ready\n')
    const wait = await waiting(kit, { text: 'ready' })
    expect(wait.answer).toBeNull()
    kit.host.last().write('ready again\n')
    await settle()
    expect(wait.answer?.text).toContain('ready again')
  })

  it('finds at once what was printed before the call', async () => {
    const kit = await background()
    kit.host.last().write('up\n')
    expect((await waiting(kit, { text: 'up' })).answer?.text).toContain('found in the line: up')
  })

  it('finds it in the last lines of a command that ends', async () => {
    const kit = await background()
    const wait = await waiting(kit, { text: 'all done' })
    // No update tells of it before the end does.
    kit.host.last().late('all done\n')
    kit.host.last().exit(0)
    await settle()
    expect(wait.answer?.text).toContain('found in the line: all done')
  })

  it('ends with the command, and no message follows (S-284)', async () => {
    const kit = await background()
    const wait = await waiting(kit, { text: 'up' })
    kit.host.last().exit(2)
    await settle()
    expect(wait.answer?.text).toMatch(/^Wait: the command ended\nExit code: 2/)
    expect(wait.answer?.seen).toEqual([{ commandId: 'cmd-1', bytes: 9, isEnd: true }])
  })

  it('ends when nothing was printed for long enough', async () => {
    const kit = await background()
    const wait = await waiting(kit, { quiet_ms: 8000 })
    await kit.clock.advance(2000)
    kit.host.last().write('still busy\n')
    await kit.clock.advance(7999)
    expect(wait.answer).toBeNull()
    await kit.clock.advance(1)
    expect(wait.answer?.text).toContain('no output for 8.0 s')
  })

  it('ends at its limit, which is a minute at most', async () => {
    const kit = await background()
    const wait = await waiting(kit, { text: 'up', timeout_ms: 3_600_000 })
    await kit.clock.advance(59_999)
    expect(wait.answer).toBeNull()
    await kit.clock.advance(1)
    expect(wait.answer?.text).toContain('not met within the limit of 1 min 0 s')
  })

  it('ends with a message of the user and with Stop; the command goes on (S-184, S-292)', async () => {
    const kit = await background()
    const wait = await waiting(kit, { text: 'up' })
    kit.userSpeaks()
    await settle()
    expect(wait.answer?.text).toContain('the user sent a message; the command goes on')
    const stop = new AbortController()
    const stopped = await waiting(kit, { text: 'up' }, stop)
    stop.abort()
    await settle()
    expect(stopped.answer?.text).toContain('the user pressed Stop')
    expect(kit.host.last().stops).toBe(0)
  })

  it('says when the pattern is too slow for the output', async () => {
    const kit = await background()
    const wait = await waiting(kit, { pattern: '(a+)+$' })
    kit.host.last().write(`${'a'.repeat(40)}b\n`)
    await settle()
    expect(wait.answer).toMatchObject({ isError: true, text: expect.stringContaining('simpler one') })
  })

  it('ends guessing about other terminals (S-279, S-285)', async () => {
    const kit = createCommandKit()
    expect((await waiting(kit, { text: 'up' })).answer).toMatchObject({
      isError: true,
      text: expect.stringContaining('no background commands'),
    })
  })

  it.each([
    [{ terminal_id: 'T1', text: '' }, 'not empty'],
    [{ terminal_id: 'T1', text: ['a', 5] }, 'a list of such texts'],
    [{ terminal_id: 'T1', text: Array(21).fill('x') }, 'at most 20'],
    [{ terminal_id: 'T1', text: 'a', pattern: 'b' }, 'not both'],
    [{ terminal_id: 'T1', pattern: '(' }, 'regular expression'],
    [{ terminal_id: 'T1', pattern: 'x'.repeat(501) }, 'longer than'],
    [{ text: 'a' }, '"terminal_id"'],
  ])('names what is wrong with %j (A-007)', (input, words) => {
    const parsed = parseWaitFor(input, WINDOW_WAITING)
    expect(parsed.ok ? '' : parsed.message).toContain(words)
  })
})
