import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../core/clock'
import { systemIds } from '../core/system-ids'
import { builtRunner } from '../core/testing/built-programs'
import {
  callTools,
  type FakeModelServer,
  type FakeRequest,
  say,
  startFakeModelServer,
} from '../core/testing/fake-model-server'
import { readCliFacts } from './cli-facts'
import { runPrompt } from './run'
import { machineParts } from './run-machine'
import type { RunOptions } from './run-options'
import type { RunLine } from './run-report'

/** Everything the model was sent with a request, as text. */
const sent = (request: FakeRequest | undefined) => JSON.stringify(request?.body?.messages ?? [])

describe('vigil run with real commands and a model server', () => {
  let server: FakeModelServer
  let root = ''
  beforeEach(async () => {
    server = await startFakeModelServer()
    root = mkdtempSync(join(tmpdir(), 'vigil-run-real-'))
  })
  afterEach(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  async function run(part: Partial<RunOptions> = {}) {
    const facts = {
      ...readCliFacts('0.0.0'),
      env: { PATH: process.env.PATH, HOME: root, LANG: 'C.UTF-8', SHELL: '/bin/bash' },
    }
    const runner = await builtRunner()
    const result = { code: -1, lines: [] as RunLine[], err: '' }
    result.code = await runPrompt(
      {
        prompt: 'go',
        json: true,
        unattended: true,
        model: 'fake-model',
        baseUrl: server.baseUrl,
        keyEnv: null,
        mode: 'bypass',
        allow: [],
        images: [],
        workdir: null,
        profile: null,
        dataDir: root,
        ...part,
      },
      {
        facts,
        cwd: root,
        tempRoot: root,
        clock: systemClock,
        ids: systemIds,
        out: (text) => result.lines.push(JSON.parse(text) as RunLine),
        err: (text) => {
          result.err += text
        },
        interrupted: new AbortController().signal,
        ask: null,
        parts: (paths, settings) => machineParts({ paths, settings, facts, runner }),
      },
    )
    return result
  }

  it('wakes the agent with each end, once for those that come together, and leaves nothing behind (S-242…S-246, S-360…S-362, B-140, B-142)', async () => {
    const background = (command: string) => callTools([{ tool: 'shell', args: { command, timeout: 1000 } }])
    server.script(
      background('until [ -e go ]; do sleep 0.05; done; echo first is over; exit 3'),
      background('sleep 2; touch go; echo second is over; exit 3'),
      say('They run.'),
      say('Both are over.'),
    )
    const { code, lines, err } = await run()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(server.chats).toHaveLength(4)
    const told = sent(server.chats[3])
    expect(told.match(/Background command ended/g)).toHaveLength(2)
    expect(told).toContain('first is over')
    expect(told).toContain('second is over')
    expect(told).toContain('exit code 3')
    expect(lines.at(-1)).toMatchObject({ event: 'result', ok: true, text: 'Both are over.' })
    expect(readdirSync(root)).toEqual(['go'])
  })

  it('reaches a server that an earlier call left behind, and names it with that call (S-219, B-106)', async () => {
    const serve =
      'python3 -u -m http.server 0 --bind 127.0.0.1 > log 2>&1 & until grep -q port log; do sleep 0.1; done'
    const fetchIt =
      "python3 -c \"import re, urllib.request; port = re.search(r'port (\\d+)', open('log').read())[1]; print('answered', urllib.request.urlopen(f'http://127.0.0.1:{port}/').status)\""
    server.script(
      callTools([{ tool: 'shell', args: { command: serve } }]),
      callTools([{ tool: 'shell', args: { command: fetchIt } }]),
      say('It answers.'),
    )
    const { code } = await run()
    const named = /started by this command still running \(pid ([\d, ]+)\)/.exec(sent(server.chats[1]))
    const pids = (named?.[1] ?? '').split(', ').map(Number)
    try {
      expect(code).toBe(0)
      expect(named).not.toBeNull()
      expect(sent(server.chats[2])).toContain('answered 200')
    } finally {
      for (const pid of pids) if (pid > 0) process.kill(pid, 'SIGKILL')
    }
  })

  it('uses a server as soon as it is up, and ends it with the run (S-176, S-199, S-364, S-366)', async () => {
    const serve = 'python3 -u -m http.server 0 --bind 127.0.0.1'
    server.script(
      callTools([{ tool: 'shell', args: { command: serve } }]),
      callTools([{ tool: 'wait_for', args: { terminal_id: 'T1', quiet_ms: 500, timeout_ms: 5000 } }]),
      say('It is up.'),
    )
    const { code, lines } = await run()
    expect(code).toBe(0)
    expect(sent(server.chats[1])).toMatch(
      /Status: running as a server[^"]*Address: http:\/\/127\.0\.0\.1:\d+/,
    )
    const addresses = lines.flatMap((line) => (line.event === 'command' && line.server?.address) || [])
    expect(new Set(addresses).size).toBe(1)
    await expect(fetch(addresses[0] ?? '')).rejects.toThrow()
  })
})
