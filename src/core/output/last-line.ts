import { LAST_LINE_CHARS } from '../../shared/command'

/** How far back the last line is looked for, in bytes; a longer line shows its end. */
const WINDOW_BYTES = 4 * 1024

/** Keeps the last bytes of a text, to name its last line that is not blank without reading it again (S-261). */
export class LastLine {
  /** Made with the first output: most short commands print nothing. */
  private kept: Buffer | null = null
  private length = 0
  private known = ''

  private get bytes(): Buffer {
    this.kept ??= Buffer.allocUnsafeSlow(2 * WINDOW_BYTES)
    return this.kept
  }

  add(piece: Buffer): void {
    if (piece.length >= WINDOW_BYTES) {
      this.settleBefore(piece)
      piece.copy(this.bytes, 0, piece.length - WINDOW_BYTES)
      this.length = WINDOW_BYTES
      return
    }
    if (this.length + piece.length > this.bytes.length) {
      this.known = this.read() || this.known
      this.bytes.copy(this.bytes, 0, this.length - WINDOW_BYTES, this.length)
      this.length = WINDOW_BYTES
    }
    piece.copy(this.bytes, this.length)
    this.length += piece.length
  }

  /** The last bytes are no longer part of the text. */
  takeBack(bytes: number): void {
    this.length = Math.max(0, this.length - bytes)
  }

  /** The last line that is not blank, given the open line, or lines, after it. */
  text(openLine: string): string {
    const open = openLine.trim()
    return clip(open === '' ? this.read() || this.known : open.slice(open.lastIndexOf('\n') + 1).trim())
  }

  // Only a window full of blank lines makes the lines before it count.
  private settleBefore(piece: Buffer): void {
    const last = piece[piece.length - 1]
    if (last === 0x0a || last === 0x20) this.known = this.read() || this.known
  }

  private read(): string {
    if (this.length === 0) return ''
    const lines = this.bytes.toString('utf8', 0, this.length).split('\n')
    for (let i = lines.length - 1; i >= 0; i--) {
      const line = (lines[i] ?? '').trim()
      if (line !== '') return clip(line)
    }
    return ''
  }
}

function clip(line: string): string {
  if (line.length <= LAST_LINE_CHARS) return line
  const end = LAST_LINE_CHARS - 1
  const isHalf = (line.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return `${line.slice(0, isHalf ? end - 1 : end)}…`
}
