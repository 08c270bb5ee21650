import { join } from 'node:path'
import { systemClock } from '../core/clock'
import { createEngine } from '../core/engine'
import type { Engine } from '../core/engine-api'
import { createHttpFetch } from '../core/models/http-fetch'
import { createSdkClient } from '../core/models/sdk-client'
import { createOutputReader } from '../core/output/output-reader'
import type { DataPaths, SecretsPort } from '../core/ports'
import { createGit } from '../core/process/git-process'
import { createRipgrep } from '../core/process/ripgrep'
import { createShellResolver } from '../core/process/shell-resolver'
import { createRunnerHost } from '../core/runner/runner-host'
import { createServerProcesses } from '../core/runner/server-processes'
import { spawnRunner } from '../core/runner/spawn-runner'
import { followKeyVariables } from '../core/settings/key-variables'
import type { SettingsFile } from '../core/settings/settings-file'
import { systemIds } from '../core/system-ids'
import type { AppBanner } from '../shared/ipc'
import { documentsDir, readHostFacts } from './host-facts'
import { reportBug } from './report-bug'

/**
 * A second Electron at the same time costs the window's first picture up to a second on two cores. By then it is drawn;
 * a command that comes sooner does not wait for this.
 */
const WARM_RUNNER_AFTER_MS = 2000

export type HostParts = {
  paths: DataPaths
  settings: SettingsFile
  secrets: SecretsPort
  isUnattended: boolean
}

/** Puts the engine together from the machine's own clock, processes, files and network. */
export function startEngine({ paths, settings, secrets, isUnattended }: HostParts): Engine {
  const facts = readHostFacts()
  const clock = systemClock
  const ids = systemIds
  return createEngine({
    clock,
    ids,
    processHost: createRunnerHost({
      clock,
      facts,
      paths,
      appKeyVariables: followKeyVariables(settings),
      warmAfterMs: WARM_RUNNER_AFTER_MS,
      connect: () => spawnRunner(runnerScript(), clock),
      reportBug,
    }),
    serverProcesses: createServerProcesses(paths.runtime, clock),
    shells: createShellResolver({ facts, settings }),
    outputReader: createOutputReader(),
    settings,
    secrets,
    paths,
    facts,
    documentsDir: documentsDir(),
    git: createGit(facts),
    ripgrep: createRipgrep(facts),
    createClient: (model) => createSdkClient(model, { clock, ids }),
    fetch: createHttpFetch(),
    reportBug,
    isUnattended,
    banners: movedSettings(settings),
  })
}

/** The runner beside this program; Electron as Node starts faster from a file than from inside the archive. */
function runnerScript(): string {
  return join(__dirname, 'runner.cjs').replace(/\.asar([/\\])/, '.asar.unpacked$1')
}

function movedSettings({ moved }: SettingsFile): AppBanner[] {
  return moved ? [{ id: systemIds.next('banner'), type: 'settings-moved', ...moved }] : []
}
