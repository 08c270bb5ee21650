import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { downloadElectron } from './install-electron.mjs'
import { inProject } from './paths.mjs'
import {
  fetchRegistryRuntime,
  putDefaultApp,
  REGISTRY_RUNTIME,
  registryRuntimeFits,
  registryRuntimeFolder,
} from './registry-runtime.mjs'
import { runtimeOrder } from './runtime-order.mjs'
import { SetupError } from './step.mjs'

/** What the last set-up found; read by the end-to-end tests, which start the app themselves. */
export const runtimeRecord = () => inProject('node_modules', '.cache', 'vigil', 'runtime.json')

/** The executable inside a folder laid out as Electron's own archives are. */
export function executableIn(folder, platform = process.platform) {
  const name =
    { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[platform] ?? 'electron'
  return join(folder, name)
}

/** Finds or fetches an Electron and records it; returns the words for the set-up's line. */
export async function provideRuntime(doing, env = process.env) {
  const dist = inProject('node_modules', 'electron', 'dist')
  const cached = registryRuntimeFolder()
  const skipDownload = Boolean(env.ELECTRON_SKIP_BINARY_DOWNLOAD)
  const order = runtimeOrder({
    override: Boolean(env.ELECTRON_OVERRIDE_DIST_PATH),
    installed: existsSync(executableIn(dist)),
    cached: existsSync(executableIn(cached)),
    downloadFailed: readRuntime()?.source === 'registry',
    skipDownload,
    registryFits: registryRuntimeFits,
  })
  const failures = []
  for (const source of order) {
    try {
      switch (source) {
        case 'override':
          return record(env.ELECTRON_OVERRIDE_DIST_PATH, 'override', null)
        case 'installed':
          return record(dist, 'electron', declaredVersion())
        case 'cached':
          await putDefaultApp(cached)
          return record(cached, 'registry', REGISTRY_RUNTIME.electron)
        case 'download':
          await downloadElectron(doing, env)
          return record(dist, 'electron', declaredVersion())
        case 'registry':
          return record(await fetchRegistryRuntime(doing), 'registry', REGISTRY_RUNTIME.electron)
      }
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      failures.push(error.message)
    }
  }
  throw new SetupError(
    `No Electron runtime.\n${failures.join('\n')}\nTo use one that you have: ELECTRON_OVERRIDE_DIST_PATH=<its folder> npm start`,
  )
}

/** The runtime of the last set-up, or null: { executable, source, version }. */
export function readRuntime() {
  try {
    const runtime = JSON.parse(readFileSync(runtimeRecord(), 'utf8'))
    return existsSync(runtime.executable) ? runtime : null
  } catch {
    return null // no set-up yet
  }
}

const WORDS = {
  override: 'the one that ELECTRON_OVERRIDE_DIST_PATH names',
  electron: "the project's own",
  registry: 'the development runtime from the npm registry (older than what is packaged)',
}

function record(folder, source, version) {
  const executable = executableIn(folder)
  if (!existsSync(executable)) throw new SetupError(`There is no Electron at ${executable}.`)
  mkdirSync(dirname(runtimeRecord()), { recursive: true })
  writeFileSync(runtimeRecord(), `${JSON.stringify({ executable, source, version }, null, 2)}\n`)
  return [version, WORDS[source]].filter(Boolean).join(', ')
}

const declaredVersion = () =>
  JSON.parse(readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8')).version
