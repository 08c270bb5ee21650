import type { TerminalId } from '../../shared/ids'
import type { Clock } from '../clock'
import type { CommandService } from '../jobs/command-service'
import { killAnswer, withSeen } from './result-text'
import { findTerminal, parseTerminalId } from './terminal-lookup'
import type { Tool } from './tool'
import { KILL_DESCRIPTION, KILL_SCHEMA } from './tool-texts'

export type KillDeps = { commands: CommandService; clock: Clock }

/** The `kill_terminal` tool (section 27). */
export function createKillTool({ commands, clock }: KillDeps): Tool<{ terminalId: TerminalId }> {
  return {
    spec: { name: 'kill_terminal', description: KILL_DESCRIPTION, inputSchema: KILL_SCHEMA },
    parse: parseTerminalId,
    isReadOnly: () => false,
    title: ({ terminalId }) => terminalId,
    async run({ terminalId }, context) {
      const found = findTerminal(commands, context.chatId, terminalId)
      if ('answer' in found) return found.answer
      const { record, output, seen } = await commands.kill(found.record.id)
      return withSeen(killAnswer(record, output, clock.now()), seen)
    },
  }
}
