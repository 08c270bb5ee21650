import { projectInstructionsText, type readProjectInstructions } from '../agent/project-instructions'
import { dayOf, systemInstructions } from '../agent/prompt'
import type { Clock } from '../clock'
import type { WaitingRules } from '../jobs/waiting-rules'
import type { MemoryFiles } from '../memory/memory-files'
import { memoryText } from '../memory/memory-text'
import type { HostFacts, ShellResolver } from '../ports'

/**
 * The instructions of a turn. The shell is resolved for every turn, so that a new default profile is named from the next
 * turn on (S-015, S-018). So are the project's own instructions and what is remembered.
 */
export function createInstructions(deps: {
  shells: ShellResolver
  facts: HostFacts
  clock: Clock
  waiting: WaitingRules
  projectInstructions: typeof readProjectInstructions
  memory: MemoryFiles
}) {
  return async (workspaceRoot: string, signal: AbortSignal): Promise<string> => {
    const shell = await deps.shells.resolve(signal)
    const [global, workspace] = await Promise.all([
      deps.memory.list({ scope: 'global' }),
      deps.memory.list({ scope: 'workspace', root: workspaceRoot }),
    ])
    return systemInstructions({
      osLabel: deps.facts.osLabel,
      shell,
      workspaceRoot,
      date: dayOf(deps.clock.now()),
      project: projectInstructionsText(await deps.projectInstructions(workspaceRoot)),
      memory: memoryText([
        { scope: 'global', folder: global },
        { scope: 'workspace', folder: workspace },
      ]),
      waiting: deps.waiting,
    })
  }
}
