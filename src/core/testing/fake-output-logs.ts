import { EngineError } from '../../shared/errors'
import type { LogSlice, OutputReader } from '../ports'

/** Output logs in memory, read the way the real reader reads files. */
export type FakeOutputLogs = OutputReader & {
  append(file: string, text: string): void
  text(file: string): string
  remove(file: string): void
  /** Makes the next reads fail, as a disk does. */
  failReads(error: Error | null): void
}

/** Creates {@link FakeOutputLogs}. Sizes and offsets count bytes of UTF-8. */
export function createFakeOutputLogs(): FakeOutputLogs {
  const logs = new Map<string, Buffer>()
  let failure: Error | null = null
  const bytesOf = (file: string): Buffer => {
    if (failure) throw failure
    const log = logs.get(file)
    if (!log) throw new Error(`ENOENT: ${file}`)
    return log
  }
  const slice = (log: Buffer, from: number, to: number): LogSlice => ({
    from,
    to,
    text: log.subarray(from, to).toString('utf8'),
    size: log.length,
  })

  return {
    append(file, text) {
      logs.set(file, Buffer.concat([logs.get(file) ?? Buffer.alloc(0), Buffer.from(text)]))
    },
    text: (file) => bytesOf(file).toString('utf8'),
    remove: (file) => void logs.delete(file),
    failReads(error) {
      failure = error
    },
    async before(file, before, maxLines, maxBytes) {
      const log = bytesOf(file)
      const to = Math.min(before ?? log.length, log.length)
      let from = to
      for (let lines = 0; lines < maxLines && from > 0; lines++) {
        const start = log.lastIndexOf(0x0a, from - 2) + 1
        const next = from === 1 ? 0 : start
        if (to - next > maxBytes) {
          // A single line longer than the page is cut at its front.
          if (lines === 0) from = to - maxBytes
          break
        }
        from = next
      }
      return slice(log, from, to)
    },
    async after(file, from, maxLines, maxBytes) {
      const log = bytesOf(file)
      if (from > log.length) throw new EngineError('output-unavailable', 'The output is shorter.')
      const start = from
      let to = start
      for (let lines = 0; lines < maxLines && to < log.length; lines++) {
        const found = log.indexOf(0x0a, to)
        const next = found < 0 ? log.length : found + 1
        if (next - start > maxBytes) {
          if (lines === 0) to = start + maxBytes
          break
        }
        to = next
      }
      return slice(log, start, to)
    },
  }
}
