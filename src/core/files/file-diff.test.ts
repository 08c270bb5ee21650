import { describe, expect, it } from 'vitest'
import { DIFF_LINE_MAX_CHARS, DIFF_MAX_LINES } from '../../shared/tool-card'
import { diffLines } from './file-diff'

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')
const drawn = (before: string, after: string) =>
  diffLines(before, after).diff.lines.map((line) =>
    line.kind === 'gap'
      ? `… ${line.no}`
      : `${{ same: ' ', added: '+', removed: '-' }[line.kind]}${line.no} ${line.text}`,
  )

describe('the difference of two texts', () => {
  it('has the numbers of both sides, and three lines around a change', () => {
    const before = numbered(20)
    expect(drawn(before, before.replace('line 10\n', 'ten\nten and a half\n'))).toEqual([
      '… 7',
      ' 7 line 7',
      ' 8 line 8',
      ' 9 line 9',
      '-10 line 10',
      '+10 ten',
      '+11 ten and a half',
      ' 12 line 11',
      ' 13 line 12',
      ' 14 line 13',
    ])
  })

  it('begins without a gap at the first line, and has one between changes far apart', () => {
    const before = numbered(20)
    const lines = drawn(before, before.replace('line 1\n', 'one\n').replace('line 20\n', 'twenty\n'))
    expect(lines[0]).toBe('-1 line 1')
    expect(lines.filter((line) => line.startsWith('…'))).toEqual(['… 17'])
  })

  it('counts every line, but holds only the front of a long one', () => {
    const { added, removed, diff } = diffLines('', numbered(2000))
    expect({ added, removed, shown: diff.lines.length }).toEqual({
      added: 2000,
      removed: 0,
      shown: DIFF_MAX_LINES,
    })
    expect(diff.omitted).toBe(2000 - DIFF_MAX_LINES)
    const [line] = diffLines('', 'x'.repeat(10_000)).diff.lines
    expect(line?.kind === 'added' && line.text.length).toBe(DIFF_LINE_MAX_CHARS + 1)
  })

  it('is about lines, not about how they end', () => {
    expect(drawn('a\r\nb\r\n', 'a\r\nc\r\n')).toEqual([' 1 a', '-2 b', '+2 c'])
  })
})
