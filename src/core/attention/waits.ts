import type { Millis } from '../../shared/ids'
import type { AttentionEffect } from './attention-event'
import {
  type Attention,
  endsOf,
  OTHER_CALLS_MS,
  type Wait,
  type WaitEnd,
  type WaitId,
} from './attention-state'
import { quietAt } from './due-timers'
import type { Step } from './step'

/** Ends every wait that `over` names. */
export function endWaits(state: Attention, over: (wait: Wait) => boolean, end: WaitEnd): Step {
  const ending = [...state.waits.values()].filter(over)
  if (ending.length === 0) return { state, effects: [] }
  const waits = new Map(state.waits)
  for (const wait of ending) waits.delete(wait.id)
  const effects = ending.map((wait): AttentionEffect => ({ type: 'end-wait', wait: wait.id, end }))
  return { state: { ...state, waits }, effects }
}

/** A call begins to wait; what is already true ends it at once. */
export function waitStarted(state: Attention, wait: Wait): Step {
  const { mode } = state
  const othersDone = mode.kind === 'turn' && mode.calls > 1 && mode.done > 0
  const begun = othersDone ? withEarlyEnd(wait, wait.startedAt) : wait
  const next = { ...state, waits: new Map(state.waits).set(wait.id, begun) }
  const is = (one: Wait) => one.id === wait.id
  // A command may end before its call begins to wait for it.
  if (!state.jobs.has(wait.job)) return endWaits(next, is, { kind: 'ended' })
  if (wait.kind === 'news' && hasNews(next, wait, false)) return endWaits(next, is, { kind: 'news' })
  const ends = endsOf(state.untold)
  if (wait.kind === 'wait-only' && ends.length > 0)
    return endWaits(next, is, { kind: 'others-ended', jobs: ends.map(({ job }) => job) })
  return { state: next, effects: wait.isSearching ? [{ type: 'search', wait: wait.id }] : [] }
}

/** Another call of the step has its result: commands still awaited get one second more (S-177, S-178, S-181). */
export function callDone(state: Attention, at: Millis): Attention {
  const { mode } = state
  if (mode.kind !== 'turn') return state
  const counted: Attention = { ...state, mode: { ...mode, done: mode.done + 1 } }
  if (mode.calls < 2 || state.waits.size === 0) return counted
  const waits = new Map(state.waits)
  for (const wait of state.waits.values()) waits.set(wait.id, withEarlyEnd(wait, at))
  return { ...counted, waits }
}

function withEarlyEnd(wait: Wait, at: Millis): Wait {
  if (wait.kind !== 'call' || !wait.mayEndEarly || wait.earlyAt !== null) return wait
  return { ...wait, earlyAt: at + OTHER_CALLS_MS }
}

/** Time alone ends a wait; the earliest reason is the one that is told. */
export function waitDue(state: Attention, id: WaitId, at: Millis): Step {
  const wait = state.waits.get(id)
  if (!wait) return { state, effects: [] }
  const quiet = quietAt(state, wait)
  const end: WaitEnd =
    wait.earlyAt !== null && wait.earlyAt <= at && wait.earlyAt < wait.until
      ? { kind: 'other-calls' }
      : quiet !== null && quiet <= at
        ? { kind: 'quiet' }
        : { kind: 'ran-out' }
  return endWaits(state, (one) => one.id === id, end)
}

/** New lines, or a line that begins where none was open: a redraw of a line that was seen is no news (S-274). */
export function hasNews(state: Attention, wait: Wait, hasOpenLine: boolean): boolean {
  const bytes = state.jobs.get(wait.job)?.output?.bytes ?? 0
  return bytes > wait.seen.bytes || (hasOpenLine && !wait.seen.openLine)
}
