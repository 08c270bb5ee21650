import { assertNever } from '../../shared/assert-never'
import type {
  ApprovalQuestion,
  BackgroundReason,
  CommandEnd,
  CommandState,
  NotStartedBecause,
  Stopper,
  WaitOver,
} from '../../shared/command'
import type { Millis } from '../../shared/ids'
import type { ProcessEnd, StopReport } from '../ports'
import { signalNumber } from './signal-number'

/** Everything that can happen to a command. Times come in, so that a transition reads no clock. */
export type CommandEvent =
  /** The rules changed while the person was asked. */
  | { type: 'asked-again'; at: Millis; question: Omit<ApprovalQuestion, 'askedAt'> }
  | { type: 'approved'; at: Millis }
  | { type: 'rejected'; at: Millis; text: string | null; unanswered?: true }
  /** Stop, quit or the end of the turn before anything was spawned (S-306, S-309). */
  | { type: 'withdrawn'; at: Millis; because: 'stopped-before-start' | 'window-ended' }
  | { type: 'not-started'; at: Millis; because: NotStartedBecause; message: string }
  | { type: 'spawned'; at: Millis; pid: number }
  | { type: 'waiting-ended'; at: Millis; reason: BackgroundReason }
  | { type: 'stop-asked'; at: Millis; who: Stopper }
  /** The process ended. `end` is null when a stop could not be confirmed and nothing more is known. */
  | {
      type: 'ended'
      at: Millis
      end: ProcessEnd | null
      report: StopReport | null
      /** Set when Vigil ended it because it only waited and there was nothing more to wait for (S-202). */
      waitOver?: WaitOver | null
    }
  /** Found unfinished at the next start (S-340, S-347, S-349). */
  | { type: 'app-died'; at: Millis; lastSeenAt: Millis }

/**
 * The only way from one state of a command to the next. An event that does not apply returns the same object: the first
 * cause of an end wins, and ending twice is harmless and can be noticed.
 */
export function advance(state: CommandState, event: CommandEvent): CommandState {
  switch (state.kind) {
    case 'pending':
      if (event.type === 'asked-again') {
        const { askedAt, ...before } = state.question
        if (JSON.stringify(before) === JSON.stringify(event.question)) return state
        return { kind: 'pending', question: { askedAt, ...event.question } }
      }
      if (event.type === 'approved') return { kind: 'preparing', since: event.at }
      if (event.type === 'rejected') {
        const { at, text, unanswered } = event
        return { kind: 'rejected', at, text, ...(unanswered ? { unanswered } : {}) }
      }
      return beforeStart(state, event)
    case 'preparing':
      if (event.type === 'spawned') return { kind: 'running', startedAt: event.at, pid: event.pid }
      return beforeStart(state, event)
    case 'running':
      if (event.type === 'waiting-ended')
        return {
          kind: 'background',
          startedAt: state.startedAt,
          pid: state.pid,
          movedAt: event.at,
          reason: event.reason,
        }
      if (event.type === 'app-died')
        return { kind: 'interrupted', startedAt: state.startedAt, lastSeenAt: event.lastSeenAt }
      return alive(state, event, false)
    case 'background':
      return alive(state, event, true)
    case 'stopping':
      if (event.type === 'ended')
        return {
          kind: 'ended',
          startedAt: state.startedAt,
          endedAt: event.end?.endedAt ?? event.at,
          end: endOfStopped(state, event.end, event.report),
          wasBackground: state.wasBackground,
        }
      return event.type === 'app-died' ? windowEnded(event.at, state.startedAt) : state
    case 'rejected':
    case 'not-started':
    case 'ended':
    case 'cancelled':
    case 'interrupted':
      return state
    default:
      return assertNever(state, 'command state')
  }
}

function beforeStart(state: CommandState, event: CommandEvent): CommandState {
  switch (event.type) {
    case 'withdrawn':
      return { kind: 'cancelled', at: event.at, startedAt: null, because: event.because }
    case 'app-died':
      return windowEnded(event.at, null)
    case 'not-started':
      return { kind: 'not-started', at: event.at, because: event.because, message: event.message }
    default:
      return state
  }
}

function alive(
  state: Extract<CommandState, { kind: 'running' | 'background' }>,
  event: CommandEvent,
  wasBackground: boolean,
): CommandState {
  switch (event.type) {
    case 'stop-asked':
      return {
        kind: 'stopping',
        startedAt: state.startedAt,
        pid: state.pid,
        since: event.at,
        who: event.who,
        wasBackground,
      }
    case 'ended':
      if (event.end?.lost)
        return {
          kind: 'interrupted',
          startedAt: state.startedAt,
          lastSeenAt: event.end.endedAt,
          lost: { wasBackground },
        }
      return {
        kind: 'ended',
        startedAt: state.startedAt,
        endedAt: event.end?.endedAt ?? event.at,
        end:
          event.waitOver && event.report?.signal !== 'none'
            ? waitedOut(event.waitOver)
            : naturalEnd(event.end),
        wasBackground,
      }
    case 'app-died':
      return windowEnded(event.at, state.startedAt)
    default:
      return state
  }
}

function windowEnded(at: Millis, startedAt: Millis | null): CommandState {
  return { kind: 'cancelled', at, startedAt, because: 'window-ended' }
}

/** Not a stop: no amber, no Terminal event (S-209). */
function waitedOut(waitOver: WaitOver): CommandEnd {
  return { by: 'exit', code: 0, closedPipe: false, waitOver }
}

/** The end of a process that nobody here stopped (S-069, S-076, S-080, S-082, S-239). */
function naturalEnd(end: ProcessEnd | null): CommandEnd {
  if (!end) return { by: 'unknown' }
  if (end.closedPipe) return { by: 'exit', code: 0, closedPipe: true }
  if (end.signal !== null)
    return { by: 'signal', signal: end.signal, code: end.code ?? 128 + signalNumber(end.signal) }
  if (end.code === null) return { by: 'unknown' }
  return { by: 'exit', code: end.code, closedPipe: false }
}

function endOfStopped(
  state: Extract<CommandState, { kind: 'stopping' }>,
  end: ProcessEnd | null,
  report: StopReport | null,
): CommandEnd {
  // The process was already gone when the stop was asked for; only its output was still being collected.
  if (end && (end.endedAt < state.since || report?.signal === 'none')) return naturalEnd(end)
  const sent = report && report.signal !== 'none' && report.confirmed ? report.signal : null
  const signal = end?.signal ?? (end && end.code !== null ? null : sent)
  return {
    by: 'stop',
    who: state.who,
    signal,
    code: end?.code ?? (signal === null ? null : 128 + signalNumber(signal)),
    confirmed: report?.confirmed ?? false,
  }
}
