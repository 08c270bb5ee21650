import type { CommandCard, CommandStatus } from '../../shared/command'
import { commandStatus } from '../../shared/command'

/** What the icon of a command says. */
export type CommandSign = CommandStatus | 'server' | 'blocked'

/**
 * The sign of a command wherever it is shown: its status, but a server is not waited for (S-189), and what is blocked
 * waits for more than a yes (S-008).
 */
export function signOf({ state, server }: Pick<CommandCard, 'state' | 'server'>): CommandSign {
  if (state.kind === 'background' && server) return 'server'
  if (state.kind === 'pending' && state.question.blocked) return 'blocked'
  return commandStatus(state)
}
