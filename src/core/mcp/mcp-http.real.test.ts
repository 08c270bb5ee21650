import { afterEach, beforeEach, expect, it } from 'vitest'
import { mcpServerSchema } from '../../shared/mcp'
import { createFakeClock } from '../testing/fake-clock'
import { type McpHttpServer, startMcpHttpServer } from '../testing/mcp-http-server'
import { createMcpWorld, type McpWorld } from '../testing/mcp-kit'
import { until } from '../testing/test-engine'
import { isSessionLost } from './failure-words'
import { mcpResultText } from './result-text'

const { signal: never } = new AbortController()
const LONG = { limitMs: 60_000, onProgress: () => {} }

let http: McpHttpServer
let world: McpWorld
beforeEach(async () => {
  http = await startMcpHttpServer()
})
afterEach(async () => {
  await world.dispose()
  await http.close()
})

async function worldWith(headers: Record<string, string>, clock = createFakeClock()) {
  world = createMcpWorld([], clock)
  const server = mcpServerSchema.parse({ kind: 'http', name: 'web', url: http.url, headers })
  await world.service.save({ was: null, server })
  return world
}
async function ready() {
  const [web] = await world.service.serversOf(world.workspace.path, never)
  return web?.life.ready?.connection
}
const state = async () => (await world.service.overview()).servers[0]?.state

it('is called at its address with its headers, from the key store and from variables', async () => {
  await worldWith({ Authorization: 'Bearer kept', 'X-Other': '${TOKEN}' })
  const answer = await (await ready())?.call('say', {}, { signal: never, ...LONG })
  expect(answer && mcpResultText(answer)).toBe('over HTTP')
  expect(new Set(http.authorizations)).toEqual(new Set(['Bearer kept']))
  expect(JSON.stringify(world.settings.get())).not.toContain('kept')
})

it('hears of a Stop', async () => {
  await worldWith({})
  const connection = await ready()
  const stop = new AbortController()
  const call = connection?.call('slow', {}, { signal: stop.signal, ...LONG })
  const stopped = expect(call).rejects.toThrow('enough')
  await until(() => http.methods.includes('tools/call'))
  stop.abort(new Error('enough'))
  await stopped
  await until(() => http.methods.includes('notifications/cancelled'))
})

it('says that access was refused, that nothing answers, and that its session is over', async () => {
  http.status = 401
  await worldWith({})
  expect(await ready()).toBeUndefined()
  expect(await state()).toMatchObject({
    kind: 'failed',
    message: 'The server refused the access (HTTP 401).',
  })
  http.status = null
  await world.service.restart({ workspaceId: null, name: 'web' })
  const connection = await until(ready)
  http.status = 404
  const lost = await connection.call('say', {}, { signal: never, ...LONG }).catch((error: unknown) => error)
  expect(isSessionLost(lost)).toBe(true)
  await http.close()
  await world.service.restart({ workspaceId: null, name: 'web' })
  const failed = await until(async () => {
    const now = await state()
    return now?.kind === 'failed' ? now : null
  })
  expect(failed.message).toMatch(/ECONNREFUSED/)
  http = await startMcpHttpServer()
})
