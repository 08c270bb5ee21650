import type { CommandOutcome } from '../../shared/command'
import type { CallId, ChatId, TurnId } from '../../shared/ids'
import type { ToolCard } from '../../shared/tool-card'
import type { OfSubagent } from '../jobs/command-record'
import type { Seen } from '../jobs/seen'
import type { ToolSpec } from '../ports'

/** What a call may use of its surroundings. Nothing here outlives the call. */
export type ToolContext = {
  chatId: ChatId
  turnId: TurnId
  callId: CallId
  /** The folder relative paths start from (S-083). */
  workspaceRoot: string
  /** Set for a call of a subagent (S-293, S-355). */
  subagent?: OfSubagent
  /**
   * Resolves when the calls before this one are done; a tool that asks ahead waits for it before it does anything.
   * Absent when its turn has come.
   */
  turn?: Promise<void>
  /** Aborted by Stop: awaited commands end, pending ones are cancelled (S-292, S-309). */
  signal: AbortSignal
}

/** The text for the model; `isError` only for refused or failed calls, not for a command that exited 1. */
export type ToolAnswer = {
  text: string
  isError: boolean
  outcome?: CommandOutcome
  /** What the card of the call shows besides its title. */
  card?: ToolCard
  /** What this answer tells of commands; counts once the result is stored (S-227, S-284). */
  seen?: readonly Seen[]
}

/** Arguments after the tool's schema. */
export type ParsedInput<I> = { ok: true; input: I } | { ok: false; message: string }

/**
 * A tool the agent may call. `run` may throw only on bugs; the loop turns that into an error result.
 * Whether a call is read-only depends on its arguments.
 */
export type Tool<I = unknown> = {
  readonly spec: ToolSpec
  parse(input: unknown): ParsedInput<I>
  /** A tool without this declaration may change something with every call. */
  isReadOnly?(input: I): boolean
  /** Plan allows it although it changes something, which is only the agent's own notes. */
  readonly runsInPlan?: boolean
  /** Not for subagents: it speaks with the person, or changes what happens in the chat itself (S-355). */
  readonly onlyForChats?: boolean
  /** Never begins while the answer still arrives, although it only reads: what it starts would outlive a broken stream. */
  readonly beginsLate?: boolean
  /** Its question to the person is shown before its turn comes, with those of the other calls. */
  readonly asksAhead?: boolean
  /** How the call is named in the transcript, for example a file path; '' where a command card stands for it. */
  title(input: I): string
  run(input: I, context: ToolContext): Promise<ToolAnswer>
}

/** Erases the input type of a tool whose `parse` guards its own `run`. */
export type AnyTool = {
  readonly spec: ToolSpec
  readonly onlyForChats?: boolean
  /** Parses and binds a call; a failed parse names the problem for the model. */
  bind(input: unknown): { ok: true; call: BoundCall } | { ok: false; message: string }
}
export type BoundCall = {
  readonly isReadOnly: boolean
  readonly asksAhead: boolean
  readonly beginsLate: boolean
  readonly title: string
  run(context: ToolContext): Promise<ToolAnswer>
}

/** Makes a typed tool fit a list of tools. */
export function anyTool<I>(tool: Tool<I>): AnyTool {
  return {
    spec: tool.spec,
    ...(tool.onlyForChats ? { onlyForChats: true } : {}),
    bind(raw) {
      const parsed = tool.parse(raw)
      if (!parsed.ok) return parsed
      const { input } = parsed
      return {
        ok: true,
        call: {
          isReadOnly: tool.isReadOnly?.(input) ?? false,
          asksAhead: tool.asksAhead ?? false,
          beginsLate: tool.beginsLate ?? false,
          title: tool.title(input),
          run: (context) => tool.run(input, context),
        },
      }
    },
  }
}

/** What the model reads about a call that never ran because of Stop. */
export const NOT_RUN_AFTER_STOP = 'This call was not run because the user stopped the turn.'
