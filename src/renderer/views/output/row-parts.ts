import type { TextStyle } from '../../../shared/command'
import type { FindHit } from '../../../shared/find-query'
import type { OutputRow } from './output-pages'
import { utf8Length } from './output-pages'
import { segmentsOf } from './styled-runs'

/** A piece of a row that is drawn in one way; `mark` is where the hit begins that it belongs to. */
export type RowPart = { text: string; mark: number | null; style: TextStyle | null }

/** A place in the text of a row, in UTF-16 units. */
export type RowMark = { start: number; end: number; at: number }

/** The hits that touch each row, by the row's offset; both lists are in order. */
export function hitsByRow(
  rows: readonly OutputRow[],
  hits: readonly FindHit[],
): ReadonlyMap<number, readonly FindHit[]> {
  const found = new Map<number, FindHit[]>()
  let first = 0
  for (const row of rows) {
    const end = row.at + row.bytes
    let hit = hits[first]
    while (hit && hit.at + hit.bytes <= row.at) hit = hits[++first]
    for (let index = first; hit && hit.at < end; hit = hits[++index]) {
      const known = found.get(row.at)
      if (known) known.push(hit)
      else found.set(row.at, [hit])
    }
  }
  return found
}

/** Where hits stand in the text of a row; a hit that goes on in the next row is cut. */
export function marksOf(row: OutputRow, hits: readonly FindHit[]): RowMark[] {
  const simple = utf8Length(row.text) === row.text.length
  const indexOf = (byte: number): number => {
    if (byte <= 0) return 0
    if (simple) return Math.min(byte, row.text.length)
    let index = 0
    for (let bytes = 0; bytes < byte && index < row.text.length; ) {
      const step = isPair(row.text, index) ? 2 : 1
      bytes += utf8Length(row.text.slice(index, index + step))
      index += step
    }
    return index
  }
  return hits.map(({ at, bytes }) => ({
    start: indexOf(at - row.at),
    end: indexOf(at + bytes - row.at),
    at,
  }))
}

/** The parts of a row, each with one colour and inside one hit or none, in order; together they are its text. */
export function rowParts(row: OutputRow, hits: readonly FindHit[]): RowPart[] {
  return segmentsOf(row.text.length, row.styles, marksOf(row, hits)).map(({ start, end, mark, style }) => ({
    text: row.text.slice(start, end),
    mark,
    style,
  }))
}

/** The parts in or between hits: one hit is one mark, whatever colours it has inside. */
export function groupedByMark(parts: readonly RowPart[]): { mark: number | null; parts: RowPart[] }[] {
  const groups: { mark: number | null; parts: RowPart[] }[] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last?.mark === part.mark) last.parts.push(part)
    else groups.push({ mark: part.mark, parts: [part] })
  }
  return groups
}

/** The row that holds a byte offset; -1 when it is not among these. */
export function rowAt(rows: readonly OutputRow[], at: number): number {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (!row) break
    if (at < row.at) high = middle - 1
    else if (at >= row.at + Math.max(1, row.bytes)) low = middle + 1
    else return middle
  }
  return -1
}

function isPair(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
}
