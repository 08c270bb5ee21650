import type { TerminalId } from '../../shared/ids'
import type { ModelMessage, ToolResult } from '../ports'

/** How far one command of a script is. */
export type StepState =
  | { kind: 'to-do' }
  /** Went to the background; it must end before the next command starts. */
  | { kind: 'background'; terminalId: TerminalId }
  /** Has started and waits for others: the next command may use it, and nobody waits for its end (S-199). */
  | { kind: 'server'; terminalId: TerminalId; address: string | null }
  | { kind: 'ended'; exitCode: number | null; signal: string | null }
  | { kind: 'refused'; text: string }
  | { kind: 'stopped' }
  /** It went with the window or the app while it ran; nobody stopped it. */
  | { kind: 'lost' }
  /** The call had no usable result, for example because the app ended meanwhile. */
  | { kind: 'failed'; text: string }

/** The tools Runbook uses. */
export const SHELL = 'shell'
export const TERMINAL_OUTPUT = 'get_terminal_output'

/** Reads the state of a script's commands from the results that followed it; nothing is remembered elsewhere. */
export function progress(commands: readonly string[], after: readonly ModelMessage[]): StepState[] {
  const steps = commands.map((): StepState => ({ kind: 'to-do' }))
  let at = 0
  for (const result of after.flatMap((message) => (message.role === 'tool' ? message.results : []))) {
    const waits = steps[at]?.kind === 'background'
    if (at >= steps.length || result.tool !== (waits ? TERMINAL_OUTPUT : SHELL)) continue
    const state = stateOf(result)
    steps[at] = state
    if (isOver(state)) at++
  }
  return steps
}

/** True once nothing more will be learned of the command. */
export function isOver(step: StepState): boolean {
  return step.kind !== 'to-do' && step.kind !== 'background'
}

export function succeeded(step: StepState): boolean {
  return step.kind === 'server' || (step.kind === 'ended' && step.exitCode === 0)
}

function stateOf(result: ToolResult): StepState {
  const { outcome, text } = result
  if (!outcome) return { kind: 'failed', text: firstLine(text) }
  switch (outcome.status) {
    case 'background': {
      const { terminalId, server } = outcome
      if (terminalId === null) return { kind: 'failed', text: firstLine(text) }
      return server
        ? { kind: 'server', terminalId, address: server.address }
        : { kind: 'background', terminalId }
    }
    case 'exited':
      return { kind: 'ended', exitCode: outcome.exitCode, signal: outcome.signal }
    case 'refused':
      return { kind: 'refused', text: firstLine(text) }
    case 'stopped':
      // What never started is still to be run: a retry asks for it again.
      if (outcome.lost) return outcome.lost === 'running' ? { kind: 'lost' } : { kind: 'to-do' }
      return { kind: 'stopped' }
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
