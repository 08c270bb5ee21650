import type { LocalAnswer } from '../shared/chat'
import type { EngineEvent } from '../shared/ipc'
import { DisposableStore } from './disposable'
import type { EngineDeps, EngineHandlers } from './engine-api'
import { createMcpService } from './mcp/mcp-service'
import { createMcpTool, type McpToolDeps } from './mcp/mcp-tool'
import { planGate } from './tools/plan-gate'
import { type AnyTool, anyTool } from './tools/tool'
import type { Workspaces } from './workspaces'

type Handled = Extract<keyof EngineHandlers, `mcp.${string}`>

/** Everything about MCP servers that the engine puts together: their tools, and the page about them. */
export type EngineMcp = {
  readonly handlers: Pick<EngineHandlers, Handled>
  /** Tools of a turn in this workspace. */
  toolsOf(workspacePath: string, signal: AbortSignal): Promise<AnyTool[]>
  /** The answer to `/mcp`. */
  answer(workspacePath: string): Promise<LocalAnswer>
  /** Ends every server; resolves when that is confirmed. */
  dispose(): Promise<void>
}

export type EngineMcpDeps = Pick<
  EngineDeps,
  'clock' | 'facts' | 'shells' | 'secrets' | 'fetch' | 'settings' | 'serverProcesses' | 'reportBug'
> &
  Omit<McpToolDeps, 'service'> & {
    workspaces: Workspaces
    emit(event: EngineEvent): void
  }

/** Creates {@link EngineMcp}. */
export function createEngineMcp(deps: EngineMcpDeps): EngineMcp {
  const { reportBug, emit } = deps
  const owned = new DisposableStore()
  const service = createMcpService({ ...deps, processes: deps.serverProcesses })
  let isDisposed = false
  const announce = async () => {
    const mcp = await service.overview()
    if (!isDisposed) emit({ name: 'mcp.changed', payload: { mcp } })
  }
  owned.add(service.onChange(() => announce().catch(reportBug)))
  return {
    async toolsOf(workspacePath, signal) {
      const servers = await service.serversOf(workspacePath, signal)
      return servers.flatMap((usable) =>
        (usable.life.ready?.tools ?? []).map((offered) =>
          anyTool(planGate(createMcpTool(usable, offered, { ...deps, service }), deps.modeOf)),
        ),
      )
    },
    async answer(workspacePath) {
      const servers = (await service.statusesOf(workspacePath)).map(({ server: { name }, state }) => ({
        name,
        state: state.kind,
        tools: state.kind === 'ready' ? state.tools.length : 0,
        message: state.kind === 'failed' ? state.message : null,
      }))
      return { type: 'mcp', servers }
    },
    handlers: {
      'mcp.overview': () => service.overview(),
      'mcp.save': (input) => service.save(input),
      'mcp.remove': ({ name }) => service.remove(name),
      'mcp.setOn': async ({ name, isOn }) => service.setOn(name, isOn),
      'mcp.restart': (id) => service.restart(id),
      'mcp.trust': ({ digest, isTrusted }) => service.trust(digest, isTrusted),
      'mcp.forgetTool': async ({ digest, tool }) => service.forgetTool(digest, tool),
      'mcp.log': (id) => service.log(id),
    },
    async dispose() {
      isDisposed = true
      owned.dispose()
      await service.dispose()
    },
  }
}
