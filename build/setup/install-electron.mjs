import { inProject } from './paths.mjs'
import { run } from './run.mjs'
import { SetupError } from './step.mjs'

/** Long enough for a handshake on a slow line, short enough not to look stuck where the host is cut off. */
const REACHABLE_LIMIT_MS = 5_000
/** About 120 MB on a slow line. */
const DOWNLOAD_LIMIT_MS = 5 * 60_000

/** The host that Electron's installer will ask, as @electron/get reads it from the environment. */
export function downloadHost(env) {
  return (
    env.ELECTRON_MIRROR ||
    env.npm_config_electron_mirror ||
    env.npm_package_config_electron_mirror ||
    'https://github.com/electron/electron/releases/'
  )
}

/** A proxy may reach what we cannot reach directly, so then only the installer itself can tell. */
const usesProxy = (env) => Boolean(env.ELECTRON_GET_USE_PROXY || env.HTTPS_PROXY || env.https_proxy)

/** Lets Electron's own installer fetch the declared version; gives up at once where its host cannot be reached. */
export async function downloadElectron(doing, env = process.env) {
  const host = downloadHost(env)
  if (!usesProxy(env) && !(await isReachable(host))) {
    throw new SetupError(`Electron's release host cannot be reached (${new URL(host).host}).`)
  }
  doing('downloading the declared Electron, about 120 MB')
  const result = await run(process.execPath, [inProject('node_modules', 'electron', 'install.js')], {
    cwd: inProject(),
    env,
    limitMs: DOWNLOAD_LIMIT_MS,
  })
  if (result.code !== 0) {
    const why = result.stderr.trim().split('\n')[0] || `it ended with ${result.code}`
    throw new SetupError(`Electron's installer failed: ${why}`)
  }
}

async function isReachable(url) {
  try {
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(REACHABLE_LIMIT_MS) })
    return true // any answer, also a refusal, means that the installer gets further than we can judge
  } catch {
    return false // no name, no route, no answer in time
  }
}
