import { z } from 'zod'
import type { ChatId, Millis } from '../../shared/ids'
import {
  SCHEDULE_TEXT_MAX_CHARS,
  SCHEDULES_MAX,
  type Schedule,
  type ScheduleTime,
} from '../../shared/schedule'
import type { Clock } from '../clock'
import { timeWords } from '../schedules/schedule-list'
import { isTimeZone, readMoment, readPattern } from '../schedules/schedule-time'
import type { ParsedInput, Tool, ToolAnswer } from './tool'
import { parseWith } from './tool-input'
import { SCHEDULE_DESCRIPTION, SCHEDULE_SCHEMA } from './tool-texts'

const inputSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('create'),
    text: z.string().trim().min(1).max(SCHEDULE_TEXT_MAX_CHARS),
    at: z.string().optional(),
    cron: z.string().optional(),
    time_zone: z.string().optional(),
  }),
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('cancel'), id: z.string() }),
])
export type ScheduleInput = z.infer<typeof inputSchema>

/** The planned wake-ups of the chats. */
export type ChatSchedules = {
  list(chatId: ChatId): readonly Schedule[]
  add(chatId: ChatId, made: { text: string; time: ScheduleTime; nextAt: Millis }): Schedule
  /** False when there is none of this name. */
  cancel(chatId: ChatId, id: string): boolean
}

export type ScheduleToolDeps = {
  schedules: ChatSchedules
  clock: Pick<Clock, 'now'>
  /** The one of the person. */
  timeZone: string
}

/** The `schedule` tool: wakes the chat once or again and again (P-038). */
export function createScheduleTool({ schedules, clock, timeZone }: ScheduleToolDeps): Tool<ScheduleInput> {
  return {
    spec: { name: 'schedule', description: SCHEDULE_DESCRIPTION, inputSchema: SCHEDULE_SCHEMA },
    parse: parseScheduleInput,
    isReadOnly: ({ action }) => action === 'list',
    onlyForChats: true,
    title: (input) => {
      if (input.action === 'create') return input.at ?? input.cron ?? ''
      return input.action === 'cancel' ? input.id : ''
    },
    async run(input, { chatId }): Promise<ToolAnswer> {
      switch (input.action) {
        case 'list':
          return { text: listText(schedules.list(chatId), clock.now()), isError: false }
        case 'cancel':
          return schedules.cancel(chatId, input.id)
            ? { text: `Cancelled the wake-up ${input.id}.`, isError: false }
            : { text: `There is no wake-up ${input.id}.`, isError: true }
        case 'create':
          return create(input, chatId)
      }
    },
  }

  function create(
    { text, at, cron, time_zone: zone = timeZone }: Extract<ScheduleInput, { action: 'create' }>,
    chatId: ChatId,
  ): ToolAnswer {
    if (schedules.list(chatId).length >= SCHEDULES_MAX)
      return { text: `There are ${SCHEDULES_MAX} wake-ups already. Cancel one first.`, isError: true }
    const now = clock.now()
    const read = at === undefined ? readPattern(cron ?? '', zone, now) : readMoment(at, zone, now)
    if (!read.ok) return { text: read.message, isError: true }
    const made = schedules.add(chatId, { text, time: read.time, nextAt: read.nextAt })
    return {
      text: `Planned ${lineOf(made, now)} The chat is woken then; do not wait for it.`,
      isError: false,
    }
  }
}

function listText(list: readonly Schedule[], now: Millis): string {
  return list.length === 0
    ? 'No wake-ups are planned in this chat.'
    : list.map((one) => `${lineOf(one, now)} ${one.text}`).join('\n')
}

function lineOf({ id, time, nextAt }: Schedule, now: Millis): string {
  const next =
    nextAt === null ? 'due' : `next ${new Date(nextAt).toISOString()} (in ${minutes(nextAt - now)} min)`
  return `${id}: ${timeWords(time)}, ${next}.`
}

function minutes(ms: Millis): number {
  return Math.max(1, Math.round(ms / 60_000))
}

function parseScheduleInput(raw: unknown): ParsedInput<ScheduleInput> {
  const parsed = parseWith(inputSchema, raw)
  if (!parsed.ok || parsed.input.action !== 'create') return parsed
  const { at, cron, time_zone: zone } = parsed.input
  if ((at === undefined) === (cron === undefined))
    return { ok: false, message: 'Give either "at" or "cron".' }
  if (zone !== undefined && !isTimeZone(zone))
    return { ok: false, message: `"time_zone": ${zone} is no time zone, for example Europe/Kyiv.` }
  return parsed
}
