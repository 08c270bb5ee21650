import type { ChatId, TerminalId } from '../../shared/ids'
import type { CommandRecord } from '../jobs/command-record'
import type { CommandService } from '../jobs/command-service'
import { commandTitle } from '../jobs/command-title'
import type { ParsedInput, ToolAnswer } from './tool'
import { firstGiven, inputObject } from './tool-input'

/** Reads `terminal_id`; models also send a number or the camel-case name. */
export function parseTerminalId(raw: unknown): ParsedInput<{ terminalId: TerminalId }> {
  const input = inputObject(raw)
  const given = input && firstGiven(input, ['terminal_id', 'terminalId', 'id'])
  if (typeof given === 'number') return { ok: true, input: { terminalId: `T${given}` } }
  if (typeof given !== 'string' || given.trim() === '')
    return { ok: false, message: '"terminal_id" is required and must be text.' }
  return { ok: true, input: { terminalId: given.trim() } }
}

/** A command of this chat, or the answer that ends guessing (S-279, S-280, S-285). */
export function findTerminal(
  commands: CommandService,
  chatId: ChatId,
  terminalId: TerminalId,
): { record: CommandRecord } | { answer: ToolAnswer } {
  const record = commands.find(chatId, terminalId)
  if (record) return { record }
  const known = commands.background(chatId)
  const text =
    known.length === 0
      ? 'This chat has no background commands, so no other terminal_id will work either. Stop asking for terminals and change your approach: run the command again if you still need its output.'
      : [
          `There is no terminal ${JSON.stringify(terminalId)} in this chat. It has:`,
          ...known.map((each) => `- ${each.terminalId}: ${commandTitle(each.command)}`),
        ].join('\n')
  return { answer: { text, isError: true } }
}
