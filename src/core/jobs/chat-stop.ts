import type { TurnId } from '../../shared/ids'
import type { CommandRecord } from './command-record'

/**
 * Whether the chat's Stop ends a command (appendix C): what has not started, what the agent waits for, what this very
 * turn moved to the background other than by the user's hand, and what a subagent runs; never a server (S-292…S-299,
 * S-306, S-309).
 */
export function endsWithChatStop(record: CommandRecord, stoppedTurn: TurnId | null): boolean {
  const { state, turnId, server, subagent } = record
  if (state.kind !== 'background') return isBeforeBackground(record)
  if (server !== null) return false
  return subagent !== null || (turnId === stoppedTurn && state.reason !== 'user')
}

/** Whether the waiting line's Stop ends a command: everything it counts, whoever moved it (S-335, S-337, appendix C). */
export function endsWithWaitingLine(record: CommandRecord): boolean {
  return record.state.kind === 'background' ? record.server === null : isBeforeBackground(record)
}

function isBeforeBackground({ state }: CommandRecord): boolean {
  return state.kind === 'pending' || state.kind === 'preparing' || state.kind === 'running'
}
