import { z } from 'zod'
import type { Millis } from './ids'

/** Most wake-ups a chat may have planned at a time; a longer list nobody oversees. */
export const SCHEDULES_MAX = 20
/** Shortest time between two wake-ups of one entry: each costs a turn of the model. */
export const SCHEDULE_MIN_INTERVAL_MS: Millis = 5 * 60_000
/** Longest text of an entry, in UTF-16 units. */
export const SCHEDULE_TEXT_MAX_CHARS = 2000

/** Identity of a planned wake-up within its chat: `S1`, `S2`, …; the model sees the same. */
export const scheduleIdSchema = z.string().min(1).max(16).brand<'ScheduleId'>()
export type ScheduleId = z.infer<typeof scheduleIdSchema>

/** When: once, or again and again by a cron pattern in a time zone of its own. */
export const scheduleTimeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once'), at: z.number() }),
  z.object({ kind: z.literal('cron'), pattern: z.string(), timeZone: z.string() }),
])
export type ScheduleTime = z.infer<typeof scheduleTimeSchema>

/** A planned wake-up of a chat (P-038). */
export const scheduleSchema = z.object({
  id: scheduleIdSchema,
  /** What the agent reads then. */
  text: z.string(),
  time: scheduleTimeSchema,
  createdAt: z.number(),
  /** Null once a single time has come. */
  nextAt: z.number().nullable(),
  /** Its time has come and the agent was not told yet: since when, and how many times that were. */
  due: z.object({ since: z.number(), times: z.number() }).nullable(),
})
export type Schedule = z.infer<typeof scheduleSchema>
