import type { CommandEnd } from './command'
import type { Cost, ModelUsage } from './cost'
import type { Goal, GoalEnd } from './goal'
import type {
  CallId,
  ChatId,
  CommandId,
  EntryId,
  Millis,
  SubagentId,
  TerminalId,
  TurnId,
  WorkspaceId,
} from './ids'
import type { ImageRef } from './image'
import type { McpState } from './mcp'
import type { MemoryScope } from './memory'
import type { ModelFailure, ModelRef, TokenUsage } from './models'
import type { ChatSnapshot, PermissionMode } from './permissions'
import type { Schedule } from './schedule'
import type { ToolCard } from './tool-card'

/** A folder the user opened. */
export type Workspace = {
  id: WorkspaceId
  path: string
  name: string
  branch: string | null
  missing: boolean
}

/** What a chat's agent is doing. `failed` and `stopped` last until the next message (S-251, S-252). */
export type TurnStatus =
  | { kind: 'idle' }
  | { kind: 'running'; turnId: TurnId; since: Millis; activity: TurnActivity }
  | { kind: 'failed'; at: Millis; failure: ModelFailure }
  | { kind: 'stopped'; at: Millis }
  /** The limit of steps was reached. */
  | { kind: 'paused'; at: Millis; steps: number }
export type TurnActivity =
  | { kind: 'model' }
  | { kind: 'tools' }
  /** The history is being summarised. */
  | { kind: 'compacting' }
  | { kind: 'retrying'; attempt: number; of: number; until: Millis; failure: ModelFailure }

/** A row of the chat list, and everything of a chat that is not its transcript. */
export type ChatSummary = {
  id: ChatId
  /** Empty until the first message names it. */
  title: string
  workspaceId: WorkspaceId
  workspacePath: string
  model: ModelRef | null
  /** How much the agent may do unasked; holds from the next call on. */
  mode: PermissionMode
  /** The copy of the workspace from the last time Bypass was entered; null when it never was. */
  snapshot: ChatSnapshot | null
  createdAt: Millis
  updatedAt: Millis
  unread: boolean
  /** Out of the list, among the archived; a message or a wake-up brings it back. */
  archivedAt: Millis | null
  turn: TurnStatus
  /** Commands, changes and questions that wait for the person. */
  needsApproval: number
  /** How many of them are questions of the agent. */
  questions: number
  /** Commands with a live process. */
  running: number
  /** The waiting line; null while the chat does not go on by itself (S-319…S-324, S-330). */
  waiting: ChatWaiting | null
  /** Planned wake-ups, in the order in which they were made (P-038). */
  schedules: Schedule[]
  /** What it works towards turn after turn; null for nothing (S-253). */
  goal: Goal | null
  tokens: TokenUsage
  /** The same by model, since this was counted. */
  usage: ModelUsage[]
  /** Tokens of the last request and the model's window, for the ring; null before the first request. */
  context: { used: number; window: number | null } | null
}

/** What a chat waits for; at least one of the two is not 0. Servers are not counted. */
export type ChatWaiting = { commands: number; subagents: number }

/** The one badge of a chat row; priority as listed in ui.md 4. */
export type ChatBadge =
  | 'needs-approval'
  | 'question'
  | 'failed'
  | 'running'
  | 'waiting'
  | 'stopped'
  | 'unread'
  | 'none'

/** Computes the badge of a chat (S-325…S-327; ui.md 4: needs you, failed, running, waiting, stopped, unread). */
export function chatBadge(chat: ChatSummary): ChatBadge {
  if (chat.needsApproval > chat.questions) return 'needs-approval'
  if (chat.questions > 0) return 'question'
  if (chat.turn.kind === 'failed') return 'failed'
  if (chat.turn.kind === 'running') return 'running'
  if (chat.waiting) return 'waiting'
  if (chat.turn.kind === 'stopped') return 'stopped'
  return chat.unread ? 'unread' : 'none'
}

/** True while anything of a chat works or will by itself; what nobody sees must not, so it cannot be archived. */
export function isAtWork({ turn, running, waiting }: ChatSummary): boolean {
  return turn.kind === 'running' || running > 0 || waiting !== null
}

/** A call of a tool as a transcript shows it. */
export type ToolItem = Extract<TranscriptItem, { kind: 'tool' }>

/** One thing in a transcript. `seq` orders them; an item keeps its id and place for life. */
export type TranscriptItem = { id: EntryId; seq: number; at: Millis } & (
  | {
      kind: 'user'
      text: string
      queued: boolean
      /** Paths of what its mentions brought; absent when none did. */
      attached?: string[]
      /** Absent when there are none. */
      images?: ImageRef[]
    }
  | {
      kind: 'assistant'
      text: string
      reasoning: string
      state: 'streaming' | 'done' | 'interrupted'
      model: string
    }
  | { kind: 'command'; commandId: CommandId }
  | {
      kind: 'tool'
      callId: CallId
      tool: string
      title: string
      state: 'running' | 'done' | 'failed'
      detail: string
      card?: ToolCard
    }
  /** Stands for the call that started it. */
  | { kind: 'subagent'; subagentId: SubagentId }
  | { kind: 'notice'; notice: ChatNotice }
)

/** System lines and error rows. */
export type ChatNotice =
  /** A background command ended; told to the agent with the next user message (S-224). */
  | {
      type: 'command-ended'
      commandId: CommandId
      terminalId: TerminalId
      command: string
      end: CommandEnd
      ranMs: Millis
    }
  /** Commands that ended together with the app (S-342). */
  | { type: 'commands-lost'; commands: { terminalId: TerminalId; command: string }[] }
  /** Nothing arrived for five minutes; the agent was told what still runs (S-258). */
  | { type: 'pulse'; commands: { terminalId: TerminalId; command: string }[] }
  /** Planned times have come, with what the agent was told then (P-038). */
  | { type: 'scheduled'; texts: string[] }
  /** From here on the chat works towards a goal (S-253). */
  | { type: 'goal-set'; condition: string; by: Goal['by'] }
  /** The goal is pursued no more; `reason` is the agent's, empty when it gave none. */
  | { type: 'goal-ended'; condition: string; how: GoalEnd; reason: string; turns: number }
  | { type: 'failure'; failure: ModelFailure }
  | { type: 'step-limit'; steps: number }
  | { type: 'repeating'; tool: string; times: number }
  | { type: 'cut-off' }
  /** Where the history that the model is sent became shorter; without a summary only old results were taken out. */
  | {
      type: 'compacted'
      summary: string | null
      /** What the model is told of what ran then; `commands` are those of it that a person knows by name (S-268). */
      running: string
      commands: RunningThen[]
      isAutomatic: boolean
    }
  /** What planning came to. */
  | { type: 'plan'; plan: Plan }
  /** No summary could be made, and nothing changed. */
  | { type: 'compaction-failed'; failure: ModelFailure }
  /** The person went back to an earlier point; `messages` is null when the conversation stayed, `files` when they did. */
  | { type: 'restored'; messages: number | null; files: RestoredFiles | null; isTakenBack: boolean }
  /** Too little to summarise. */
  | { type: 'nothing-to-compact' }
  | LocalAnswer

/** A command that ran in the background at some moment. */
export type RunningThen = { terminalId: TerminalId; command: string; isServer: boolean }

/** How many files going back changed, and how many it could not. */
export type RestoredFiles = { restored: number; removed: number; kept: number; failed: number }

/** A message or an answer in which something was found; `parts` are an excerpt on one line. */
export type FoundText = {
  chatId: ChatId
  entryId: EntryId
  at: Millis
  who: 'user' | 'assistant'
  parts: { text: string; isFound: boolean }[]
}

/** A plan in its parts: steps in order, what may go wrong, and what is open. */
export type Plan = { title: string; steps: string[]; risks: string[]; questions: string[] }

/** What Vigil answers by itself: it costs no tokens, and no model ever sees it (A-044… ). */
export type LocalAnswer =
  /** `custom` are the workspace's own commands. */
  | { type: 'help'; commands: string[]; custom: string[] }
  | { type: 'unknown-command'; name: string; closest: string[] }
  /** The command changes the history, which a running turn is writing. */
  | { type: 'not-now'; command: string }
  | { type: 'model'; current: string | null; available: string[] }
  | { type: 'model-set'; model: string }
  | { type: 'unknown-model'; name: string; closest: string[] }
  | { type: 'mode'; mode: PermissionMode }
  | { type: 'mode-set'; mode: PermissionMode }
  | { type: 'unknown-mode'; name: string }
  /** Bypass has a warning that no text can confirm. */
  | { type: 'mode-warning' }
  | { type: 'goal'; goal: Goal | null }
  /** The condition is longer than this many UTF-16 units. */
  | { type: 'goal-too-long'; max: number }
  /** `cost` is absent in lines of older programs. */
  | { type: 'cost'; tokens: TokenUsage; cost?: Cost }
  /** The newest earlier chats of the workspace; `words` are those that no chat fits, else empty. */
  | { type: 'resume'; words: string; chats: { id: ChatId; title: string }[] }
  /** What is remembered from earlier sessions, as far as it is loaded. */
  | { type: 'memory'; notes: { scope: MemoryScope; name: string; lines: number; loadedLines: number }[] }
  /** MCP servers that this chat may use or could use. */
  | {
      type: 'mcp'
      servers: { name: string; state: McpState['kind']; tools: number; message: string | null }[]
    }
  | { type: 'mention'; mention: string; because: 'missing' | 'ignored' | 'unreadable' | 'too-much' }
