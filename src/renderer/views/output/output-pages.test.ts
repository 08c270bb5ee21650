import { describe, expect, it } from 'vitest'
import type { OutputPage } from '../../../shared/command'
import type { OutputWindow } from './output-pages'
import {
  MAX_ROW_CHARS,
  MAX_ROWS,
  openAtEnd,
  rowsOf,
  utf8Length,
  visibleRows,
  withEarlier,
  withLater,
} from './output-pages'

/** A log of numbered lines that answers like the engine does. */
function logOf(lines: readonly string[], openLine = '') {
  const starts: number[] = []
  let bytes = 0
  for (const line of lines) {
    starts.push(bytes)
    bytes += utf8Length(line) + 1
  }
  const page = (first: number, last: number): OutputPage => ({
    from: starts[first] ?? bytes,
    to: starts[last] ?? bytes,
    text: lines
      .slice(first, last)
      .map((line) => `${line}\n`)
      .join(''),
    firstLine: first + 1,
    atStart: first === 0,
    atEnd: last === lines.length,
    totalBytes: bytes,
    totalLines: lines.length + (openLine === '' ? 0 : 1),
    openLine: last === lines.length ? openLine : '',
  })
  const indexAt = (offset: number) => (offset >= bytes ? lines.length : starts.indexOf(offset))
  return {
    tail: (count: number) => page(Math.max(0, lines.length - count), lines.length),
    before: (offset: number, count: number) => page(Math.max(0, indexAt(offset) - count), indexAt(offset)),
    after: (offset: number, count: number) =>
      page(indexAt(offset), Math.min(lines.length, indexAt(offset) + count)),
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`)
const texts = (window: OutputWindow) => visibleRows(window).map((row) => row.text)

describe('output pages', () => {
  it('opens at the end and shows the unfinished line last (S-153)', () => {
    const window = openAtEnd(logOf(numbered(1000), 'still typ').tail(3))
    expect(texts(window)).toEqual(['line 998', 'line 999', 'line 1000', 'still typ'])
    expect(window).toMatchObject({ atStart: false, atEnd: true })
  })

  it('shows the lines that a program redraws as lines (S-064, S-153)', () => {
    const window = openAtEnd(logOf(numbered(3), 'a: 10%\n\nb: 20%\n').tail(1))
    expect(texts(window)).toEqual(['line 3', 'a: 10%', '', 'b: 20%'])
    expect(new Set(visibleRows(window).map((row) => row.at)).size).toBe(4)
  })

  it('puts earlier lines above and says when the start is reached (S-154, S-155)', () => {
    const log = logOf(numbered(5))
    const tail = openAtEnd(log.tail(2))
    const more = withEarlier(tail, log.before(tail.from, 2))
    expect(texts(more)).toEqual(['line 2', 'line 3', 'line 4', 'line 5'])
    expect(more.atStart).toBe(false)
    const all = withEarlier(more, log.before(more.from, 2))
    expect(texts(all)[0]).toBe('line 1')
    expect(all).toMatchObject({ atStart: true, atEnd: true, from: 0 })
  })

  it('never holds more than its rows and can load what it dropped again (S-154)', () => {
    const log = logOf(numbered(2000))
    let window = openAtEnd(log.tail(200))
    while (!window.atStart) {
      window = withEarlier(window, log.before(window.from, 200))
      expect(visibleRows(window).length).toBeLessThanOrEqual(MAX_ROWS)
    }
    expect(texts(window)[0]).toBe('line 1')
    expect(window.atEnd).toBe(false)
    while (!window.atEnd) {
      window = withLater(window, log.after(window.to, 200))
      expect(visibleRows(window).length).toBeLessThanOrEqual(MAX_ROWS)
    }
    expect(texts(window).at(-1)).toBe('line 2000')
    expect(window.atStart).toBe(false)
    expect(window.rows.map((row) => row.at)).toEqual([...new Set(window.rows.map((row) => row.at))])
  })

  it('ignores a page that does not meet the window', () => {
    const log = logOf(numbered(100))
    const window = openAtEnd(log.tail(10))
    expect(withEarlier(window, log.before(window.from - utf8Length('line 90\n'), 5))).toBe(window)
    expect(withLater(window, log.tail(3))).toBe(window)
  })

  it('replaces the unfinished line by the finished one', () => {
    const window = openAtEnd(logOf(['a'], 'b').tail(10))
    const after = withLater(window, logOf(['a', 'bcd'], 'e').after(window.to, 10))
    expect(texts(after)).toEqual(['a', 'bcd', 'e'])
  })

  it('shows all of the 100 lines that a program may redraw', () => {
    const window = openAtEnd(logOf(numbered(300), numbered(100).join('\n')).tail(200))
    expect(texts(window).slice(-100)).toEqual(numbered(100))
    expect(visibleRows(window).length).toBeLessThanOrEqual(MAX_ROWS)
  })

  it('cuts a line of a megabyte into rows that still add up to its bytes', () => {
    const line = '😀'.repeat(MAX_ROW_CHARS) + 'x'.repeat(1_000_000)
    const rows = rowsOf({ from: 7, to: 7 + utf8Length(line) + 1, text: `${line}\n` })
    expect(rows.map((row) => row.text).join('')).toBe(line)
    expect(Math.max(...rows.map((row) => row.text.length))).toBeLessThanOrEqual(MAX_ROW_CHARS)
    expect(rows.every((row) => !/^[\udc00-\udfff]/.test(row.text))).toBe(true)
    expect(rows.reduce((sum, row) => sum + row.bytes, 7)).toBe(7 + utf8Length(line) + 1)
    expect(rows.filter((row) => row.endsLine)).toHaveLength(1)
  })

  it('keeps blank lines and counts a final newline that the text leaves out', () => {
    const rows = rowsOf({ from: 0, to: 4, text: 'a\n\nb' })
    expect(rows.map((row) => row.text)).toEqual(['a', '', 'b'])
    expect(rows.map((row) => row.at)).toEqual([0, 2, 3])
    const noted = rowsOf({ from: 0, to: 5, text: 'a\n\nb' })
    expect(noted.at(-1)).toMatchObject({ bytes: 2, endsLine: true })
  })

  it('counts bytes as UTF-8 does', () => {
    for (const text of ['', 'abc', 'жук', '漢字', '😀', '\ud800'])
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
  })
})
