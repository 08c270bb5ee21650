import type { CommandEnd } from '../../shared/command'
import type { CallId, Millis, TerminalId } from '../../shared/ids'
import type { AgentOutput } from './agent-output'
import { commandTitle } from './command-title'
import { durationText } from './duration-text'
import { endText } from './end-text'

/** What every message about a command names, so that it can be matched to its call (S-228, S-231). */
export type NamedCommand = { callId: CallId; terminalId: TerminalId; command: string }

const SENDER = 'from Vigil, not from the user'

function named(title: string, { callId, terminalId, command }: NamedCommand): string[] {
  return [
    `[${title}, ${SENDER}]`,
    `Call ID: ${callId}`,
    `terminal_id: ${terminalId}`,
    `Command: ${commandTitle(command)}`,
  ]
}

/**
 * A background command ended by itself (S-224…S-229, S-239). `mark` is a word the command could not know, so that its
 * output cannot pretend to end early or to be another message (S-105).
 */
export function completionText(
  command: NamedCommand,
  end: CommandEnd,
  ranMs: Millis,
  output: AgentOutput,
  mark: string,
): string {
  return [
    ...named('Background command ended', command),
    `Result: ${endText(end)}`,
    `Ran for: ${durationText(ranMs)}`,
    ...unseenOutput(output, mark),
  ].join('\n')
}

/** How a command ended whose runner died, as one phrase for the agent (S-239, S-278). */
export const LOST_TEXT =
  'interrupted: the process that ran it for Vigil ended unexpectedly, and the command was ended before it finished'

/** A background command was lost with the process that ran it (S-224, S-239, S-347). */
export function lostText(command: NamedCommand, ranMs: Millis, output: AgentOutput, mark: string): string {
  return [
    ...named('Background command interrupted', command),
    `Result: ${LOST_TEXT}`,
    `Ran for: ${durationText(ranMs)}`,
    ...unseenOutput(output, mark),
  ].join('\n')
}

function unseenOutput(output: AgentOutput, mark: string): string[] {
  if (output.failure !== null) return [`Output you have not seen: could not be read (${output.failure})`]
  if (output.text === '') return ['Output you have not seen: none']
  return [
    ...(output.truncated
      ? [
          `Output size: ${output.bytes} bytes, ${output.omittedLines} lines left out below`,
          ...(output.fullOutputPath === null ? [] : [`Full output: ${output.fullOutputPath}`]),
        ]
      : []),
    `Output you have not seen, between the two lines that say ${mark}:`,
    `--- ${mark} ---`,
    output.text.replace(/\n$/, ''),
    `--- ${mark} ---`,
  ]
}

/** The user stopped a command nobody was waiting for (S-301, S-314, S-316). */
export function terminalEventText(command: NamedCommand, end: CommandEnd, ranMs: Millis): string {
  return [
    ...named('Terminal event', command),
    `The user stopped this command: ${endText(end)}.`,
    `Ran for: ${durationText(ranMs)}`,
    'Do not start it again unless the user asks. get_terminal_output still returns its output.',
  ].join('\n')
}

/** How a command was doing when its window ended. */
export type LostAs = 'background' | 'awaited' | 'not-started'

/** A command ended together with the window (S-230, S-342, S-347). */
export function windowEndedText(command: NamedCommand, lostAs: LostAs): string {
  return [...named('Command ended with the window', command), LOST[lostAs]].join('\n')
}

const LOST: Record<LostAs, string> = {
  background:
    'The command ended together with the Vigil window; it did not finish and is not running any more.',
  awaited:
    'The command was interrupted: the Vigil window ended unexpectedly while you waited for it. It did not finish and is not running any more.',
  'not-started': 'The command never started: the Vigil window ended before it could.',
}

/** The note with which a chat goes on by itself after a crash of its window (S-353). */
export const WINDOW_CRASHED_TEXT = [
  `[Window reloaded, ${SENDER}]`,
  'The Vigil window ended unexpectedly and was loaded again. Your turn was cut off, and every command of the chat ended with the window. Nobody watches this run: check what was done, and go on.',
].join('\n')

/** A running command in a list for the agent. */
export type StillRunning = NamedCommand & { ranMs: Millis; isServer: boolean }

/** What still runs in a chat after a stop, servers and `others` too, a line each (S-302…S-304); empty when nothing does. */
export function stillRunningText(commands: readonly StillRunning[], others: readonly string[]): string {
  if (commands.length + others.length === 0) return ''
  return [`[Still running in the background, ${SENDER}]`, ...commands.map(row), ...others].join('\n')
}

/** The end of the last message about ended commands: what else the chat waits for (S-232…S-235). */
export function listText(commands: readonly StillRunning[], others: readonly string[]): string {
  if (commands.length + others.length === 0) return ''
  return ['Still running in the background:', ...commands.map(row), ...others].join('\n')
}

/** Nothing arrived for long while the chat waits (S-259…S-262). */
export function pulseText(
  commands: readonly (StillRunning & { lastLine: string })[],
  others: readonly string[],
): string {
  return [
    `[Still waiting, ${SENDER}]`,
    'Nothing has arrived for 5 minutes. Still running in the background:',
    ...commands.flatMap((command) => [
      row(command),
      command.lastLine === '' ? '  No output yet.' : `  Last line of output: ${command.lastLine}`,
    ]),
    ...others,
    'You can check a command with get_terminal_output, stop it with kill_terminal, or keep waiting: then end your turn, and its result will arrive by itself.',
  ].join('\n')
}

function row({ terminalId, callId, ranMs, command, isServer }: StillRunning): string {
  const what = isServer ? 'server, running' : 'running'
  return `- ${terminalId} (Call ID: ${callId}), ${what} for ${durationText(ranMs)}: ${commandTitle(command)}`
}
