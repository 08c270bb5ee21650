import type { CommandId, Millis, SubagentId, TurnId } from '../../shared/ids'
import type { ScheduleId } from '../../shared/schedule'

/** Delay in which ends that come together wake an idle chat once (S-244, S-245). */
export const WAKE_DELAY_MS: Millis = 500
/** Silence after which a waiting chat is told what still runs (S-258, S-358). */
export const PULSE_MS: Millis = 5 * 60_000
/** How long output must stay as it is before its last part may show a server (S-176, S-189). */
export const SERVER_QUIET_MS: Millis = 2000
/** Patience with a command once another call of its step has a result (S-177). */
export const OTHER_CALLS_MS: Millis = 1000
/** Time in the background after which a person is told of a command, once (S-216). */
export const LONG_JOB_MS: Millis = 30_000
/**
 * A pause that separates one burst of output from the next: a sign of an earlier burst is old news (S-196). Just above
 * the 250 ms in which output updates are merged, so that what was printed at once stays together.
 */
export const BURST_GAP_MS: Millis = 300

/** Anything a chat may wait for. */
export type JobId = CommandId | SubagentId
/** Names one blocked call; a command's own call is named by the command. */
export type WaitId = string

/** What a chat's agent is doing, as far as telling it something is concerned. */
export type Mode =
  | { kind: 'idle' }
  /** Asked to start by itself; the next event of the chat is the start. */
  | { kind: 'starting' }
  | {
      kind: 'turn'
      turnId: TurnId
      /** Stop was pressed: nothing is told any more until the user speaks (S-251). */
      stopping: boolean
      /** Calls of the last answer and how many of them have a result (S-177). */
      calls: number
      done: number
    }
  /** Stopped, failed or paused: everything waits for the user (S-251, S-252, A-010). */
  | { kind: 'held' }

/** A running job: a command with a process, or a subagent. */
export type Job = {
  id: JobId
  kind: 'command' | 'subagent'
  /** Since when nobody waits for it in its own call; null while its call does. Subagents always are. */
  backgroundSince: Millis | null
  /** Has started and waits for others; for good (S-189…S-192). */
  isServer: boolean
  /** What is known of the output; null before the first. */
  output: JobOutput | null
  /** The person was told that it takes long (S-216). */
  isLongTold: boolean
}

export type JobOutput = {
  /** Size of the log. */
  bytes: number
  changedAt: Millis
  /** Where in the log the last burst begins. */
  burstFrom: number
  /** True once the quiet output was looked at for a server's sign. */
  isLookedAt: boolean
}

/** A call that is blocked until something happens. */
export type Wait = {
  id: WaitId
  job: JobId
  /**
   * `call`: a `shell` call for its command; `wait-only`: for one that only sleeps (S-200); `news`:
   * `get_terminal_output` with `wait_ms`; `watch`: `wait_for`.
   */
  kind: 'call' | 'wait-only' | 'news' | 'watch'
  startedAt: Millis
  until: Millis
  /** False with an explicit `timeout`: then neither a server nor other calls end it (S-182). */
  mayEndEarly: boolean
  /** When it ends because another call of the step is done; null while none is. */
  earlyAt: Millis | null
  /** `watch`: ends when the output was quiet for this long; null otherwise. */
  quietMs: Millis | null
  /** `watch`: every change of the output is searched. */
  isSearching: boolean
  /** `news`: log bytes the agent has seen, and whether it saw an unfinished line. */
  seen: { bytes: number; openLine: boolean }
}

/** Why a wait is over. */
export type WaitEnd =
  | { kind: 'ended' }
  | { kind: 'ran-out' }
  | { kind: 'server' }
  | { kind: 'other-calls' }
  | { kind: 'user-message' }
  | { kind: 'moved-by-user' }
  | { kind: 'news' }
  | { kind: 'found' }
  | { kind: 'quiet' }
  /** Something else ended that the agent must hear of (S-202, S-203). */
  | { kind: 'others-ended'; jobs: readonly JobId[] }

/** What must be told of an end. Only a completion starts a turn by itself (S-254, S-315, S-343). */
export type UntoldKind = 'completion' | 'terminal-event' | 'window-ended'
export type UntoldEnd = {
  job: JobId
  kind: UntoldKind
  /** Grows with every end of the chat, also across restarts (S-246). */
  order: number
}
/** An end, or a planned time that has come, which starts a turn of its own too (P-038). */
export type Untold = UntoldEnd | { job: ScheduleId; kind: 'scheduled'; order: number }

/** What a running turn may be told of: a planned time starts a turn of its own and interrupts none (P-038). */
export function endsOf(untold: readonly Untold[]): UntoldEnd[] {
  return untold.filter((one): one is UntoldEnd => one.kind !== 'scheduled')
}

/** Everything that decides who is told what, when, in one chat (sections 17–32). Plain data. */
export type Attention = {
  /** A chat that nobody opened since the app started does nothing by itself (S-248). */
  isOpen: boolean
  mode: Mode
  /** A goal starts its own turns; ends wait for the next of them (S-253). */
  pursuesGoal: boolean
  jobs: ReadonlyMap<JobId, Job>
  waits: ReadonlyMap<WaitId, Wait>
  /** In the order of ending. */
  untold: readonly Untold[]
  /** When the chat wakes; null while nothing wakes it. */
  wakeAt: Millis | null
  /** The last arrival; pulses are counted from here (S-266). */
  lastArrivalAt: Millis
  /** A turn ended well and the person was not told yet, because something still runs (S-329). */
  owesFinished: boolean
}

/** A chat in which nothing has happened since the app started. */
export const UNOPENED: Attention = {
  isOpen: false,
  mode: { kind: 'idle' },
  pursuesGoal: false,
  jobs: new Map(),
  waits: new Map(),
  untold: [],
  wakeAt: null,
  lastArrivalAt: 0,
  owesFinished: false,
}
