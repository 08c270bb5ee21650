import { type FileHandle, open } from 'node:fs/promises'
import { EngineError } from '../../shared/errors'
import { readError } from './output-reader'

/** Distance of the remembered line counts, in bytes: 512 numbers for the largest log, a millisecond to look between two. */
export const INDEX_STEP_BYTES = 1024 * 1024
const LF = 0x0a

/** Where a line begins. `line` is smaller than asked for when there are not so many. */
export type LinePlace = { at: number; line: number }

/** Finds lines of a log by their number. Counts each part of the log once, also while it grows. */
export class LineIndex {
  /** How many newlines the first n steps hold. */
  private readonly counts: number[] = [0]

  constructor(private readonly file: string) {}

  /** @param line counted from 1 */
  async find(line: number, signal: AbortSignal): Promise<LinePlace> {
    let handle: FileHandle | null = null
    try {
      handle = await open(this.file, 'r')
      const { size } = await handle.stat()
      // Cut from outside: what was counted is no longer true.
      if (size < (this.counts.length - 1) * INDEX_STEP_BYTES) this.counts.length = 1
      return await this.search(handle, size, line - 1, signal)
    } catch (error) {
      if (error instanceof EngineError) throw error
      throw readError(error)
    } finally {
      await handle?.close()
    }
  }

  /** The place after the `newlines`-th newline, or the start of the last line. */
  private async search(
    handle: FileHandle,
    size: number,
    newlines: number,
    signal: AbortSignal,
  ): Promise<LinePlace> {
    if (newlines === 0 || size === 0) return { at: 0, line: 1 }
    const block = Buffer.allocUnsafe(INDEX_STEP_BYTES)
    let step = this.stepBefore(newlines)
    let count = this.counts[step] ?? 0
    let last: LinePlace = { at: 0, line: 1 }
    for (let at = step * INDEX_STEP_BYTES; at < size; at = step * INDEX_STEP_BYTES) {
      if (signal.aborted) throw new EngineError('aborted', 'The jump was replaced by another one.')
      const { bytesRead } = await handle.read(block, 0, INDEX_STEP_BYTES, at)
      if (bytesRead === 0) break
      for (let i = block.indexOf(LF); i >= 0 && i < bytesRead; i = block.indexOf(LF, i + 1)) {
        count++
        if (at + i + 1 < size) last = { at: at + i + 1, line: count + 1 }
        if (count === newlines) return last
      }
      if (bytesRead < INDEX_STEP_BYTES) break
      step++
      if (step === this.counts.length) this.counts.push(count)
    }
    return last.at > 0 ? last : this.search(handle, size, count, signal)
  }

  /** The last remembered step that holds fewer than `newlines` newlines. */
  private stepBefore(newlines: number): number {
    let low = 0
    let high = this.counts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.counts[middle] ?? 0) < newlines) low = middle
      else high = middle - 1
    }
    return low
  }
}
