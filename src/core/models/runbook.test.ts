import { describe, expect, it } from 'vitest'
import type { CommandOutcome } from '../../shared/command'
import { AnswerBuilder } from '../agent/answer'
import type { ModelMessage, ModelRequest, ToolResult } from '../ports'
import { createFakeIds } from '../testing/fake-ids'
import { createRunbookClient, nextMove } from './runbook'
import { RUNBOOK_WORDS } from './runbook-words'

const F = '```'
const spec = (name: string) => ({ name, description: '', inputSchema: {} })
const TOOLS = [spec('shell'), spec('get_terminal_output'), spec('kill_terminal'), spec('read_file')]
const TWO = `Do this:\n${F}sh\nnpm ci\n${F}\nand\n${F}sh\nnpm test\n${F}`

const user = (text: string): ModelMessage => ({ role: 'user', text })
function outcome(change: Partial<CommandOutcome>): CommandOutcome {
  return {
    status: 'exited',
    exitCode: 0,
    signal: null,
    terminalId: null,
    output: '',
    truncated: false,
    omittedLines: 0,
    fullOutputPath: null,
    fullOutputBytes: 0,
    ...change,
  }
}
/** A call of a tool with its result, as the history holds it. */
function ran(tool: string, change: Partial<CommandOutcome> | null, text = 'Exit code: 0'): ModelMessage[] {
  const result: ToolResult = {
    callId: 'c',
    tool,
    text,
    isError: change === null,
    ...(change ? { outcome: outcome(change) } : {}),
  }
  return [
    { role: 'assistant', text: '', calls: [{ callId: 'c', tool, argsText: '{}', input: {} }] },
    { role: 'tool', results: [result] },
  ]
}
const shell = (change: Partial<CommandOutcome> | null, text?: string) => ran('shell', change, text)
const waited = (change: Partial<CommandOutcome> | null, text?: string) =>
  ran('get_terminal_output', change, text)
const move = (...messages: ModelMessage[]) => nextMove({ messages, tools: TOOLS })
const runs = (command: string) => ({ tool: 'shell', input: { command } })

describe('Runbook', () => {
  it('runs again what never started because Vigil ended first, and nothing twice', () => {
    const never = shell({ status: 'stopped', exitCode: null, lost: 'before-start' })
    expect(move(user(TWO), ...shell({}), ...never).call).toEqual(runs('npm test'))
    expect(move(user(TWO), ...never, ...shell({})).call).toEqual(runs('npm test'))
    expect(move(user(TWO), ...shell({}), ...never, ...shell({})).call).toBeNull()
  })

  it.each([
    [1, '1 команда', '1 команда'],
    [3, '3 команды', '3 команди'],
    [5, '5 команд', '5 команд'],
  ])('speaks the language of the window, with its plural forms: %i', (count, ru, uk) => {
    expect(RUNBOOK_WORDS.ru.notRunOfIt(count)).toContain(ru)
    expect(RUNBOOK_WORDS.uk.notRunOfIt(count)).toContain(uk)
    const failed = { messages: [user('npm test'), ...shell({ exitCode: 2 })], tools: [] }
    expect(nextMove(failed, 'ru').text).toBe('Команда завершилась с кодом 2.')
    expect(nextMove(failed, 'uk').text).toBe('Команда завершилася з кодом 2.')
  })

  it('runs the blocks of a message one after another, and ends with a summary', () => {
    expect(move(user(TWO))).toEqual({
      text: 'Running 2 commands, one after another, until one fails.',
      call: runs('npm ci'),
    })
    expect(move(user(TWO), ...shell({}))).toEqual({ text: '', call: runs('npm test') })
    expect(move(user(TWO), ...shell({}), ...shell({}))).toEqual({
      text: 'Done: all 2 commands ended with exit code 0.\n\n1. `npm ci`: exit code 0\n2. `npm test`: exit code 0',
      call: null,
    })
  })

  it('runs a message that is a command line', () => {
    expect(move(user('npm test'))).toEqual({ text: '', call: runs('npm test') })
    expect(move(user('npm test'), ...shell({})).text).toBe('Done: the command ended with exit code 0.')
  })

  it('stops at the first failure and says what was not run', () => {
    expect(move(user(TWO), ...shell({ exitCode: 2 }))).toEqual({
      text: 'Stopped: command 1 of 2 failed with exit code 2.\n\n1. `npm ci`: exit code 2\n2. `npm test`: not run',
      call: null,
    })
  })

  it.each<[string, ModelMessage[], string]>([
    ['a signal', shell({ exitCode: 137, signal: 'SIGKILL' }), 'The command was ended by SIGKILL.'],
    ['no exit code', shell({ exitCode: null }), 'The command ended without an exit code.'],
    [
      'a rejection',
      shell({ status: 'refused' }, 'The user rejected this command.\nmore'),
      'The command was not run: The user rejected this command.',
    ],
    ['a stop', shell({ status: 'stopped' }), 'The command was stopped.'],
    [
      'an end with the window',
      shell({ status: 'stopped', lost: 'running' }),
      'The command was interrupted before it finished.',
    ],
    [
      'a call that was not run',
      shell(null, 'This call was not run because the user stopped the turn.'),
      'The command had no result: This call was not run because the user stopped the turn.',
    ],
    [
      'a background without terminal',
      shell({ status: 'background' }, 'odd'),
      'The command had no result: odd.',
    ],
  ])('stops after %s and never runs the command again', (_what, result, text) => {
    expect(move(user('npm test'), ...result)).toEqual({ text, call: null })
    expect(move(user('npm test'), ...result, { role: 'assistant', text, calls: [] }).call).toBeNull()
  })

  it('waits for a command that went to the background before it starts the next', () => {
    const background = shell({ status: 'background', exitCode: null, terminalId: 'T1' })
    const wait = {
      text: '',
      call: { tool: 'get_terminal_output', input: { terminal_id: 'T1', wait_ms: 60_000 } },
    }
    const still = waited({ status: 'background', exitCode: null, terminalId: 'T1' })
    expect(move(user(TWO), ...background)).toEqual(wait)
    expect(move(user(TWO), ...background, ...still, ...still)).toEqual(wait)
    expect(move(user(TWO), ...background, ...still, ...waited({})).call).toEqual(runs('npm test'))
    expect(move(user(TWO), ...background, ...waited({ exitCode: 3 })).text).toContain(
      'command 1 of 2 failed with exit code 3',
    )
    expect(move(user(TWO), ...background, ...waited({ status: 'stopped' })).text).toContain(
      'command 1 of 2 was stopped',
    )
    expect(move(user(TWO), ...background, ...waited(null, 'Unknown terminal_id T1.')).text).toContain(
      'no result: Unknown terminal_id T1.',
    )
  })

  it('goes on after a server, and does not wait for its end (S-199)', () => {
    const server = { address: 'http://localhost:5173' }
    const started = shell({ status: 'background', exitCode: null, terminalId: 'T1', server })
    expect(move(user(TWO), ...started).call).toEqual(runs('npm test'))
    expect(move(user(TWO), ...started, ...shell({})).text).toBe(
      'Done: all 2 commands were run.\n\n1. `npm ci`: runs as a server, T1, at http://localhost:5173\n2. `npm test`: exit code 0',
    )
    expect(move(user('npm run dev'), ...started).text).toBe(
      'The command runs as a server, T1, at http://localhost:5173.',
    )
  })

  it('says shortly what ended when the chat woke for a command no script waits for', () => {
    const notice = (id: string, result: string) =>
      `[Background command ended, from Vigil, not from the user]\nCall ID: c\nterminal_id: ${id}\nCommand: make\nResult: ${result}\nRan for: 6.0 s`
    const done = [user('ls'), ...shell({}), { role: 'assistant', text: 'Done.', calls: [] } as ModelMessage]
    const woken = `${notice('T1', 'exit code 0')}\n\n${notice('T2', 'killed by SIGKILL, exit code 137')}`
    expect(move(...done, user(woken))).toEqual({
      text: 'Ended in the background: T1 (exit code 0), T2 (killed by SIGKILL, exit code 137).',
      call: null,
    })
    const pulse = '[Still waiting, from Vigil, not from the user]\n- T3 (Call ID: c), running for 5 min: make'
    expect(move(...done, user(pulse)).text).toBe('T3 goes on in the background.')
    const asked = [
      user('How are you?'),
      { role: 'assistant', text: 'No command.', calls: [] } as ModelMessage,
    ]
    expect(move(...asked, user(pulse)).text).toBe('T3 goes on in the background.')
    // A script that is not done goes on.
    expect(move(user(TWO), ...shell({}), user(woken)).call).toEqual(runs('npm test'))
  })

  it('says that a command goes on when it cannot wait for it', () => {
    const background = shell({ status: 'background', exitCode: null, terminalId: 'T1' })
    const { text, call } = nextMove({ messages: [user('make'), ...background], tools: [spec('shell')] })
    expect({ text, call }).toEqual({ text: 'The command still runs in the background as T1.', call: null })
  })

  it('explains itself when there is nothing to run', () => {
    expect(move(user('How are you?')).text).toMatch(
      /^This chat uses Runbook.*not a command, so nothing was run/,
    )
    expect(move(user(`${F}python\nprint()\n${F}`)).text).toContain(
      'No block of your message is marked as `sh`',
    )
    expect(move()).toMatchObject({ call: null })
  })

  it('does not take what the app tells for commands', () => {
    const notice = `[Background command ended, from Vigil, not from the user]\nOutput:\n${F}sh\nrm -rf /\n${F}`
    expect(move(user(notice), user('ls')).call).toEqual(runs('ls'))
    expect(move(user('ls'), ...shell({}), user(notice)).call).toBeNull()
    expect(move(user(notice)).call).toBeNull()
  })

  it('does not take output or its own text for commands', () => {
    const result = shell({ output: `${F}sh\nrm -rf /\n${F}` }, `${F}sh\nrm -rf /\n${F}`)
    expect(move(user('cat README.md'), ...result).call).toBeNull()
  })

  it('does not take calls of a model that the chat had before for its own', () => {
    const other: ModelMessage[] = [
      user('please look'),
      ...shell({ exitCode: 1 }),
      { role: 'assistant', text: 'Done.', calls: [] },
    ]
    expect(move(...other, user('ls')).call).toEqual(runs('ls'))
  })

  it('runs the same message again when it is sent again', () => {
    const done: ModelMessage[] = [user('ls'), ...shell({}), { role: 'assistant', text: 'Done.', calls: [] }]
    expect(move(...done, user('ls'))).toEqual({ text: '', call: runs('ls') })
  })

  it('leaves a message that a newer one replaced, and says what was not run (A-008)', () => {
    const background = shell({ status: 'background', exitCode: null, terminalId: 'T1' })
    expect(move(user(TWO), ...background, user('ls'))).toEqual({
      text: 'Your earlier message is left as it is. 1 command of it was not run. T1 goes on in the background.',
      call: runs('ls'),
    })
    expect(move(user(TWO), ...shell({}), user('hello')).text).toMatch(
      /^Your earlier message .* 1 command of it was not run\.\n\nThis chat/,
    )
    expect(move(user(TWO), ...shell({}), ...shell({}), user('ls')).text).toBe('')
    expect(move(user(TWO), ...shell({ exitCode: 1 }), user('ls')).text).toBe('')
  })

  it('says when a message holds too many commands', () => {
    expect(move(user(`${F}sh\nls\n${F}\n`.repeat(101))).text).toContain(
      '1 more command of the message will not be run',
    )
  })

  it('shows commands of any form as one line of code', () => {
    const odd = [`echo ${'`date`'}`, 'a\nb', 'x'.repeat(200)]
      .map((command) => `${F}sh\n${command}\n${F}`)
      .join('\n')
    const { text } = move(user(odd), ...shell({}), ...shell({}), ...shell({}))
    expect(text.split('\n').slice(2)).toEqual([
      '1. `` echo `date` ``: exit code 0',
      '2. `a …`: exit code 0',
      `3. \`${'x'.repeat(80)} …\`: exit code 0`,
    ])
  })

  it('cannot run without the tool', () => {
    expect(nextMove({ messages: [user('ls')], tools: [] })).toEqual({
      text: 'Commands cannot be run in this chat.',
      call: null,
    })
  })
})

describe('the Runbook client', () => {
  const request = (text: string): ModelRequest => ({
    system: '',
    tools: TOOLS,
    messages: [user(text)],
    volatile: 'facts',
  })

  it('streams its text in several deltas and its call with a new identifier (A-066, A-078)', async () => {
    const builder = new AnswerBuilder()
    const types: string[] = []
    for await (const event of createRunbookClient(createFakeIds()).stream(
      request(TWO),
      new AbortController().signal,
    )) {
      builder.take(event)
      types.push(event.type)
    }
    expect(types.filter((type) => type === 'text-delta').length).toBeGreaterThan(1)
    expect(types.slice(-2)).toEqual(['usage', 'end'])
    expect(builder.answer(true)).toEqual({
      text: 'Running 2 commands, one after another, until one fails.',
      reasoning: '',
      calls: [
        { callId: 'call-1', tool: 'shell', argsText: '{"command":"npm ci"}', input: { command: 'npm ci' } },
      ],
      usage: { input: 0, output: 0, cachedInput: 0, estimated: false },
      stop: 'calls',
    })
  })

  it('ends when it is aborted (A-082)', async () => {
    const abort = new AbortController()
    let count = 0
    for await (const _event of createRunbookClient(createFakeIds()).stream(request('hello'), abort.signal)) {
      count++
      abort.abort()
    }
    expect(count).toBe(1)
  })
})
