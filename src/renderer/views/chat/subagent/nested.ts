import type { ToolItem } from '../../../../shared/chat'
import type { CommandCard } from '../../../../shared/command'
import { type ChatId, chatIdSchema } from '../../../../shared/ids'
import type { SubagentCard } from '../../../../shared/subagent'

export type Nested = { at: number } & ({ command: CommandCard } | { call: ToolItem })

/** The commands and calls of a subagent as it made them. */
export function inOrder(commands: readonly CommandCard[], calls: readonly ToolItem[]): Nested[] {
  return [
    ...commands.map((command): Nested => ({ at: command.createdAt, command })),
    ...calls.map((call): Nested => ({ at: call.at, call })),
  ].sort((a, b) => a.at - b.at)
}

/** The conversation of a subagent, which is where its calls are answered. */
export function conversationOf({ id }: Pick<SubagentCard, 'id'>): ChatId {
  return chatIdSchema.parse(id)
}
