import { createInterface } from 'node:readline/promises'
import { systemClock } from '../core/clock'
import { createHttpFetch } from '../core/models/http-fetch'
import { createSdkClient } from '../core/models/sdk-client'
import { createOutputReader } from '../core/output/output-reader'
import type { DataPaths, HostFacts, SettingsPort } from '../core/ports'
import { createRipgrep } from '../core/process/ripgrep'
import { createShellResolver } from '../core/process/shell-resolver'
import { createRunnerHost } from '../core/runner/runner-host'
import { spawnRunner } from '../core/runner/spawn-runner'
import { followKeyVariables } from '../core/settings/key-variables'
import { systemIds } from '../core/system-ids'
import type { RunParts } from './run'

/** The machine's own processes, files, network and models. */
export function machineParts(of: {
  paths: DataPaths
  settings: SettingsPort
  facts: HostFacts
  /** The program of the runner. */
  runner: string
}): RunParts {
  const { paths, settings, facts, runner } = of
  return {
    processHost: createRunnerHost({
      clock: systemClock,
      facts,
      paths,
      appKeyVariables: followKeyVariables(settings),
      connect: () => spawnRunner(runner, systemClock),
      reportBug: (error) => process.stderr.write(`vigil: ${String(error)}\n`),
    }),
    shells: createShellResolver({ facts, settings }),
    outputReader: createOutputReader(),
    ripgrep: createRipgrep(facts),
    createClient: (model) => createSdkClient(model, { clock: systemClock, ids: systemIds }),
    fetch: createHttpFetch(),
  }
}

/** Puts a question on standard error, where it does not mix with the answer of the agent, and gives the line that was typed. */
export async function askAtTerminal(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(`vigil: ${question}`, { signal })
  } finally {
    terminal.close()
  }
}
