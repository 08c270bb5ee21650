import type { CsiMeaning } from './control-parser'
import { EditedLine, MAX_EDIT_COLUMN } from './edited-line'

/**
 * How much of one line can still be redrawn, in bytes (columns once it was edited). A longer line is handed on in
 * pieces of this size, so that a file without newlines needs no more memory than this.
 */
export const OPEN_LINE_BYTES = 16 * 1024

const TAB = 0x09
const SPACE = 0x20

/**
 * The line that has no newline yet. Lines that only grow stay bytes; lines of plain ASCII are redrawn in place; only
 * what needs columns (wide characters, tabs) becomes an {@link EditedLine}. Which form it has depends on the content
 * alone, so that every cut of the input gives the same result.
 */
export class OpenLine {
  // A character may begin at the last byte before the limit.
  private readonly bytes = Buffer.allocUnsafe(OPEN_LINE_BYTES + 4)
  private length = 0
  /** A byte index; meaningful inside the line only while it is plain ASCII. */
  private cursor = 0
  /** ASCII without tabs: one byte is one column. */
  private isPlain = true
  private edited: EditedLine | null = null
  private hasSpilled = false

  constructor(private readonly emit: (piece: Buffer) => void) {}

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
    return this.edited ? this.edited.toString() : this.bytes.toString('utf8', 0, this.length)
  }

  /** Prints valid text without newlines. */
  write(text: Buffer, ascii: boolean): void {
    let rest = text
    while (rest.length > 0) {
      if (this.edited) rest = this.writeEdited(rest)
      else if (this.cursor === this.length) rest = this.append(rest, ascii)
      else if (this.isPlain && ascii && !rest.includes(TAB)) rest = this.overwrite(rest)
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

  private append(text: Buffer, ascii: boolean): Buffer {
    let take = OPEN_LINE_BYTES - this.length
    if (text.length < take) {
      this.keep(text, ascii)
      return text.subarray(text.length)
    }
    while (take < text.length && ((text[take] ?? 0) & 0xc0) === 0x80) take++
    const piece = text.subarray(0, take)
    if (this.length > 0) this.emit(this.bytes.subarray(0, this.length))
    this.emit(piece)
    this.clear()
    this.hasSpilled = true
    return text.subarray(take)
  }

  private keep(text: Buffer, ascii: boolean): void {
    if (this.isPlain && (!ascii || text.includes(TAB))) this.isPlain = false
    this.bytes.set(text, this.length)
    this.length += text.length
    this.cursor = this.length
  }

  /** Writes over plain text, up to its end; what is left over is appended. */
  private overwrite(text: Buffer): Buffer {
    if (this.cursor > this.length) {
      this.bytes.fill(SPACE, this.length, this.cursor)
      this.length = this.cursor
      return text
    }
    const count = Math.min(text.length, this.length - this.cursor)
    this.bytes.set(text.subarray(0, count), this.cursor)
    this.cursor += count
    return text.subarray(count)
  }

  private writeEdited(text: Buffer): Buffer {
    const line = this.edited
    if (line === null) return text
    const chars = text.toString('utf8')
    let used = 0
    for (const char of chars) {
      line.write(char)
      used += char.length
      if (line.columns < OPEN_LINE_BYTES) continue
      this.handOn()
      this.hasSpilled = true
      return Buffer.from(chars.slice(used))
    }
    return text.subarray(text.length)
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
    if (this.edited) this.emit(Buffer.from(this.edited.toString()))
    else if (this.length > 0) this.emit(this.bytes.subarray(0, this.length))
    this.clear()
  }

  private clear(): void {
    this.edited = null
    this.length = 0
    this.cursor = 0
    this.isPlain = true
  }
}
