import { systemClock } from '../core/clock'
import { createEngine } from '../core/engine'
import type { Engine } from '../core/engine-api'
import { createHttpFetch } from '../core/models/http-fetch'
import { createSdkClient } from '../core/models/sdk-client'
import { createOutputReader } from '../core/output/output-reader'
import type { DataPaths, SecretsPort } from '../core/ports'
import { createProcessHost } from '../core/process/process-host'
import { createShellResolver } from '../core/process/shell-resolver'
import { followKeyVariables } from '../core/settings/key-variables'
import type { SettingsFile } from '../core/settings/settings-file'
import { systemIds } from '../core/system-ids'
import type { AppBanner } from '../shared/ipc'
import { readHostFacts } from './host-facts'
import { reportBug } from './report-bug'

export type HostParts = { paths: DataPaths; settings: SettingsFile; secrets: SecretsPort }

/** Puts the engine together from the machine's own clock, processes, files and network. */
export function startEngine({ paths, settings, secrets }: HostParts): Engine {
  const facts = readHostFacts()
  const clock = systemClock
  const ids = systemIds
  return createEngine({
    clock,
    ids,
    processHost: createProcessHost({ clock, facts, paths, appKeyVariables: followKeyVariables(settings) }),
    shells: createShellResolver({ facts, settings }),
    outputReader: createOutputReader(),
    settings,
    secrets,
    paths,
    facts,
    createClient: (model) => createSdkClient(model, { clock, ids }),
    fetch: createHttpFetch(),
    reportBug,
    banners: movedSettings(settings),
  })
}

function movedSettings({ moved }: SettingsFile): AppBanner[] {
  return moved ? [{ id: systemIds.next('banner'), type: 'settings-moved', ...moved }] : []
}
