import type { McpServer, McpStatus } from '../../shared/mcp'
import type { MemoryFile } from '../../shared/memory'
import { STOREFRONT } from './make'

const SECOND = 1000

/** MCP servers in every state. */
export function servers(now: number): McpStatus[] {
  const stdio = (name: string, command: string, args: string[]): McpServer => ({
    kind: 'stdio',
    name,
    command,
    args,
    env: {},
    timeoutSeconds: 120,
  })
  const status = (
    server: McpServer,
    state: McpStatus['state'],
    more: Partial<McpStatus> = {},
  ): McpStatus => ({ workspaceId: null, server, digest: server.name, state, allowed: [], ...more })
  return [
    status(
      stdio('everything', 'npx', ['-y', '@modelcontextprotocol/server-everything']),
      {
        kind: 'ready',
        tools: ['echo', 'sum', 'get-annotated-message'].map((name) => ({ name, readOnly: name !== 'sum' })),
        leftOut: [{ name: 'a tool with a bad name', reason: 'Its name cannot be sent to a model.' }],
      },
      { allowed: ['echo'] },
    ),
    status(
      {
        kind: 'http',
        name: 'tickets',
        url: 'https://mcp.example.com/v1/tickets',
        headers: {},
        timeoutSeconds: 120,
      },
      {
        kind: 'failed',
        message: 'The server answered 401: access was refused. Check its headers.',
        retryAt: null,
      },
    ),
    status(stdio('python', 'uvx', ['mcp-server-git', '--repository', '/home/ada/code/storefront']), {
      kind: 'failed',
      message: 'There is no program uvx.',
      retryAt: now + 8 * SECOND,
    }),
    status(stdio('off', 'node', ['server.mjs']), { kind: 'off' }),
    status(stdio('later', 'node', ['later.mjs']), { kind: 'idle' }),
    status(stdio('soon', 'node', ['soon.mjs']), { kind: 'starting' }),
    status(
      stdio('files', 'npx', ['-y', '@modelcontextprotocol/server-filesystem', '.', '--and', 'a-long-option']),
      { kind: 'untrusted' },
      { workspaceId: STOREFRONT.id },
    ),
  ]
}

/** A note of which so many lines are loaded. */
export const note = (
  name: string,
  text: string,
  changedAt: number,
  loaded = Number.POSITIVE_INFINITY,
): MemoryFile => {
  const lines = text.split('\n').length
  return { name, text, bytes: text.length, changedAt, lines, loadedLines: Math.min(lines, loaded) }
}
