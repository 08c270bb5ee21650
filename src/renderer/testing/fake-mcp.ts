import type { EngineEvent, RequestInput, RequestName, RequestOutput } from '../../shared/ipc'
import { type McpOverview, type McpServer, type McpStatus, mcpServerSchema } from '../../shared/mcp'

type Mcp = {
  [K in Extract<RequestName, `mcp.${string}`>]: (input: RequestInput<K>) => RequestOutput<K>
}

const READY: McpStatus['state'] = {
  kind: 'ready',
  tools: [{ name: 'read_file', readOnly: true }],
  leftOut: [],
}

/** The page MCP servers over servers that live as long as the story. Never shipped. */
export function fakeMcp(emit: (event: EngineEvent) => void): Mcp {
  let servers: McpStatus[] = [
    own({ kind: 'stdio', name: 'files', command: 'npx', args: ['server-filesystem', '.'] }, READY),
  ]
  const overview = (): McpOverview => ({ servers, problems: [] })
  const put = (changed: McpStatus[]) => {
    servers = changed
    emit({ name: 'mcp.changed', payload: { mcp: overview() } })
  }
  const change = (name: string, state: McpStatus['state']) =>
    put(servers.map((one) => (one.server.name === name ? { ...one, state } : one)))
  return {
    'mcp.overview': overview,
    'mcp.save': ({ was, server }) =>
      put([...servers.filter((one) => one.server.name !== was), own(server, { kind: 'idle' })]),
    'mcp.remove': ({ name }) => put(servers.filter((one) => one.server.name !== name)),
    'mcp.setOn': ({ name, isOn }) => change(name, { kind: isOn ? 'idle' : 'off' }),
    'mcp.restart': ({ name }) => change(name, READY),
    'mcp.trust': () => put(servers),
    'mcp.forgetTool': () => put(servers.map((one) => ({ ...one, allowed: [] }))),
    'mcp.log': () => '',
  }
}

function own(server: Partial<McpServer>, state: McpStatus['state']): McpStatus {
  const parsed = mcpServerSchema.parse(server)
  return { workspaceId: null, server: parsed, digest: parsed.name, state, allowed: [] }
}
