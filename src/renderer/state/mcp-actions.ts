import { create } from 'zustand'
import type { McpOverview, McpServer, McpServerId, McpStatus } from '../../shared/mcp'
import { request } from '../api'
import { attempt } from './attempt'
import { noteSaved } from './saved'

/** MCP servers as they are known by now; null before they were first read. */
export const useMcp = create<{ overview: McpOverview | null; dismissed: readonly string[] }>(() => ({
  overview: null,
  dismissed: [],
}))

/** The id of a server in requests. */
export function mcpId({ workspaceId, server }: McpStatus): McpServerId {
  return { workspaceId, name: server.name }
}

export function putMcp(overview: McpOverview): void {
  useMcp.setState({ overview })
}
/** Reads all servers; a workspace's file may have changed by hand. */
export async function loadMcp(): Promise<void> {
  const overview = await attempt('mcp', () => request('mcp.overview', {}))
  if (overview) putMcp(overview)
}

/** Adds or replaces a server of the settings. Throws a RequestError: the dialog shows it in place. */
export async function saveServer(was: string | null, server: McpServer): Promise<void> {
  await request('mcp.save', { was, server })
  await reload()
}
/** Lets a workspace's server start, or not any more. Throws a RequestError. */
export async function trustServer(digest: string, isTrusted: boolean): Promise<void> {
  await request('mcp.trust', { digest, isTrusted })
  await reload()
}
export function removeServer(name: string): Promise<void> {
  return change(() => request('mcp.remove', { name }))
}
export function switchServer(name: string, isOn: boolean): Promise<void> {
  return change(() => request('mcp.setOn', { name, isOn }))
}
export async function restartServer(id: McpServerId): Promise<void> {
  await attempt('mcp', () => request('mcp.restart', id))
  await loadMcp()
}
export function forgetTool(digest: string, tool: string): Promise<void> {
  return change(() => request('mcp.forgetTool', { digest, tool }))
}
/** The end of what a server printed; null when it could not be read. */
export async function readServerLog(id: McpServerId): Promise<string | null> {
  return (await attempt('mcp', () => request('mcp.log', id))) ?? null
}
/** The question about these servers is not shown again until the window is. */
export function dismissTrust(digests: readonly string[]): void {
  useMcp.setState(({ dismissed }) => ({ dismissed: [...dismissed, ...digests] }))
}

async function change(run: () => Promise<void>): Promise<void> {
  const done = await attempt('mcp', async () => {
    await run()
    return true
  })
  if (done) await reload()
}

async function reload(): Promise<void> {
  noteSaved()
  await loadMcp()
}
