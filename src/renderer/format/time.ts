const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A running or long time as m:ss or h:mm:ss, the same in every language (ui.md 9). */
export function formatElapsed(ms: number): string {
  const total = Math.max(0, Math.floor(ms / SECOND))
  const two = (n: number): string => String(n).padStart(2, '0')
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  if (hours > 0) return `${hours}:${two(minutes)}:${two(total % 60)}`
  return `${minutes}:${two(total % 60)}`
}

/** How long something took: below a minute with its unit, above as elapsed time. */
export function formatDuration(ms: number, language: string): string {
  if (ms >= MINUTE) return formatElapsed(ms)
  const seconds = Math.max(0, ms) / SECOND
  return unit(seconds, 'second', 'narrow', language, seconds < 10 ? 1 : 0)
}

/** How long something took, for a sentence: the two largest units in short words. */
export function formatDurationWords(ms: number, language: string): string {
  if (ms < MINUTE)
    return unit(Math.max(0, ms) / SECOND, 'second', 'short', language, ms < 10 * SECOND ? 1 : 0)
  if (ms < HOUR) {
    const minutes = Math.floor(ms / MINUTE)
    const seconds = Math.round((ms % MINUTE) / SECOND) % 60
    const text = unit(minutes, 'minute', 'short', language)
    return seconds === 0 ? text : `${text} ${unit(seconds, 'second', 'short', language)}`
  }
  const hours = Math.floor(ms / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  const text = unit(hours, 'hour', 'short', language)
  return minutes === 0 ? text : `${text} ${unit(minutes, 'minute', 'short', language)}`
}

/** How long ago, as short as a list column needs: minutes, hours, a weekday, a date. Null below a minute. */
export function formatAgo(at: number, now: number, language: string): string | null {
  const ago = now - at
  if (ago < MINUTE) return null
  if (ago < HOUR) return unit(Math.floor(ago / MINUTE), 'minute', 'narrow', language)
  if (ago < DAY) return unit(Math.floor(ago / HOUR), 'hour', 'narrow', language)
  const date = new Date(at)
  if (ago < 6 * DAY) return new Intl.DateTimeFormat(language, { weekday: 'short' }).format(date)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(
    language,
    sameYear ? { day: 'numeric', month: 'short' } : { year: 'numeric', month: 'numeric' },
  ).format(date)
}

/** The time of day, for system lines. */
export function formatClock(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
}

function unit(
  value: number,
  name: 'second' | 'minute' | 'hour',
  unitDisplay: 'narrow' | 'short',
  language: string,
  digits = 0,
): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: name,
    unitDisplay,
    maximumFractionDigits: digits,
    minimumFractionDigits: 0,
  }).format(value)
}
