import { isOver, type StepState, succeeded } from './runbook-progress'

/** What Runbook says to a message it can run nothing of. */
export function explanation(hasOtherBlocks: boolean): string {
  const why = hasOtherBlocks
    ? 'No block of your message is marked as `sh`, `bash`, `shell` or `console`, so nothing was run.'
    : 'Your message is not a command, so nothing was run.'
  return [
    `This chat uses Runbook, which runs shell commands without a model. ${why}`,
    'Send one command line, for example `git status`, or a text with blocks like this:',
    '```sh\nnpm ci\nnpm test\n```',
    'Blocks run one after another, each in a shell of its own, until one fails. Choose a model to ask questions.',
  ].join('\n\n')
}

/** What Runbook says before the first of several commands. */
export function beginning(count: number, leftOut: number): string {
  const limit =
    leftOut > 0
      ? ` ${counted(leftOut, 'more command')} of the message will not be run: there are too many.`
      : ''
  return count === 1 ? limit.trim() : `Running ${count} commands, one after another, until one fails.${limit}`
}

/** What Runbook says of a message that a newer one replaced before it was done; empty when it was done. */
export function replaced(steps: readonly StepState[]): string {
  const left = steps.filter((step) => step.kind === 'to-do').length
  const running = steps.find((step) => step.kind === 'background')
  const stands = steps.every((step) => !isOver(step) || succeeded(step))
  if (!stands || left === steps.length || (left === 0 && !running)) return ''
  const goesOn = running ? ` ${running.terminalId} goes on in the background.` : ''
  const notRun = left > 0 ? ` ${counted(left, 'command')} of it ${left === 1 ? 'was' : 'were'} not run.` : ''
  return `Your earlier message is left as it is.${notRun}${goesOn}`
}

/** The end of a script: what ran, how it ended, and what was not run. */
export function summary(commands: readonly string[], steps: readonly StepState[]): string {
  const failed = steps.findIndex((step) => step.kind !== 'to-do' && !succeeded(step))
  const bad = steps[failed]
  if (commands.length === 1)
    return bad ? `The command ${outcomeWords(bad)}.` : 'Done: the command ended with exit code 0.'
  const list = commands.map((command, index) => `${index + 1}. ${code(command)}: ${listWords(steps[index])}`)
  const head = bad
    ? `Stopped: command ${failed + 1} of ${commands.length} ${outcomeWords(bad)}.`
    : `Done: all ${commands.length} commands ended with exit code 0.`
  return [head, list.join('\n')].join('\n\n')
}

function outcomeWords(step: StepState): string {
  switch (step.kind) {
    case 'ended':
      if (step.signal !== null) return `was ended by ${step.signal}`
      return step.exitCode === null ? 'ended without an exit code' : `failed with exit code ${step.exitCode}`
    case 'refused':
      return `was not run: ${step.text.replace(/[.\s]+$/, '')}`
    case 'stopped':
      return 'was stopped'
    case 'failed':
      return `had no result: ${step.text.replace(/[.\s]+$/, '')}`
    case 'background':
      return `still runs in the background as ${step.terminalId}`
    case 'to-do':
      return 'was not run'
  }
}

function listWords(step: StepState | undefined): string {
  if (!step || step.kind === 'to-do') return 'not run'
  if (step.kind === 'ended' && step.signal === null && step.exitCode !== null)
    return `exit code ${step.exitCode}`
  return step.kind === 'refused' || step.kind === 'failed' ? 'not run to its end' : outcomeWords(step)
}

/** Longest command in a summary, in UTF-16 units; its card shows all of it. */
const COMMAND_SHOWN_CHARS = 80

/** A command as inline code: one line, and a fence longer than any run of backticks in it. */
function code(command: string): string {
  const [first = '', ...more] = command.split('\n')
  const cut = first.length > COMMAND_SHOWN_CHARS
  const shown = `${first.slice(0, COMMAND_SHOWN_CHARS)}${cut || more.length > 0 ? ' …' : ''}`
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
