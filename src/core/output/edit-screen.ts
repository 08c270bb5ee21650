import type { LineMove } from './control-parser'
import { EditedLine } from './edited-line'
import type { PackedStyle, StyledPiece } from './styled-text'

/** A row stays as it was printed until something is written into it. */
type Row = { pieces: readonly StyledPiece[]; line: EditedLine | null }

/**
 * The rows that can still be redrawn (S-064…S-066): the open line alone, or with lines above it once a program has moved
 * up. A movement below the last row stays on it.
 */
export class EditScreen {
  private readonly rows: Row[]
  private at = 0
  /** Where the cursor stands while its row is untouched. */
  private column: number

  /** @param column where the cursor stands in the row; null for its end */
  constructor(row: readonly StyledPiece[], column: number | null) {
    const line = new EditedLine(row)
    this.rows = [{ pieces: row, line }]
    if (column !== null) line.toColumn(column)
    this.column = line.column
  }

  get height(): number {
    return this.rows.length
  }
  get rowsAbove(): number {
    return this.at
  }
  get isAtBottom(): boolean {
    return this.at === this.rows.length - 1
  }
  /** Columns of the row with the cursor. */
  get columns(): number {
    return this.rows[this.at]?.line?.columns ?? 0
  }
  get isAtStart(): boolean {
    return this.cursor === 0
  }
  get hasOpenLine(): boolean {
    return textOf(this.rows.at(-1)) !== ''
  }

  /** Characters of all rows. */
  get size(): number {
    let size = 0
    for (const { pieces, line } of this.rows) {
      if (line) size += line.columns
      else for (const { text } of pieces) size += text.length
    }
    return size
  }

  text(): string {
    return this.rows.map(textOf).join('\n')
  }

  /** All rows with their styles, newlines between them. */
  pieces(): StyledPiece[] {
    return this.rows.flatMap((row, i) => [
      ...(i > 0 ? [{ text: '\n', style: { fg: 0, bg: 0, flags: 0 } }] : []),
      ...piecesOf(row),
    ])
  }

  write(text: string, style: PackedStyle): void {
    this.line.write(text, style)
  }

  /** Puts lines that were complete above the first row. */
  addAbove(rows: readonly StyledPiece[][]): void {
    this.rows.unshift(...rows.map((pieces) => ({ pieces, line: null })))
    this.at += rows.length
  }

  addBelow(): void {
    this.rows.push({ pieces: [], line: null })
  }

  /** Takes the first row away; the cursor is below it. */
  takeFirst(): StyledPiece[] {
    const row = this.rows.shift()
    this.at--
    return row ? piecesOf(row) : []
  }

  /** Rows without text below the cursor are not there any more when the rows are final. */
  dropBlankEnd(): void {
    while (!this.isAtBottom && textOf(this.rows.at(-1)) === '') this.rows.pop()
  }

  takeAll(): StyledPiece[][] {
    return this.rows.map(piecesOf)
  }

  moveRows(count: number): void {
    this.column = this.cursor
    this.at = Math.max(0, Math.min(this.at + count, this.rows.length - 1))
    this.rows[this.at]?.line?.toColumn(this.column)
  }

  toStart(): void {
    this.column = 0
    this.rows[this.at]?.line?.toStart()
  }

  back(count: number): void {
    this.line.back(count)
  }

  /** Moves and erasures within the row, and what lies below it. */
  edit(move: LineMove, count: number): void {
    const { line } = this
    switch (move) {
      case 'forward':
        line.forward(count)
        break
      case 'back':
        line.back(count)
        break
      case 'column':
        line.toColumn(count - 1)
        break
      case 'erase-below':
        this.rows.length = this.at + 1
        line.eraseToEnd()
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
  }

  private get cursor(): number {
    return this.rows[this.at]?.line?.column ?? this.column
  }

  private get line(): EditedLine {
    const row = this.rows[this.at]
    if (!row) throw new Error('no such row')
    if (!row.line) {
      row.line = new EditedLine(row.pieces)
      row.line.toColumn(this.column)
    }
    return row.line
  }
}

function piecesOf(row: Row): StyledPiece[] {
  return row.line ? row.line.pieces() : [...row.pieces]
}

function textOf(row: Row | undefined): string {
  if (!row) return ''
  return row.line ? row.line.toString() : row.pieces.map(({ text }) => text).join('')
}
