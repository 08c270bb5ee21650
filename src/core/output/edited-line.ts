import { charWidth } from './char-width'
import { type PackedStyle, PLAIN_STYLE, type StyledPiece, sameStyle } from './styled-text'

/** Farthest column a movement may reach beyond the text; terminals are not wider, and padding must stay bounded. */
export const MAX_EDIT_COLUMN = 1000
/** Marks one column may carry, so that a flood of combining marks cannot grow one cell for ever. */
const MAX_CELL_UNITS = 64

const TAB_STOP = 8

/**
 * One line as a terminal holds it: a row of columns and a cursor (S-064, S-066). Each column holds a character with
 * its marks; the columns a wide character or a tab also covers hold ''.
 */
export class EditedLine {
  private readonly cells: string[] = []
  private readonly styles: PackedStyle[] = []
  private cursor = 0

  /** Starts from a line that was only appended to; the cursor stands at its end. */
  constructor(pieces: readonly StyledPiece[]) {
    for (const { text, style } of pieces) this.write(text, style)
  }

  get column(): number {
    return this.cursor
  }

  get columns(): number {
    return this.cells.length
  }

  get isAtStart(): boolean {
    return this.cursor === 0
  }

  /** Prints text without control characters other than tabs. */
  write(text: string, style: PackedStyle): void {
    for (const char of text) {
      if (char === '\t') this.tab(style)
      else this.put(char, charWidth(char), style)
    }
  }

  toStart(): void {
    this.cursor = 0
  }

  back(count: number): void {
    this.cursor = Math.max(0, this.cursor - count)
  }

  forward(count: number): void {
    this.toColumn(this.cursor + count)
  }

  toColumn(column: number): void {
    this.cursor = Math.max(0, Math.min(column, Math.max(this.cells.length, MAX_EDIT_COLUMN)))
  }

  eraseToEnd(): void {
    this.detach(this.cursor)
    this.cells.length = Math.min(this.cells.length, this.cursor)
    this.styles.length = this.cells.length
  }

  eraseToStart(): void {
    const end = Math.min(this.cursor + 1, this.cells.length)
    this.blank(0, end)
  }

  eraseAll(): void {
    this.cells.length = 0
    this.styles.length = 0
  }

  eraseCells(count: number): void {
    this.blank(this.cursor, Math.min(this.cursor + count, this.cells.length))
  }

  deleteCells(count: number): void {
    if (this.cursor >= this.cells.length) return
    this.detach(this.cursor)
    this.detach(Math.min(this.cursor + count, this.cells.length))
    this.cells.splice(this.cursor, count)
    this.styles.splice(this.cursor, count)
  }

  insertCells(count: number): void {
    if (this.cursor >= this.cells.length) return
    this.detach(this.cursor)
    const blanks = Math.min(count, MAX_EDIT_COLUMN)
    this.cells.splice(this.cursor, 0, ...new Array<string>(blanks).fill(' '))
    this.styles.splice(this.cursor, 0, ...new Array<PackedStyle>(blanks).fill(PLAIN_STYLE))
  }

  toString(): string {
    return this.cells.join('')
  }

  /** The line with its styles; joined, the texts are {@link toString}. */
  pieces(): StyledPiece[] {
    const pieces: StyledPiece[] = []
    for (const [i, text] of this.cells.entries()) {
      const style = this.styles[i] ?? PLAIN_STYLE
      const last = pieces.at(-1)
      if (last && sameStyle(last.style, style)) last.text += text
      else pieces.push({ text, style })
    }
    return pieces
  }

  private put(char: string, width: 0 | 1 | 2, style: PackedStyle): void {
    if (width === 0) {
      this.addMark(char)
      return
    }
    this.pad()
    this.detach(this.cursor)
    this.detach(this.cursor + width)
    this.cells[this.cursor] = char
    this.styles[this.cursor] = style
    if (width === 2) {
      this.cells[this.cursor + 1] = ''
      this.styles[this.cursor + 1] = style
    }
    this.cursor += width
  }

  private addMark(mark: string): void {
    let at = Math.min(this.cursor, this.cells.length) - 1
    while (at > 0 && this.cells[at] === '') at--
    const cell = this.cells[at]
    if (cell !== undefined && cell.length < MAX_CELL_UNITS) this.cells[at] = cell + mark
  }

  /** A tab moves over text that is there, and is kept as a tab where the line grows. */
  private tab(style: PackedStyle): void {
    const stop = (Math.floor(this.cursor / TAB_STOP) + 1) * TAB_STOP
    if (this.cursor < this.cells.length) {
      this.cursor = stop
      return
    }
    this.pad()
    this.cells.push('\t')
    while (this.cells.length < stop) this.cells.push('')
    while (this.styles.length < stop) this.styles.push(style)
    this.cursor = stop
  }

  private pad(): void {
    for (; this.cells.length < this.cursor; this.styles.push(PLAIN_STYLE)) this.cells.push(' ')
  }

  private blank(from: number, to: number): void {
    this.detach(from)
    this.detach(to)
    for (let i = from; i < to; i++) {
      this.cells[i] = ' '
      this.styles[i] = PLAIN_STYLE
    }
  }

  /** Breaks what covers the border before column `at` into blanks, so that both sides stand alone. */
  private detach(at: number): void {
    if (this.cells[at] !== '') return
    let start = at
    while (start > 0 && this.cells[start] === '') start--
    let end = at
    while (this.cells[end] === '') end++
    for (let i = start; i < end; i++) this.cells[i] = ' '
  }
}
