import { assertNever } from './assert-never'
import type { CallId, ChatId, CommandId, Millis, SubagentId, TerminalId } from './ids'
import type { RuleName } from './permissions'

/** Who asked for a command to end. */
export type Stopper = 'user' | 'agent' | 'quit'

/**
 * How a command's own process ended; the first cause wins.
 * `closedPipe` marks S-076: pipefail reported 141 although a later stage only closed the pipe; the code is then 0.
 * `waitOver` marks a command that only waited and was ended because there was nothing more to wait for; the code is
 * then 0 (S-202…S-209). `unknown` is a process that ended without a usable exit code (S-239, S-278).
 */
export type CommandEnd =
  | { by: 'exit'; code: number; closedPipe: boolean; waitOver?: WaitOver }
  | { by: 'signal'; signal: string; code: number }
  | { by: 'stop'; who: Stopper; signal: string | null; code: number | null; confirmed: boolean }
  | { by: 'unknown' }

/** What ended a command that only waited (S-201…S-205, S-208). */
export type WaitOver =
  | { by: 'others-ended'; terminalIds: TerminalId[]; subagents: number }
  | { by: 'limit'; ms: Millis }
  | { by: 'user-message' }

/** Why a command left the front (S-174, S-176, S-177, S-184, S-188). */
export type BackgroundReason = 'waiting-ran-out' | 'server' | 'other-calls' | 'user' | 'user-message'

/** What the person is asked before a command may run (S-008). */
export type ApprovalQuestion = {
  askedAt: Millis
  /** Sentences that say why it asks, each naming the part of the line; English facts for the card. */
  reasons: ApprovalReason[]
  /** Patterns that together would have let it run; none where no pattern can. */
  alwaysAllow: string[]
  /** On the blocked list or ruin: it may run once, and nothing can be remembered (S-372, A-036). */
  blocked: boolean
}
export type ApprovalReason = {
  code: 'not-read-only' | 'opaque' | 'writes-file' | 'workdir-outside'
  /** The part of the command text that caused it. */
  segment: string
  /** Where that part stands in the text, in UTF-16 units; absent in records of older versions, as what follows. */
  start?: number
  end?: number
  /** The rule that asked, and its sentence. */
  rule?: RuleName
  text?: string
  /** The pattern, path, program or setting that the sentence is about. */
  subject?: string
}

/**
 * Why nothing was spawned. `not-allowed`: refused without a question, in Plan or for the ignore file (A-028, S-399).
 * `changed`: what was approved is not what would run any more.
 */
export type NotStartedBecause = 'workdir-missing' | 'spawn-failed' | 'not-allowed' | 'changed'

/**
 * The life of a command as one union; data that exists only in one state is a field only there (S-317).
 * `advance` in `core/jobs/command-state.ts` is the only way from one to the next.
 */
export type CommandState =
  | { kind: 'pending'; question: ApprovalQuestion }
  /** `unanswered`: nobody could be asked (S-365). */
  | { kind: 'rejected'; at: Millis; text: string | null; unanswered?: true }
  | { kind: 'preparing'; since: Millis }
  | { kind: 'not-started'; at: Millis; because: NotStartedBecause; message: string }
  | { kind: 'running'; startedAt: Millis; pid: number }
  | { kind: 'background'; startedAt: Millis; pid: number; movedAt: Millis; reason: BackgroundReason }
  | { kind: 'stopping'; startedAt: Millis; pid: number; since: Millis; who: Stopper; wasBackground: boolean }
  | { kind: 'ended'; startedAt: Millis; endedAt: Millis; end: CommandEnd; wasBackground: boolean }
  /** Ended with its window, or never started because the user pressed Stop (S-306, S-309, S-340). */
  | {
      kind: 'cancelled'
      at: Millis
      startedAt: Millis | null
      because: 'stopped-before-start' | 'window-ended'
    }
  /**
   * The app died while the agent waited for it (S-347), or, with `lost`, the process that ran it for the app did
   * (S-239): nobody saw its end, and what it had started was ended.
   */
  | { kind: 'interrupted'; startedAt: Millis; lastSeenAt: Millis; lost?: { wasBackground: boolean } }

/** The word a card shows; computed from the state, never stored beside it (S-317). */
export type CommandStatus =
  | 'pending'
  | 'rejected'
  | 'preparing'
  | 'not-started'
  | 'running'
  | 'background'
  | 'stopping'
  | 'succeeded'
  | 'failed'
  | 'stopped'
  | 'cancelled'
  | 'interrupted'

/** Computes the one status of a command (S-079, S-080, S-081, S-310, S-313, S-317). */
export function commandStatus(state: CommandState): CommandStatus {
  switch (state.kind) {
    case 'ended':
      switch (state.end.by) {
        case 'exit':
          return state.end.code === 0 ? 'succeeded' : 'failed'
        case 'signal':
        case 'unknown':
          return 'failed'
        case 'stop':
          return state.end.who === 'quit' ? 'cancelled' : 'stopped'
        default:
          return assertNever(state.end, 'command end')
      }
    default:
      return state.kind
  }
}

/** True while the command has a process that may still print (`running`, `background`, `stopping`). */
export function isAlive(state: CommandState): boolean {
  return state.kind === 'running' || state.kind === 'background' || state.kind === 'stopping'
}

/** True once nothing about the command can change any more. */
export function isSettled(state: CommandState): boolean {
  return !isAlive(state) && state.kind !== 'pending' && state.kind !== 'preparing'
}

/** The exit code a person sees, or null while there is none (S-069, S-082). */
export function exitCodeOf(state: CommandState): number | null {
  if (state.kind !== 'ended') return null
  return state.end.by === 'unknown' ? null : state.end.code
}

/** What the card knows of the output without holding it (S-150). Sizes in bytes of normalised UTF-8 text. */
export type OutputSummary = {
  bytes: number
  /** Complete lines plus the unfinished last one, if any. */
  lines: number
  /** The last line that is not blank, at most {@link LAST_LINE_CHARS} characters. */
  lastLine: string
  full: FullOutput
}
/** `saved` is set once the output had to be shortened for the model (S-133); `unavailable` is S-147. */
export type FullOutput = { kind: 'none' } | { kind: 'saved'; bytes: number } | UnavailableOutput
/** `capped`: it reached the size limit; its beginning and its newest part are kept and can be read. */
export type UnavailableOutput = {
  kind: 'unavailable'
  because?: 'capped'
  /** Bytes between the two that are kept nowhere; absent in records of older versions. */
  dropped?: number
}
/** Longest last line a card or job row carries, in UTF-16 units; a row shows far less. */
export const LAST_LINE_CHARS = 240

/** One command as the window sees it: the data of its card and of its row in the jobs list. */
export type CommandCard = {
  id: CommandId
  /** The chat that shows it; a subagent's commands are those of the chat it works for. */
  chatId: ChatId
  /** Whose command it is; absent for the chat's own agent. */
  subagent?: { id: SubagentId; name: string }
  callId: CallId
  /** Set from the first moment; shown once the command may outlive its call (S-174). */
  terminalId: TerminalId
  /** Exactly what the agent wrote (S-036). */
  command: string
  /** The folder line of the card; null when it is the workspace root (S-088, S-089). */
  workdir: string | null
  createdAt: Millis
  state: CommandState
  output: OutputSummary
  /** A line of the card about the shell, for example that a missing profile fell back (S-022). */
  shellNote: ShellNote | null
  /** Set once it has started and waits for others; for good (S-189…S-192). The address as it was printed, if any. */
  server: ServerFacts | null
  /** Process ids the finished command left behind (S-219); empty while it runs. */
  leftovers: number
  /** A background job that is over and that the person has not taken off the list of those. */
  isRecent: boolean
}
/** Jobs that a list of recent ones shows, newest first (ui.md 4). */
export const RECENT_JOBS_MAX = 20
/** Most commands that the list of all jobs shows, newest first; older ones are found in their chats. */
export const LISTED_JOBS_MAX = 500
/** How long one measurement of {@link OutputRate} takes. */
export const RATE_PERIOD_MS: Millis = 3000
/** Measurements that are kept: together the last minute, as its line in the jobs list shows it (ui.md 4). */
export const RATE_SAMPLES = 20
/**
 * Bytes a running command printed in each period of the last minute, lines drawn anew included; oldest first, fewer while
 * it is younger.
 */
export type OutputRate = { commandId: CommandId; bytes: number[] }
export type ServerFacts = { address: string | null }
export type ShellNote = ProfileNote | LoginNote
/** Another shell than the chosen profile's was used (S-019…S-022). */
export type ProfileNote = { code: 'profile-missing' | 'profile-unsupported'; profile: string; used: string }
/** The shell's login files ended it or took too long, so the command ran without them. */
export type LoginNote = { code: 'login-exited' | 'login-too-slow' }

/** What a window may read of an output: a range of whole lines of the log, addressed by byte offset. */
export type OutputPage = {
  /** Byte offsets in the log; `from` is the start of a line unless a single line was longer than the page. */
  from: number
  to: number
  text: string
  /** Number of the first line in `text`, counted from 1; null where it is not known cheaply. */
  firstLine: number | null
  atStart: boolean
  atEnd: boolean
  totalBytes: number
  totalLines: number
  /**
   * The unfinished last line as it stands now, or the last lines where a program redraws several; not part of the log
   * yet. Only given when `atEnd`.
   */
  openLine: string
  /** Colours and other styles of `text`; absent where it has none or none were kept. */
  styles?: StyledRun[]
  /** The same for `openLine`. */
  openLineStyles?: StyledRun[]
}

/**
 * A part of a text with one style: UTF-16 units, `end` not included. Runs come in order, do not overlap and are not
 * empty; what lies between them has no style.
 */
export type StyledRun = { start: number; end: number; style: TextStyle }

/** Most runs of an unfinished line, which travels with every update; what is behind them shows without style. */
export const OPEN_LINE_RUNS_MAX = 500

/** What a program asked a terminal to look like (SGR); an absent field is the terminal's default. */
export type TextStyle = {
  fg?: TextColour
  bg?: TextColour
  bold?: true
  dim?: true
  italic?: true
  underline?: true
  strike?: true
  inverse?: true
  hidden?: true
}

/** An entry of the 256-colour palette (0–15 belong to the theme), or `#rrggbb`. */
export type TextColour = number | `#${string}`

/** The outcome of a `shell` call as data: what `vigil exec --json` prints and what Runbook reads. */
export type CommandOutcome = {
  status: 'exited' | 'background' | 'refused' | 'stopped'
  exitCode: number | null
  signal: string | null
  terminalId: TerminalId | null
  /** The output part of what the model receives. */
  output: string
  truncated: boolean
  omittedLines: number
  fullOutputPath: string | null
  fullOutputBytes: number
  /** Only set for a command known as a server: nobody needs to wait for its end. */
  server?: ServerFacts
  /** Only set when nobody stopped it: it went with the window, the app or the process that ran it. */
  lost?: 'before-start' | 'running'
}
