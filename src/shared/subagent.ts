import type { ToolItem } from './chat'
import type { ChatId, CommandId, Millis, SubagentId } from './ids'
import type { ModelFailure } from './models'

/** A subagent as the chat that it works for shows it. */
export type SubagentCard = {
  id: SubagentId
  /** The chat that it works for. */
  chatId: ChatId
  /** What it does, in a few words of the agent. */
  name: string
  createdAt: Millis
  state: SubagentState
  /** What it did last: a tool and what it was called with; null before the first call. */
  activity: { tool: string; title: string } | null
  /** Its commands, oldest first; their cards name its chat, and it. */
  commands: CommandId[]
  /** Its newest calls that changed something, or wait for the person, oldest first. */
  calls: ToolItem[]
}

/**
 * The life of a subagent. `interrupted`: it ended with its window or the app. `step-limit`: it made as many requests as one
 * turn may.
 */
export type SubagentState =
  /** `isStopping`: the person ended it, and what it runs has not ended yet. */
  | { kind: 'running'; isBackground: boolean; isStopping?: true }
  | { kind: 'done'; endedAt: Millis; report: string }
  | { kind: 'failed'; endedAt: Millis; failure: ModelFailure }
  | { kind: 'step-limit'; endedAt: Millis; steps: number }
  | { kind: 'stopped'; endedAt: Millis }
  | { kind: 'interrupted'; endedAt: Millis }
