import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataPaths } from '../core/ports'
import { createFakeClock } from '../core/testing/fake-clock'
import { createFakeIds } from '../core/testing/fake-ids'
import { createFakeOutputLogs } from '../core/testing/fake-output-logs'
import { createFakeProcessHost, type FakeProcessHost } from '../core/testing/fake-process-host'
import { createFakeShellResolver } from '../core/testing/fake-shell-resolver'
import { createScriptedModel } from '../core/testing/scripted-model'
import { until } from '../core/testing/test-engine'
import type { ModelFailure } from '../shared/models'
import { type RunHost, runPrompt } from './run'
import type { RunOptions } from './run-options'
import type { RunLine } from './run-report'

const shell = (command: string, more: object = {}) => ({ tool: 'shell', args: { command, ...more } })
const FAILURE: ModelFailure = { code: 'auth', server: 'Scripted', detail: 'no key', status: 401 }

describe('vigil run', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vigil-run-test-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  /** A run on fakes; `allow` lets every command run. */
  function start(part: Partial<RunOptions> = {}, ask: RunHost['ask'] = null) {
    const clock = createFakeClock()
    const logs = createFakeOutputLogs()
    const processes: FakeProcessHost = createFakeProcessHost(clock, logs)
    const model = createScriptedModel()
    const stop = new AbortController()
    const run = { out: '', err: '', code: null as number | null }
    const parts = { before: (_paths: DataPaths) => {} }
    const options: RunOptions = {
      prompt: 'go',
      json: true,
      unattended: true,
      model: 'm',
      baseUrl: 'http://127.0.0.1:9/v1',
      keyEnv: null,
      mode: 'bypass',
      allow: [],
      images: [],
      workdir: null,
      profile: null,
      dataDir: root,
      ...part,
    }
    const begin = () =>
      void runPrompt(options, {
        facts: {
          version: '0',
          platform: 'linux',
          osLabel: 'Linux',
          homeDir: root,
          systemLanguage: 'en',
          env: { PATH: '/usr/bin:/bin' },
          ripgrepDir: null,
        },
        cwd: root,
        tempRoot: root,
        clock,
        ids: createFakeIds(),
        out: (text) => {
          run.out += text
        },
        err: (text) => {
          run.err += text
        },
        interrupted: stop.signal,
        ask,
        parts: (paths) => {
          parts.before(paths)
          return {
            processHost: processes,
            shells: createFakeShellResolver(),
            outputReader: logs,
            createClient: () => model,
            fetch: () => Promise.reject(new Error('no network')),
          }
        },
      }).then(
        (code) => {
          run.code = code
        },
        (error: Error) => {
          run.err += error.message
          run.code = -1
        },
      )
    const lines = () =>
      run.out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as RunLine)
    const started = (command: string) =>
      until(() => processes.started.find((each) => each.spec.command === command))
    const requests = (count: number) => until(() => model.requests.length === count)
    const over = () => until(() => run.code !== null)
    return { clock, processes, model, stop, run, parts, begin, lines, started, requests, over }
  }

  it('ends when the agent has answered, and leaves no folder behind (S-359)', async () => {
    const test = start()
    test.model.script({ text: 'Hello.' })
    test.begin()
    await test.over()
    expect(test.run.code).toBe(0)
    expect(test.lines()).toMatchObject([
      { event: 'turn', state: 'started' },
      { event: 'text', text: 'Hello.' },
      { event: 'turn', state: 'ended', outcome: 'idle' },
      { event: 'result', ok: true, outcome: 'done', text: 'Hello.', tokens: { input: 100, output: 10 } },
    ])
    expect(await readdir(root)).toEqual([])
    expect(test.clock.pendingTimers).toBe(0)
  })

  it('sends images with the prompt, and refuses what is none before anything runs (A-064)', async () => {
    const test = start({ images: ['dot.gif'] })
    const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    await writeFile(join(root, 'dot.gif'), dot)
    test.model.script({ text: 'A dot.' })
    test.begin()
    await test.over()
    expect(test.model.requests[0]?.messages).toMatchObject([
      { role: 'user', images: [{ name: 'dot.gif', type: 'image/gif' }] },
    ])
    await writeFile(join(root, 'dot.gif'), 'no picture')
    const refused = start({ images: ['dot.gif'] })
    refused.begin()
    await refused.over()
    expect(refused.run.err).toBe('The image dot.gif cannot be sent: Images can be PNG, JPEG, GIF or WebP.')
    expect(refused.model.requests).toEqual([])
  })

  it('waits two minutes for a command, as the headless command line does (S-367)', async () => {
    const test = start()
    test.model.script({ calls: [shell('make')] }, { text: 'It runs.' })
    test.begin()
    await test.started('make')
    await test.clock.advance(119_999)
    expect(test.model.requests).toHaveLength(1)
    await test.clock.advance(1)
    await test.requests(2)
    test.model.script({ text: 'Over.' })
    test.processes.last().exit(0)
    await test.clock.advance(500)
    await test.over()
  })

  it('does not end while a command runs or its result has not reached the agent (S-360…S-362)', async () => {
    const test = start()
    test.model.script({ calls: [shell('make', { timeout: 1000 })] }, { text: 'It runs.' })
    test.begin()
    await test.started('make')
    await test.clock.advance(1000)
    await test.requests(2)
    await until(() => test.lines().some((line) => line.event === 'waiting'))
    await test.clock.advance(60_000)
    expect(test.run.code).toBeNull()
    test.model.script({ text: 'It failed.' })
    test.processes.last().exit(2)
    await test.clock.advance(400)
    expect(test.run.code).toBeNull()
    await test.clock.advance(100)
    await test.over()
    expect(test.run.code).toBe(0)
    expect(test.lines().at(-1)).toMatchObject({ event: 'result', text: 'It failed.' })
    expect(JSON.stringify(test.model.requests[2]?.messages.at(-1))).toContain('exit code 2')
  })

  it('wakes the agent with a pulse when nothing arrives for five minutes (S-265, S-363)', async () => {
    const test = start()
    test.model.script(
      { calls: [shell('make', { timeout: 1000 })] },
      { text: 'It runs.' },
      { text: 'I wait.' },
    )
    test.begin()
    await test.started('make')
    await test.clock.advance(1000)
    await test.requests(2)
    await until(() => test.lines().some((line) => line.event === 'waiting'))
    await test.clock.advance(5 * 60_000)
    await test.requests(3)
    expect(JSON.stringify(test.model.requests[2]?.messages.at(-1))).toContain('Still waiting')
    test.model.script({ text: 'Over.' })
    test.processes.last().exit(0)
    await test.clock.advance(500)
    await test.over()
  })

  it('is not kept open by a server, which ends with it (S-364, S-366, S-371)', async () => {
    const test = start()
    test.model.script({ calls: [shell('npm run dev')] }, { text: 'It is up.' })
    test.begin()
    const server = await test.started('npm run dev')
    server.write('Listening on http://localhost:3000\n')
    await test.clock.advance(2000)
    await test.over()
    expect(test.run.code).toBe(0)
    expect(server.stops).toBe(1)
    expect(test.lines()).toContainEqual(
      expect.objectContaining({
        event: 'command',
        status: 'background',
        server: { address: 'http://localhost:3000' },
      }),
    )
  })

  it('rejects at once what needs a confirmation, with the reason (S-365)', async () => {
    const test = start({ mode: 'standard' })
    test.model.script({ calls: [shell('rm -rf build')] }, { text: 'I may not.' })
    test.begin()
    await test.over()
    expect(test.processes.started).toEqual([])
    expect(JSON.stringify(test.model.requests[1]?.messages.at(-1))).toContain('nobody can answer')
    expect(test.lines()).toContainEqual(expect.objectContaining({ event: 'command', status: 'rejected' }))
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('asks the person at the terminal when there is one: %s', async (yes, started) => {
    const questions: string[] = []
    const test = start({ mode: 'standard', unattended: false }, async (question) => {
      questions.push(question)
      return yes ? 'y' : 'no'
    })
    test.model.script({ calls: [shell('make')] }, { text: 'ok' })
    test.begin()
    if (yes) (await test.started('make')).exit(0)
    await test.over()
    expect(questions).toHaveLength(1)
    expect(questions[0]).toContain('make')
    expect(test.processes.started).toHaveLength(started)
  })

  it.each([true, false])('asks about a change of a file, with its lines: %s (A-019)', async (yes) => {
    const questions: string[] = []
    const test = start({ mode: 'standard', unattended: false }, async (question) => {
      questions.push(question)
      return yes ? 'y' : 'no'
    })
    const write = { tool: 'write_file', args: { path: 'a.txt', content: 'one\n' } }
    test.model.script({ calls: [write] }, { text: 'ok' })
    test.begin()
    await test.over()
    expect(questions).toEqual(['Create a.txt (+1 -0)?\n  +one\n[y/N] '])
    expect(existsSync(join(root, 'a.txt'))).toBe(yes)
  })

  it('asks what the agent wants to know, and goes on with what was typed', async () => {
    const questions: string[] = []
    const test = start({ mode: 'standard', unattended: false }, async (question) => {
      questions.push(question)
      return '2'
    })
    const options = [{ label: 'npm' }, { label: 'pnpm' }]
    test.model.script(
      { calls: [{ tool: 'ask_user', args: { question: 'Which?', options } }] },
      { text: 'ok' },
    )
    test.begin()
    await test.over()
    expect(questions).toEqual([
      'Which?\n  1  npm\n  2  pnpm\nA number, or an answer of your own (empty to skip): ',
    ])
    expect(JSON.stringify(test.model.requests[1]?.messages.at(-1))).toContain('The user picked: pnpm')
  })

  it('ends with an error when the turn fails, whatever still runs', async () => {
    const test = start()
    test.model.script({ calls: [shell('make', { timeout: 1000 })] }, { fail: { failure: FAILURE } })
    test.begin()
    const make = await test.started('make')
    await test.clock.advance(1000)
    await test.over()
    expect(test.run.code).toBe(1)
    expect(test.lines()).toContainEqual({
      event: 'failure',
      code: 'auth',
      server: 'Scripted',
      detail: 'no key',
    })
    expect(test.lines().at(-1)).toMatchObject({ event: 'result', ok: false, outcome: 'failed' })
    expect(make.stops).toBe(1)
  })

  it('stops what it runs when it is interrupted (S-292)', async () => {
    const test = start()
    test.model.script({ calls: [shell('make')] })
    test.begin()
    const make = await test.started('make')
    test.stop.abort('SIGINT')
    await test.over()
    expect(make.stops).toBeGreaterThan(0)
    expect(test.lines().at(-1)).toMatchObject({ event: 'result', ok: false, outcome: 'interrupted' })
  })

  it('prints words on standard output and facts beside them, for a person', async () => {
    const test = start({ json: false })
    test.model.script({ text: 'I build.', calls: [shell('make')] }, { text: 'It is built.' })
    test.begin()
    ;(await test.started('make')).exit(0)
    await test.over()
    expect(test.run.out).toBe('I build.\nIt is built.\n')
    expect(test.run.err).toBe('vigil: $ make\nvigil: T1 ended with exit code 0\n')
  })

  it('ends its runner and its folder when its chat cannot be stored', async () => {
    const test = start()
    let isOver = false
    const { dispose } = test.processes
    test.processes.dispose = async () => {
      isOver = true
      await dispose()
    }
    test.parts.before = (paths) => mkdirSync(paths.database)
    test.begin()
    await test.over()
    expect(test.run.code).toBe(-1)
    expect(isOver).toBe(true)
    expect(await readdir(root)).toEqual([])
  })

  it('names a folder that is not there', async () => {
    const test = start({ workdir: 'gone' })
    test.begin()
    await test.over()
    expect(test.run.err).toContain('There is no folder')
  })
})
