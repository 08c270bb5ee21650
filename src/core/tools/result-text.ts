import { assertNever } from '../../shared/assert-never'
import {
  type BackgroundReason,
  type CommandEnd,
  type CommandOutcome,
  type CommandState,
  exitCodeOf,
  type WaitOver,
} from '../../shared/command'
import type { Millis } from '../../shared/ids'
import type { AgentOutput } from '../jobs/agent-output'
import type { CommandRecord } from '../jobs/command-record'
import { durationText } from '../jobs/duration-text'
import { stoppedBy } from '../jobs/end-text'
import { LOST_TEXT } from '../jobs/notice-text'
import type { Seen } from '../jobs/seen'
import { interactiveHint } from './interactive-hint'
import type { ToolAnswer } from './tool'

/**
 * What the agent reads of a command is facts, notes, then the line that introduces the output. Everything after that
 * line is output, so no output can pass for a fact (S-101, S-105).
 */
type Parts = {
  facts: string[]
  notes: string[]
  outputTitle: 'Output' | 'Output so far' | 'New output'
  isError: boolean
}

/** Answer of `shell` (section 10). */
export function shellAnswer(record: CommandRecord, output: AgentOutput): ToolAnswer {
  return answer(record, output, 'call', 0)
}

/** Answer of `get_terminal_output`: the state and what is new (S-277…S-283). */
export function progressAnswer(record: CommandRecord, output: AgentOutput, now: Millis): ToolAnswer {
  return answer(record, output, 'progress', now)
}

/** Answer of a check that again brought nothing: one line, since a turn per check is what it must end (S-281, B-155). */
export function unchangedAnswer(record: CommandRecord, output: AgentOutput, now: Millis): ToolAnswer {
  const { state, terminalId, server } = record
  const ran =
    'startedAt' in state && state.startedAt !== null ? `, for ${durationText(now - state.startedAt)}` : ''
  const advice = server
    ? 'wait_for waits for what it prints next.'
    : 'You will be told when it ends; checking again does not help. Do other work or end your turn.'
  const text = `No change: ${terminalId} is still running${ran}, without new output. ${advice}`
  return { text, isError: false, outcome: outcomeOf(record, output) }
}

/** Answer of `kill_terminal` (S-286…S-291). */
export function killAnswer(record: CommandRecord, output: AgentOutput, now: Millis): ToolAnswer {
  return answer(record, output, 'kill', now)
}

/** Adds what an answer tells, to be noted when its result is stored. */
export function withSeen(answer: ToolAnswer, seen: Seen | null): ToolAnswer {
  return seen ? { ...answer, seen: [seen] } : answer
}

type Kind = 'call' | 'progress' | 'kill'

function answer(record: CommandRecord, output: AgentOutput, kind: Kind, now: Millis): ToolAnswer {
  const unstarted = neverStarted(record.state)
  if (unstarted) {
    const { text, status, isError } = unstarted
    return { text, isError, outcome: { ...outcomeOf(record, output), status, output: text } }
  }
  const parts = partsOf(record, kind, now)
  const text = [
    ...parts.facts,
    ...sizeFacts(record, output),
    ...[...parts.notes, ...outputNotes(record, output)].map((note) => `Note: ${note}`),
    outputPart(output, parts.outputTitle),
  ].join('\n')
  return { text, isError: parts.isError, outcome: outcomeOf(record, output) }
}

/** Commands that never had a process: the message is all there is (S-010, S-092, S-306). */
function neverStarted(
  state: CommandState,
): { text: string; status: CommandOutcome['status']; isError: boolean } | null {
  switch (state.kind) {
    case 'rejected': {
      if (state.unanswered) return { text: unansweredText(state.text), status: 'refused', isError: true }
      const said = state.text?.trim() ? `\nThe user says: ${state.text.trim()}` : ''
      return {
        text: `The user rejected this command. It was not run.${said}`,
        status: 'refused',
        isError: true,
      }
    }
    case 'not-started': {
      const text =
        state.because === 'spawn-failed'
          ? `The command could not be started: ${state.message}`
          : state.message
      return { text, status: 'refused', isError: true }
    }
    case 'cancelled':
      if (state.startedAt !== null) return null
      return state.because === 'stopped-before-start'
        ? {
            text: 'The user pressed Stop before this command started. It was not run.',
            status: 'stopped',
            isError: false,
          }
        : {
            text: 'The Vigil window ended before this command started. It was not run.',
            status: 'stopped',
            isError: true,
          }
    default:
      return null
  }
}

/** S-365. */
function unansweredText(parts: string | null): string {
  const what = parts === null ? '' : ` (${parts})`
  return `This command needs a confirmation${what}, and nobody can answer in an unattended run. It was not run. Reach the goal with commands that need none, or say what is left to do.`
}

function partsOf(record: CommandRecord, kind: Kind, now: Millis): Parts {
  const { state, terminalId } = record
  const outputTitle = kind === 'call' ? 'Output' : 'New output'
  switch (state.kind) {
    case 'ended':
      return { ...endParts(state.end, terminalId), outputTitle }
    case 'running':
    case 'background':
    case 'stopping': {
      const since = kind === 'call' ? '' : `, for ${durationText(now - state.startedAt)}`
      const what = record.server
        ? 'running as a server or watcher, in the background'
        : 'still running in the background'
      return {
        facts: [
          `Status: ${what}${since}`,
          ...(record.server?.address ? [`Address: ${record.server.address}`] : []),
          `terminal_id: ${terminalId}`,
        ],
        notes: runningNotes(record, state, kind),
        outputTitle: kind === 'call' ? 'Output so far' : 'New output',
        isError: false,
      }
    }
    case 'interrupted':
    case 'cancelled':
      if (state.kind === 'interrupted' && state.lost)
        return {
          // S-239, S-278: no exit code, and never an internal value.
          facts: [`Status: ${LOST_TEXT}`, `terminal_id: ${terminalId}`],
          notes: [],
          outputTitle,
          isError: true,
        }
      return {
        facts: [
          'Status: ended together with the Vigil window, before it finished',
          `terminal_id: ${terminalId}`,
        ],
        notes: [],
        outputTitle,
        isError: true,
      }
    case 'pending':
    case 'preparing':
      return {
        facts: ['Status: not started yet', `terminal_id: ${terminalId}`],
        notes: [],
        outputTitle,
        isError: false,
      }
    case 'rejected':
    case 'not-started':
      throw new Error(`No result parts for a command that is ${state.kind}`)
    default:
      return assertNever(state, 'command state')
  }
}

function endParts(end: CommandEnd, terminalId: string): Omit<Parts, 'outputTitle'> {
  switch (end.by) {
    case 'exit':
      if (end.waitOver) return { facts: [`Status: ${waitOverText(end.waitOver)}`], notes: [], isError: false }
      return {
        facts: [`Exit code: ${end.code}`],
        notes: end.closedPipe ? [CLOSED_PIPE] : [],
        isError: false,
      }
    case 'signal':
      return { facts: [`Exit code: ${end.code} (killed by ${end.signal})`], notes: [], isError: false }
    case 'unknown':
      // S-278: never an internal value.
      return {
        facts: ['Exit code: none (the command ended for an unknown reason)'],
        notes: [],
        isError: true,
      }
    case 'stop': {
      const signal = end.signal === null ? '' : ` (${end.signal})`
      return {
        facts: [
          `Status: ${stoppedBy(end.who)}`,
          `terminal_id: ${terminalId}`,
          ...(end.code === null ? [] : [`Exit code: ${end.code}${signal}`]),
        ],
        notes: end.confirmed ? [] : ['its end could not be confirmed; some of its processes may still run.'],
        isError: false,
      }
    }
    default:
      return assertNever(end, 'command end')
  }
}

/** What ended a command that only waited (S-204, S-205, S-208). */
function waitOverText(over: WaitOver): string {
  switch (over.by) {
    case 'limit':
      return `the wait reached its limit of ${durationText(over.ms)} and was ended`
    case 'user-message':
      return 'the wait was ended because the user sent a message'
    case 'others-ended': {
      const subagents = over.subagents === 1 ? 'a subagent' : `${over.subagents} subagents`
      const names = [...over.terminalIds, ...(over.subagents > 0 ? [subagents] : [])]
      return `the wait was ended because there is news of ${names.join(', ')}; it follows`
    }
    default:
      return assertNever(over, 'end of a wait')
  }
}

const CLOSED_PIPE =
  'an earlier stage of the pipeline received SIGPIPE because a later stage had read what it needed and closed the pipe. This is not a failure.'

function runningNotes(
  { server }: CommandRecord,
  state: Extract<CommandState, { kind: 'running' | 'background' | 'stopping' }>,
  kind: Kind,
): string[] {
  // Nobody waits for a server, so there is nothing to say about its result (S-283).
  if (kind === 'progress') return server ? [] : [CHECKING_NOTE]
  const because = state.kind === 'background' ? BECAUSE[state.reason] : null
  return [...(because ? [because] : []), server ? SERVER_NOTE : BACKGROUND_NOTE]
}

const BECAUSE: Record<BackgroundReason, string | null> = {
  'waiting-ran-out': null,
  server: null,
  'other-calls': 'the waiting ended early because the results of your other calls are ready.',
  user: 'the user moved this command to the background.',
  'user-message': 'the user sent a message while you waited; the command goes on.',
}

/** S-175. */
const BACKGROUND_NOTE =
  'you may go on with work that does not need this command, or end your turn and wait. Its result will arrive by itself when it finishes.'
/** S-176, S-199. */
const SERVER_NOTE =
  'it has started and does not end by itself. Go on and use it; get_terminal_output shows what it prints, kill_terminal ends it.'
/** S-281. */
const CHECKING_NOTE =
  'the result will arrive by itself when the command ends. Checking again does not speed it up: do other work, or end your turn until the result wakes you.'

function sizeFacts(record: CommandRecord, output: AgentOutput): string[] {
  if (!output.truncated) return []
  const isWhole = record.output.full.kind !== 'unavailable'
  return [
    `Output size: ${output.bytes} bytes, shortened below (${output.omittedLines} lines left out)`,
    ...(output.fullOutputPath === null
      ? []
      : [`${isWhole ? 'Full output' : 'Kept part of the output'}: ${output.fullOutputPath}`]),
  ]
}

function outputNotes(record: CommandRecord, output: AgentOutput): string[] {
  const left = record.leftovers.length
  const hint = interactiveHint(output.text)
  return [
    ...(left === 0
      ? []
      : [
          `${left} ${left === 1 ? 'process' : 'processes'} started by this command still running (pid ${record.leftovers.join(', ')}).`,
        ]),
    ...(record.output.full.kind === 'unavailable' &&
    (record.output.bytes > 0 || record.output.lastLine !== '')
      ? ['the output could not be kept completely.']
      : []),
    ...(hint === null ? [] : [hint]),
  ]
}

function outputPart(output: AgentOutput, title: Parts['outputTitle']): string {
  if (output.failure !== null) return `${title}: could not be read (${output.failure})`
  return output.text === '' ? `${title}: none` : `${title}:\n${output.text}`
}

function outcomeOf(record: CommandRecord, output: AgentOutput): CommandOutcome {
  const { state } = record
  const status = statusOf(state)
  const end = state.kind === 'ended' ? state.end : null
  return {
    status,
    exitCode: exitCodeOf(state),
    signal: end && (end.by === 'signal' || end.by === 'stop') ? end.signal : null,
    terminalId: status === 'background' || status === 'stopped' ? record.terminalId : null,
    output: output.text,
    truncated: output.truncated,
    omittedLines: output.omittedLines,
    fullOutputPath: output.fullOutputPath,
    fullOutputBytes: output.truncated ? record.output.bytes : 0,
    ...(status === 'background' && record.server ? { server: record.server } : {}),
    ...lostOf(state),
  }
}

function lostOf(state: CommandState): Pick<CommandOutcome, 'lost'> {
  switch (state.kind) {
    case 'interrupted':
      return { lost: 'running' }
    case 'cancelled':
      if (state.because !== 'window-ended') return {}
      return { lost: state.startedAt === null ? 'before-start' : 'running' }
    case 'ended':
      return state.end.by === 'stop' && state.end.who === 'quit' ? { lost: 'running' } : {}
    default:
      return {}
  }
}

function statusOf(state: CommandState): CommandOutcome['status'] {
  switch (state.kind) {
    case 'ended':
      return state.end.by === 'stop' ? 'stopped' : 'exited'
    case 'cancelled':
    case 'interrupted':
      return 'stopped'
    case 'rejected':
    case 'not-started':
      return 'refused'
    case 'pending':
    case 'preparing':
    case 'running':
    case 'background':
    case 'stopping':
      return 'background'
    default:
      return assertNever(state, 'command state')
  }
}
