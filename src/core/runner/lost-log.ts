import { type FileHandle, open } from 'node:fs/promises'
import { EDITABLE_BYTES } from '../output/editable'
import { LastLine } from '../output/last-line'
import type { OutputStats } from '../ports'

/** One read; small, as the owner's thread does it. */
const BLOCK_BYTES = 256 * 1024
const LF = 0x0a

/**
 * What a log holds whose writer died: the last update may be a moment older than the file (S-162). Reads only what came
 * after it; a log that cannot be read leaves the last update as it is. The line that was open is lost with the writer.
 */
export async function readLostLog(file: string, last: OutputStats): Promise<OutputStats> {
  const { openLine, openLineStyles: _, ...kept } = last
  const closed = {
    ...kept,
    openLine: '',
    lines: last.lines - (openLine === '' ? 0 : openLine.split('\n').length),
  }
  let handle: FileHandle | null = null
  try {
    handle = await open(file, 'r')
    const { size } = await handle.stat()
    // A program may have moved up to redraw its last lines since.
    if (size < last.bytes && size >= last.bytes - EDITABLE_BYTES) return { ...closed, bytes: size }
    if (size <= last.bytes) return closed
    return await readOn(handle, closed, size)
  } catch {
    // Deleted, or on a disk that is gone: what was told last is all there is.
    return closed
  } finally {
    await handle?.close().catch(() => {})
  }
}

async function readOn(handle: FileHandle, last: OutputStats, size: number): Promise<OutputStats> {
  const lastLine = new LastLine()
  const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, size - last.bytes))
  let { lines } = last
  let at = last.bytes
  let final = LF
  while (at < size) {
    const { bytesRead } = await handle.read(block, 0, Math.min(block.length, size - at), at)
    if (bytesRead === 0) break
    const piece = block.subarray(0, bytesRead)
    for (let i = piece.indexOf(LF); i >= 0; i = piece.indexOf(LF, i + 1)) lines++
    lastLine.add(piece)
    final = piece[bytesRead - 1] ?? LF
    at += bytesRead
  }
  return {
    ...last,
    bytes: at,
    lines: final === LF ? lines : lines + 1,
    lastLine: lastLine.text('') || last.lastLine,
  }
}
