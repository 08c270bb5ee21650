import { dateFormat, numberFormat } from './intl'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The shortest time that is shown as a number. */
const LEAST_SECONDS = 0.1

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
  return secondsText(Math.max(0, ms) / SECOND, language)
}

/** How long something took, for a sentence: the two largest units in short words. */
export function formatDurationWords(ms: number, language: string): string {
  if (ms < MINUTE) return secondsText(Math.max(0, ms) / SECOND, language)
  if (ms < HOUR) {
    const minutes = Math.floor(ms / MINUTE)
    const seconds = Math.round((ms % MINUTE) / SECOND) % 60
    const text = unit(minutes, 'minute', 'short', language)
    return seconds === 0 ? text : `${text} ${secondsText(seconds, language)}`
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
  if (ago < 6 * DAY) return dateFormat(language, { weekday: 'short' }).format(date)
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  return dateFormat(
    language,
    sameYear ? { day: 'numeric', month: 'short' } : { year: 'numeric', month: 'numeric' },
  ).format(date)
}

/** The time of day, for system lines. */
export function formatClock(at: number, language: string): string {
  return dateFormat(language, { hour: hourOf(language), minute: '2-digit' }).format(new Date(at))
}

/** 9:05 AM, but 09:05 where the day has 24 hours. */
const hourOf = (language: string) => (language === 'en' ? 'numeric' : '2-digit')

/** A moment to come: the time of day, with the day where that is not today. */
export function formatMoment(at: number, now: number, language: string): string {
  const [day, today] = [new Date(at), new Date(now)]
  if (day.toDateString() === today.toDateString()) return formatClock(at, language)
  return dateFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: hourOf(language),
    minute: '2-digit',
  }).format(day)
}

/** When something began: the time of day, or the day where that was not today. */
export function formatStarted(at: number, now: number, language: string): string {
  const [day, today] = [new Date(at), new Date(now)]
  if (day.toDateString() === today.toDateString()) return formatClock(at, language)
  return dateFormat(language, { day: 'numeric', month: 'short' }).format(day)
}

/** Seconds with the symbol of the unit, which Intl glues to the number in some languages and not in others. */
function secondsText(seconds: number, language: string): string {
  // What rounds to nothing still took time.
  const value = Math.max(LEAST_SECONDS, seconds)
  const parts = numberFormat(language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).formatToParts(value)
  const symbol = parts.find((part) => part.type === 'unit')?.value ?? 's'
  const number = parts.filter((part) => part.type !== 'unit' && part.type !== 'literal')
  const least = seconds < LEAST_SECONDS / 2 ? '<' : ''
  return `${least}${number.map((part) => part.value).join('')}\u00a0${symbol}`
}

function unit(
  value: number,
  name: 'minute' | 'hour',
  unitDisplay: 'narrow' | 'short',
  language: string,
): string {
  return numberFormat(language, { style: 'unit', unit: name, unitDisplay }).format(value)
}
