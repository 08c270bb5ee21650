import {
  type CommandCard,
  isAlive,
  type OutputRate,
  RATE_PERIOD_MS,
  RATE_SAMPLES,
} from '../../shared/command'
import type { CommandId } from '../../shared/ids'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import { DisposableStore } from '../disposable'
import type { Event } from '../events'

export type OutputRatesDeps = {
  onCard: Event<CommandCard>
  clock: Clock
  /** Told of the commands whose last minute looks different now, all of a period at once. */
  changed(rates: OutputRate[]): void
}

type Measured = {
  bytes: number
  lastLine: string
  /** Characters of lines that were drawn anew in this period. */
  redrawn: number
  /** Bytes at the end of the period before. */
  before: number
  samples: number[]
}

/**
 * How much each running command printed in the periods of the last minute. One timer for all, and none while nothing
 * runs; the work of a period does not depend on how much was printed.
 */
export class OutputRates implements Disposable {
  private readonly owned = new DisposableStore()
  private readonly measured = new Map<CommandId, Measured>()
  private timer: Disposable | null = null

  constructor(private readonly deps: OutputRatesDeps) {
    this.owned.add(deps.onCard((card) => this.note(card)))
  }

  /** The last minute of every running command, for a window that is drawn the first time. */
  all(): OutputRate[] {
    return [...this.measured].map(([commandId, { samples }]) => ({ commandId, bytes: [...samples] }))
  }

  dispose(): void {
    this.timer?.dispose()
    this.owned.dispose()
  }

  private note({ id, state, output }: CommandCard): void {
    if (isAlive(state)) {
      const known = this.measured.get(id)
      if (known) {
        // A progress bar redraws its line and adds nothing to the log; it is not quiet.
        if (output.bytes === known.bytes && output.lastLine !== known.lastLine)
          known.redrawn += output.lastLine.length
        known.bytes = output.bytes
        known.lastLine = output.lastLine
      } else {
        const { bytes, lastLine } = output
        this.measured.set(id, { bytes, lastLine, redrawn: 0, before: 0, samples: [] })
      }
      this.timer ??= this.nextPeriod()
    } else if (this.measured.delete(id) && this.measured.size === 0) {
      this.timer?.dispose()
      this.timer = null
    }
  }

  private nextPeriod(): Disposable {
    return this.deps.clock.setTimer(RATE_PERIOD_MS, () => {
      this.timer = this.nextPeriod()
      this.measure()
    })
  }

  private measure(): void {
    const changed: OutputRate[] = []
    for (const [commandId, one] of this.measured) {
      const wasQuiet = one.samples.every((bytes) => bytes === 0)
      // A program that moves up takes bytes back.
      one.samples.push(Math.max(0, one.bytes - one.before) + one.redrawn)
      one.redrawn = 0
      if (one.samples.length > RATE_SAMPLES) one.samples.shift()
      one.before = one.bytes
      if (!wasQuiet || one.samples.at(-1) !== 0) changed.push({ commandId, bytes: [...one.samples] })
    }
    if (changed.length > 0) this.deps.changed(changed)
  }
}
