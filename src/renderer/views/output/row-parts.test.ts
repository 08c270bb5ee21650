import { describe, expect, it } from 'vitest'
import { rowsOf } from './output-pages'
import { hitsByRow, rowAt, rowParts } from './row-parts'

const pageOf = (text: string, from = 0) =>
  rowsOf({ from, to: from + new TextEncoder().encode(text).length, text })

describe('hits in rows', () => {
  it('go to the rows that they touch', () => {
    const rows = pageOf('one\ntwo\nthree\n', 100)
    const hits = [
      { at: 90, bytes: 3 },
      { at: 100, bytes: 3 },
      { at: 102, bytes: 1 },
      { at: 109, bytes: 2 },
    ]
    const found = hitsByRow(rows, hits)
    expect([...found].map(([at, list]) => [at, list.length])).toEqual([
      [100, 2],
      [108, 1],
    ])
  })

  it('cut a row into parts that add up to its text, by characters whatever they take in bytes', () => {
    const [row] = pageOf('ошибка 😀 one\n')
    if (!row) throw new Error('no row')
    const parts = rowParts(row, [
      { at: 0, bytes: 12 },
      { at: 13, bytes: 4 },
    ])
    expect(parts).toEqual([
      { text: 'ошибка', mark: 0, style: null },
      { text: ' ', mark: null, style: null },
      { text: '😀', mark: 13, style: null },
      { text: ' one', mark: null, style: null },
    ])
  })

  it('are shown in both pieces of a long line that they span', () => {
    const rows = pageOf(`${'x'.repeat(1999)}needle${'x'.repeat(100)}\n`)
    const found = hitsByRow(rows, [{ at: 1999, bytes: 6 }])
    expect([...found.keys()]).toEqual([0, 2000])
    const marked = rows.flatMap((row) =>
      rowParts(row, found.get(row.at) ?? []).filter(({ mark }) => mark !== null),
    )
    expect(marked.map(({ text }) => text)).toEqual(['n', 'eedle'])
  })
})

describe('the row of a place', () => {
  it.each([
    [99, -1],
    [100, 0],
    [103, 0],
    [104, 1],
    [113, 2],
    [114, -1],
  ])('byte %i is in row %i', (at, expected) => {
    expect(rowAt(pageOf('one\ntwo\nthree\n', 100), at)).toBe(expected)
  })
})
