import { describe, expect, it } from 'vitest'
import type { StyledRun } from '../../../shared/command'
import { MAX_ROW_CHARS, rowsOf, visibleRows } from './output-pages'
import { groupedByMark, rowParts } from './row-parts'
import { MAX_ROW_RUNS } from './styled-runs'

const RED = { fg: 1 } as const
const BOLD = { bold: true } as const

const pageOf = (text: string, styles?: StyledRun[]) =>
  rowsOf({ from: 0, to: new TextEncoder().encode(text).length, text, ...(styles && { styles }) })

describe('colours of a page', () => {
  it('go to the lines that they cover, also when one goes on over several', () => {
    const rows = pageOf('plain\nred one\nred two\nend\n', [
      { start: 6, end: 18, style: RED },
      { start: 22, end: 24, style: BOLD },
    ])
    expect(rows.map(({ styles }) => styles)).toEqual([
      undefined,
      [{ start: 0, end: 7, style: RED }],
      [{ start: 0, end: 4, style: RED }],
      [{ start: 0, end: 2, style: BOLD }],
    ])
  })

  it('go on in the pieces of a long line, which say that they continue it', () => {
    const rows = pageOf(`${'x'.repeat(MAX_ROW_CHARS + 10)}\nnext\n`, [
      { start: MAX_ROW_CHARS - 5, end: MAX_ROW_CHARS + 5, style: RED },
    ])
    expect(rows.map(({ styles, continues }) => ({ styles, continues }))).toEqual([
      { styles: [{ start: MAX_ROW_CHARS - 5, end: MAX_ROW_CHARS, style: RED }], continues: undefined },
      { styles: [{ start: 0, end: 5, style: RED }], continues: true },
      { styles: undefined, continues: undefined },
    ])
  })

  it('count in UTF-16 units whatever the letters take in bytes', () => {
    const [row] = pageOf('😀 ошибка\n', [{ start: 3, end: 9, style: RED }])
    if (!row) throw new Error('no row')
    expect(rowParts(row, [])).toEqual([
      { text: '😀 ', mark: null, style: null },
      { text: 'ошибка', mark: null, style: RED },
    ])
  })

  it('colour the unfinished line too', () => {
    const rows = visibleRows({
      rows: [],
      from: 5,
      to: 5,
      atStart: true,
      atEnd: true,
      openLine: '50 % done',
      openLineStyles: [{ start: 0, end: 4, style: BOLD }],
    })
    expect(rows).toEqual([
      { at: 5, bytes: 0, text: '50 % done', endsLine: false, styles: [{ start: 0, end: 4, style: BOLD }] },
    ])
  })

  it('stop in a row that has one for every letter, and the text stays whole', () => {
    const text = 'rainbow '.repeat(100)
    const styles = [...text].map((_, at) => ({ start: at, end: at + 1, style: { fg: 16 + (at % 200) } }))
    const [row] = pageOf(`${text}\n`, styles)
    if (!row) throw new Error('no row')
    const parts = rowParts(row, [])
    expect(parts).toHaveLength(MAX_ROW_RUNS + 1)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })
})

describe('what was found in coloured text', () => {
  it('cuts the colours where it begins and ends', () => {
    const [row] = pageOf('ab red yz\n', [{ start: 3, end: 6, style: RED }])
    if (!row) throw new Error('no row')
    expect(rowParts(row, [{ at: 1, bytes: 3 }])).toEqual([
      { text: 'a', mark: null, style: null },
      { text: 'b ', mark: 1, style: null },
      { text: 'r', mark: 1, style: RED },
      { text: 'ed', mark: null, style: RED },
      { text: ' yz', mark: null, style: null },
    ])
  })

  it('is one mark, whatever colours it has inside', () => {
    const [row] = pageOf('ab red yz\n', [{ start: 3, end: 6, style: RED }])
    if (!row) throw new Error('no row')
    const groups = groupedByMark(rowParts(row, [{ at: 1, bytes: 7 }]))
    expect(groups.map(({ mark, parts }) => [mark, parts.map(({ text }) => text).join('|')])).toEqual([
      [null, 'a'],
      [1, 'b |red| y'],
      [null, 'z'],
    ])
  })

  it('adds up to the text for any cuts', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    for (let round = 0; round < 300; round++) {
      const length = 1 + random(60)
      const text = Array.from({ length }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')
      const spans = () => {
        const found: { start: number; end: number }[] = []
        for (let at = random(8); at < length; ) {
          const end = Math.min(length, at + 1 + random(9))
          found.push({ start: at, end })
          at = end + random(6)
        }
        return found
      }
      const styles = spans().map(({ start, end }, index) => ({ start, end, style: { fg: index % 16 } }))
      const hits = spans().map(({ start, end }) => ({ at: start, bytes: end - start }))
      const [row] = pageOf(`${text}\n`, styles)
      if (!row) throw new Error('no row')
      const letters = rowParts(row, hits).flatMap((part) =>
        [...part.text].map((letter) => ({ ...part, letter })),
      )
      expect(letters.map(({ letter }) => letter).join('')).toBe(text)
      for (const [at, letter] of letters.entries()) {
        const run = styles.find(({ start, end }) => at >= start && at < end)
        const hit = hits.find((one) => at >= one.at && at < one.at + one.bytes)
        expect([letter.style, letter.mark]).toEqual([run?.style ?? null, hit?.at ?? null])
      }
    }
  })
})
