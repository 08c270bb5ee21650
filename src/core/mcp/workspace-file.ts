import { join } from 'node:path'
import { MCP_SERVERS_MAX, type McpServer, mcpServerSchema } from '../../shared/mcp'
import { textFront } from '../tools/file-lines'
import { inputObject } from '../tools/tool-input'

/** Where a workspace names its servers. */
const FILE = join('.vigil', 'mcp.json')
/** Largest such file, in bytes; a longer one is no list of servers. */
const FILE_MAX_BYTES = 256 * 1024

export type WorkspaceServers = {
  servers: McpServer[]
  /** `name` is null when the whole file cannot be used. */
  problems: { name: string | null; message: string }[]
}

/** Reads the servers of a workspace; none where there is no file. A part that is wrong does not cost the others. */
export async function readWorkspaceServers(workspacePath: string): Promise<WorkspaceServers> {
  let text: string
  try {
    text = (await textFront(join(workspacePath, FILE), FILE_MAX_BYTES + 1)).text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // No such file, or no such folder any more: no servers.
    if (code === 'ENOENT' || code === 'ENOTDIR') return { servers: [], problems: [] }
    return wrong(`The file cannot be read${code ? ` (${code})` : ''}.`)
  }
  return parseWorkspaceServers(text)
}

/** The usual form: `{ "mcpServers": { "name": { "command", "args", "env" } or { "url", "headers" } } }`. Pure. */
export function parseWorkspaceServers(text: string): WorkspaceServers {
  if (Buffer.byteLength(text) > FILE_MAX_BYTES)
    return wrong(`The file is larger than ${FILE_MAX_BYTES} bytes.`)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return wrong(`The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const named = inputObject(inputObject(value)?.mcpServers)
  if (!named) return wrong('Expected an object with "mcpServers".')
  const found: WorkspaceServers = { servers: [], problems: [] }
  for (const [name, raw] of Object.entries(named)) {
    const parsed = mcpServerSchema.safeParse(withKind(name, raw))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const field = issue?.path.join('.') || 'server'
      found.problems.push({ name, message: `"${field}": ${issue?.message ?? 'not valid'}` })
    } else if (hasStoredHeader(parsed.data))
      found.problems.push({ name, message: '"headers": every value must be text.' })
    else if (found.servers.length === MCP_SERVERS_MAX)
      found.problems.push({ name, message: `More than ${MCP_SERVERS_MAX} servers.` })
    else found.servers.push(parsed.data)
  }
  return found
}

function withKind(name: string, raw: unknown): unknown {
  const fields = inputObject(raw)
  if (!fields) return raw
  return { ...fields, name, kind: fields.url === undefined ? 'stdio' : 'http' }
}

/** The key store holds nothing for a file that anybody may have written. */
function hasStoredHeader(server: McpServer): boolean {
  return server.kind === 'http' && Object.values(server.headers).includes(null)
}

function wrong(message: string): WorkspaceServers {
  return { servers: [], problems: [{ name: null, message }] }
}
