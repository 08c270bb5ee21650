import type { Millis } from '../../shared/ids'
import { type Attention, PULSE_MS, WAKE_DELAY_MS } from './attention-state'
import type { Step } from './step'
import { isCountable } from './waiting-line'

/**
 * True when the chat starts a turn by itself: it is idle, not stopped, not failed, and a command ended by itself or a
 * planned time has come (S-242, S-251…S-254, S-315, P-038).
 */
export function isWoken(state: Attention): boolean {
  return state.isOpen && state.mode.kind === 'idle' && !state.pursuesGoal && hasNews(state)
}

/**
 * When a goal starts its next turn; null while it does not. It waits for commands in the background as the agent would,
 * and looks after them when nothing has arrived for as long as a pulse waits (S-253, S-258).
 */
export function goalTurnAt(state: Attention): Millis | null {
  if (!state.isOpen || state.mode.kind !== 'idle' || !state.pursuesGoal) return null
  const waits = !hasNews(state) && [...state.jobs.values()].some(isCountable)
  return state.lastArrivalAt + (waits ? PULSE_MS : WAKE_DELAY_MS)
}

function hasNews({ untold }: Attention): boolean {
  return untold.some(({ kind }) => kind === 'completion' || kind === 'scheduled')
}

/** Brings what follows from the rest of the state up to date: the wake-up, and the owed notification. */
export function settle({ state, effects }: Step, at: Millis): Step {
  const woken = isWoken(state)
  const wakeAt = woken ? (state.wakeAt ?? at + WAKE_DELAY_MS) : null
  const settled = wakeAt === state.wakeAt ? state : { ...state, wakeAt }
  if (!settled.owesFinished || !isAtRest(settled)) return { state: settled, effects }
  return {
    state: { ...settled, owesFinished: false },
    effects: [...effects, { type: 'notify', notification: { kind: 'turn-finished', outcome: 'done' } }],
  }
}

/** Nothing will happen in the chat by itself any more; a server left behind does not count (S-329…S-331, S-333). */
export function isAtRest(state: Attention): boolean {
  return (
    !isWoken(state) &&
    state.mode.kind === 'idle' &&
    !state.pursuesGoal &&
    ![...state.jobs.values()].some(isCountable)
  )
}
