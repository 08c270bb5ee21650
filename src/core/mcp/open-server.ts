import { EngineError } from '../../shared/errors'
import type { McpServer } from '../../shared/mcp'
import type { Clock } from '../clock'
import type { HostFacts, SecretsPort, ServerProcesses, ShellResolver } from '../ports'
import type { McpConnection } from './connection'
import { withVariables } from './definition'
import { serverEnvironment } from './server-environment'

/** What starting or reaching a server needs. */
export type OpenServerDeps = {
  clock: Clock
  facts: Pick<HostFacts, 'env' | 'platform' | 'homeDir' | 'version'>
  shells: ShellResolver
  secrets: SecretsPort
  fetch: typeof globalThis.fetch
  /** Absent where no server may be started. */
  processes?: ServerProcesses | undefined
}

/** The name under which a header of a server lies in the key store. */
export function headerSecret(server: string, header: string): string {
  return `mcp/${server}/${header.toLowerCase()}`
}

/**
 * Starts or reaches a server and asks for its tools. `root` is its workspace, null for a server of the settings. The
 * library is loaded with the first one, so that the app starts without it.
 */
export async function openServer(
  server: McpServer,
  root: string | null,
  log: (text: string) => void,
  deps: OpenServerDeps,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { clock, facts } = deps
  const { StreamsTransport, httpTransport } = await import('./transports')
  const { connectServer } = await import('./connect-server')
  if (server.kind === 'http') {
    const headers = await headersOf(server, deps)
    const transport = httpTransport(server.url, headers, deps.fetch)
    return connectServer(transport, facts.version, clock, signal)
  }
  const { processes } = deps
  if (!processes) throw new EngineError('spawn-failed', 'No server can be started here.')
  const spec = {
    command: server.command,
    args: server.args.map((arg) => filled(arg, facts)),
    env: serverEnvironment(facts, await searchPath(deps, signal), filledAll(server.env, facts)),
    cwd: root ?? facts.homeDir,
  }
  const transport = new StreamsTransport((hearer) => processes.start(spec, hearer), log)
  return connectServer(transport, facts.version, clock, signal)
}

async function headersOf(
  server: Extract<McpServer, { kind: 'http' }>,
  { facts, secrets }: OpenServerDeps,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(server.headers)) {
    const text = value ?? (await secrets.get(headerSecret(server.name, name)))
    if (text === null)
      throw new EngineError('secrets-unavailable', `The value of the header ${name} is not in the key store.`)
    headers[name] = value === null ? text : filled(text, facts)
  }
  return headers
}

async function searchPath({ shells }: OpenServerDeps, signal: AbortSignal): Promise<string[] | null> {
  try {
    return (await shells.searchPath?.(await shells.resolve(signal))) ?? null
  } catch {
    // No shell that could be asked: the host's own folders are looked through.
    return null
  }
}

function filledAll(values: Readonly<Record<string, string>>, facts: OpenServerDeps['facts']) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value, facts)]))
}

function filled(text: string, { env }: OpenServerDeps['facts']): string {
  const result = withVariables(text, env)
  if (!result.ok) throw new EngineError('bad-input', `The variable ${result.missing} is not set.`)
  return result.text
}
