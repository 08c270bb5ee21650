import { describe, expect, it } from 'vitest'
import { isTimeZone, readMoment, readPattern, timesUntil } from './schedule-time'

const NOW = Date.parse('2026-03-27T10:00:00Z')
const iso = (at: number | null) => at && new Date(at).toISOString()

describe('a single moment (P-038)', () => {
  it.each([
    ['2026-03-27T12:30', 'Europe/Kyiv', '2026-03-27T10:30:00.000Z'],
    ['2026-03-27 12:30:15', 'Europe/Kyiv', '2026-03-27T10:30:15.000Z'],
    // The clocks went forward in between.
    ['2026-03-30T12:30', 'Europe/Kyiv', '2026-03-30T09:30:00.000Z'],
    ['2026-03-27T12:30Z', 'Europe/Kyiv', '2026-03-27T12:30:00.000Z'],
    ['2026-03-27T12:30+05:30', 'UTC', '2026-03-27T15:00:00.000Z'.replace('15:00', '07:00')],
  ])('%s in %s', (at, zone, moment) => {
    const read = readMoment(at, zone, Date.parse('2026-03-27T06:00:00Z'))
    expect(read.ok && iso(read.nextAt)).toBe(moment)
  })

  it.each([
    ['tomorrow', 'is a date and a time'],
    ['2026-02-31T10:00', 'is no date'],
    ['2026-03-27T09:00Z', 'has passed'],
    ['2030-01-01T10:00', 'at most a year ahead'],
  ])('%s is refused', (at, message) => {
    expect(readMoment(at, 'UTC', NOW)).toMatchObject({ ok: false, message: expect.stringContaining(message) })
  })
})

describe('a pattern (P-038)', () => {
  it('comes by the clock of its time zone, also over a change of the clocks', () => {
    const read = readPattern('0  9 * * 1-5', 'Europe/Kyiv', NOW)
    expect(read).toMatchObject({ ok: true, time: { pattern: '0 9 * * 1-5', timeZone: 'Europe/Kyiv' } })
    // A Friday in winter time; the next is a Monday in summer time.
    expect(read.ok && iso(read.nextAt)).toBe('2026-03-30T06:00:00.000Z')
  })

  it.each([
    ['* * * * *', 'at least 5 minutes apart'],
    ['0,2 8 * * *', 'at least 5 minutes apart'],
    ['0 0 9 * * *', 'has five parts'],
    ['61 * * * *', 'is not understood'],
    ['0 0 31 2 *', 'never comes'],
    ['', 'has five parts'],
  ])('%s is refused', (pattern, message) => {
    expect(readPattern(pattern, 'UTC', NOW)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    })
  })

  it('counts what was missed, and goes on after now', () => {
    const time = { kind: 'cron', pattern: '0 * * * *', timeZone: 'UTC' } as const
    const first = Date.parse('2026-03-27T07:00:00Z')
    expect(timesUntil(time, first, first)).toEqual({ times: 1, nextAt: first + 3_600_000 })
    expect(timesUntil(time, first, NOW)).toEqual({ times: 4, nextAt: NOW + 3_600_000 })
    const years = timesUntil(time, first, NOW + 366 * 24 * 3_600_000)
    expect(years).toEqual({ times: 1000, nextAt: NOW + (366 * 24 + 1) * 3_600_000 })
  })
})

it('knows time zones', () => {
  expect(['Europe/Kyiv', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
