import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { createMcpWorld, EVERYTHING, FILESYSTEM, type McpWorld, nodeServer, ODD } from '../testing/mcp-kit'
import { until } from '../testing/test-engine'
import { CallTimeout } from './connection'
import { mcpResultText } from './result-text'
import type { ReadyServer } from './server-life'

const { signal: never } = new AbortController()
const LONG = { limitMs: 60_000, onProgress: () => {} }

let world: McpWorld | null = null
afterEach(async () => {
  await world?.dispose()
  expect(world?.bugs ?? []).toEqual([])
  world = null
})

/** The first server of the workspace, ready. */
async function first(from: McpWorld): Promise<ReadyServer> {
  return until(async () => (await from.service.serversOf(from.workspace.path, never))[0]?.life.ready)
}
async function state(from: McpWorld) {
  return (await from.service.overview()).servers[0]?.state
}
const pidIn = (text: string) => Number(/from (\d+)/.exec(text)?.[1])
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)

describe('server-everything over stdio', () => {
  it('is started by the first turn, tells its tools with their hints, and answers (A-096)', async () => {
    world = createMcpWorld([nodeServer('every', EVERYTHING, ['stdio'])])
    expect(await state(world)).toEqual({ kind: 'idle' })
    const { connection, tools } = await first(world)
    const echo = tools.find(({ tool }) => tool === 'echo')
    expect(echo).toMatchObject({ readOnly: true, spec: { name: 'mcp__every__echo' } })
    expect(tools.find(({ tool }) => tool === 'gzip-file-as-resource')?.readOnly).toBe(false)
    const answer = await connection.call('echo', { message: 'hi' }, { signal: never, ...LONG })
    expect(mcpResultText(answer)).toBe('Echo: hi')
    const image = mcpResultText(await connection.call('get-tiny-image', {}, { signal: never, ...LONG }))
    expect(image).toMatch(/\[image image\/png, \d+ bytes: it cannot be shown here\]/)
    const linked = await connection.call('get-resource-links', { count: 2 }, { signal: never, ...LONG })
    expect(mcpResultText(linked)).toContain('[resource demo://resource')
  })

  it('tells progress, and hears of a Stop', async () => {
    world = createMcpWorld([nodeServer('every', EVERYTHING, ['stdio'])])
    const { connection } = await first(world)
    const seen: number[] = []
    const stop = new AbortController()
    const call = connection.call(
      'trigger-long-running-operation',
      { duration: 0.5, steps: 5 },
      { signal: never, limitMs: 60_000, onProgress: ({ done, total }) => total === 5 && seen.push(done) },
    )
    expect(mcpResultText(await call)).toContain('completed')
    // The last one may arrive together with the result.
    expect(seen.slice(0, 4)).toEqual([1, 2, 3, 4])
    const endless = connection.call(
      'trigger-long-running-operation',
      { duration: 600, steps: 1 },
      { signal: stop.signal, ...LONG },
    )
    stop.abort(new Error('stopped'))
    await expect(endless).rejects.toThrow('stopped')
  })

  it('gets nothing of the environment but what a program needs and what is set', async () => {
    const more = { env: { API_KEY: '${TOKEN}' } }
    world = createMcpWorld([nodeServer('every', EVERYTHING, ['stdio'], more)])
    const { connection } = await first(world)
    const env = mcpResultText(await connection.call('get-env', {}, { signal: never, ...LONG }))
    expect(env).toContain('"API_KEY": "of-the-person"')
    expect(env).not.toContain('not-for-servers')
  })
})

it('server-filesystem of a workspace starts once it is trusted, and works in the workspace', async () => {
  world = createMcpWorld()
  const { service, workspace } = world
  writeFileSync(join(workspace.path, 'note.txt'), 'read me')
  world.writeServers({ files: { command: process.execPath, args: [FILESYSTEM, '.'] } })
  expect(await service.serversOf(workspace.path, never)).toEqual([])
  const [asked] = (await service.overview()).servers
  expect(asked?.state).toEqual({ kind: 'untrusted' })
  await service.trust(asked?.digest ?? '', true)
  const { connection } = await first(world)
  const path = join(workspace.path, 'note.txt')
  const read = await connection.call('read_text_file', { path }, { signal: never, ...LONG })
  expect(mcpResultText(read)).toContain('read me')
})

describe('trust', () => {
  it('is for exactly what was shown: a changed definition asks again and ends what runs', async () => {
    world = createMcpWorld()
    const { service, workspace } = world
    world.writeServers({ odd: { command: process.execPath, args: [ODD] } })
    const shown = (await service.overview()).servers[0]?.digest ?? ''
    world.writeServers({ odd: { command: process.execPath, args: [ODD, 'noisy'] } })
    await expect(service.trust(shown, true)).rejects.toMatchObject({ code: 'bad-input' })
    const now = (await service.overview()).servers[0]?.digest ?? ''
    await service.trust(now, true)
    const { connection } = await first(world)
    const pid = pidIn(
      mcpResultText(await connection.call('greet', { who: 'you' }, { signal: never, ...LONG })),
    )
    expect(isAlive(pid)).toBe(true)
    service.allow(now, 'greet')

    world.writeServers({ odd: { command: process.execPath, args: [ODD, 'noisy'], env: { A: '1' } } })
    expect(await service.serversOf(workspace.path, never)).toEqual([])
    const [changed] = (await service.overview()).servers
    expect(changed).toMatchObject({ state: { kind: 'untrusted' }, allowed: [] })
    await until(() => !isAlive(pid))
  })

  it('can be taken back', async () => {
    world = createMcpWorld()
    const { service } = world
    world.writeServers({ odd: { command: process.execPath, args: [ODD] } })
    const digest = (await service.overview()).servers[0]?.digest ?? ''
    await service.trust(digest, true)
    const { connection } = await first(world)
    await service.trust(digest, false)
    await connection.closed
    expect(await state(world)).toEqual({ kind: 'untrusted' })
  })

  it('does not let a workspace take the name of a server of the person', async () => {
    world = createMcpWorld([nodeServer('odd', ODD)])
    world.writeServers({ odd: { command: 'evil' } })
    const { servers, problems } = await world.service.overview()
    expect(servers.map(({ workspaceId }) => workspaceId)).toEqual([null])
    expect(problems).toMatchObject([{ name: 'odd', message: 'A server of the settings has this name.' }])
  })
})

describe('servers that go wrong', () => {
  it('says why one did not start, with what it said last, and tries again after a pause', async () => {
    const clock = createFakeClock()
    world = createMcpWorld([nodeServer('odd', ODD, ['fails-at-once'])], clock)
    const turn = world.service.serversOf(world.workspace.path, never)
    expect(await turn).toEqual([])
    const failed = await state(world)
    expect(failed).toMatchObject({ kind: 'failed', retryAt: clock.now() + 1000 })
    expect(failed).toMatchObject({ message: 'It ended: the token is missing' })
    await clock.advance(1000)
    expect(await state(world)).toEqual({ kind: 'starting' })
  })

  it('names a program that is not there, and a variable that is not set', async () => {
    const missing = { ...nodeServer('a', ''), command: 'no-such-program-here' }
    const unset = nodeServer('b', ODD, ['${NOT_SET}'])
    world = createMcpWorld([missing as typeof unset, unset])
    await world.service.serversOf(world.workspace.path, never)
    const states = (await world.service.overview()).servers.map((one) => one.state)
    expect(states).toMatchObject([
      { message: 'The program was not found: no-such-program-here' },
      { message: 'The variable NOT_SET is not set.' },
    ])
  })

  it('starts one again that crashed during a call, which fails', async () => {
    world = createMcpWorld([nodeServer('odd', ODD)])
    const { service, workspace } = world
    const { connection } = await first(world)
    await expect(connection.call('crash', {}, { signal: never, ...LONG })).rejects.toThrow(
      'Connection closed',
    )
    const failed = await until(async () => {
      const now = world && (await state(world))
      return now?.kind === 'failed' ? now : null
    })
    expect(failed.message).toContain('I cannot go on')
    await service.restart({ workspaceId: null, name: 'odd' })
    const again = await first(world)
    const answer = await again.connection.call('greet', { who: 'me' }, { signal: never, ...LONG })
    expect(mcpResultText(answer)).toContain('hello me')
    expect((await service.serversOf(workspace.path, never)).map(({ name }) => name)).toEqual(['odd'])
  })

  it('ignores words on the wrong stream, offers tools that came later, and keeps what it says', async () => {
    world = createMcpWorld([nodeServer('odd', ODD, ['noisy'])])
    const { connection } = await first(world)
    await connection.call('grow', {}, { signal: never, ...LONG })
    await until(() => connection.tools.some(({ name }) => name === 'fresh'))
    expect(await world.service.log({ workspaceId: null, name: 'odd' })).toContain('odd server is here')
  })

  it('gives up on a call of which nothing is heard, and tells the server', async () => {
    const clock = createFakeClock()
    world = createMcpWorld([nodeServer('odd', ODD)], clock)
    const { connection } = await first(world)
    const call = connection.call('silent', {}, { signal: never, limitMs: 5000, onProgress: () => {} })
    const given = expect(call).rejects.toBeInstanceOf(CallTimeout)
    await clock.advance(5000)
    await given
    const log = () => world?.service.log({ workspaceId: null, name: 'odd' })
    await until(async () => (await log())?.includes('cancelled:'))
  })

  it('shortens a result that is too big (S-114)', async () => {
    world = createMcpWorld([nodeServer('odd', ODD)])
    const { connection } = await first(world)
    const text = mcpResultText(await connection.call('big', {}, { signal: never, ...LONG }))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16_384)
    expect(text).toMatch(/lines left out/)
  })

  it('ends one that neither its input nor a signal ends, and forgets it', async () => {
    world = createMcpWorld([nodeServer('odd', ODD, ['stays'])])
    const { connection } = await first(world)
    const pid = pidIn(mcpResultText(await connection.call('greet', { who: 'x' }, { signal: never, ...LONG })))
    const ledger = readdirSync(world.runtime)
    expect(ledger).toHaveLength(1)
    await world.service.dispose()
    expect(isAlive(pid)).toBe(false)
    await until(() => readdirSync(join(world?.runtime ?? '', ledger[0] ?? '')).length === 0)
  })
})
