import { isDeepStrictEqual } from 'node:util'
import { OPEN_LINE_RUNS_MAX } from '../../shared/command'
import type { Clock } from '../clock'
import type { Disposable } from '../disposable'
import { Emitter, type Event } from '../events'
import type { OutputStats } from '../ports'
import { LastLine } from './last-line'
import { LegacyText } from './legacy-text'
import type { OutputLog } from './output-log'
import type { StyleRecord } from './style-record'
import { styledRuns } from './styled-text'
import { TerminalText } from './terminal-text'

/** Intermediate updates are merged into windows of this length, in milliseconds (S-159). */
export const UPDATE_WINDOW_MS = 250

/**
 * Bytes of a command in, a log and small updates out. The log is written with every chunk (S-162), so that the offsets
 * in an update are always readable; updates never carry the text itself.
 */
export class OutputPipeline {
  private readonly updates = new Emitter<OutputStats>()
  private readonly lastLine = new LastLine()
  private readonly text: TerminalText
  /** Only where the locale names an encoding other than UTF-8. */
  private readonly legacy: LegacyText | null
  private timer: Disposable | null = null
  private told: OutputStats | null = null
  private isOver = false

  readonly onOutput: Event<OutputStats> = this.updates.event

  constructor(
    private readonly log: OutputLog,
    private readonly clock: Clock,
    charset: string | null = null,
    private readonly styles: StyleRecord | null = null,
  ) {
    this.text = new TerminalText(
      (piece) => {
        this.lastLine.add(piece)
        this.log.append(piece)
        if (this.log.trouble !== 'none') this.styles?.stopAt(this.log.bytes)
      },
      {
        retract: (bytes) => {
          this.lastLine.takeBack(bytes)
          this.log.takeBack(bytes)
        },
        ...(styles ? { record: styles } : {}),
      },
    )
    this.legacy = charset === null ? null : new LegacyText(charset, (piece) => this.text.push(piece))
  }

  /** Takes a chunk; it is not kept. */
  write(chunk: Buffer): void {
    if (this.isOver) return
    if (this.legacy) this.legacy.push(chunk)
    else this.text.push(chunk)
    this.timer ??= this.clock.setTimer(UPDATE_WINDOW_MS, () => {
      this.timer = null
      this.tell()
    })
  }

  /** Completes the log with the open line, closes it and tells the final state at once (S-161). Idempotent. */
  end(): void {
    if (this.isOver) return
    this.isOver = true
    this.timer?.dispose()
    this.timer = null
    this.legacy?.finish()
    this.text.finish()
    this.log.close()
    this.styles?.close()
    this.tell()
  }

  /** How the output stands now; the log already holds `bytes` bytes. */
  stats(): OutputStats {
    const openLine = this.isOver ? '' : this.text.openLine()
    const openLineStyles = openLine === '' ? [] : styledRuns(this.text.openPieces(), OPEN_LINE_RUNS_MAX)
    return {
      bytes: this.log.bytes,
      // Also lines a full or failing log did not keep: what is left out must be counted truthfully (S-119).
      lines: this.text.lines,
      lastLine: this.lastLine.text(openLine),
      openLine,
      ...(openLineStyles.length > 0 ? { openLineStyles } : {}),
      trouble: this.log.trouble,
      dropped: this.log.dropped,
    }
  }

  dispose(): void {
    this.end()
    this.updates.dispose()
  }

  private tell(): void {
    this.log.refresh()
    this.text.showStyles()
    const now = this.stats()
    if (this.told && isSame(this.told, now)) return
    this.told = now
    this.updates.fire(now)
  }
}

function isSame(a: OutputStats, b: OutputStats): boolean {
  return (
    a.bytes === b.bytes &&
    a.lines === b.lines &&
    a.lastLine === b.lastLine &&
    a.openLine === b.openLine &&
    isDeepStrictEqual(a.openLineStyles, b.openLineStyles) &&
    a.trouble === b.trouble
  )
}
