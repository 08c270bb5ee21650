import { describe, expect, it } from 'vitest'
import { drawnRows, rowRange, topToShow } from './row-range'

describe('rows of one height', () => {
  it('are drawn where they are seen and a little beyond, never more', () => {
    expect(rowRange({ top: 0, height: 440 }, 44, 500)).toEqual({ from: 0, to: 18 })
    expect(rowRange({ top: 4400, height: 440 }, 44, 500)).toEqual({ from: 92, to: 118 })
    expect(rowRange({ top: 44 * 495, height: 440 }, 44, 500)).toEqual({ from: 487, to: 500 })
    expect(rowRange({ top: 0, height: 440 }, 44, 3)).toEqual({ from: 0, to: 3 })
  })
  it('are none when the list became shorter than where it is scrolled to', () => {
    expect(rowRange({ top: 9000, height: 440 }, 44, 3)).toEqual({ from: 3, to: 3 })
  })
  it('come into view by the shortest way', () => {
    const box = { top: 440, height: 440 }
    expect(topToShow(12, box, 44)).toBe(440)
    expect(topToShow(3, box, 44)).toBe(132)
    expect(topToShow(20, box, 44)).toBe(484)
  })
  it('include the one that has the focus wherever it is, with the room of all between', () => {
    const rows = (from: number, to: number, kept: number) =>
      drawnRows({ from, to }, kept).map(({ row, gap }) => [gap, row])
    expect(rows(10, 12, 11)).toEqual([
      [10, 10],
      [0, 11],
    ])
    expect(rows(10, 12, 3)).toEqual([
      [3, 3],
      [6, 10],
      [0, 11],
    ])
    expect(rows(0, 1, 7)).toEqual([
      [0, 0],
      [6, 7],
    ])
  })
})
