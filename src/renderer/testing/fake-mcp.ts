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

const oneServer = (): McpOverview => ({
  servers: [own({ kind: 'stdio', name: 'files', command: 'npx', args: ['server-filesystem', '.'] }, READY)],
  problems: [],
})

/** The page MCP servers over servers that live as long as the story. Never shipped. */
export function fakeMcp(emit: (event: EngineEvent) => void, start: McpOverview = oneServer()): Mcp {
  let { servers } = start
  const overview = (): McpOverview => ({ servers, problems: start.problems })
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
