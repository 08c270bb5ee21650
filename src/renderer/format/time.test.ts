import { describe, expect, it } from 'vitest'
import { formatAgo, formatClock, formatDuration, formatDurationWords, formatElapsed } from './time'

describe('elapsed time', () => {
  it('is m:ss below an hour and h:mm:ss from there', () => {
    expect(formatElapsed(0)).toBe('0:00')
    expect(formatElapsed(38_999)).toBe('0:38')
    expect(formatElapsed(12 * 60_000 + 8_000)).toBe('12:08')
    expect(formatElapsed(3_600_000 + 2 * 60_000 + 14_000)).toBe('1:02:14')
  })
  it('does not go below zero when the clock does', () => {
    expect(formatElapsed(-5_000)).toBe('0:00')
  })
})

describe('a duration', () => {
  it('has one digit below ten seconds and a unit below a minute', () => {
    expect(formatDuration(4_130, 'en')).toBe('4.1\u00a0s')
    expect(formatDuration(41_300, 'en')).toBe('41\u00a0s')
    expect(formatDuration(4_130, 'ru')).toBe('4,1\u00a0с')
    expect(formatDuration(4_130, 'uk')).toBe('4,1\u00a0с')
  })
  it('is never nothing', () => {
    expect([0, 12, 49].map((ms) => formatDuration(ms, 'en'))).toEqual(Array(3).fill('<0.1\u00a0s'))
    expect([50, 99, 149].map((ms) => formatDuration(ms, 'en'))).toEqual(Array(3).fill('0.1\u00a0s'))
    expect(formatDuration(3, 'ru')).toBe('<0,1\u00a0с')
    expect(formatDurationWords(3, 'uk')).toBe('<0,1\u00a0с')
  })
  it('is elapsed time from a minute on', () => {
    expect(formatDuration(242_000, 'en')).toBe('4:02')
  })
  it('reads as words in a sentence', () => {
    expect(formatDurationWords(41_000, 'en')).toBe('41\u00a0s')
    expect(formatDurationWords(242_000, 'en')).toBe('4 min 2\u00a0s')
    expect(formatDurationWords(3_600_000, 'en')).toBe('1 hr')
  })
})

describe('how long ago', () => {
  const now = new Date(2026, 4, 20, 12, 0, 0).getTime()
  it('grows from minutes to a date', () => {
    expect(formatAgo(now - 30_000, now, 'en')).toBeNull()
    expect(formatAgo(now - 2 * 60_000, now, 'en')).toBe('2m')
    expect(formatAgo(now - 3 * 3_600_000, now, 'en')).toBe('3h')
    expect(formatAgo(new Date(2026, 4, 19, 8).getTime(), now, 'en')).toBe('Tue')
    expect(formatAgo(new Date(2026, 2, 12).getTime(), now, 'en')).toBe('Mar 12')
  })
})

it('a time of day is written as the language does, also before ten', () => {
  const morning = new Date(2026, 0, 5, 9, 5).getTime()
  expect(formatClock(morning, 'en')).toMatch(/^9:05\sAM$/)
  expect(formatClock(morning, 'ru')).toBe('09:05')
  expect(formatClock(morning, 'uk')).toBe('09:05')
})
