import { type FileHandle, open } from 'node:fs/promises'
import { EngineError } from '../../shared/errors'
import type { LogSlice, OutputReader } from '../ports'
import { readStyles } from './style-reader'

/** One read while looking for line ends; also what a reader holds at most beside the answer. */
const READ_BLOCK_BYTES = 64 * 1024
const NEWLINE = 0x0a

/**
 * Reads of logs by byte offset, without ever loading a whole log (S-126, S-155). Slices begin and end at line ends
 * where that fits into `maxBytes`, and always between characters. A log that is gone or shorter than the offset is
 * `output-unavailable` (S-147); what may pass, such as a disk that does not answer, is `output-read-failed` (S-156).
 */
export function createOutputReader(): OutputReader {
  return {
    before: (file, before, maxLines, maxBytes) =>
      withFile(file, async (handle, size) => {
        const to = before ?? size
        requireInside(to, size)
        const from = await startOfLastLines(handle, to, maxLines, maxBytes)
        return slice(handle, from, to, size)
      }),
    after: (file, from, maxLines, maxBytes) =>
      withFile(file, async (handle, size) => {
        requireInside(from, size)
        const to = await endOfFirstLines(handle, from, size, maxLines, maxBytes)
        return slice(handle, from, to, size)
      }),
    styles: readStyles,
  }
}

async function withFile(
  file: string,
  read: (handle: FileHandle, size: number) => Promise<LogSlice>,
): Promise<LogSlice> {
  let handle: FileHandle | null = null
  try {
    handle = await open(file, 'r')
    return await read(handle, (await handle.stat()).size)
  } catch (error) {
    if (error instanceof EngineError) throw error
    throw readError(error)
  } finally {
    await handle?.close()
  }
}

/** A log that is not there will not come back; any other failure may pass (S-147, S-156). */
export function readError(error: unknown): EngineError {
  const { code } = error as NodeJS.ErrnoException
  const gone = code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
  return new EngineError(
    gone ? 'output-unavailable' : 'output-read-failed',
    `The output cannot be read: ${messageOf(error)}`,
    { cause: error },
  )
}

function requireInside(offset: number, size: number): void {
  if (offset >= 0 && offset <= size) return
  throw new EngineError(
    'output-unavailable',
    'The output is shorter than it was: the file was changed from outside.',
  )
}

/** Where the last `maxLines` lines before `to` begin; the line that ends at `to` counts as one. */
async function startOfLastLines(
  handle: FileHandle,
  to: number,
  maxLines: number,
  maxBytes: number,
): Promise<number> {
  const floor = Math.max(0, to - maxBytes)
  let missing = maxLines
  let lineStart = to
  let end = to
  while (end > floor) {
    const start = Math.max(floor, end - READ_BLOCK_BYTES)
    const block = await readExactly(handle, start, end - start)
    for (let i = block.lastIndexOf(NEWLINE); i >= 0; i = i === 0 ? -1 : block.lastIndexOf(NEWLINE, i - 1)) {
      // The newline right before `to` ends the last wanted line; it does not begin one.
      if (start + i + 1 === to) continue
      lineStart = start + i + 1
      missing--
      if (missing <= 0) return lineStart
    }
    end = start
  }
  if (floor === 0) return 0
  // No line begins inside the page: a line longer than it is broken between characters.
  return lineStart < to ? lineStart : characterStart(handle, floor, to)
}

async function endOfFirstLines(
  handle: FileHandle,
  from: number,
  size: number,
  maxLines: number,
  maxBytes: number,
): Promise<number> {
  const ceiling = Math.min(size, from + maxBytes)
  let missing = maxLines
  let lineEnd = from
  let start = from
  while (start < ceiling) {
    const block = await readExactly(handle, start, Math.min(READ_BLOCK_BYTES, ceiling - start))
    for (let i = block.indexOf(NEWLINE); i >= 0; i = block.indexOf(NEWLINE, i + 1)) {
      lineEnd = start + i + 1
      missing--
      if (missing <= 0) return lineEnd
    }
    start += block.length
  }
  // An unfinished last line belongs to the answer once the log's end is reached.
  if (ceiling === size) return size
  return lineEnd > from ? lineEnd : characterStart(handle, ceiling, from)
}

/** The nearest character start at or before `offset`, seen as a continuation byte going back at most three. */
async function characterStart(handle: FileHandle, offset: number, other: number): Promise<number> {
  if (other > offset) {
    const block = await readExactly(handle, offset, Math.min(4, other - offset))
    let skip = 0
    while (skip < block.length && ((block[skip] ?? 0) & 0xc0) === 0x80) skip++
    return offset + skip
  }
  const start = Math.max(other, offset - 4)
  const block = await readExactly(handle, start, offset - start + 1)
  let at = offset
  while (at > start && ((block[at - start] ?? 0) & 0xc0) === 0x80) at--
  return at > other ? at : offset
}

async function slice(handle: FileHandle, from: number, to: number, size: number): Promise<LogSlice> {
  const bytes = await readExactly(handle, from, to - from)
  return { from, to, text: bytes.toString('utf8'), size }
}

async function readExactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done)
    if (bytesRead === 0) {
      throw new EngineError('output-unavailable', 'The output was shortened from outside while it was read.')
    }
    done += bytesRead
  }
  return buffer
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
