import { z } from 'zod'
import type { ChatNotice } from '../../shared/chat'
import { commandIdSchema, entryIdSchema, subagentIdSchema } from '../../shared/ids'
import { imageRefSchema } from '../../shared/image'
import { tokenUsageSchema } from '../../shared/models'
import type { ToolCard } from '../../shared/tool-card'
import type { ToolResult } from '../ports'

const place = {
  id: entryIdSchema,
  /** Order within the chat. */
  seq: z.number().int().nonnegative(),
  at: z.number(),
}

const jobs = z.array(z.union([commandIdSchema, subagentIdSchema]))
/** Jobs of whose end the agent learns by this entry; absent when of none, and in entries of older programs. */
const tells = jobs.optional()

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
    /** Absent when there are none. */
    images: z.array(imageRefSchema).optional(),
    /** Facts Vigil told the agent together with this message (S-241, S-301); null when there were none. */
    told: z.string().nullable(),
    tells,
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
    /** Absent for every other tool. */
    subagentId: subagentIdSchema.optional(),
    /** What its card shows before there is a result, which carries its own. */
    card: z.custom<ToolCard>((value) => typeof (value as ToolCard | null)?.kind === 'string').optional(),
    /** Null while the call runs, and for ever if the app died meanwhile. */
    result: z
      .custom<ToolResult>((value) => typeof (value as ToolResult | null)?.text === 'string')
      .nullable(),
    tells,
  }),
  z.object({
    ...place,
    /** What Vigil told the agent on its own: after a result, or to start a turn (S-240, S-241, S-243, S-258). */
    kind: z.literal('told'),
    text: z.string(),
    with: z.enum(['result', 'wake', 'pulse', 'goal', 'restore']),
    tells,
  }),
  z.object({
    ...place,
    /** The person went back to an earlier point: here the conversation goes on from. */
    kind: z.literal('restore'),
    /** Messages of the user that were taken out of the conversation; null when it stayed. */
    messages: z.number().nullable(),
    files: z
      .object({ restored: z.number(), removed: z.number(), kept: z.number(), failed: z.number() })
      .nullable(),
    /** The copy of the files from before; null when they stayed. */
    undo: z.string().nullable(),
    /** Ends whose message was taken out: they are told again. */
    owed: jobs,
    isTakenBack: z.boolean(),
  }),
  z.object({
    ...place,
    /** From here on the model is sent a shorter history; everything before stays stored and readable. */
    kind: z.literal('compaction'),
    /** Null when none could be made and only old results were taken out. */
    summary: z.string().nullable(),
    /** What ran in the background then, as the summary ends with it; never refreshed (S-268…S-271). */
    running: z.string(),
    /** The commands among it, for a person; chats of earlier versions did not note them. */
    commands: z
      .array(z.object({ terminalId: z.string(), command: z.string(), isServer: z.boolean() }))
      .default([]),
    isAutomatic: z.boolean(),
    /** Entries before this place are replaced by the summary. */
    keepFrom: z.number().int().nonnegative(),
    /** A message of the user that stays although it is before that place. */
    keptMessage: entryIdSchema.nullable(),
    /** Results of calls before this place are taken out. */
    resultsFrom: z.number().int().nonnegative(),
  }),
  z.object({
    ...place,
    kind: z.literal('notice'),
    notice: z.custom<ChatNotice>((value) => typeof (value as ChatNotice | null)?.type === 'string'),
  }),
])
export type Entry = z.infer<typeof entrySchema>
export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>

/** The newest entry of a kind. */
export function lastEntry<K extends Entry['kind']>(
  entries: readonly Entry[],
  kind: K,
): EntryOf<K> | undefined {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]
    if (entry?.kind === kind) return entry as EntryOf<K>
  }
  return undefined
}
