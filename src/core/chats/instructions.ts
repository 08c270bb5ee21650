import { projectInstructionsText, type readProjectInstructions } from '../agent/project-instructions'
import { dayOf, systemInstructions } from '../agent/prompt'
import type { Clock } from '../clock'
import type { WaitingRules } from '../jobs/waiting-rules'
import type { HostFacts, ShellResolver } from '../ports'

/**
 * The instructions of a turn. The shell is resolved for every turn, so that a new default profile is named from the next
 * turn on (S-015, S-018). So are the project's own instructions.
 */
export function createInstructions(deps: {
  shells: ShellResolver
  facts: HostFacts
  clock: Clock
  waiting: WaitingRules
  projectInstructions: typeof readProjectInstructions
}) {
  return async (workspaceRoot: string, signal: AbortSignal): Promise<string> => {
    const shell = await deps.shells.resolve(signal)
    return systemInstructions({
      osLabel: deps.facts.osLabel,
      shell,
      workspaceRoot,
      date: dayOf(deps.clock.now()),
      project: projectInstructionsText(await deps.projectInstructions(workspaceRoot)),
      waiting: deps.waiting,
    })
  }
}
