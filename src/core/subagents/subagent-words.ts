import type { Millis } from '../../shared/ids'
import { durationText } from '../jobs/duration-text'
import type { ToolAnswer } from '../tools/tool'
import type { SubagentEnd } from './subagent-record'

/** Longest report that is passed on, in UTF-16 units; one that is longer loses its end. */
const REPORT_MAX_CHARS = 50_000

/** What a subagent is told about itself, behind the instructions of its chat (S-355…S-357). */
export const SUBAGENT_RULES = [
  '# You are a subagent',
  '- The first message is a task that the agent of the chat gave you, not the user. Nobody answers questions: decide, and say in your report what you assumed.',
  '- Only the text of your last answer reaches that agent. Make it a complete report: what you found or did, with exact names, paths and lines, and what is left open.',
  '- Commands that you leave running end with you, except for servers. Your report goes out when their results have reached you.',
].join('\n')

/** The result of a call whose subagent is over. */
export function subagentAnswer(name: string, end: SubagentEnd, ranMs: Millis): ToolAnswer {
  return {
    text: `${endText(name, end)}\nRan for: ${durationText(ranMs)}${reportOf(end)}`,
    isError: end.kind !== 'done',
  }
}

/** The message about a subagent that nobody waited for (S-224, S-301, S-342). */
export function subagentNotice(name: string, callId: string, end: SubagentEnd, ranMs: Millis): string {
  const { text } = subagentAnswer(name, end, ranMs)
  return `[Subagent ended, from Vigil, not from the user]\nCall ID: ${callId}\n${text}`
}

/** The result of a call that waits no longer. */
export function backgroundAnswer(name: string): ToolAnswer {
  return {
    text: `The subagent "${name}" works in the background. Its report arrives by itself when it ends. Do other work, or end your turn.`,
    isError: false,
  }
}

/** A working subagent in a list for the agent (S-232, S-234). */
export function subagentRow(name: string, callId: string, ranMs: Millis): string {
  return `- Subagent "${name}" (Call ID: ${callId}), working for ${durationText(ranMs)}`
}

function endText(name: string, end: SubagentEnd): string {
  const who = `The subagent "${name}"`
  switch (end.kind) {
    case 'done':
      return `${who} is done.`
    case 'failed':
      return `${who} failed: its model did not answer (${end.failure.code}${end.failure.detail === '' ? '' : `: ${end.failure.detail}`}). What it did so far stays done.`
    case 'step-limit':
      return `${who} was ended after ${end.steps} steps, before it was done. What it did so far stays done.`
    case 'stopped':
      return `${who} was stopped by the user. Do not start it again unless the user asks.`
    case 'interrupted':
      return `${who} was interrupted: the Vigil window ended while it worked. What it did so far stays done.`
  }
}

function reportOf(end: SubagentEnd): string {
  if (end.kind !== 'done') return ''
  const report = end.report.trim()
  if (report === '') return '\nIt gave no report.'
  const isCut = report.length > REPORT_MAX_CHARS
  return `\nReport:\n${isCut ? `${report.slice(0, REPORT_MAX_CHARS)}\n(cut here: too long)` : report}`
}
