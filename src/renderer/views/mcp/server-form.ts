import { MCP_TIMEOUT_SECONDS, type McpServer, mcpNameSchema, mcpServerSchema } from '../../../shared/mcp'
import { envLines, filledLines, parseEnv, parseHeaders } from '../settings/lines'

/** A server as the form holds it: everything is text. */
export type ServerDraft = {
  kind: McpServer['kind']
  name: string
  command: string
  args: string
  env: string
  url: string
  headers: string
  timeout: string
}
export type ServerField = Exclude<keyof ServerDraft, 'kind' | 'args'>

/** Stands for a value that lies in the key store. */
export const STORED_VALUE = '••••••••'

export function newServerDraft(): ServerDraft {
  return {
    kind: 'stdio',
    name: '',
    command: '',
    args: '',
    env: '',
    url: '',
    headers: '',
    timeout: String(MCP_TIMEOUT_SECONDS.default),
  }
}

export function serverDraft(server: McpServer): ServerDraft {
  const common = { ...newServerDraft(), name: server.name, timeout: String(server.timeoutSeconds) }
  if (server.kind === 'stdio')
    return {
      ...common,
      command: server.command,
      args: server.args.join('\n'),
      env: envLines(server.env),
    }
  const headers = Object.entries(server.headers)
  return {
    ...common,
    kind: 'http',
    url: server.url,
    headers: headers.map(([name, value]) => `${name}: ${value ?? STORED_VALUE}`).join('\n'),
  }
}

/** The server that a draft stands for, or the fields that are wrong. `others` are names that are taken. */
export function readServerDraft(
  draft: ServerDraft,
  others: readonly string[],
): { server: McpServer } | { wrong: ReadonlySet<ServerField> } {
  const wrong = new Set<ServerField>()
  const name = draft.name.trim()
  if (!mcpNameSchema.safeParse(name).success || others.includes(name)) wrong.add('name')
  const timeoutSeconds = Number(draft.timeout.trim())
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > MCP_TIMEOUT_SECONDS.max)
    wrong.add('timeout')
  const fields = draft.kind === 'stdio' ? commandFields(draft, wrong) : httpFields(draft, wrong)
  const parsed = mcpServerSchema.safeParse({ kind: draft.kind, name, timeoutSeconds, ...fields })
  if (parsed.success && wrong.size === 0) return { server: parsed.data }
  for (const { path } of parsed.error?.issues ?? []) {
    const [field] = path
    if (field === 'command' || field === 'env' || field === 'url' || field === 'headers') wrong.add(field)
  }
  return { wrong }
}

function commandFields(draft: ServerDraft, wrong: Set<ServerField>) {
  const env = parseEnv(draft.env)
  if (env === null || Object.values(env).includes(null)) wrong.add('env')
  return { command: draft.command.trim(), args: filledLines(draft.args), env: env ?? {} }
}

function httpFields(draft: ServerDraft, wrong: Set<ServerField>) {
  const headers = parseHeaders(draft.headers)
  if (headers === null) wrong.add('headers')
  const stored = Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    value === STORED_VALUE ? null : value,
  ])
  return { url: draft.url.trim(), headers: Object.fromEntries(stored) as Record<string, string | null> }
}
