import { z } from 'zod'
import { GOAL_TEXT_MAX_CHARS, type Goal } from '../../shared/goal'
import type { ChatId } from '../../shared/ids'
import type { Tool, ToolAnswer } from './tool'
import { parseWith } from './tool-input'
import { GOAL_DESCRIPTION, GOAL_SCHEMA } from './tool-texts'

const text = z.string().trim().min(1).max(GOAL_TEXT_MAX_CHARS)
const inputSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('set'), condition: text }),
  z.object({ action: z.literal('done'), reason: text }),
  z.object({ action: z.literal('give_up'), reason: text }),
])
export type GoalInput = z.infer<typeof inputSchema>

/** The goals of the chats. */
export type ChatGoals = {
  of(chatId: ChatId): Goal | null
  set(chatId: ChatId, condition: string): void
  /** Ends the open goal. */
  end(chatId: ChatId, how: 'done' | 'given-up', reason: string): void
}

/** The `goal` tool: how the agent sets itself a goal, and says that one is reached or cannot be (S-253). */
export function createGoalTool({ goals }: { goals: ChatGoals }): Tool<GoalInput> {
  return {
    spec: { name: 'goal', description: GOAL_DESCRIPTION, inputSchema: GOAL_SCHEMA },
    parse: (raw) => parseWith(inputSchema, raw),
    onlyForChats: true,
    runsInPlan: true,
    title: (input) => (input.action === 'set' ? input.condition : input.reason),
    async run(input, { chatId }): Promise<ToolAnswer> {
      const open = goals.of(chatId)
      if (input.action === 'set') {
        if (open) return { text: `A goal is open already: ${open.condition}`, isError: true }
        goals.set(chatId, input.condition)
        return { text: 'The goal is set. Its turns begin when this one ends.', isError: false }
      }
      if (!open) return { text: 'No goal is open.', isError: true }
      const isDone = input.action === 'done'
      goals.end(chatId, isDone ? 'done' : 'given-up', input.reason)
      return { text: isDone ? 'The goal is reached.' : 'The goal is given up.', isError: false }
    },
  }
}
