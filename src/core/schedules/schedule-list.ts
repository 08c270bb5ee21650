import type { Millis } from '../../shared/ids'
import { type Schedule, type ScheduleId, type ScheduleTime, scheduleIdSchema } from '../../shared/schedule'
import type { Untold } from '../attention/attention-state'
import { timesUntil } from './schedule-time'

// The planned wake-ups of one chat, as values: what is stored with the chat is all there is to know (P-038).

/** An entry that was not due yet, named by its number among all that the chat ever had. */
export function newSchedule(made: {
  number: number
  text: string
  time: ScheduleTime
  nextAt: Millis
  now: Millis
}): Schedule {
  const { number, text, time, nextAt, now } = made
  return { id: scheduleIdSchema.parse(`S${number}`), text, time, createdAt: now, nextAt, due: null }
}

/** Entries whose time has come become due; many times that were missed together are one. The same list when none has. */
export function fallDue(list: readonly Schedule[], now: Millis): readonly Schedule[] {
  if (!list.some(({ nextAt }) => nextAt !== null && nextAt <= now)) return list
  return list.map((one) => {
    if (one.nextAt === null || one.nextAt > now) return one
    const { times, nextAt } = timesUntil(one.time, one.nextAt, now)
    const { since, times: before } = one.due ?? { since: one.nextAt, times: 0 }
    return { ...one, nextAt, due: { since, times: before + times } }
  })
}

/** The list once the agent was told: what came once is gone, the rest waits for its next time. */
export function afterTelling(list: readonly Schedule[], told: readonly ScheduleId[]): Schedule[] {
  return list.flatMap((one) => {
    if (!told.includes(one.id)) return [one]
    return one.nextAt === null ? [] : [{ ...one, due: null }]
  })
}

/** The earliest time of a list; null when nothing is planned. */
export function nextOf(list: readonly Schedule[]): Millis | null {
  const times = list.flatMap(({ nextAt }) => (nextAt === null ? [] : [nextAt]))
  return times.length === 0 ? null : Math.min(...times)
}

/** What the attention must know of entries that are due; they come behind all ends of commands, in the order of their times. */
export function untoldOf(list: readonly Schedule[]): Untold[] {
  return list.flatMap(({ id, due }) =>
    due ? [{ job: id, kind: 'scheduled' as const, order: due.since }] : [],
  )
}

/** What the agent reads at a planned time. */
export function wakeUpText(due: readonly Schedule[]): string {
  if (due.length === 0) return ''
  const parts = due.map((one) => {
    const times = one.due?.times ?? 1
    const late =
      times > 1 ? ` Its time came ${times} times since you were last told; this stands for all of them.` : ''
    const since = new Date(one.due?.since ?? 0).toISOString()
    return `${one.id}, ${timeWords(one.time)}, due since ${since}.${late}\n${one.text}`
  })
  return ['[Scheduled wake-up, from Vigil, not from the user]', ...parts].join('\n\n')
}

/** A time in words for the agent. */
export function timeWords(time: ScheduleTime): string {
  return time.kind === 'once'
    ? `once at ${new Date(time.at).toISOString()}`
    : `cron ${time.pattern} (${time.timeZone})`
}
