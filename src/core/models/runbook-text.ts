import { isOver, type StepState, succeeded } from './runbook-progress'
import type { RunbookWords } from './runbook-words'

/** What Runbook says to a message it can run nothing of. */
export function explanation(hasOtherBlocks: boolean, words: RunbookWords): string {
  const [what, how, rule] = words.howTo
  const why = hasOtherBlocks ? words.nothingRunOtherBlocks : words.nothingRunNoCommand
  return [`${what} ${why}`, how, '```sh\nnpm ci\nnpm test\n```', rule].join('\n\n')
}

/** What Runbook says before the first of several commands. */
export function beginning(count: number, leftOut: number, words: RunbookWords): string {
  return sentences(count === 1 ? '' : words.running(count), leftOut > 0 ? words.tooMany(leftOut) : '')
}

/** What Runbook says of a message that a newer one replaced before it was done; empty when it was done. */
export function replaced(steps: readonly StepState[], words: RunbookWords): string {
  const left = steps.filter((step) => step.kind === 'to-do').length
  const running = steps.find((step) => step.kind === 'background')
  const stands = steps.every((step) => !isOver(step) || succeeded(step))
  if (!stands || left === steps.length || (left === 0 && !running)) return ''
  const notRun = left > 0 ? words.notRunOfIt(left) : ''
  return sentences(words.leftAsIs, notRun, running ? words.goesOn(running.terminalId) : '')
}

/** The end of a script: what ran, how it ended, and what was not run. */
export function summary(
  commands: readonly string[],
  steps: readonly StepState[],
  words: RunbookWords,
): string {
  const failed = steps.findIndex((step) => step.kind !== 'to-do' && !succeeded(step))
  const bad = steps[failed]
  const [only] = steps
  if (commands.length === 1 && only?.kind === 'server') return words.one(outcomeWords(only, words))
  if (commands.length === 1) return bad ? words.one(outcomeWords(bad, words)) : words.oneDone
  const list = commands.map(
    (command, index) => `${index + 1}. ${code(command)}: ${listWords(steps[index], words)}`,
  )
  const serves = steps.some((step) => step.kind === 'server')
  const head = bad
    ? words.stoppedAt(failed + 1, commands.length, outcomeWords(bad, words))
    : serves
      ? words.allRun(commands.length)
      : words.allDone(commands.length)
  return [head, list.join('\n')].join('\n\n')
}

/** What Runbook says when the chat woke although no script waits for anything; '' for other notices. */
export function noticed(notice: string, words: RunbookWords): string {
  const ends = [...notice.matchAll(END_NOTICE)].map(([, terminalId = '', result = '']) => {
    const code = /^exit code (\d+)$/.exec(result)?.[1]
    return `${terminalId} (${code === undefined ? result : words.exitCode(Number(code))})`
  })
  if (ends.length > 0) return words.endedInBackground(ends.join(', '))
  const waiting = [...notice.matchAll(PULSE_ROW)].map(([, terminalId]) => terminalId)
  return notice.startsWith(PULSE) && waiting.length > 0 ? words.goesOn(waiting.join(', ')) : ''
}

const PULSE = '[Still waiting, '
const PULSE_ROW = /^- (\S+) \(Call ID: /gm

/** The head of a message about an end; what the command printed comes after it. */
const END_NOTICE =
  /^\[Background command [^\]\n]*from Vigil, not from the user\]\nCall ID: .*\nterminal_id: (.*)\nCommand: .*\nResult: (.*)$/gm

function outcomeWords(step: StepState, words: RunbookWords): string {
  switch (step.kind) {
    case 'ended':
      if (step.signal !== null) return words.endedBy(step.signal)
      return step.exitCode === null ? words.endedWithoutCode : words.failedWith(step.exitCode)
    case 'refused':
      return words.refused(step.text.replace(/[.\s]+$/, ''))
    case 'stopped':
      return words.stopped
    case 'lost':
      return words.lost
    case 'failed':
      return words.noResult(step.text.replace(/[.\s]+$/, ''))
    case 'background':
      return words.stillRuns(step.terminalId)
    case 'server':
      return words.serves(step.terminalId, step.address)
    case 'to-do':
      return words.notRun
  }
}

function listWords(step: StepState | undefined, words: RunbookWords): string {
  if (!step || step.kind === 'to-do') return words.notRun
  if (step.kind === 'ended' && step.signal === null && step.exitCode !== null)
    return words.exitCode(step.exitCode)
  return step.kind === 'refused' || step.kind === 'failed' ? words.notRunToEnd : outcomeWords(step, words)
}

function sentences(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ')
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
