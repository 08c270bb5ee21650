import type { Plan } from '../../shared/chat'
import type { ChatId } from '../../shared/ids'
import type { PermissionMode } from '../../shared/permissions'
import type { Approve } from '../approvals/approve'
import type { ReadGuard } from '../approvals/read-guard'
import type { Clock } from '../clock'
import type { CommandService } from '../jobs/command-service'
import type { OutputLogs } from '../jobs/output-logs'
import { type WaitingRules, WINDOW_WAITING } from '../jobs/waiting-rules'
import type { MemoryFiles } from '../memory/memory-files'
import type { OutputReader, ShellResolver } from '../ports'
import type { FetchPageDeps } from '../web/fetch-page'
import type { AskFirstDeps } from './ask-first'
import { createAskUserTool } from './ask-user'
import type { FileChanger } from './change-file'
import { createEditFileTool } from './edit-file'
import { createTerminalOutputTool } from './get-terminal-output'
import { type ChatGoals, createGoalTool } from './goal'
import { createKillTool } from './kill-terminal'
import { createListFilesTool } from './list-files'
import { createMemoryTool } from './memory'
import { planGate } from './plan-gate'
import { createReadFileTool } from './read-file'
import { createSavePlanTool } from './save-plan'
import { type ChatSchedules, createScheduleTool } from './schedule'
import { createSearchTool, type LookDeps } from './search'
import { createShellTool } from './shell'
import { createSubagentTool, type SubagentToolDeps } from './subagent'
import { createTodoTool } from './todo'
import { type AnyTool, anyTool, type Tool } from './tool'
import { createWaitForTool } from './wait-for'
import { createWebFetchTool } from './web-fetch'
import { createWriteFileTool } from './write-file'

export type ToolDeps = {
  commands: CommandService
  reader: OutputReader
  logs: OutputLogs
  shells: ShellResolver
  clock: Clock
  /** The window's unless a host says otherwise (S-367). */
  waiting?: WaitingRules
  /** A command that only waits ends with the first news (S-200); not where there is no chat that could have any. */
  endsWaits?: boolean
  /** What may run unasked; where a person typed the command, everything. */
  approve: Approve
  /** What of the workspace may be read unasked; everything without it. */
  mayRead?: ReadGuard
  /** What searching and listing files needs; nothing is searched without it. */
  look?: LookDeps
  /** What changing files needs; a host without chats changes none. */
  changer?: FileChanger
  /** Stores a plan with its chat. */
  keepPlan?: (chatId: ChatId, plan: Plan) => void
  /** Notes between sessions; a host without chats keeps none. */
  memory?: { files: MemoryFiles; changed(): void }
  /** What asks a person before an action; a host without it acts on none. */
  ask?: AskFirstDeps
  /** How pages of the web are reached (S-396). */
  web?: FetchPageDeps
  /** Planned wake-ups of chats (P-038), in the time zone of the person. */
  schedules?: { list: ChatSchedules; timeZone: string }
  /** What chats work towards turn after turn (S-253). */
  goals?: ChatGoals
  /** Starts a subagent for a chat (S-355). */
  runSubagent?: SubagentToolDeps['run']
  /** The mode of a chat; Standard where there are none. */
  modeOf?: (chatId: ChatId) => PermissionMode
}

/** The tools of a subagent, which starts no others. */
export function subagentTools(tools: readonly AnyTool[]): AnyTool[] {
  return tools.filter(({ onlyForChats }) => !onlyForChats)
}

/** All tools of the agent, in the order a model sees them. */
export function createTools(deps: ToolDeps): AnyTool[] {
  const { commands, reader, logs, clock, approve } = deps
  const waiting = deps.waiting ?? WINDOW_WAITING
  const { changer, ask, modeOf = () => 'standard' } = deps
  const gated = <I>(tool: Tool<I>) => anyTool(planGate(tool, modeOf))
  return [
    anyTool(createShellTool({ commands, waiting, approve, endsWaits: deps.endsWaits ?? true })),
    gated(createTerminalOutputTool({ commands, waiting, clock })),
    gated(createWaitForTool({ commands, waiting, clock })),
    gated(createKillTool({ commands, clock })),
    gated(
      createReadFileTool({
        reader,
        logs,
        ...(deps.mayRead ? { mayRead: deps.mayRead } : {}),
        ...(changer ? { seen: changer.seen } : {}),
      }),
    ),
    ...(deps.look ? [gated(createSearchTool(deps.look)), gated(createListFilesTool(deps.look))] : []),
    ...(changer ? [gated(createEditFileTool(changer)), gated(createWriteFileTool(changer))] : []),
    ...(deps.memory && ask
      ? [gated(createMemoryTool({ memory: deps.memory.files, changed: deps.memory.changed, ask }))]
      : []),
    ...(deps.web && ask ? [gated(createWebFetchTool({ page: deps.web, ask }))] : []),
    ...(deps.schedules
      ? [
          gated(
            createScheduleTool({
              schedules: deps.schedules.list,
              clock,
              timeZone: deps.schedules.timeZone,
            }),
          ),
        ]
      : []),
    // Without chats there is nobody to see a list.
    ...(deps.keepPlan ? [gated(createTodoTool())] : []),
    ...(ask ? [gated(createAskUserTool(ask))] : []),
    ...(deps.goals ? [gated(createGoalTool({ goals: deps.goals }))] : []),
    // A host without chats has nowhere to keep a plan.
    ...(deps.runSubagent ? [gated(createSubagentTool({ run: deps.runSubagent }))] : []),
    ...(deps.keepPlan ? [gated(createSavePlanTool({ keepPlan: deps.keepPlan }))] : []),
  ]
}
