import { type FileHandle, open } from 'node:fs/promises'
import type { StyledRun } from '../../shared/command'
import {
  readBlock,
  readHeader,
  STYLE_BLOCK_BYTES,
  STYLE_HEADER_BYTES,
  type StyleChange,
} from './style-blocks'
import { styleFileOf } from './style-record'
import { PLAIN_STYLE, type StyledPiece, styledRuns } from './styled-text'

/** Most runs of one page: denser ones are pictures; what follows shows without style. */
export const STYLED_RUNS_MAX = 20_000
/** Blocks of one read. */
const BLOCKS_AT_ONCE = 16

/**
 * The styles of a part of a log that begins at byte `from`. Undefined when it has none, and when its record is missing
 * or broken: the text is complete without them. Costs the same anywhere in the log.
 */
export async function readStyles(
  logFile: string,
  from: number,
  text: string,
): Promise<StyledRun[] | undefined> {
  let handle: FileHandle | null = null
  try {
    handle = await open(styleFileOf(logFile), 'r')
    const bytes = Buffer.from(text)
    const changes = await readChanges(handle, from, from + bytes.length)
    const runs = styledRuns(piecesOf(bytes, from, changes), STYLED_RUNS_MAX)
    return runs.length > 0 ? runs : undefined
  } catch {
    return undefined
  } finally {
    await handle?.close().catch(() => undefined)
  }
}

/** The changes that matter to `[from, to)`: the last one before it and those inside. */
async function readChanges(handle: FileHandle, from: number, to: number): Promise<StyleChange[]> {
  const { size } = await handle.stat()
  const count = Math.floor(size / STYLE_BLOCK_BYTES)
  let index = await blockBefore(handle, count, from)
  const blocks = Buffer.alloc(BLOCKS_AT_ONCE * STYLE_BLOCK_BYTES)
  const found: StyleChange[] = []
  while (index < count && found.length <= STYLED_RUNS_MAX * 2) {
    const { bytesRead } = await handle.read(blocks, 0, blocks.length, index * STYLE_BLOCK_BYTES)
    const whole = Math.floor(bytesRead / STYLE_BLOCK_BYTES)
    for (let i = 0; i < whole; i++) {
      const changes = readBlock(blocks.subarray(i * STYLE_BLOCK_BYTES, (i + 1) * STYLE_BLOCK_BYTES))
      if (!changes) return found
      for (const change of changes) {
        if (change.at >= to) return found
        if (change.at <= from) found.length = 0
        found.push(change)
      }
    }
    if (whole === 0) break
    index += whole
  }
  return found
}

/** The last block that begins at `from` or before it. */
async function blockBefore(handle: FileHandle, count: number, from: number): Promise<number> {
  const header = Buffer.alloc(STYLE_HEADER_BYTES)
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    await handle.read(header, 0, header.length, middle * STYLE_BLOCK_BYTES)
    const found = readHeader(header)
    if (found && found.at <= from) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

function piecesOf(bytes: Buffer, from: number, changes: readonly StyleChange[]): StyledPiece[] {
  const pieces: StyledPiece[] = []
  let at = 0
  let style = PLAIN_STYLE
  for (const change of changes) {
    const end = Math.max(at, Math.min(change.at - from, bytes.length))
    if (end > at) pieces.push({ text: bytes.toString('utf8', at, end), style })
    at = end
    style = change.style
  }
  if (at < bytes.length) pieces.push({ text: bytes.toString('utf8', at), style })
  return pieces
}
