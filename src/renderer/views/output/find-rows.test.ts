import { describe, expect, it } from 'vitest'
import { findMatches, keptMatch, MAX_MATCHES, markedParts, stepMatch } from './find-rows'
import type { OutputRow } from './output-pages'

const rows = (...texts: string[]): OutputRow[] =>
  texts.map((text, at) => ({ at, bytes: text.length + 1, text, endsLine: true }))

describe('find in loaded lines', () => {
  it('finds every place, whatever the case, and takes the query literally', () => {
    const found = findMatches(rows('Warn a.b', 'axb WARN', 'ok'), 'warn')
    expect(found.map(({ row, start }) => [row, start])).toEqual([
      [0, 0],
      [1, 4],
    ])
    expect(findMatches(rows('a.b axb'), 'a.b')).toHaveLength(1)
    expect(findMatches(rows('Ошибка: İstanbul ошибка'), 'ОШИБКА').map((m) => m.start)).toEqual([0, 17])
    expect(findMatches(rows('C:\\dir [x] {2}'), '\\dir [x] {2}')).toHaveLength(1)
  })

  it('stops counting at its limit', () => {
    expect(findMatches(rows('a'.repeat(MAX_MATCHES + 5)), 'a')).toHaveLength(MAX_MATCHES)
  })

  it('stays on the same match when earlier lines are loaded above', () => {
    const before = findMatches(rows('x', 'x'), 'x')
    const shifted = rows('x', 'x', 'x').map((row) => ({ ...row, at: row.at - 1 }))
    expect(keptMatch(findMatches(shifted, 'x'), before[1])).toBe(2)
    expect(keptMatch(before, undefined)).toBe(1)
    expect(keptMatch([], before[0])).toBe(-1)
  })

  it('steps around the ends', () => {
    expect(stepMatch(3, 2, 1)).toBe(0)
    expect(stepMatch(3, 0, -1)).toBe(2)
    expect(stepMatch(0, -1, 1)).toBe(-1)
  })

  it('cuts a row into plain and marked parts that add up to its text', () => {
    const parts = markedParts('one two one', [
      { row: 0, at: 0, start: 0, end: 3, index: 4 },
      { row: 0, at: 0, start: 8, end: 11, index: 5 },
    ])
    expect(parts).toEqual([
      { text: 'one', match: 4 },
      { text: ' two ', match: null },
      { text: 'one', match: 5 },
    ])
  })
})
