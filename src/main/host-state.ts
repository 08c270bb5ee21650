import type { Clock } from '../core/clock'
import type { Disposable } from '../core/disposable'
import type { HostState } from '../shared/host'
import type { Millis } from '../shared/ids'

/** Changes within this time reach the window as one; nobody sees the difference. */
const TOGETHER_MS: Millis = 50

/** Tells the window the whole state of the host after it changed, once for changes that come together. */
export class HostAnnouncer implements Disposable {
  private waiting: Disposable | null = null

  constructor(
    private readonly clock: Clock,
    private readonly state: () => HostState,
    private readonly send: (state: HostState) => void,
  ) {}

  changed(): void {
    this.waiting ??= this.clock.setTimer(TOGETHER_MS, () => {
      this.waiting = null
      this.send(this.state())
    })
  }

  dispose(): void {
    this.waiting?.dispose()
  }
}
