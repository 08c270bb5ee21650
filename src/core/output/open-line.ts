import type { CsiMeaning } from './control-parser'
import { EditedLine, MAX_EDIT_COLUMN } from './edited-line'

/**
 * How much of one line can still be redrawn, in bytes (columns once it was edited). A longer line is handed on in
 * pieces of this size, so that a file without newlines needs no more memory than this.
 */
export const OPEN_LINE_BYTES = 16 * 1024

const TAB = 0x09
const SPACE = 0x20
/** Shorter copies are faster in a loop than by a call into the runtime. */
const LOOP_BYTES = 128

/** Copies `[start, end)` of one buffer into another one. */
export function copyBytes(from: Buffer, start: number, end: number, to: Buffer, at: number): void {
  if (end - start > LOOP_BYTES) {
    from.copy(to, at, start, end)
    return
  }
  for (let i = start, j = at; i < end; i++, j++) to[j] = from[i] as number
}

/**
 * The line that has no newline yet. Lines that only grow stay bytes; lines of plain ASCII are redrawn in place; only
 * what needs columns (wide characters, tabs) becomes an {@link EditedLine}. Which form it has depends on the content
 * alone, so that every cut of the input gives the same result.
 */
export class OpenLine {
  // A character may begin at the last byte before the limit. Made with the first text of an open line.
  private kept: Buffer | null = null
  private length = 0
  /** A byte index; meaningful inside the line only while it is plain ASCII. */
  private cursor = 0
  /** ASCII without tabs: one byte is one column. */
  private isPlain = true
  private edited: EditedLine | null = null
  private hasSpilled = false

  constructor(private readonly emit: (bytes: Buffer, start: number, end: number) => void) {}

  private get bytes(): Buffer {
    this.kept ??= Buffer.allocUnsafeSlow(OPEN_LINE_BYTES + 4)
    return this.kept
  }

  /** True when what comes next is appended. */
  get isAtEnd(): boolean {
    return this.edited === null && this.cursor === this.length
  }

  get hasContent(): boolean {
    return this.edited ? this.edited.columns > 0 : this.length > 0
  }

  /** True when text has been printed since the last newline. */
  get isOpen(): boolean {
    return this.hasSpilled || this.hasContent
  }

  text(): string {
    if (this.edited) return this.edited.toString()
    return this.length === 0 ? '' : this.bytes.toString('utf8', 0, this.length)
  }

  /** Prints valid text without newlines. */
  write(text: Buffer, start: number, end: number, ascii: boolean): void {
    let at = start
    while (at < end) {
      if (this.edited) at = this.writeEdited(text, at, end)
      else if (this.cursor === this.length) at = this.append(text, at, end, ascii)
      else if (this.isPlain && ascii && !hasTab(text, at, end)) at = this.overwrite(text, at, end)
      else this.explode()
    }
  }

  toStart(): void {
    this.cursor = 0
    this.edited?.toStart()
    this.dropEmptyEdit()
  }

  back(count: number): void {
    if (this.edited) this.edited.back(count)
    else if (this.isPlain) this.cursor = Math.max(0, this.cursor - count)
    else if (this.cursor > 0) this.explode().back(count)
  }

  /** Moves and erasures of control sequences. */
  edit(move: CsiMeaning['move'], count: number): void {
    if (move === 'back') {
      this.back(count)
      return
    }
    if (this.edited === null && this.isPlain && this.editPlain(move, count)) return
    // At the end of the line there is nothing to erase.
    if (this.isAtEnd && (move === 'erase-to-end' || move === 'erase-cells' || move === 'delete-cells')) return
    const line = this.edited ?? this.explode()
    switch (move) {
      case 'forward':
        line.forward(count)
        break
      case 'column':
        line.toColumn(count - 1)
        break
      case 'erase-to-end':
        line.eraseToEnd()
        break
      case 'erase-to-start':
        line.eraseToStart()
        break
      case 'erase-all':
        line.eraseAll()
        break
      case 'erase-cells':
        line.eraseCells(count)
        break
      case 'delete-cells':
        line.deleteCells(count)
        break
      case 'insert-cells':
        line.insertCells(count)
        break
    }
    this.dropEmptyEdit()
  }

  /** Hands the content on and starts an empty line; the caller adds the newline. */
  commit(): void {
    this.handOn()
    this.hasSpilled = false
  }

  /** Hands the content on; the line stays open. */
  finish(): void {
    if (!this.hasContent) return
    this.handOn()
    this.hasSpilled = true
  }

  private editPlain(move: CsiMeaning['move'], count: number): boolean {
    const limit = Math.max(this.length, MAX_EDIT_COLUMN)
    switch (move) {
      case 'forward':
        this.cursor = Math.min(this.cursor + count, limit)
        return true
      case 'column':
        this.cursor = Math.min(count - 1, limit)
        return true
      case 'erase-to-end':
        this.length = Math.min(this.length, this.cursor)
        return true
      case 'erase-to-start':
        this.bytes.fill(SPACE, 0, Math.min(this.cursor + 1, this.length))
        return true
      case 'erase-all':
        this.length = 0
        return true
      default:
        return false
    }
  }

  // Each of these returns where the rest of the text begins.

  private append(text: Buffer, start: number, end: number, ascii: boolean): number {
    let cut = start + OPEN_LINE_BYTES - this.length
    if (end < cut) {
      if (this.isPlain && (!ascii || hasTab(text, start, end))) this.isPlain = false
      copyBytes(text, start, end, this.bytes, this.length)
      this.length += end - start
      this.cursor = this.length
      return end
    }
    while (cut < end && ((text[cut] as number) & 0xc0) === 0x80) cut++
    if (this.length > 0) this.emit(this.bytes, 0, this.length)
    this.emit(text, start, cut)
    this.clear()
    this.hasSpilled = true
    return cut
  }

  /** Writes over plain text, up to its end; what is left over is appended. */
  private overwrite(text: Buffer, start: number, end: number): number {
    if (this.cursor > this.length) {
      this.bytes.fill(SPACE, this.length, this.cursor)
      this.length = this.cursor
      return start
    }
    const count = Math.min(end - start, this.length - this.cursor)
    copyBytes(text, start, start + count, this.bytes, this.cursor)
    this.cursor += count
    return start + count
  }

  private writeEdited(text: Buffer, start: number, end: number): number {
    const line = this.edited
    if (line === null) return start
    let at = start
    for (const char of text.toString('utf8', start, end)) {
      line.write(char)
      at += Buffer.byteLength(char)
      if (line.columns < OPEN_LINE_BYTES) continue
      this.handOn()
      this.hasSpilled = true
      return at
    }
    return end
  }

  private explode(): EditedLine {
    const line = new EditedLine(this.bytes.toString('utf8', 0, this.length))
    if (this.cursor === 0) line.toStart()
    else if (this.isPlain) line.toColumn(this.cursor)
    this.edited = line
    return line
  }

  /** An empty line with the cursor at its start is the same in every form; bytes are the cheaper one. */
  private dropEmptyEdit(): void {
    if (this.edited && this.edited.columns === 0 && this.edited.isAtStart) this.clear()
  }

  private handOn(): void {
    if (this.edited) {
      const text = Buffer.from(this.edited.toString())
      this.emit(text, 0, text.length)
    } else if (this.length > 0) {
      this.emit(this.bytes, 0, this.length)
    }
    this.clear()
  }

  private clear(): void {
    this.edited = null
    this.length = 0
    this.cursor = 0
    this.isPlain = true
  }
}

function hasTab(text: Buffer, start: number, end: number): boolean {
  if (end - start > LOOP_BYTES) {
    const at = text.indexOf(TAB, start)
    return at >= 0 && at < end
  }
  for (let i = start; i < end; i++) if (text[i] === TAB) return true
  return false
}
