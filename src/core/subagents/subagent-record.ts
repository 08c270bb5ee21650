import { z } from 'zod'
import { chatIdSchema } from '../../shared/ids'
import type { SubagentState } from '../../shared/subagent'

/** How a subagent ended. */
export type SubagentEnd = Exclude<SubagentState, { kind: 'running' }>

/**
 * What makes a stored conversation that of a subagent. Its identity is that of the conversation; its commands, its history
 * and its turns are kept as those of any chat (S-355).
 */
export const subagentRecordSchema = z.object({
  /** The chat that it works for. */
  chatId: chatIdSchema,
  /** The call that started it. */
  callId: z.string(),
  name: z.string(),
  /** It only reads, whatever the chat may do. */
  isReadOnly: z.boolean(),
  /** Nobody waits for it in its call. */
  isBackground: z.boolean(),
  /** Null while it works. */
  end: z.custom<SubagentEnd>((value) => typeof (value as SubagentEnd | null)?.kind === 'string').nullable(),
  /** What the agent must be told about the end; frozen when it ends, null when the call itself tells it (S-250). */
  notice: z
    .object({
      kind: z.enum(['completion', 'terminal-event', 'window-ended']),
      text: z.string(),
      order: z.number(),
      /** Set in the transaction that stores the message carrying it. */
      told: z.boolean(),
    })
    .nullable(),
})
export type SubagentRecord = z.infer<typeof subagentRecordSchema>
