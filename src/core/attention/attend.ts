import { assertNever } from '../../shared/assert-never'
import type { Millis } from '../../shared/ids'
import type { AttentionEffect, AttentionEvent, Delivery, TurnCause } from './attention-event'
import { type Attention, endsOf, type JobId, type Mode, type Untold } from './attention-state'
import { dueTimers } from './due-timers'
import { jobEnded, jobMoved, jobStarted, longJob, outputChanged, outputIsQuiet, serverSeen } from './jobs'
import type { Step } from './step'
import { isCountable, waitingOf } from './waiting-line'
import { callDone, endWaits, waitDue, waitStarted } from './waits'
import { isWoken, settle } from './wake'

/** The new state and what the world must do about it, in order. */
export type Attended = { state: Attention; effects: AttentionEffect[] }

/**
 * Decides who is told what, when, in one chat (design of sections 17–32). Pure: time comes with the event, timers are
 * effects. An event that does not apply changes nothing.
 */
export function attend(before: Attention, event: AttentionEvent): Attended {
  const changed = settle(step(before, event), event.at)
  return {
    state: changed.state,
    effects: [
      ...timerEffects(before, changed.state),
      ...lineEffects(before, changed.state),
      ...changed.effects,
    ],
  }
}

function step(state: Attention, event: AttentionEvent): Step {
  const { at } = event
  switch (event.type) {
    case 'opened':
      return only(state.isOpen ? state : opened(state, event))
    case 'closed':
      return only({ ...state, isOpen: false, mode: { kind: 'idle' }, owesFinished: false })
    case 'user-spoke':
      return endWaits({ ...state, lastArrivalAt: at }, () => true, { kind: 'user-message' })
    case 'turn-started':
      return turnStarted(state, event)
    case 'message-taken':
      return inTurn(state) ? deliver(state, endsOf(state.untold)) : only(state)
    case 'answered':
      return only(withTurn(state, { calls: event.calls, done: 0 }))
    case 'result':
      return resultReady(state, event.tells, at)
    case 'told':
      return only({ ...state, untold: without(state.untold, event.jobs) })
    case 'rewound':
      return only(inTurn(state) ? state : rewound(state, event.untold))
    case 'stop-pressed':
      return stopPressed(state)
    case 'turn-ended':
      return turnEnded(state, event.end, at)
    case 'goal':
      return only({ ...state, pursuesGoal: event.isPursued })
    case 'asked':
      return notify(state, { kind: 'needs-approval', job: event.job })
    case 'job-started':
      return only(jobStarted(state, event.job, event.kind, at))
    case 'job-moved':
      return only(jobMoved(state, event.job, at))
    case 'output':
      return outputChanged(state, event)
    case 'server-seen':
      return serverSeen(state, event.job, event.changedAt)
    case 'job-ended':
      return jobEnded(state, event)
    case 'scheduled':
      return only({ ...state, untold: withStored(state.untold, event.untold) })
    case 'wait-started':
      return waitStarted(state, { ...event.wait, startedAt: at, earlyAt: null })
    case 'moved-by-user':
      return endWaits(state, (wait) => wait.id === event.wait, { kind: 'moved-by-user' })
    case 'found':
      return endWaits(state, (wait) => wait.id === event.wait, { kind: 'found' })
    case 'wait-dropped': {
      const waits = new Map(state.waits)
      waits.delete(event.wait)
      return only({ ...state, waits })
    }
    case 'timer':
      return timerFired(state, event.name, at)
    default:
      return assertNever(event, 'attention event')
  }
}

// ── Turns ───────────────────────────────────────────────────────────────────────────────────────────────────

function opened(state: Attention, event: Extract<AttentionEvent, { type: 'opened' }>): Attention {
  const opened: Attention = {
    ...state,
    isOpen: true,
    mode: event.isHeld ? { kind: 'held' } : { kind: 'idle' },
    untold: withStored(state.untold, event.untold),
    lastArrivalAt: event.at,
  }
  // What is already there needs no half second in which more may come (S-248).
  return isWoken(opened) ? { ...opened, wakeAt: event.at } : opened
}

/** What was told in the part that is gone is owed again, and nothing starts before the user has spoken. */
function rewound(state: Attention, untold: readonly Untold[]): Attention {
  return {
    ...state,
    mode: { kind: 'held' },
    untold: withStored(state.untold, untold),
    owesFinished: false,
    pursuesGoal: false,
  }
}

function turnStarted(state: Attention, event: Extract<AttentionEvent, { type: 'turn-started' }>): Step {
  if (inTurn(state)) return only(state)
  const started: Attention = {
    ...state,
    isOpen: true,
    mode: { kind: 'turn', turnId: event.turnId, stopping: false, calls: 0, done: 0 },
    lastArrivalAt: event.at,
    owesFinished: false,
  }
  return tells(event.cause) ? deliver(started, started.untold) : only(started)
}

/** Retrying a failed or stopped chat is no message of the user: ends go on waiting for a result or a message (S-252). */
function tells(cause: TurnCause): boolean {
  return cause !== 'retry'
}

function resultReady(state: Attention, told: readonly JobId[], at: Millis): Step {
  const after = callDone(state, at)
  if (after.mode.kind !== 'turn' || after.mode.stopping) return only(after)
  return deliver(after, endsOf(without(after.untold, told)))
}

function deliver(state: Attention, untold: readonly Untold[]): Step {
  if (untold.length === 0) return only(state)
  const told = new Set(untold.map((one) => one.job))
  const others = [...state.jobs.values()].some((job) => isCountable(job) && !told.has(job.id))
  const delivery: Delivery = {
    untold,
    withList: others && untold.some((one) => one.kind === 'completion'),
  }
  return { state, effects: [{ type: 'deliver', delivery }] }
}

function stopPressed(state: Attention): Step {
  const mode: Mode = state.mode.kind === 'turn' ? { ...state.mode, stopping: true } : { kind: 'held' }
  // A goal would start its next turn by itself; the person sets it again to go on.
  return only({ ...state, mode, owesFinished: false, pursuesGoal: false })
}

function turnEnded(
  state: Attention,
  end: Extract<AttentionEvent, { type: 'turn-ended' }>['end'],
  at: Millis,
): Step {
  if (state.mode.kind !== 'turn') return only(state)
  const ended: Attention = { ...state, lastArrivalAt: at, mode: { kind: 'held' } }
  // Stop may come in the moment in which the turn ends by itself: then the chat is stopped all the same.
  if (state.mode.stopping) return only(ended)
  switch (end) {
    case 'done':
      return only({ ...ended, mode: { kind: 'idle' }, owesFinished: true })
    case 'stopped':
      return only(ended)
    case 'failed':
    case 'paused':
      // The person is needed, whatever still runs.
      return notify(ended, { kind: 'turn-finished', outcome: end })
    default:
      return assertNever(end, 'turn end')
  }
}

function inTurn(state: Attention): boolean {
  return state.mode.kind === 'turn'
}

function withTurn(state: Attention, part: { calls: number; done: number }): Attention {
  return state.mode.kind === 'turn' ? { ...state, mode: { ...state.mode, ...part } } : state
}

// ── Time ────────────────────────────────────────────────────────────────────────────────────────────────────

function timerFired(state: Attention, name: string, at: Millis): Step {
  const due = (dueTimers(state) as ReadonlyMap<string, Millis>).get(name)
  // It was needed no more, or later, when it fired.
  if (due === undefined || due > at) return only(state)
  if (name === 'wake' || name === 'pulse' || name === 'goal') {
    const starting: Attention = { ...state, mode: { kind: 'starting' }, wakeAt: null }
    return { state: starting, effects: [{ type: 'start-turn', cause: name }] }
  }
  const colon = name.indexOf(':')
  const id = name.slice(colon + 1)
  switch (name.slice(0, colon)) {
    case 'wait':
      return waitDue(state, id, at)
    case 'look':
      return outputIsQuiet(state, id as JobId)
    default:
      return longJob(state, id as JobId)
  }
}

function timerEffects(before: Attention, after: Attention): AttentionEffect[] {
  if (before === after) return []
  const had = dueTimers(before)
  const needs = dueTimers(after)
  const effects: AttentionEffect[] = []
  for (const timer of had.keys()) if (!needs.has(timer)) effects.push({ type: 'clear', timer })
  for (const [timer, at] of needs) if (had.get(timer) !== at) effects.push({ type: 'arm', timer, at })
  return effects
}

function lineEffects(before: Attention, after: Attention): AttentionEffect[] {
  const was = waitingOf(before)
  const is = waitingOf(after)
  if (was?.commands === is?.commands && was?.subagents === is?.subagents) return []
  return [{ type: 'waiting', waiting: is }]
}

// ── Small things ────────────────────────────────────────────────────────────────────────────────────────────

function only(state: Attention): Step {
  return { state, effects: [] }
}

function notify(
  state: Attention,
  notification: Extract<AttentionEffect, { type: 'notify' }>['notification'],
): Step {
  return { state, effects: [{ type: 'notify', notification }] }
}

function withStored(known: readonly Untold[], stored: readonly Untold[]): readonly Untold[] {
  const jobs = new Set(known.map((untold) => untold.job))
  return [...stored.filter((untold) => !jobs.has(untold.job)), ...known].sort((a, b) => a.order - b.order)
}

function without(untold: readonly Untold[], jobs: readonly Untold['job'][]): readonly Untold[] {
  const gone = new Set<Untold['job']>(jobs)
  return untold.filter((one) => !gone.has(one.job))
}
