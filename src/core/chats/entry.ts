import { z } from 'zod'
import type { ChatNotice } from '../../shared/chat'
import { commandIdSchema, entryIdSchema } from '../../shared/ids'
import { tokenUsageSchema } from '../../shared/models'
import type { ToolResult } from '../ports'

const place = {
  id: entryIdSchema,
  /** Order within the chat. */
  seq: z.number().int().nonnegative(),
  at: z.number(),
}

const toolCallSchema = z.object({
  callId: z.string(),
  tool: z.string(),
  argsText: z.string(),
  input: z.unknown(),
})

/** What mentions of a message brought: the model gets the texts, the person sees the paths. */
export const attachedSchema = z.array(z.object({ path: z.string(), text: z.string() }))

/** Persisted history of a chat: the one source of the transcript and of what the model is sent. */
export const entrySchema = z.discriminatedUnion('kind', [
  z.object({
    ...place,
    kind: z.literal('user'),
    text: z.string(),
    /** What its mentions brought, for the model behind the words; absent when they brought nothing. */
    attached: attachedSchema.optional(),
    /** Facts Vigil told the agent together with this message (S-241, S-301); null when there were none. */
    told: z.string().nullable(),
  }),
  z.object({
    ...place,
    kind: z.literal('assistant'),
    text: z.string(),
    reasoning: z.string(),
    model: z.string(),
    calls: z.array(toolCallSchema),
    interrupted: z.boolean(),
    usage: tokenUsageSchema.nullable(),
  }),
  z.object({
    ...place,
    kind: z.literal('call'),
    callId: z.string(),
    tool: z.string(),
    title: z.string(),
    commandId: commandIdSchema.nullable(),
    /** Null while the call runs, and for ever if the app died meanwhile. */
    result: z
      .custom<ToolResult>((value) => typeof (value as ToolResult | null)?.text === 'string')
      .nullable(),
  }),
  z.object({
    ...place,
    /** What Vigil told the agent on its own: after a result, or to start a turn (S-240, S-241, S-243, S-258). */
    kind: z.literal('told'),
    text: z.string(),
    with: z.enum(['result', 'wake', 'pulse', 'goal', 'restore']),
  }),
  z.object({
    ...place,
    kind: z.literal('notice'),
    notice: z.custom<ChatNotice>((value) => typeof (value as ChatNotice | null)?.type === 'string'),
  }),
])
export type Entry = z.infer<typeof entrySchema>
export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>
