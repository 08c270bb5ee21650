import { isAlive, type OutputPage, type StyledRun } from '../shared/command'
import { EngineError } from '../shared/errors'
import type { CommandId } from '../shared/ids'
import { OUTPUT_COPY_MAX_BYTES, OUTPUT_PAGE_MAX_BYTES } from '../shared/ipc'
import type { CommandRecord } from './jobs/command-record'
import { EDITABLE_BYTES } from './output/editable'
import type { LogSlice, OutputReader } from './ports'

/** Pages of a command's output for a window (S-151…S-157). */
export type OutputPages = {
  tail(id: CommandId, lines: number): Promise<OutputPage>
  before(id: CommandId, before: number, lines: number): Promise<OutputPage>
  after(id: CommandId, from: number, lines: number): Promise<OutputPage>
  /** The page that holds the line at a byte offset, with about as many lines before it as after. */
  around(id: CommandId, at: number, lines: number): Promise<OutputPage>
  /** The end of the output as one text, at most {@link OUTPUT_COPY_MAX_BYTES}. */
  text(id: CommandId): Promise<{ text: string; whole: boolean }>
  /** The log's file, once it is certain that it can be read. */
  file(id: CommandId): Promise<string>
}

/** A command's record and the live end of its log: the unfinished line begins where the first `bytes` bytes end. */
export type PagedCommand = {
  record: CommandRecord
  openLine: string
  openLineStyles?: StyledRun[] | undefined
  bytes: number
}

/**
 * @param lookUp what is known of a command now; refused when there is none
 * @param onGone told when a log proves to be gone, so that no card goes on to offer it (S-147, S-148)
 */
export function createOutputPages(
  reader: OutputReader,
  lookUp: (id: CommandId) => PagedCommand,
  onGone: (id: CommandId) => void = () => {},
): OutputPages {
  const slice = async (
    id: CommandId,
    read: (file: string) => Promise<LogSlice>,
  ): Promise<LogSlice | null> => {
    const { record } = lookUp(id)
    if (!record.logFile) return null
    try {
      const found = await read(record.logFile)
      // What the log must hold at least: less means that somebody cut it, and its end would be an invented one. While a
      // command runs, it may have moved up to redraw its last lines.
      const mayShrink = isAlive(record.state) ? EDITABLE_BYTES : 0
      if (found.size < record.output.bytes - mayShrink) throw shortened()
      return found
    } catch (error) {
      if (error instanceof EngineError && error.code === 'output-unavailable') onGone(id)
      throw error
    }
  }
  const page = async (id: CommandId, read: (file: string) => Promise<LogSlice>): Promise<OutputPage> => {
    const found = await slice(id, read)
    // Looked up after the read: before it, the line might have been finished meanwhile and be in the slice as well.
    const { record, openLine, openLineStyles, bytes } = lookUp(id)
    if (!found) return { ...emptyPage(openLine), ...(openLineStyles ? { openLineStyles } : {}) }
    const { from, to, text, size } = found
    const { logFile } = record
    const styles = logFile === null ? undefined : await reader.styles?.(logFile, from, text)
    return {
      from,
      to,
      text,
      firstLine: from === 0 ? 1 : null,
      atStart: from === 0,
      atEnd: to >= size,
      totalBytes: size,
      totalLines: record.output.lines,
      openLine: to === bytes ? openLine : '',
      ...(styles ? { styles } : {}),
      ...(to === bytes && openLineStyles ? { openLineStyles } : {}),
    }
  }
  return {
    tail: (id, lines) => page(id, (file) => reader.before(file, null, lines, OUTPUT_PAGE_MAX_BYTES)),
    before: (id, before, lines) =>
      page(id, (file) => reader.before(file, before, lines, OUTPUT_PAGE_MAX_BYTES)),
    after: (id, from, lines) =>
      page(id, async (file) => {
        try {
          return await reader.after(file, from, lines, OUTPUT_PAGE_MAX_BYTES)
        } catch (error) {
          // Who read that far while a program could still take it back is shown the end as it is now.
          const { record, bytes } = lookUp(id)
          if (!isAlive(record.state) || from > bytes + EDITABLE_BYTES) throw error
          const end = await reader.before(file, null, lines, OUTPUT_PAGE_MAX_BYTES)
          if (from <= end.size) throw error
          return end
        }
      }),
    around: (id, at, lines) => page(id, (file) => readAround(reader, file, at, lines)),
    async file(id) {
      const { logFile } = lookUp(id).record
      if (!logFile) throw new EngineError('output-unavailable', 'This command printed nothing.')
      await slice(id, (file) => reader.after(file, 0, 1, 1))
      return logFile
    },
    async text(id) {
      const found = await slice(id, (file) =>
        reader.before(file, null, Number.MAX_SAFE_INTEGER, OUTPUT_COPY_MAX_BYTES),
      )
      const { openLine, bytes } = lookUp(id)
      if (!found) return { text: openLine, whole: true }
      return { text: found.text + (found.to === bytes ? openLine : ''), whole: found.from === 0 }
    },
  }
}

async function readAround(reader: OutputReader, file: string, at: number, lines: number): Promise<LogSlice> {
  const half = Math.max(1, Math.floor(lines / 2))
  const halfBytes = Math.floor(OUTPUT_PAGE_MAX_BYTES / 2)
  // The line may have begun before `at`: the line that ends there is either its front or the one before it. Of a very
  // long one only so much is looked at that the page still goes on well behind the place.
  const front = await reader.before(file, at, 1, Math.floor(halfBytes / 4))
  const start = front.text.endsWith('\n') ? at : front.from
  const earlier = await reader.before(file, start, half, halfBytes)
  const later = await reader.after(file, start, half, halfBytes)
  return { from: earlier.from, to: later.to, text: earlier.text + later.text, size: later.size }
}

function shortened(): EngineError {
  return new EngineError(
    'output-unavailable',
    'The output is shorter than it was: the file was changed from outside.',
  )
}

function emptyPage(openLine: string): OutputPage {
  return {
    from: 0,
    to: 0,
    text: '',
    firstLine: 1,
    atStart: true,
    atEnd: true,
    totalBytes: 0,
    totalLines: openLine === '' ? 0 : 1,
    openLine,
  }
}
