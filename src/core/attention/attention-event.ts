import type { CommandId, Millis, TurnId } from '../../shared/ids'
import type { JobId, Untold, UntoldKind, Wait, WaitEnd, WaitId } from './attention-state'
import type { TimerName } from './due-timers'

/** What starts a turn. `retry` goes on without new words, so it tells nothing by itself. */
export type TurnCause = 'message' | 'retry' | 'wake' | 'pulse' | 'goal'

/** Everything that can happen to a chat's attention. Times come in, so that the reducer reads no clock. */
export type AttentionEvent = {
  at: Millis
} /** A person or a host opened the chat; once per start of the app. `untold` is what the store holds (S-247). */ & (
  | { type: 'opened'; isHeld: boolean; untold: readonly Untold[] }
  /** The window of the chat ended: nothing starts by itself until it is opened again (S-339, S-343). */
  | { type: 'closed' }
  /** The user sent a message, in a turn or not (S-184). */
  | { type: 'user-spoke' }
  | { type: 'turn-started'; turnId: TurnId; cause: TurnCause }
  /** A message that was queued becomes part of the next request (S-314). */
  | { type: 'message-taken' }
  /** The model answered with this many calls (S-177). */
  | { type: 'answered'; calls: number }
  /** A call has its result and is about to be stored; `tells` are ends that the result itself reports (S-284). */
  | { type: 'result'; tells: readonly JobId[] }
  /** A stored message carried these ends. */
  | { type: 'told'; jobs: readonly Untold['job'][] }
  /** The chat went back to an earlier point and waits for its user; `untold` is what the store holds then. */
  | { type: 'rewound'; untold: readonly Untold[] }
  /** Any Stop that stops the chat (S-292, S-336). */
  | { type: 'stop-pressed' }
  | { type: 'turn-ended'; end: 'done' | 'failed' | 'stopped' | 'paused' }
  | { type: 'goal'; isPursued: boolean }
  /** A command waits for approval: the person is told, nothing else. */
  | { type: 'asked'; job: CommandId }
  | { type: 'job-started'; job: JobId; kind: 'command' | 'subagent' }
  /** Its call no longer waits for it. */
  | { type: 'job-moved'; job: JobId }
  | { type: 'output'; job: JobId; bytes: number; hasOpenLine: boolean }
  /** The quiet output was looked at and shows a server; `changedAt` says which output that was (S-189). */
  | { type: 'server-seen'; job: JobId; changedAt: Millis }
  /** The end is stored, with what must be told; null when a result tells it. */
  | { type: 'job-ended'; job: JobId; notice: UntoldKind | null; order: number }
  /** Planned times have come (P-038). */
  | { type: 'scheduled'; untold: readonly Untold[] }
  | { type: 'wait-started'; wait: Omit<Wait, 'startedAt' | 'earlyAt'> }
  /** The user moved the command of this wait to the background (S-188). */
  | { type: 'moved-by-user'; wait: WaitId }
  | { type: 'found'; wait: WaitId }
  /** Ended from outside: the call was aborted. */
  | { type: 'wait-dropped'; wait: WaitId }
  | { type: 'timer'; name: TimerName }
)

/** What a message to the agent carries. */
export type Delivery = {
  untold: readonly Untold[]
  /** Completions end with a list of what else the chat waits for (S-232, S-234…S-236). */
  withList: boolean
}

/** What a person may be notified of (S-216, S-329). */
export type Notification =
  | { kind: 'turn-finished'; outcome: 'done' | 'failed' | 'paused' }
  | { kind: 'job-finished'; job: JobId; isServer: boolean }
  | { kind: 'long-job'; job: JobId }
  | { kind: 'needs-approval'; job: CommandId }

/** The waiting line of a chat; null while it is hidden (S-320…S-324). */
export type Waiting = { commands: number; subagents: number } | null

/** What the world must do about an event. */
export type AttentionEffect =
  | { type: 'arm'; timer: TimerName; at: Millis }
  | { type: 'clear'; timer: TimerName }
  | { type: 'start-turn'; cause: 'wake' | 'pulse' | 'goal' }
  | { type: 'deliver'; delivery: Delivery }
  | { type: 'end-wait'; wait: WaitId; end: WaitEnd }
  /** Look whether the last part of a quiet output shows a server (S-176, S-189). */
  | { type: 'look'; job: JobId; from: number; changedAt: Millis }
  /** Search what is new in the output for what a `wait_for` waits for. */
  | { type: 'search'; wait: WaitId }
  | { type: 'server'; job: JobId }
  | { type: 'waiting'; waiting: Waiting }
  | { type: 'notify'; notification: Notification }
