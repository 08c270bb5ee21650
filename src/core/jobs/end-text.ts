import { assertNever } from '../../shared/assert-never'
import type { CommandEnd, Stopper } from '../../shared/command'

/** How a command ended, as one phrase for the agent; never an internal value (S-225, S-239, S-278). */
export function endText(end: CommandEnd): string {
  switch (end.by) {
    case 'exit':
      return `exit code ${end.code}`
    case 'signal':
      return `killed by ${end.signal}, exit code ${end.code}`
    case 'unknown':
      return 'ended without an exit code (unknown reason)'
    case 'stop':
      return `${stoppedBy(end.who)}${stopDetail(end)}`
    default:
      return assertNever(end, 'command end')
  }
}

/** Who ended a command, in words for the agent (S-229, S-290, S-342). */
export function stoppedBy(who: Stopper): string {
  switch (who) {
    case 'user':
      return 'stopped by the user'
    case 'agent':
      return 'stopped by kill_terminal'
    case 'quit':
      return 'ended together with the Vigil window'
    default:
      return assertNever(who, 'stopper')
  }
}

function stopDetail(end: Extract<CommandEnd, { by: 'stop' }>): string {
  const facts = [
    ...(end.signal === null ? [] : [end.signal]),
    ...(end.code === null ? [] : [`exit code ${end.code}`]),
    ...(end.confirmed ? [] : ['its end could not be confirmed']),
  ]
  return facts.length === 0 ? '' : ` (${facts.join(', ')})`
}
