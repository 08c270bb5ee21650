import { isAbsolute, relative } from 'node:path'
import {
  type CommandCard,
  type FullOutput,
  isSettled,
  LAST_LINE_CHARS,
  type OutputSummary,
} from '../../shared/command'
import { MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'
import type { OutputStats } from '../ports'
import { type CommandRecord, shownIn } from './command-record'
import { wasBackground } from './past-of'

/** The card of a command: everything a window may know of it, without its output (S-150). */
export function cardOf(record: CommandRecord): CommandCard {
  return {
    id: record.id,
    chatId: shownIn(record),
    ...(record.subagent ? { subagent: { id: record.subagent.id, name: record.subagent.name } } : {}),
    callId: record.callId,
    terminalId: record.terminalId,
    command: record.command,
    workdir: record.workdir,
    createdAt: record.createdAt,
    state: record.state,
    output: record.output,
    shellNote: record.shellNote,
    server: record.server,
    leftovers: record.leftovers.length,
    isRecent: isRecent(record),
  }
}

function isRecent({ state, leftovers, isDismissed }: CommandRecord): boolean {
  return isSettled(state) && wasBackground(state) && leftovers.length === 0 && !isDismissed
}

/** The folder line of a card: null at the workspace root, short inside it, absolute elsewhere (S-088, S-089). */
export function workdirLine(workspaceRoot: string, folder: string): string | null {
  const inside = relative(workspaceRoot, folder)
  if (inside === '') return null
  return inside === '..' || inside.startsWith('../') || inside.startsWith('..\\') || isAbsolute(inside)
    ? folder
    : inside
}

/** The summary of an output at one moment (S-133, S-147, S-148). */
export function outputSummary(stats: OutputStats): OutputSummary {
  return {
    bytes: stats.bytes,
    lines: stats.lines,
    lastLine: shownLine(stats.openLine.trim() === '' ? stats.lastLine : stats.openLine),
    full: fullOutput(stats),
  }
}

function fullOutput({ bytes, trouble, dropped }: OutputStats): FullOutput {
  if (trouble === 'capped') return { kind: 'unavailable', because: 'capped', dropped }
  if (trouble !== 'none') return { kind: 'unavailable' }
  return bytes > MODEL_OUTPUT_MAX_BYTES ? { kind: 'saved', bytes } : { kind: 'none' }
}

/** The front of a line, never half of a surrogate pair. */
function shownLine(line: string): string {
  const front = line.slice(0, LAST_LINE_CHARS)
  return /[\uD800-\uDBFF]$/.test(front) ? front.slice(0, -1) : front
}
