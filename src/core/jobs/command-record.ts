import type { CommandState, OutputSummary, ShellNote } from '../../shared/command'
import type { CallId, ChatId, CommandId, Millis, TerminalId, TurnId } from '../../shared/ids'

/** Everything stored of one command. The card is a view of it. */
export type CommandRecord = {
  id: CommandId
  chatId: ChatId
  turnId: TurnId
  callId: CallId
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
  leftovers: number[]
  /**
   * What the agent must be told about the end; the text is frozen when the command ends (S-250).
   * `told` is set in the transaction that stores the message carrying it.
   */
  notice: { text: string; at: Millis; told: boolean } | null
  /** True after `kill_terminal` released the identifier (S-288). */
  released: boolean
}

/** Where records live. Writes are synchronous and durable when they return. */
export type CommandStore = {
  save(record: CommandRecord): void
  get(id: CommandId): CommandRecord | null
  ofChat(chatId: ChatId): CommandRecord[]
  byTerminal(chatId: ChatId, terminalId: TerminalId): CommandRecord | null
  /** Records that were not settled when the app ended. */
  unsettled(): CommandRecord[]
  /** 1, 2, 3… within a chat; never given twice. */
  nextTerminalNumber(chatId: ChatId): number
}
