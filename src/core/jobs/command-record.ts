import type { CommandState, OutputSummary, ServerFacts, ShellNote } from '../../shared/command'
import type { CallId, ChatId, CommandId, Millis, SubagentId, TerminalId, TurnId } from '../../shared/ids'
import type { UntoldKind } from '../attention/attention-state'

/** Everything stored of one command. The card is a view of it. */
export type CommandRecord = {
  id: CommandId
  /** The conversation that it belongs to, and that hears of its end: a subagent has its own (S-355). */
  chatId: ChatId
  turnId: TurnId
  callId: CallId
  /** The subagent whose call it is; null for the chat's own agent (S-293, S-355). */
  subagent: OfSubagent | null
  terminalId: TerminalId
  command: string
  /** Real folder it runs in. */
  cwd: string
  /** The folder line of the card, null at the workspace root (S-089). */
  workdir: string | null
  createdAt: Millis
  state: CommandState
  output: OutputSummary
  shellNote: ShellNote | null
  /** Absolute path of the output log; null until something was spawned. */
  logFile: string | null
  /** Log bytes the agent has received so far (S-227, S-282, S-284). */
  seenBytes: number
  /** Set once it is known as a server, for good (S-189…S-192). */
  server: ServerFacts | null
  leftovers: number[]
  /** The person took it off the list of recent jobs. */
  isDismissed: boolean
  notice: Notice | null
  /** True after `kill_terminal` released the identifier (S-288). */
  released: boolean
}

/** A subagent as its commands name it, with the chat that it works for. */
export type OfSubagent = { id: SubagentId; name: string; chatId: ChatId }

/** What the agent must be told about an end; frozen when the command ends (S-250). */
export type Notice = {
  kind: UntoldKind
  text: string
  at: Millis
  /** Grows with every end of the chat (S-246). */
  order: number
  /** Set in the transaction that stores the message carrying it. */
  told: boolean
}

/** A record as a store holds it; fields that came later are missing in old ones. */
export type StoredRecord = Omit<CommandRecord, 'subagent' | 'server' | 'isDismissed' | 'notice'> & {
  subagent?: OfSubagent | null
  server?: ServerFacts | null
  isDismissed?: boolean
  notice: (Omit<Notice, 'kind' | 'order'> & Partial<Pick<Notice, 'kind' | 'order'>>) | null
}

/** Brings a stored record up to date. */
export function currentRecord({
  subagent = null,
  server = null,
  isDismissed = false,
  notice,
  ...record
}: StoredRecord): CommandRecord {
  const known = { ...record, subagent, server, isDismissed }
  if (!notice) return { ...known, notice: null }
  const kind = notice.kind ?? kindOf(record.state)
  return { ...known, notice: { ...notice, kind, order: notice.order ?? 0 } }
}

/** The chat in which a person sees a command. */
export function shownIn({ chatId, subagent }: Pick<CommandRecord, 'chatId' | 'subagent'>): ChatId {
  return subagent?.chatId ?? chatId
}

function kindOf(state: CommandState): UntoldKind {
  if (state.kind !== 'ended') return 'window-ended'
  if (state.end.by !== 'stop') return 'completion'
  return state.end.who === 'user' ? 'terminal-event' : 'window-ended'
}

/** Where records live. Writes are synchronous and durable when they return. */
export type CommandStore = {
  save(record: CommandRecord): void
  get(id: CommandId): CommandRecord | null
  ofChat(chatId: ChatId): CommandRecord[]
  byTerminal(chatId: ChatId, terminalId: TerminalId): CommandRecord | null
  /** Records that were not settled when the app ended. */
  unsettled(): CommandRecord[]
  /** The newest commands of all chats that are settled, newest first. */
  newestSettled(count: number): CommandRecord[]
  /** 1, 2, 3… within a chat; never given twice. */
  nextTerminalNumber(chatId: ChatId): number
}
