import type { CommandOutcome, LoginNote, ProfileNote, StyledRun } from '../shared/command'
import type { CallId, CommandId, Millis } from '../shared/ids'
import type { ImageContent, ImageRef } from '../shared/image'
import type { Connection, KeyStorage, ModelFailure, ModelInfo, TokenUsage } from '../shared/models'
import type { Settings, TerminalProfile } from '../shared/settings'
import type { ToolCard } from '../shared/tool-card'
import type { Event } from './events'

// What the outside world supplies to the engine. Everything here is plain data in and out, so that an adapter may
// live in another process.

// ── Commands ────────────────────────────────────────────────────────────────────────────────────────────────

/** A shell by the way it takes a command (S-024…S-026, S-072). */
export type ShellKind = 'bash' | 'zsh' | 'ksh' | 'mksh' | 'dash' | 'sh' | 'powershell' | 'cmd'

/** The shell that will really be used, resolved from the default profile (S-014, S-019…S-022). */
export type ResolvedShell = {
  kind: ShellKind
  /** Absolute path of the executable. */
  path: string
  /** The profile's own arguments, interactive ones removed (S-027…S-031, S-034). */
  args: string[]
  /** The profile's environment: string sets, null removes (S-039…S-042). */
  env: Record<string, string | null>
  /** Where the shell runs; Git Bash and Cygwin are `windows` with POSIX arguments. */
  flavour: 'posix' | 'windows' | 'git-bash' | 'cygwin'
  note: ProfileNote | null
}

/** What a command needs before it can be spawned; plain data, so that preparing and spawning may be apart (S-306). */
export type CommandSpec = {
  commandId: CommandId
  /** Exactly the text the agent wrote. */
  command: string
  /** Absolute, existing folder. */
  cwd: string
  shell: ResolvedShell
  /** Absolute path of the log; the host creates it owner-only (S-130). */
  logFile: string
}

/** A moment of a running or ended command's output. All offsets and sizes count bytes of the log (normalised UTF-8). */
export type OutputStats = {
  bytes: number
  /** Complete lines in the log plus one if a line is open. */
  lines: number
  lastLine: string
  /**
   * The unfinished line, or the lines a program moved up to redraw, as a terminal would show them now; not in the log
   * yet. Bounded. `bytes` shrinks by at most `EDITABLE_BYTES` when a program first moves up.
   */
  openLine: string
  /** Styles of `openLine`; absent without any. */
  openLineStyles?: StyledRun[]
  /** Set when the log could not be written or its cap was reached; what is kept is still readable. */
  trouble: 'none' | 'capped' | 'write-failed'
  /** Bytes of a capped output that are kept nowhere (S-119). */
  dropped: number
}

/** How the own process of a command ended, as the system tells it (S-069, S-082). */
export type ProcessEnd = {
  code: number | null
  signal: string | null
  /** 141 under a pipefail that Vigil enabled, and a later stage closed the pipe (S-076, S-078). */
  closedPipe: boolean
  endedAt: Millis
  /** Processes of its group or session that still live after the end (S-219). */
  leftovers: number[]
  /** The process that ran it for Vigil died, so that nobody saw its end; what it had started was ended (S-239, S-347). */
  lost?: true
}

/** What stopping achieved; `confirmed` is never claimed without looking (S-287, S-289). */
export type StopReport = { confirmed: boolean; signal: 'SIGTERM' | 'SIGKILL' | 'none' }

/** A command with a process. Its owner disposes it; disposing stops the process tree. */
export type RunningCommand = {
  readonly pid: number
  readonly startedAt: Millis
  /** Set when it runs without the shell's login files, and why. */
  readonly loginNote: LoginNote | null
  /** At most one event per 250 ms, and one at once for the end (S-159, S-161); unchanged states are skipped (S-160). */
  readonly onOutput: Event<OutputStats>
  stats(): OutputStats
  /** As {@link stats}, but of this moment where a host only hears of it now and then. Never rejects. */
  refresh?(): Promise<OutputStats>
  /** Settles when the process has exited *and* its output is complete, or late output fell silent (S-071, S-218). Never rejects. */
  readonly ended: Promise<ProcessEnd>
  /** TERM to the whole group, 2 s, KILL, confirm. Idempotent. Leaves nothing of the group alive. */
  stop(): Promise<StopReport>
  /** Which processes of the finished command still run; none before its end. Never rejects. */
  leftovers(): Promise<number[]>
  /** Ends what a finished command left behind (leftovers). */
  dispose(): Promise<void>
}

/** The only way to a child process. The in-process host and the runner host have the same face. */
export type ProcessHost = {
  /**
   * Spawns the command. Rejects with `EngineError('spawn-failed' | 'workdir-missing' | 'aborted')`; after an abort
   * nothing runs (S-307).
   */
  start(spec: CommandSpec, signal: AbortSignal): Promise<RunningCommand>
  /** Stops everything it started and resolves when that is confirmed. */
  dispose(): Promise<void>
}

/** Finds shells. Touches the file system only. */
export type ShellResolver = {
  /** Profiles found on this machine plus the user's own; user's win by name. */
  listProfiles(signal: AbortSignal): Promise<TerminalProfile[]>
  /** Resolves the default profile or its fallback (S-014…S-022). Can be aborted (S-306). */
  resolve(signal: AbortSignal): Promise<ResolvedShell & { profileName: string }>
  /**
   * The folders a shell looks for programs in after its login files; null where that cannot be told. Starts the shell
   * once and remembers the answer. Absent where nothing may be started.
   */
  searchPath?(shell: ResolvedShell): Promise<string[] | null>
}

/** Reads of a command's log by byte offset; works during and after the run, and after a restart. */
export type OutputReader = {
  /** The last `maxLines` whole lines that end at `before` (default: the end). */
  before(file: string, before: number | null, maxLines: number, maxBytes: number): Promise<LogSlice>
  /** Up to `maxLines` lines from `from` on. */
  after(file: string, from: number, maxLines: number, maxBytes: number): Promise<LogSlice>
  /** Styles of a text that begins at byte `from`; undefined without any, and when they cannot be read. Never rejects. */
  styles?(file: string, from: number, text: string): Promise<StyledRun[] | undefined>
}
export type LogSlice = { from: number; to: number; text: string; size: number }

// ── Servers that speak over their streams ───────────────────────────────────────────────────────────────────

/** A program that is started to be spoken with; `env` is all of its environment. */
export type ServerSpec = { command: string; args: string[]; env: Record<string, string>; cwd: string }

/** Who hears what a server prints; `log` is what it says about itself on stderr. */
export type ServerHearer = { data(chunk: Buffer): void; log(text: string): void }

/** A started server. Its owner stops it. */
export type ServerProcess = {
  /** Settles when it has ended, with how in words for a person. Never rejects. */
  readonly ended: Promise<string>
  /** Rejects when it takes nothing any more. */
  write(text: string): Promise<void>
  /** Closes its input, then ends its whole tree. Idempotent. */
  stop(): Promise<void>
}

/** Starts servers, and ends them with itself. */
export type ServerProcesses = {
  /** Rejects with `EngineError('spawn-failed' | 'workdir-missing')`, in words for a person. */
  start(spec: ServerSpec, hearer: ServerHearer): Promise<ServerProcess>
  dispose(): Promise<void>
}

// ── Git ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** One call of git. `env` is added to the host's, without its variables for git. */
export type GitCall = {
  args: string[]
  cwd: string
  env?: Record<string, string>
  input?: string | Buffer
}
export type GitResult = { code: number | null; stdout: Buffer; stderr: string }
/** The git of this machine, for repositories of ours. */
export type Git = {
  /**
   * Resolves with whatever code git ends with. Rejects with `EngineError('spawn-failed')` when there is no git, with the
   * signal's reason after an abort, and with `EngineError('internal')` when it printed more than can be held.
   */
  run(call: GitCall, signal: AbortSignal): Promise<GitResult>
}

// ── Searching files ─────────────────────────────────────────────────────────────────────────────────────────

/** One search. `onLine` gets each line that is printed and says whether it wants more. */
export type RipgrepCall = { args: string[]; cwd: string; onLine(line: string): boolean }
/** `messages` is the front of what it says about problems; `isEnough` is set when `onLine` ended it. */
export type RipgrepResult = { code: number | null; messages: string; isEnough: boolean }
/** The ripgrep that comes with Vigil, without settings of its own. */
export type Ripgrep = {
  /** Resolves with whatever code it ends with; rejects with the signal's reason after an abort, and when it cannot start. */
  run(call: RipgrepCall, signal: AbortSignal): Promise<RipgrepResult>
}

// ── Models ──────────────────────────────────────────────────────────────────────────────────────────────────

/** One message of the conversation in no provider's dialect. */
export type ModelMessage =
  | { role: 'user'; text: string; images?: readonly ModelImage[] }
  | { role: 'assistant'; text: string; calls: ToolCall[] }
  | { role: 'tool'; results: ToolResult[] }

/**
 * An image of a message. Its content is read just before a request goes out: null until then, and for an image that cannot
 * be sent, in place of which the model is told so.
 */
export type ModelImage = ImageRef & { content: ImageContent | null }

/** A call as the model made it. `input` is null when the arguments were not valid JSON. */
export type ToolCall = { callId: CallId; tool: string; argsText: string; input: unknown }

/** Exactly one per call, same order. `outcome` is for Runbook and the CLI; providers get `text` only. */
export type ToolResult = {
  callId: CallId
  tool: string
  text: string
  isError: boolean
  outcome?: CommandOutcome
  /** For the person; providers get `text` only. */
  card?: ToolCard
}

/** A tool as a model sees it. */
export type ToolSpec = { name: string; description: string; inputSchema: Record<string, unknown> }

export type ModelRequest = {
  /** Byte-identical between requests of a chat unless something in it really changed. */
  system: string
  tools: ToolSpec[]
  messages: ModelMessage[]
  /** Facts of this moment, sent last and not stored; may be empty. */
  volatile: string
}

/** A connection and model with everything a client needs; the key only lives in this value. */
export type ResolvedModel = { connection: Connection; model: ModelInfo; apiKey: string | null }

/** Typed events of an answer (A-066…A-071). Every event but `usage`, `end` and `error` names its block. */
export type StreamEvent =
  | { type: 'text-start'; block: string }
  | { type: 'text-delta'; block: string; text: string }
  | { type: 'reasoning-start'; block: string }
  | { type: 'reasoning-delta'; block: string; text: string }
  | { type: 'call-start'; block: string; callId: CallId; tool: string }
  | { type: 'call-delta'; block: string; text: string }
  | { type: 'block-end'; block: string }
  | { type: 'usage'; usage: TokenUsage }
  /** Terminal: exactly one `end` or `error` closes a stream. */
  | { type: 'end'; reason: 'stop' | 'tool-calls' | 'length' | 'refused' | 'other' }
  | { type: 'error'; failure: ModelFailure; retryable: boolean; retryAfterMs: Millis | null }

/** One request to a model. Returning or aborting closes the connection within a second. */
export type ModelClient = {
  stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<StreamEvent, void, undefined>
}

// ── The rest of the world ───────────────────────────────────────────────────────────────────────────────────

/** Settings as a host keeps them. `update` stores at once and fires `onChange`. */
export type SettingsPort = {
  get(): Settings
  update(change: Partial<Settings>): Settings
  readonly onChange: Event<Settings>
}

/** Where API keys live. `available: false` says why, in words for a person. */
export type SecretsPort = {
  availability(): KeyStorage
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  delete(name: string): Promise<void>
}

/** The folders of the data directory; all owner-only (S-140). */
export type DataPaths = { root: string; database: string; outputs: string; runtime: string }

/** Facts of the machine, read once by the host. */
export type HostFacts = {
  version: string
  platform: 'linux' | 'darwin' | 'win32'
  /** For the instructions, for example `Linux 6.1`. */
  osLabel: string
  homeDir: string
  systemLanguage: string
  /** The host's own environment, before any filter. */
  env: Readonly<Record<string, string | undefined>>
  /** Folder of the bundled ripgrep, appended to PATH (S-054); null where it is missing. */
  ripgrepDir: string | null
}

/** Random identifiers; tests count instead. */
export type Ids = { next(prefix: string): string }
