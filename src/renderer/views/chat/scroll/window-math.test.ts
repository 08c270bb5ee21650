import { describe, expect, it } from 'vitest'
import {
  carriedSpan,
  covers,
  lastAtOrBelow,
  movedSpan,
  OVERSCAN_PX,
  rowTops,
  segments,
  spanAround,
  spanAtEnd,
} from './window-math'

const tops = rowTops(10_000, () => 40)

describe('the drawn part of a transcript (A-111)', () => {
  it('draws what is visible and some rows around, however many there are', () => {
    const span = spanAround(tops, 200_000, 200_700)
    expect(span.from).toBe(Math.floor((200_000 - OVERSCAN_PX) / 40))
    expect(span.to - span.from).toBeLessThan(90)
  })

  it('opens at the end', () => {
    expect(spanAtEnd(tops, 700).to).toBe(10_000)
    expect(
      spanAtEnd(
        rowTops(3, () => 40),
        700,
      ),
    ).toEqual({ from: 0, to: 3 })
    expect(
      spanAtEnd(
        rowTops(0, () => 40),
        700,
      ),
    ).toEqual({ from: 0, to: 0 })
  })

  it('stays as it is until the visible part comes near its edge', () => {
    const span = spanAround(tops, 100_000, 100_700)
    expect(movedSpan(tops, span, 100_300, 101_000)).toBe(span)
    expect(movedSpan(tops, span, 100_700, 101_400)).not.toBe(span)
    expect(movedSpan(tops, { from: 0, to: 40 }, 0, 700)).toEqual({ from: 0, to: 40 })
  })

  it('is enough while it covers what is visible', () => {
    const span = spanAround(tops, 100_000, 100_700)
    expect(covers(tops, span, 100_000 - OVERSCAN_PX, 100_700 + OVERSCAN_PX)).toBe(true)
    expect(covers(tops, span, 101_900, 102_600)).toBe(false)
    expect(covers(tops, span, 98_000, 98_700)).toBe(false)
    expect(covers(tops, { from: 0, to: 40 }, -10, 700)).toBe(true)
  })

  it('moves when rows were removed', () => {
    expect(
      movedSpan(
        rowTops(5, () => 40),
        { from: 0, to: 9 },
        0,
        100,
      ),
    ).toEqual({ from: 0, to: 5 })
  })

  it('fills the rest with gaps, so that the whole height is right', () => {
    const found = segments(tops, { from: 100, to: 110 }, null)
    const gaps = found.filter((segment) => segment.kind === 'gap').map((segment) => segment.height)
    expect(gaps).toEqual([4000, 395_600])
    expect(found.filter((segment) => segment.kind === 'row')).toHaveLength(10)
  })

  it('keeps the row with the focus although it is far away', () => {
    for (const kept of [3, 9000]) {
      const found = segments(tops, { from: 100, to: 110 }, kept)
      const height = found.reduce((sum, one) => sum + (one.kind === 'gap' ? one.height : 40), 0)
      expect(height).toBe(400_000)
      expect(found.some((one) => one.kind === 'row' && one.index === kept)).toBe(true)
    }
    expect(segments(tops, { from: 100, to: 110 }, 105)).toHaveLength(12)
  })

  it('goes with its rows when rows above come or go', () => {
    const before = ['a', 'b', 'c', 'd'].map((key) => ({ key }))
    const more = ['x', 'a', 'b', 'c', 'd'].map((key) => ({ key }))
    expect(carriedSpan({ from: 1, to: 3 }, before, more)).toEqual({ from: 2, to: 4 })
    expect(carriedSpan({ from: 2, to: 4 }, before, before.slice(1))).toEqual({ from: 1, to: 3 })
    expect(carriedSpan({ from: 2, to: 4 }, before, before.slice(0, 1))).toEqual({ from: 1, to: 1 })
  })

  it('finds the row at a height', () => {
    expect(lastAtOrBelow(tops, -5)).toBe(0)
    expect(lastAtOrBelow(tops, 79)).toBe(1)
    expect(lastAtOrBelow(tops, 80)).toBe(2)
  })
})
