import type { Millis } from '../../shared/ids'
import {
  type Attention,
  type JobId,
  LONG_JOB_MS,
  PULSE_MS,
  SERVER_QUIET_MS,
  type Wait,
  type WaitId,
} from './attention-state'
import { waitingOf } from './waiting-line'
import { goalTurnAt } from './wake'

export type TimerName = 'wake' | 'pulse' | 'goal' | `wait:${WaitId}` | `look:${JobId}` | `long:${JobId}`

/**
 * Every timer a chat needs, with its time. Timers are a function of the state and of nothing else: one that is not
 * needed cannot be left over, and after a restart they are right by themselves.
 */
export function dueTimers(state: Attention): ReadonlyMap<TimerName, Millis> {
  let timers = known.get(state)
  if (!timers) {
    timers = computed(state)
    known.set(state, timers)
  }
  return timers
}

/** Every event asks for the timers before and after it; with hundreds of jobs counting them twice is felt. */
const known = new WeakMap<Attention, ReadonlyMap<TimerName, Millis>>()

function computed(state: Attention): Map<TimerName, Millis> {
  const timers = new Map<TimerName, Millis>()
  if (state.wakeAt !== null) timers.set('wake', state.wakeAt)
  const goalAt = goalTurnAt(state)
  if (goalAt !== null) timers.set('goal', goalAt)
  if (waitingOf(state)) timers.set('pulse', state.lastArrivalAt + PULSE_MS)
  for (const wait of state.waits.values()) timers.set(`wait:${wait.id}`, waitDueAt(state, wait))
  for (const job of state.jobs.values()) {
    if (job.output && !job.output.isLookedAt && !job.isServer)
      timers.set(`look:${job.id}`, job.output.changedAt + SERVER_QUIET_MS)
    if (job.backgroundSince !== null && job.kind === 'command' && !job.isLongTold)
      timers.set(`long:${job.id}`, job.backgroundSince + LONG_JOB_MS)
  }
  return timers
}

/** When a wait ends by time alone. */
function waitDueAt(state: Attention, wait: Wait): Millis {
  return Math.min(wait.until, wait.earlyAt ?? wait.until, quietAt(state, wait) ?? wait.until)
}

/** When the output a `wait_for` watches will have been quiet for as long as asked; null for other waits. */
export function quietAt(state: Attention, wait: Wait): Millis | null {
  if (wait.quietMs === null) return null
  const changedAt = state.jobs.get(wait.job)?.output?.changedAt
  return (changedAt ?? wait.startedAt) + wait.quietMs
}
