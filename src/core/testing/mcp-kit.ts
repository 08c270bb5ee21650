import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Workspace } from '../../shared/chat'
import { workspaceIdSchema } from '../../shared/ids'
import { type McpServer, mcpServerSchema } from '../../shared/mcp'
import { type Clock, systemClock } from '../clock'
import { createMcpService, type McpService } from '../mcp/mcp-service'
import { createHttpFetch } from '../models/http-fetch'
import type { SecretsPort, SettingsPort } from '../ports'
import { createServerProcesses } from '../runner/server-processes'
import { createFakeShellResolver } from './fake-shell-resolver'
import { createMemorySecrets, createMemorySettings } from './memory-settings'

const require = createRequire(import.meta.url)
/** Programs that are started as `node <file>`. */
export const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')
export const FILESYSTEM = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
export const ODD = join(import.meta.dirname, '../mcp/fixtures/odd-server.mjs')

/** A server that runs a script with this Node. */
export function nodeServer(name: string, script: string, args: string[] = [], more: object = {}): McpServer {
  return mcpServerSchema.parse({
    kind: 'stdio',
    name,
    command: process.execPath,
    args: [script, ...args],
    ...more,
  })
}

/** The service with real servers, on a workspace and settings of its own. */
export type McpWorld = {
  service: McpService
  settings: SettingsPort
  secrets: SecretsPort
  workspace: Workspace
  runtime: string
  bugs: unknown[]
  /** Writes the workspace's `.vigil/mcp.json`. */
  writeServers(servers: Record<string, object>): void
  dispose(): Promise<void>
}

/** Creates an {@link McpWorld} whose settings hold these servers. */
export function createMcpWorld(servers: readonly McpServer[] = [], clock: Clock = systemClock): McpWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-mcp-')))
  const path = join(root, 'workspace')
  const runtime = join(root, 'runtime')
  mkdirSync(join(path, '.vigil'), { recursive: true })
  mkdirSync(runtime)
  const settings = createMemorySettings({
    mcp: { servers: servers.map((server) => ({ server, isOn: true })), trusted: [], allowed: [] },
  })
  const secrets = createMemorySecrets()
  const processes = createServerProcesses(runtime, systemClock)
  const workspace: Workspace = {
    id: workspaceIdSchema.parse('workspace-1'),
    path,
    name: 'workspace',
    branch: null,
    missing: false,
  }
  const bugs: unknown[] = []
  const service = createMcpService({
    clock,
    facts: {
      version: '0.0.0',
      platform: process.platform === 'darwin' ? 'darwin' : 'linux',
      homeDir: root,
      env: { PATH: process.env.PATH, HOME: root, TOKEN: 'of-the-person', SECRET: 'not-for-servers' },
    },
    shells: createFakeShellResolver(),
    secrets,
    fetch: createHttpFetch(),
    processes,
    settings,
    workspaces: { list: () => [workspace] },
    reportBug: (error) => bugs.push(error),
  })
  return {
    service,
    settings,
    secrets,
    workspace,
    runtime,
    bugs,
    writeServers: (named) =>
      writeFileSync(join(path, '.vigil', 'mcp.json'), JSON.stringify({ mcpServers: named })),
    async dispose() {
      await service.dispose()
      await processes.dispose()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
