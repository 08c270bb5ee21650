import type { PackedStyle } from './styled-text'

// The record of styles is a row of blocks of one size. Each begins with a place in the log and the style there, so that
// the one for any place is found by halving; then come changes of style, encoded by `encode` in normaliser.as.

export const STYLE_BLOCK_BYTES = 4096
/** Place as a double, three words of style, and how many bytes of changes follow. */
export const STYLE_HEADER_BYTES = 24
const USED_AT = 20
const MARK_AT = 22
/** A block that was never written, or not by us, does not have it. */
const MARK = 0x5653
const RGB = 0x1000000

/** The style of a log from a place on, in bytes. */
export type StyleChange = { at: number; style: PackedStyle }

export function writeHeader(block: Buffer, { at, style }: StyleChange, used: number): void {
  block.writeDoubleLE(at, 0)
  block.writeInt32LE(style.fg, 8)
  block.writeInt32LE(style.bg, 12)
  block.writeInt32LE(style.flags, 16)
  block.writeUInt16LE(used, USED_AT)
  block.writeUInt16LE(MARK, MARK_AT)
}

/** Null for what is no block. */
export function readHeader(block: Buffer): (StyleChange & { used: number }) | null {
  const used = block.readUInt16LE(USED_AT)
  if (block.readUInt16LE(MARK_AT) !== MARK || used > STYLE_BLOCK_BYTES - STYLE_HEADER_BYTES) return null
  const at = block.readDoubleLE(0)
  const style = { fg: block.readInt32LE(8), bg: block.readInt32LE(12), flags: block.readInt32LE(16) }
  return Number.isSafeInteger(at) && at >= 0 ? { at, style, used } : null
}

/** The changes of one block, its header as the first one. Null for what is no block. */
export function readBlock(block: Buffer): StyleChange[] | null {
  const header = readHeader(block)
  if (!header) return null
  const changes: StyleChange[] = [{ at: header.at, style: header.style }]
  const end = STYLE_HEADER_BYTES + header.used
  let next = STYLE_HEADER_BYTES
  const byte = () => block[next++] ?? 0
  const colour = (kind: number) =>
    kind === 0 ? 0 : kind === 1 ? byte() + 1 : RGB + (byte() << 16) + (byte() << 8) + byte()
  for (let at = header.at; next < end; ) {
    let part = byte()
    let shift = 1
    let distance = part & 0x7f
    while (part >= 0x80 && next < end) {
      part = byte()
      shift *= 128
      distance += (part & 0x7f) * shift
    }
    at += distance
    const kinds = byte()
    const fg = colour(kinds & 3)
    const bg = colour((kinds >> 2) & 3)
    changes.push({ at, style: { fg, bg, flags: kinds & 16 ? byte() : 0 } })
  }
  return changes
}
