import { z } from 'zod'
import type { SubagentRequest } from '../subagents/subagents'
import type { Tool, ToolAnswer } from './tool'
import { parseWith } from './tool-input'
import { SUBAGENT_DESCRIPTION, SUBAGENT_SCHEMA } from './tool-texts'

/** Longest task, in UTF-16 units. */
const TASK_MAX_CHARS = 100_000

const inputSchema = z.object({
  name: z.string().trim().min(1).max(80),
  task: z.string().trim().min(1).max(TASK_MAX_CHARS),
  background: z.boolean().default(false),
  read_only: z.boolean().default(false),
})
type SubagentInput = z.infer<typeof inputSchema>

export type SubagentToolDeps = { run(request: SubagentRequest): Promise<ToolAnswer> }

/** The `subagent` tool: work in a conversation of its own (S-355…S-358, A-038). Subagents themselves do not have it. */
export function createSubagentTool({ run }: SubagentToolDeps): Tool<SubagentInput> {
  return {
    spec: { name: 'subagent', description: SUBAGENT_DESCRIPTION, inputSchema: SUBAGENT_SCHEMA },
    parse: (raw) => parseWith(inputSchema, raw),
    // One that may change something must not run beside others.
    isReadOnly: ({ read_only }) => read_only,
    // In Plan it only reads, as the chat does.
    runsInPlan: true,
    beginsLate: true,
    onlyForChats: true,
    title: ({ name }) => name,
    run: ({ name, task, background, read_only }, { chatId, callId, signal }) =>
      run({ chatId, callId, name, task, isBackground: background, isReadOnly: read_only, signal }),
  }
}
