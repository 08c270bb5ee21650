import { EngineError } from '../../shared/errors'
import type { RequestInput } from '../../shared/ipc'
import { MCP_SERVERS_MAX, type McpServer, type McpSettings } from '../../shared/mcp'
import type { SecretsPort } from '../ports'
import { namesVariable } from './definition'
import { headerSecret } from './open-server'

type Stored = McpSettings['servers']
type HttpServer = Extract<McpServer, { kind: 'http' }>

/**
 * The servers of the settings with one more, or with one changed. Values of headers go to the key store, except those
 * that name a variable; null keeps what is stored there, if the address stays the same one.
 */
export async function storeServer(
  servers: Stored,
  { was, server }: RequestInput<'mcp.save'>,
  secrets: SecretsPort,
): Promise<Stored> {
  const before = servers.find((one) => one.server.name === was)
  if (was !== null && !before) throw new EngineError('bad-input', 'This server no longer exists.')
  if (servers.some((one) => one !== before && one.server.name === server.name))
    throw new EngineError('bad-input', 'Another server has this name.')
  if (!before && servers.length === MCP_SERVERS_MAX)
    throw new EngineError('bad-input', `There can be ${MCP_SERVERS_MAX} servers at most.`)
  const checked = await withStoredHeaders(server, before?.server ?? null, secrets)
  if (!before) return [...servers, { server: checked, isOn: true }]
  return servers.map((one) => (one === before ? { ...one, server: checked } : one))
}

async function withStoredHeaders(
  server: McpServer,
  before: McpServer | null,
  secrets: SecretsPort,
): Promise<McpServer> {
  const old = before?.kind === 'http' ? before : null
  const stored = server.kind === 'http' ? await storeHeaders(server, old, secrets) : server
  // What was stored for a server that is another one now must not be sent anywhere.
  const kept = new Set(storedNames(stored))
  for (const name of old ? storedNames(old) : []) if (!kept.has(name)) await secrets.delete(name)
  return stored
}

async function storeHeaders(
  server: HttpServer,
  old: HttpServer | null,
  secrets: SecretsPort,
): Promise<HttpServer> {
  const url = new URL(server.url)
  if (url.username !== '' || url.password !== '')
    throw new EngineError('bad-input', 'The address must not contain a user name or password. Use a header.')
  const isSamePlace = old !== null && old.name === server.name && new URL(old.url).origin === url.origin
  const headers: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(server.headers)) {
    headers[name] = value !== null && namesVariable(value) ? value : null
    if (value === null && !(isSamePlace && old.headers[name] === null))
      throw new EngineError('bad-input', `Enter the value of the header ${name} again.`)
    if (value === null || headers[name] !== null) continue
    const availability = secrets.availability()
    if (!availability.available) throw new EngineError('secrets-unavailable', availability.reason)
    await secrets.set(headerSecret(server.name, name), value)
  }
  return { ...server, headers }
}

/** Where in the key store the values of a server's headers lie. */
export function storedNames(server: McpServer): string[] {
  if (server.kind === 'stdio') return []
  return Object.entries(server.headers).flatMap(([name, value]) =>
    value === null ? [headerSecret(server.name, name)] : [],
  )
}
