import { LAST_LINE_CHARS, OPEN_LINE_RUNS_MAX, type StyledRun } from '../../shared/command'
import type { CommandId } from '../../shared/ids'
import type { CommandSpec, HostFacts, OutputStats } from '../ports'
import {
  type Guard,
  isCount,
  isFlag,
  isNumber,
  isText,
  listOf,
  mapOf,
  type ObjectOf,
  object,
  oneOf,
  optional,
  orNull,
  textUpTo,
} from './guards'

// What the owner (main process or command line) and its runner say to each other, one JSON object per line. Each side
// parses what it receives. Output itself never travels: the owner reads the log, by the offsets in the updates.

/** Changes with every incompatible change; both sides come from one build, so a difference is a broken installation. */
export const PROTOCOL_VERSION = 3

/**
 * Longest open line an update carries, in UTF-16 units. The normaliser keeps 16 Ki columns of an open line; combining
 * marks may make more of it, which nobody needs to see before the line is complete.
 */
export const OPEN_LINE_CHARS = 16 * 1024
/** Longest line of the protocol towards the owner, in bytes: an update whose characters are all escaped. */
export const EVENT_MAX_BYTES = 256 * 1024
/** Longest line towards the runner, in bytes: a command of some megabytes still gets through. */
export const REQUEST_MAX_BYTES = 16 * 1024 * 1024

/** Names one command between the two sides; given by the owner, never twice. */
export type CommandHandle = number

const identity = object({ pid: isCount, startTime: isText })

const isRun = object({ start: isCount, end: isCount, style: object({}) }) as unknown as Guard<StyledRun>
const isRuns: Guard<StyledRun[]> = (value): value is StyledRun[] =>
  listOf(isRun)(value) && value.length <= OPEN_LINE_RUNS_MAX

const stats = object({
  bytes: isCount,
  lines: isCount,
  lastLine: textUpTo(LAST_LINE_CHARS),
  openLine: textUpTo(OPEN_LINE_CHARS),
  openLineStyles: optional(isRuns),
  trouble: oneOf('none', 'capped', 'write-failed'),
  dropped: isCount,
})

const end = object({
  code: orNull(isNumber),
  signal: orNull(isText),
  closedPipe: isFlag,
  endedAt: isNumber,
  leftovers: listOf(isCount),
})

const loginNote = object({ code: oneOf('login-exited', 'login-too-slow') })

const report = object({ confirmed: isFlag, signal: oneOf('SIGTERM', 'SIGKILL', 'none') })

const spec = object({
  commandId: isText as Guard<CommandId>,
  command: isText,
  cwd: isText,
  shell: object({
    kind: oneOf('bash', 'zsh', 'ksh', 'mksh', 'dash', 'sh', 'powershell', 'cmd'),
    path: isText,
    args: listOf(isText),
    env: mapOf(orNull(isText)),
    flavour: oneOf('posix', 'windows', 'git-bash', 'cygwin'),
    note: orNull(
      object({ code: oneOf('profile-missing', 'profile-unsupported'), profile: isText, used: isText }),
    ),
  }),
  logFile: isText,
}) satisfies Guard<CommandSpec>

const facts = object({
  version: isText,
  platform: oneOf('linux', 'darwin', 'win32'),
  osLabel: isText,
  homeDir: isText,
  systemLanguage: isText,
  // Unset variables are not sent.
  env: mapOf(isText) as Guard<HostFacts['env']>,
  ripgrepDir: orNull(isText),
}) satisfies Guard<HostFacts>

/** What the owner may ask. */
const REQUESTS = {
  /** The first one: what commands need to know of the owner's world. */
  hello: { version: isNumber, facts, runtime: isText },
  /** `keys` are the variables that carry the app's own keys at this moment (B-034). */
  start: { command: isCount, spec, keys: listOf(isText) },
  /** A start that is no longer wanted; too late is harmless (S-306, S-307). */
  abort: { command: isCount },
  stop: { command: isCount },
  /** Asks which processes of a finished command still run. */
  look: { command: isCount },
  /** Ends what a finished command left behind, and forgets the command. */
  dispose: { command: isCount },
  /** Asks for an update of this moment. */
  refresh: { command: isCount },
  /** Ends processes of a runner that died, named by pid and start (B-103). */
  reap: { command: isCount, root: orNull(identity), known: listOf(identity), wasRunning: isFlag },
  ping: {},
  /** Stop everything, confirm, and end. */
  end: {},
}

/** What the runner tells. */
const EVENTS = {
  ready: { version: isNumber },
  /** A shell has a process; it may still read its start-up files. */
  spawned: { command: isCount, root: identity },
  started: { command: isCount, pid: isCount, startedAt: isNumber, loginNote: orNull(loginNote), stats },
  refused: { command: isCount, error: object({ code: isText, message: isText }) },
  output: { command: isCount, stats },
  /** `left` are the leftovers of `end` with their starts. */
  ended: { command: isCount, end, stats, left: listOf(identity) },
  stopped: { command: isCount, report },
  disposed: { command: isCount },
  leftovers: { command: isCount, left: listOf(identity) },
  fresh: { command: isCount, stats },
  /** `left` are those that could not be ended. */
  reaped: { command: isCount, report, left: listOf(isCount) },
  pong: {},
  /** A mistake of the runner itself, for the log of bugs. */
  bug: { message: isText },
  /** Everything is stopped; the channel closes next. */
  over: {},
}

type Table = Readonly<Record<string, Readonly<Record<string, Guard<unknown>>>>>
type MessageOf<T extends Table> = { [K in keyof T & string]: { type: K } & ObjectOf<T[K]> }[keyof T & string]

export type RunnerRequest = MessageOf<typeof REQUESTS>
export type RunnerEvent = MessageOf<typeof EVENTS>

/** Reads a line from the owner; null when it is not one of the protocol. */
export const parseRequest: (line: string) => RunnerRequest | null = parserOf(REQUESTS)
/** Reads a line from the runner; null when it is not one of the protocol. */
export const parseEvent: (line: string) => RunnerEvent | null = parserOf(EVENTS)

function parserOf<T extends Table>(table: T): (line: string) => MessageOf<T> | null {
  const guards = new Map(Object.entries(table).map(([type, fields]) => [type, object(fields)]))
  return (line) => {
    const value = fromJson(line)
    if (typeof value !== 'object' || value === null || !('type' in value)) return null
    const holds = guards.get(String(value.type))
    return holds?.(value) ? (value as MessageOf<T>) : null
  }
}

function fromJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Not a message: the caller says what that means.
    return null
  }
}

/** An update as it travels: its texts are cut to what the other side accepts. */
export function boundedStats(all: OutputStats): OutputStats {
  const { lastLine, openLine, openLineStyles } = all
  if (lastLine.length <= LAST_LINE_CHARS && openLine.length <= OPEN_LINE_CHARS) return all
  // The end of a long open line is where it grows.
  const cut = Math.max(0, openLine.length - OPEN_LINE_CHARS)
  const runs = openLineStyles
    ?.filter((run) => run.end > cut)
    .map((run) => ({ ...run, start: Math.max(0, run.start - cut), end: run.end - cut }))
  return {
    ...all,
    lastLine: lastLine.slice(0, LAST_LINE_CHARS),
    openLine: openLine.slice(cut),
    ...(runs ? { openLineStyles: runs } : {}),
  }
}
