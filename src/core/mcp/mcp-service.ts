import type { Workspace } from '../../shared/chat'
import { EngineError } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import type { RequestInput } from '../../shared/ipc'
import type {
  McpOverview,
  McpProblem,
  McpServer,
  McpServerId,
  McpSettings,
  McpStatus,
} from '../../shared/mcp'
import { type Disposable, DisposableStore } from '../disposable'
import { Emitter, type Event } from '../events'
import { afterTime, firstOf, whenAborted, whenSettled } from '../jobs/first-of'
import type { SettingsPort } from '../ports'
import { definitionDigest } from './definition'
import { LogRing } from './log-ring'
import { type OpenServerDeps, openServer } from './open-server'
import { ServerLife } from './server-life'
import { storedNames, storeServer } from './store-server'
import { readWorkspaceServers } from './workspace-file'

/** How long a turn waits for servers that have just been started; one that takes longer is there for the next turn. */
const TURN_WAITS_MS: Millis = 10_000
/** At most one message about changes in this time: a server that fails at once changes often. */
const ANNOUNCE_MS: Millis = 100

export type McpServiceDeps = OpenServerDeps & {
  settings: SettingsPort
  workspaces: { list(): Workspace[] }
  reportBug(error: unknown): void
}

/** A server that answers, for the tools of a turn. */
export type UsableServer = { name: string; server: McpServer; digest: string; life: ServerLife }

/** All MCP servers: those of the settings, and those of workspaces that a person trusts. */
export type McpService = {
  /** Something about a server changed; several changes are one. */
  readonly onChange: Event<void>
  /** Every server there is, with what it does. Starts nothing. */
  overview(): Promise<McpOverview>
  /** Starts what this workspace may use and waits for it a while; servers that do not answer are left out. */
  serversOf(workspacePath: string, signal: AbortSignal): Promise<UsableServer[]>
  /** Whether this tool needs no question. */
  isAllowed(digest: string, tool: string): boolean
  /** From now on this tool needs no question, as long as the definition of its server stays as it is. */
  allow(digest: string, tool: string): void
  /** Servers of a workspace as they are known by now, for a local answer. */
  statusesOf(workspacePath: string): Promise<McpStatus[]>
  save(input: RequestInput<'mcp.save'>): Promise<void>
  remove(name: string): Promise<void>
  setOn(name: string, isOn: boolean): void
  /** Starts a server anew. */
  restart(id: McpServerId): Promise<void>
  /** Holds for exactly the definition that was shown; refused when it is another by now. */
  trust(digest: string, isTrusted: boolean): Promise<void>
  /** The tool asks again. */
  forgetTool(digest: string, tool: string): void
  /** The end of what a server printed to stderr. */
  log(id: McpServerId): Promise<string>
  /** Ends every server; resolves when that is confirmed. */
  dispose(): Promise<void>
}

type Defined = { server: McpServer; root: string | null; workspace: Workspace | null; digest: string }
type Kept = { life: ServerLife; log: LogRing; heard: Disposable }

/** Creates the service. A server is started by the first turn that may use it, never by looking. */
export function createMcpService(deps: McpServiceDeps): McpService {
  const { settings, clock, secrets, workspaces, reportBug } = deps
  const owned = new DisposableStore()
  const changes = owned.add(new Emitter<void>())
  /** By digest: another definition is another server. */
  const lives = new Map<string, Kept>()
  const ends = new Set<Promise<void>>()
  let announcing: Disposable | null = null
  let isDisposed = false

  const own = (): McpSettings => settings.get().mcp
  const change = (part: Partial<McpSettings>) => settings.update({ mcp: { ...own(), ...part } })
  const announce = () => {
    announcing ??= clock.setTimer(ANNOUNCE_MS, () => {
      announcing = null
      changes.fire()
    })
  }
  let known = JSON.stringify(own())
  owned.add(
    settings.onChange(() => {
      if (JSON.stringify(own()) === known) return
      known = JSON.stringify(own())
      endUnwanted(null, ownServers())
      announce()
    }),
  )

  const ownServers = (): Defined[] =>
    own()
      .servers.filter(({ isOn }) => isOn)
      .map(({ server }) => ({ server, root: null, workspace: null, digest: definitionDigest(server, null) }))

  /** What a workspace names, without names that the person's own servers have. */
  const workspaceServers = async (
    workspace: Workspace | null,
    root: string,
  ): Promise<{ servers: Defined[]; problems: Omit<McpProblem, 'workspaceId'>[] }> => {
    const { servers, problems } = await readWorkspaceServers(root)
    const taken = new Set(own().servers.map(({ server }) => server.name))
    const free = servers.filter(({ name }) => !taken.has(name))
    const defined = free.map((server) => ({
      server,
      root,
      workspace,
      digest: definitionDigest(server, root),
    }))
    endUnwanted(root, defined.filter(isTrusted))
    const hidden = servers.filter(({ name }) => taken.has(name))
    return {
      servers: defined,
      problems: [
        ...problems,
        ...hidden.map(({ name }) => ({ name, message: 'A server of the settings has this name.' })),
      ],
    }
  }

  const isTrusted = ({ root, digest }: Defined) => root === null || own().trusted.includes(digest)

  /** Definitions by the place they were last seen in, so that those that are gone can be ended. */
  const placeOf = new Map<string, string | null>()
  const endUnwanted = (root: string | null, wanted: readonly Defined[]) => {
    for (const [digest, kept] of lives) {
      if (placeOf.get(digest) !== root || wanted.some((one) => one.digest === digest)) continue
      lives.delete(digest)
      placeOf.delete(digest)
      end(kept)
    }
  }
  const end = ({ life, heard }: Kept) => {
    heard.dispose()
    const ended = life
      .dispose()
      .catch(reportBug)
      .finally(() => ends.delete(ended))
    ends.add(ended)
    announce()
  }

  const keep = ({ server, root, digest }: Defined): Kept => {
    const known = lives.get(digest)
    if (known) return known
    const log = new LogRing()
    const life = new ServerLife({
      name: server.name,
      clock,
      log,
      connect: (signal) => openServer(server, root, (text) => log.push(text), deps, signal),
    })
    const kept = { life, log, heard: life.onChange(announce) }
    lives.set(digest, kept)
    placeOf.set(digest, root)
    return kept
  }

  const statusOf = (one: Defined, isOn = true): McpStatus => ({
    workspaceId: one.workspace?.id ?? null,
    server: one.server,
    digest: one.digest,
    state: !isOn
      ? { kind: 'off' }
      : isTrusted(one)
        ? (lives.get(one.digest)?.life.state ?? { kind: 'idle' })
        : { kind: 'untrusted' },
    allowed: own().allowed.flatMap(({ digest, tool }) => (digest === one.digest ? [tool] : [])),
  })
  const ownStatuses = () =>
    own().servers.map(({ server, isOn }) =>
      statusOf({ server, root: null, workspace: null, digest: definitionDigest(server, null) }, isOn),
    )

  const find = async ({ workspaceId, name }: McpServerId): Promise<Defined> => {
    const workspace = workspaces.list().find(({ id }) => id === workspaceId) ?? null
    const all = workspaceId === null ? ownServers() : await ofWorkspace(workspace)
    const found = all.find(({ server }) => server.name === name)
    if (!found || !isTrusted(found)) throw gone()
    return found
  }
  const ofWorkspace = async (workspace: Workspace | null) =>
    workspace ? (await workspaceServers(workspace, workspace.path)).servers : []

  const workspaceAt = (path: string) => workspaces.list().find((one) => one.path === path) ?? null

  return {
    onChange: changes.event,
    async overview() {
      const found = await Promise.all(
        workspaces.list().map(async (workspace) => ({
          workspace,
          ...(await workspaceServers(workspace, workspace.path)),
        })),
      )
      return {
        servers: [...ownStatuses(), ...found.flatMap(({ servers }) => servers.map((one) => statusOf(one)))],
        problems: found.flatMap(({ workspace, problems }) =>
          problems.map((one) => ({ ...one, workspaceId: workspace.id })),
        ),
      }
    },
    async serversOf(workspacePath, signal) {
      const { servers } = await workspaceServers(workspaceAt(workspacePath), workspacePath)
      if (isDisposed) return []
      const usable = [...ownServers(), ...servers.filter(isTrusted)].map((one) => ({
        ...one,
        kept: keep(one),
      }))
      for (const { kept } of usable) kept.life.start()
      const over = new AbortController()
      const settled = Promise.all(usable.map(({ kept }) => kept.life.settled(over.signal)))
      await firstOf([
        whenSettled(settled, null),
        whenAborted(signal, null),
        afterTime(clock, TURN_WAITS_MS, null),
      ])
      over.abort()
      return usable
        .filter(({ kept }) => kept.life.ready !== null)
        .map(({ server, digest, kept }) => ({ name: server.name, server, digest, life: kept.life }))
    },
    async statusesOf(workspacePath) {
      const { servers } = await workspaceServers(workspaceAt(workspacePath), workspacePath)
      return [...ownStatuses(), ...servers.map((one) => statusOf(one))]
    },
    isAllowed: (digest, tool) => own().allowed.some((one) => one.digest === digest && one.tool === tool),
    allow(digest, tool) {
      if (!this.isAllowed(digest, tool)) change({ allowed: [...own().allowed, { digest, tool }] })
    },
    forgetTool(digest, tool) {
      change({ allowed: own().allowed.filter((one) => one.digest !== digest || one.tool !== tool) })
    },
    async save(input) {
      change({ servers: await storeServer(own().servers, input, secrets) })
    },
    async remove(name) {
      const removed = own().servers.find(({ server }) => server.name === name)
      if (!removed) throw gone()
      change({ servers: own().servers.filter((one) => one !== removed) })
      for (const stored of storedNames(removed.server)) await secrets.delete(stored)
    },
    setOn(name, isOn) {
      change({ servers: own().servers.map((one) => (one.server.name === name ? { ...one, isOn } : one)) })
    },
    async restart(id) {
      keep(await find(id)).life.restart()
    },
    async trust(digest, isToBe) {
      const others = own().trusted.filter((one) => one !== digest)
      if (!isToBe) {
        change({ trusted: others, allowed: own().allowed.filter((one) => one.digest !== digest) })
        for (const workspace of workspaces.list()) await ofWorkspace(workspace)
        return
      }
      const all = await Promise.all(workspaces.list().map(ofWorkspace))
      const found = all.flat().find((one) => one.digest === digest)
      if (!found) throw new EngineError('bad-input', 'The definition of this server has changed meanwhile.')
      change({ trusted: [...others, digest] })
      keep(found).life.start()
    },
    log: async (id) => lives.get((await find(id)).digest)?.log.text() ?? '',
    async dispose() {
      isDisposed = true
      announcing?.dispose()
      for (const kept of lives.values()) end(kept)
      lives.clear()
      announcing = null
      owned.dispose()
      await Promise.all(ends)
    },
  }
}

function gone(): EngineError {
  return new EngineError('bad-input', 'This server no longer exists.')
}
