import type { OutputPage, StyledRun } from '../../../shared/command'
import { RunCutter } from './styled-runs'

/** Most rows the viewer keeps in the page: more make every scroll and find slower and nobody reads them at once. */
export const MAX_ROWS = 400
/** Lines one *Show earlier lines* adds: about ten screens of the viewer. */
export const PAGE_LINES = 200
/** Longest piece of a line in one row, in UTF-16 units; laying out one text run of 256 KiB stalls the window. */
export const MAX_ROW_CHARS = 2000
/** Most rows of what is not in the log yet: a program redraws at most 100 lines. */
const MAX_OPEN_ROWS = 120
/** Rows around the first visible line that stay whatever is loaded next to them. */
const KEEP_ROWS = 60

/** One row of the viewer: a line, or a piece of a very long one. `at` is its byte offset in the log and its identity. */
export type OutputRow = {
  at: number
  bytes: number
  text: string
  /** False for a piece that the next row continues. */
  endsLine: boolean
  /** True for a piece that continues the row before. */
  continues?: true
  /** Colours of `text`, if it has any. */
  styles?: readonly StyledRun[]
}

/** The part of an output log that the viewer holds: whole rows from byte `from` to byte `to`. */
export type OutputWindow = {
  rows: readonly OutputRow[]
  from: number
  to: number
  atStart: boolean
  atEnd: boolean
  /** The unfinished last line, or the lines that a program redraws; only known at the end. */
  openLine: string
  openLineStyles?: readonly StyledRun[] | undefined
}

/** A window made of the answer to `output.tail` (S-153). */
export function openAtEnd(page: OutputPage): OutputWindow {
  const rows = rowsOf(page)
  const kept = lastRows(rows, MAX_ROWS - openRows(openPart(page)).length)
  return {
    rows: kept,
    from: kept[0]?.at ?? page.to,
    to: page.to,
    atStart: page.atStart && kept.length === rows.length,
    atEnd: page.atEnd,
    ...openPart(page),
  }
}

/** A window made of the answer to `output.around`. */
export function openAround(page: OutputPage): OutputWindow {
  return {
    rows: rowsOf(page),
    from: page.from,
    to: page.to,
    atStart: page.atStart,
    atEnd: page.atEnd,
    ...openPart(page),
  }
}

/**
 * Puts a page above the window and drops rows from its far side (S-154, S-155). A page that does not end where the
 * window starts is the answer to an old question and changes nothing.
 */
export function withEarlier(window: OutputWindow, page: OutputPage): OutputWindow {
  if (page.to !== window.from) return window
  const added = rowsOf(page)
  const surplus = Math.max(0, added.length + window.rows.length - MAX_ROWS)
  const fromEnd = Math.min(surplus, Math.max(0, window.rows.length - KEEP_ROWS))
  const rows = [
    ...lastRows(added, added.length - (surplus - fromEnd)),
    ...firstRows(window.rows, window.rows.length - fromEnd),
  ]
  const last = rows.at(-1)
  const cutEnd = fromEnd > 0 && last !== undefined && last.at + last.bytes < window.to
  return {
    rows,
    from: rows[0]?.at ?? page.from,
    to: last ? last.at + last.bytes : window.to,
    atStart: page.atStart && (rows[0]?.at ?? 0) === page.from,
    atEnd: window.atEnd && !cutEnd,
    ...(cutEnd ? NOTHING_OPEN : { openLine: window.openLine, openLineStyles: window.openLineStyles }),
  }
}

/**
 * Puts a page below the window and drops rows from the top; the last rows always stay. A page that does not start
 * where the window ends changes nothing.
 */
export function withLater(window: OutputWindow, page: OutputPage): OutputWindow {
  if (page.from !== window.to) return window
  const open = openPart(page)
  const all = [...window.rows, ...rowsOf(page, window.rows.at(-1)?.endsLine === false)]
  const rows = lastRows(all, MAX_ROWS - openRows(open).length)
  return {
    rows,
    from: rows[0]?.at ?? window.from,
    to: page.to,
    atStart: window.atStart && rows.length === all.length,
    atEnd: page.atEnd,
    ...open,
  }
}

/** What is drawn: the rows of the log, then the unfinished line, whose `at` is where the log will continue. */
export function visibleRows(window: OutputWindow): readonly OutputRow[] {
  return window.openLine === '' ? window.rows : [...window.rows, ...openRows(window, window.to)]
}

type PageText = Pick<OutputPage, 'from' | 'to' | 'text' | 'styles'>

/** Cuts a page into rows whose byte sizes add up to the page. `inside` when it begins within a line. */
export function rowsOf(page: PageText, inside = false): OutputRow[] {
  const rows: OutputRow[] = []
  const runs = new RunCutter(page.styles)
  let at = page.from
  let start = 0
  while (start < page.text.length) {
    const newline = page.text.indexOf('\n', start)
    const end = newline < 0 ? page.text.length : newline
    for (const piece of piecesOf(page.text, start, end)) {
      const text = page.text.slice(piece.start, piece.end)
      const bytes = utf8Length(text)
      const continues = piece.start > start || (inside && rows.length === 0)
      rows.push({ at, bytes, endsLine: false, ...drawn(text, runs.cut(piece.start, piece.end), continues) })
      at += bytes
    }
    const row = rows.at(-1)
    if (row && newline >= 0) {
      row.endsLine = true
      row.bytes += 1
      at += 1
    }
    start = end + 1
  }
  // The final newline may be outside `text`, and a byte that is no UTF-8 decodes to a longer one: the offsets of the
  // page are the truth.
  const last = rows.at(-1)
  if (last && at !== page.to) {
    last.bytes += page.to - at
    last.endsLine ||= page.to - at === 1
  }
  return rows
}

type OpenPart = Pick<OutputWindow, 'openLine' | 'openLineStyles'>

const NOTHING_OPEN: OpenPart = { openLine: '', openLineStyles: undefined }

const openPart = ({ atEnd, openLine, openLineStyles }: OutputPage): OpenPart =>
  atEnd ? { openLine, openLineStyles } : NOTHING_OPEN

function openRows({ openLine, openLineStyles }: OpenPart, at = 0): OutputRow[] {
  if (openLine === '') return []
  const runs = new RunCutter(openLineStyles)
  const rows: Pick<OutputRow, 'text' | 'styles' | 'continues' | 'endsLine'>[] = []
  // Several lines while a program redraws them.
  for (let start = 0; start <= openLine.length; ) {
    const newline = openLine.indexOf('\n', start)
    const end = newline < 0 ? openLine.length : newline
    if (newline < 0 && end === start) break
    const pieces = piecesOf(openLine, start, end)
    for (const piece of pieces) {
      const text = openLine.slice(piece.start, piece.end)
      const endsLine = newline >= 0 && piece === pieces.at(-1)
      rows.push({ ...drawn(text, runs.cut(piece.start, piece.end), piece.start > start), endsLine })
    }
    start = end + 1
  }
  // They share an offset; a fraction keeps their identities apart.
  return rows.slice(-MAX_OPEN_ROWS).map((row, index) => ({ at: at + index / 1000, bytes: 0, ...row }))
}

/** What a row is drawn from; plain rows carry nothing more. */
function drawn(
  text: string,
  styles: readonly StyledRun[] | undefined,
  continues: boolean,
): Pick<OutputRow, 'text' | 'styles' | 'continues'> {
  return { text, ...(styles && { styles }), ...(continues && { continues: true }) }
}

/** Long lines in pieces, never between the halves of a surrogate pair; an empty line is one piece. */
function piecesOf(text: string, from: number, to: number): { start: number; end: number }[] {
  if (to - from <= MAX_ROW_CHARS) return [{ start: from, end: to }]
  const found: { start: number; end: number }[] = []
  let start = from
  while (start < to) {
    let end = Math.min(to, start + MAX_ROW_CHARS)
    if (end < to && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1
    found.push({ start, end })
    start = end
  }
  return found
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Bytes of the text as UTF-8; a lone surrogate counts like the replacement character it is written as. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (isHighSurrogate(unit) && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 4
      i += 1
    } else bytes += 3
  }
  return bytes
}

/** At most `count` rows from the end, starting at a line rather than inside one where there is a choice. */
function lastRows(rows: readonly OutputRow[], count: number): readonly OutputRow[] {
  if (rows.length <= count) return rows
  const cut = rows.length - Math.max(0, count)
  for (let i = cut; i < rows.length; i++) if (rows[i - 1]?.endsLine) return rows.slice(i)
  return rows.slice(cut)
}

function firstRows(rows: readonly OutputRow[], count: number): readonly OutputRow[] {
  if (rows.length <= count) return rows
  for (let i = count; i > 0; i--) if (rows[i - 1]?.endsLine) return rows.slice(0, i)
  return rows.slice(0, count)
}
