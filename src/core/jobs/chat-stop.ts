import type { TurnId } from '../../shared/ids'
import type { CommandRecord } from './command-record'

/**
 * Whether the chat's Stop ends a command (appendix C): what has not started, what the agent waits for, and what this
 * very turn moved to the background other than by the user's hand (S-292, S-294, S-296, S-298, S-299, S-306, S-309).
 */
export function endsWithChatStop({ state, turnId }: CommandRecord, stoppedTurn: TurnId | null): boolean {
  switch (state.kind) {
    case 'pending':
    case 'preparing':
    case 'running':
      return true
    case 'background':
      return turnId === stoppedTurn && state.reason !== 'user'
    default:
      return false
  }
}
