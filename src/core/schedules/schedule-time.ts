import { Cron } from 'croner'
import type { Millis } from '../../shared/ids'
import { SCHEDULE_MIN_INTERVAL_MS, type ScheduleTime } from '../../shared/schedule'

/** A time that was read, with when it comes first; or what is wrong with it, in words for the agent. */
export type ReadTime = { ok: true; time: ScheduleTime; nextAt: Millis } | { ok: false; message: string }

/** How far ahead a single time may lie. */
const AHEAD_MAX_MS: Millis = 366 * 24 * 60 * 60_000
/** Runs whose distances are looked at: patterns repeat within a week. */
const RUNS_LOOKED_AT = 20
/** Missed times that are counted one by one; past that the number says nothing. */
const MISSED_MAX = 1000

/** Reads a single moment: with its distance to UTC, or as the clock of the time zone shows it. */
export function readMoment(at: string, timeZone: string, now: Millis): ReadTime {
  const text = at.trim().replace(' ', 'T')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?$/.test(text))
    return bad('"at" is a date and a time, for example 2026-03-09T17:30.')
  if (!isDay(text)) return bad(`${at} is no date and time.`)
  const moment = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : localMoment(text, timeZone)
  if (Number.isNaN(moment)) return bad(`${at} is no date and time.`)
  if (moment <= now) return bad(`${at} has passed.`)
  if (moment - now > AHEAD_MAX_MS) return bad('A wake-up can be planned at most a year ahead.')
  return { ok: true, time: { kind: 'once', at: moment }, nextAt: moment }
}

/** Reads a cron pattern of five parts; its times may not be closer together than the shortest interval. */
export function readPattern(pattern: string, timeZone: string, now: Millis): ReadTime {
  const text = pattern.trim().replace(/\s+/g, ' ')
  if (text.split(' ').length !== 5)
    return bad('"cron" has five parts: minute, hour, day of the month, month, day of the week.')
  let runs: Millis[]
  try {
    runs = cronOf(text, timeZone)
      .nextRuns(RUNS_LOOKED_AT, new Date(now))
      .map((run) => run.getTime())
  } catch (error) {
    return bad(`"cron" is not understood: ${error instanceof Error ? error.message : String(error)}`)
  }
  const [first] = runs
  if (first === undefined) return bad('"cron" names a time that never comes.')
  if (runs.some((run, index) => index > 0 && run - (runs[index - 1] ?? 0) < SCHEDULE_MIN_INTERVAL_MS))
    return bad(`Wake-ups of one entry are at least ${SCHEDULE_MIN_INTERVAL_MS / 60_000} minutes apart.`)
  return { ok: true, time: { kind: 'cron', pattern: text, timeZone }, nextAt: first }
}

/** Whether the system knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Times that have come between two moments, the end included, and the next one after it; null when there is none. */
export function timesUntil(
  time: ScheduleTime,
  first: Millis,
  now: Millis,
): { times: number; nextAt: Millis | null } {
  if (time.kind === 'once') return { times: 1, nextAt: null }
  const cron = cronOf(time.pattern, time.timeZone)
  let times = 1
  let at = cron.nextRun(new Date(first))
  while (at && at.getTime() <= now && times < MISSED_MAX) {
    times += 1
    at = cron.nextRun(at)
  }
  const next = at && at.getTime() <= now ? cron.nextRun(new Date(now)) : at
  return { times, nextAt: next?.getTime() ?? null }
}

/** Without a job nothing is timed: it only reckons. */
function cronOf(pattern: string, timeZone: string): Cron {
  return new Cron(pattern, { timezone: timeZone, mode: '5-part' })
}

/** A day that the calendar has: others would be taken for one of the next month. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 'YYYY-MM-DD'.length).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** What the clock of a time zone shows, as a moment. */
function localMoment(text: string, timeZone: string): Millis {
  try {
    const full = text.length === 'YYYY-MM-DDTHH:MM'.length ? `${text}:00` : text
    return new Cron(full, { timezone: timeZone }).nextRun(new Date(0))?.getTime() ?? Number.NaN
  } catch {
    return Number.NaN
  }
}

function bad(message: string): ReadTime {
  return { ok: false, message }
}
