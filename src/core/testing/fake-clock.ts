import type { Millis } from '../../shared/ids'
import type { Clock } from '../clock'
import { disposable } from '../disposable'

type Timer = { at: Millis; order: number; run: () => void }

/** A clock that stands still until a test moves it. Timers fire in order of their time, then of their setting. */
export type FakeClock = Clock & {
  /** Moves time forward, fires what is due and lets everything that follows from it happen. */
  advance(ms: Millis): Promise<void>
  /** Timers that have not fired; a story ends with none. */
  readonly pendingTimers: number
}

/** When a pretended clock begins. */
export const FIRST_MOMENT: Millis = 1_700_000_000_000

/** Creates a {@link FakeClock}. */
export function createFakeClock(start = FIRST_MOMENT): FakeClock {
  let now = start
  let order = 0
  const timers = new Set<Timer>()

  const nextDue = (until: Millis): Timer | null => {
    let next: Timer | null = null
    for (const timer of timers) {
      if (timer.at > until) continue
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer
    }
    return next
  }

  return {
    now: () => now,
    setTimer(ms, run) {
      const timer: Timer = { at: now + Math.max(0, ms), order: order++, run }
      timers.add(timer)
      return disposable(() => timers.delete(timer))
    },
    async advance(ms) {
      const until = now + ms
      await settle()
      for (let timer = nextDue(until); timer; timer = nextDue(until)) {
        timers.delete(timer)
        now = Math.max(now, timer.at)
        timer.run()
        await settle()
      }
      now = until
      await settle()
    },
    get pendingTimers() {
      return timers.size
    },
  }
}

/** How many turns of the event loop {@link settle} gives; chains of promises in the engine are far shorter. */
const SETTLE_TURNS = 4

/** Lets every promise that can go on without time or a real file go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLE_TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Rounds {@link until} looks without a pause. */
const QUICK_ROUNDS = 2000
/** Real pause between later looks, in milliseconds: a busy machine may take its time with a file. */
const PAUSE_MS = 5
/** Most rounds it waits; a test that needs more is stuck. */
const UNTIL_ROUNDS = 3000

/** Waits until `ready` holds, for stories that touch real files; fails with `what` instead of hanging. */
export async function until(ready: () => boolean, what: string): Promise<void> {
  for (let round = 0; round < UNTIL_ROUNDS; round++) {
    if (ready()) return
    await settle()
    if (round >= QUICK_ROUNDS) await new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`Never happened: ${what}`)
}
