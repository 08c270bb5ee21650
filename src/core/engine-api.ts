import type { Workspace } from '../shared/chat'
import type { ChatId, CommandId } from '../shared/ids'
import type {
  AppBanner,
  AppSnapshot,
  EngineEvent,
  EngineRequest,
  ExportFormat,
  RequestInput,
  RequestOutput,
} from '../shared/ipc'
import type { readProjectInstructions } from './agent/project-instructions'
import type { ApprovalRules } from './approvals/command-judge'
import type { Clock } from './clock'
import type { Event } from './events'
import type { WaitingRules } from './jobs/waiting-rules'
import type { MemoryFiles } from './memory/memory-files'
import type {
  DataPaths,
  Git,
  HostFacts,
  Ids,
  ModelClient,
  OutputReader,
  ProcessHost,
  ResolvedModel,
  Ripgrep,
  SecretsPort,
  ServerProcesses,
  SettingsPort,
  ShellResolver,
} from './ports'
import type { ResolveHost } from './web/web-request'

/** Everything the outside world supplies. */
export type EngineDeps = {
  clock: Clock
  ids: Ids
  processHost: ProcessHost
  shells: ShellResolver
  outputReader: OutputReader
  settings: SettingsPort
  secrets: SecretsPort
  paths: DataPaths
  facts: HostFacts
  /** Makes the client of a real model; tests pass a scripted one. */
  createClient(model: ResolvedModel): ModelClient
  /** Loopback, model servers and MCP servers that a person named only. */
  fetch: typeof globalThis.fetch
  /** A bug caught at a boundary; the host logs it. Never a key, never output. */
  reportBug(error: unknown): void
  /** Starts MCP servers on this machine; without it only those with an address can be used. */
  serverProcesses?: ServerProcesses
  /** For snapshots of workspaces; without it entering Bypass says that there are none. */
  git?: Git
  /** For searching and listing files; without it the agent has no tools for that. */
  ripgrep?: Ripgrep | null
  /** The window's waits unless a host says otherwise (S-367). */
  waiting?: WaitingRules
  /** What may run unasked besides the defaults, for a host that was told so. */
  approvalRules?: ApprovalRules
  /** Nobody can answer questions: what would ask is rejected at once (S-365). */
  isUnattended?: boolean
  /** Reads the project's own instructions; from the disk unless a test says otherwise. */
  projectInstructions?: typeof readProjectInstructions
  /** Addresses of hosts of the web; the system's answer unless a test says otherwise. */
  resolveHost?: ResolveHost
  /** Where the person keeps documents; `Documents` of the home folder unless the host knows better. */
  documentsDir?: string
  /** Notes between sessions; on the disk unless a test says otherwise. */
  memory?: MemoryFiles
  /** Banners the host found before the engine started, for example moved settings. */
  banners?: readonly AppBanner[]
}

/** One method per request of `shared/ipc.ts`; a missing one is a type error. */
export type EngineHandlers = {
  [K in EngineRequest]: (input: RequestInput<K>) => Promise<RequestOutput<K>>
}

/** The one façade all hosts drive. In and out is plain data. */
export type Engine = {
  readonly handlers: EngineHandlers
  readonly onEvent: Event<EngineEvent>
  /** Adds a folder that a person chose in a dialog of the host. */
  openWorkspace(path: string): Workspace
  /** The end of an output for the clipboard, at most OUTPUT_COPY_MAX_BYTES bytes. */
  outputText(id: CommandId): Promise<{ text: string; whole: boolean }>
  /** The file of an output that is still there, for a host that opens it in another program (S-135). */
  outputFile(id: CommandId): Promise<string>
  /** A conversation in pieces, for a file that the person chose, and a name for it. */
  exportChat(id: ChatId, format: ExportFormat): { name: string; pieces: Iterable<string> }
  snapshot(): Promise<AppSnapshot>
  /**
   * The window that shows the chats was closed, reloaded, or crashed: turns end, commands end with their process groups,
   * and what a chat must be told waits until it is opened again (S-339…S-350). Resolves when the ends are confirmed.
   */
  windowEnded(how: 'closed' | 'crashed'): Promise<void>
  /** After a crash in a run that nobody watches: turns that it cut off go on, told what happened (S-353). */
  goOnAfterCrash(): void
  /** Stops every turn and command through the same path as Stop, and resolves when that is confirmed. */
  dispose(): Promise<void>
}
