import type { Clock } from '../clock'
import type { Disposable } from '../disposable'

/** Streamed text is sent to windows at most this often; faster is not visible and costs messages. */
export const STREAM_BATCH_MS = 33

/**
 * Joins streamed deltas into few messages. The concatenation of what it sends equals the concatenation of what it got;
 * `at` counts UTF-16 units from the start of the channel.
 */
export class TextBatcher implements Disposable {
  private pending = ''
  private sent = 0
  private timer: Disposable | null = null

  constructor(
    private readonly clock: Clock,
    private readonly send: (at: number, text: string) => void,
  ) {}

  push(text: string): void {
    if (text === '') return
    this.pending += text
    this.timer ??= this.clock.setTimer(STREAM_BATCH_MS, () => this.flush())
  }

  flush(): void {
    this.timer?.dispose()
    this.timer = null
    if (this.pending === '') return
    const text = this.pending
    const at = this.sent
    this.pending = ''
    this.sent += text.length
    this.send(at, text)
  }

  /** Drops what was not sent: the final item carries the whole text. */
  dispose(): void {
    this.timer?.dispose()
    this.timer = null
    this.pending = ''
  }
}
