import type { Millis, TerminalId } from '../../shared/ids'
import type { Clock } from '../clock'
import type { CommandService } from '../jobs/command-service'
import type { WaitingRules } from '../jobs/waiting-rules'
import { progressAnswer, unchangedAnswer, withSeen } from './result-text'
import { findTerminal, parseTerminalId } from './terminal-lookup'
import type { Tool } from './tool'
import { inputObject } from './tool-input'
import { TERMINAL_OUTPUT_SCHEMA, terminalOutputDescription } from './tool-texts'

export type TerminalOutputInput = { terminalId: TerminalId; waitMs: Millis }

export type TerminalOutputDeps = { commands: CommandService; waiting: WaitingRules; clock: Clock }

/** The `get_terminal_output` tool (section 26). */
export function createTerminalOutputTool({
  commands,
  waiting,
  clock,
}: TerminalOutputDeps): Tool<TerminalOutputInput> {
  return {
    spec: {
      name: 'get_terminal_output',
      description: terminalOutputDescription(waiting),
      inputSchema: TERMINAL_OUTPUT_SCHEMA,
    },
    parse(raw) {
      const parsed = parseTerminalId(raw)
      if (!parsed.ok) return parsed
      return {
        ok: true,
        input: { ...parsed.input, waitMs: waitOf(inputObject(raw)?.wait_ms, waiting.maxMs) },
      }
    },
    isReadOnly: () => true,
    title: ({ terminalId }) => terminalId,
    async run({ terminalId, waitMs }, context) {
      const found = findTerminal(commands, context.chatId, terminalId)
      if ('answer' in found) return found.answer
      const { id } = found.record
      if (waitMs > 0) await commands.waitForNews(id, waitMs, context.signal)
      const { record, output, seen, unchanged } = await commands.report(id)
      const answer =
        unchanged > 1
          ? unchangedAnswer(record, output, clock.now())
          : progressAnswer(record, output, clock.now())
      return withSeen(answer, seen)
    },
  }
}

/** S-274: capped, and anything but a positive number asks at once. */
function waitOf(given: unknown, maxMs: Millis): Millis {
  return typeof given === 'number' && given > 0 ? Math.min(given, maxMs) : 0
}
