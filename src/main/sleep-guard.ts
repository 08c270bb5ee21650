import type { Disposable } from '../core/disposable'
import type { RunningNow } from './running-now'

/** What holds sleep back; the number names one such wish. */
export type SleepBlocker = { start(): number; stop(id: number): void }

/**
 * Asks the system not to fall asleep while something works that has an end: a command, or a turn that waits for nobody
 * (P-066). A server that runs for days is no reason to keep a laptop awake.
 */
export function holdSleepBack(running: RunningNow, blocker: SleepBlocker): Disposable {
  let held: number | null = null
  const release = () => {
    if (held !== null) blocker.stop(held)
    held = null
  }
  const following = running.onChange(() => {
    if (!isWorking(running)) release()
    else held ??= blocker.start()
  })
  return {
    dispose() {
      following.dispose()
      release()
    },
  }
}

function isWorking(running: RunningNow): boolean {
  return (
    running.commands().some((card) => card.server === null) ||
    running.chats().some((chat) => chat.turn.kind === 'running' && chat.needsApproval === 0)
  )
}
