import { z } from 'zod'
import type { Plan } from '../../shared/chat'
import type { ChatId } from '../../shared/ids'
import type { Tool, ToolAnswer } from './tool'
import { parseWith } from './tool-input'
import { SAVE_PLAN_DESCRIPTION, SAVE_PLAN_SCHEMA } from './tool-texts'

/** Most entries of each list, and most characters of one: a plan is read by a person. */
const ENTRIES_MAX = 50
const ENTRY_MAX_CHARS = 2000

const entries = z.array(z.string().trim().min(1).max(ENTRY_MAX_CHARS)).max(ENTRIES_MAX)
const planSchema = z.object({
  title: z.string().trim().min(1).max(200),
  steps: entries.min(1),
  risks: entries.default([]),
  questions: entries.default([]),
})

export type SavePlanDeps = {
  /** Stores the plan with the chat and shows it. */
  keepPlan(chatId: ChatId, plan: Plan): void
}

/** The `save_plan` tool: how planning ends. It changes nothing outside of the chat. */
export function createSavePlanTool({ keepPlan }: SavePlanDeps): Tool<Plan> {
  return {
    spec: { name: 'save_plan', description: SAVE_PLAN_DESCRIPTION, inputSchema: SAVE_PLAN_SCHEMA },
    parse: (raw) => parseWith(planSchema, raw),
    runsInPlan: true,
    onlyForChats: true,
    title: ({ title }) => title,
    async run(plan, { chatId }): Promise<ToolAnswer> {
      keepPlan(chatId, plan)
      return {
        text: 'The plan is saved and shown to the user, who may now switch the permission mode and tell you to go on. Do not repeat the plan; end your turn.',
        isError: false,
      }
    },
  }
}
