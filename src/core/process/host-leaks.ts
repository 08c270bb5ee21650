import type { NameRule } from './environment-names'

type Env = Readonly<Record<string, string | undefined>>

// Set by the runtime that carries the app, never by a user for their own programs. Deliberately no whole `CHROME_*`
// (CHROME_BIN and CHROME_PATH belong to test runners) and no whole `NODE_*`.
const HOST_NAMES = new Set([
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_UNIQUE_ID',
  'NODE_ENV_ELECTRON_VITE',
  'CHROME_DESKTOP',
  'CHROME_WRAPPER',
  'CHROME_VERSION_EXTRA',
  'CHROME_RESTART',
  'CHROME_CRASHPAD_PIPE_NAME',
  'ORIGINAL_XDG_CURRENT_DESKTOP',
  '__CFBundleIdentifier',
  'MallocNanoZone',
  'APPIMAGE',
  'APPDIR',
  'ARGV0',
  'OWD',
  'APPIMAGE_UUID',
  'APPIMAGE_EXTRACT_AND_RUN',
  'DESKTOPINTEGRATION',
])
const HOST_PREFIXES = ['ELECTRON_', 'VIGIL_', 'APPRUN_']
const SNAP_NAME = /^SNAP(_|$)/

// npm puts these into the environment of every script it runs. What a user may have set (`npm_config_registry`) stays.
const NPM_SCRIPT =
  /^(INIT_CWD|npm_(command|execpath|node_execpath|lifecycle_.*|package_.*)|npm_config_(cache|globalconfig|global_prefix|init_module|local_prefix|node_gyp|noproxy|npm_version|prefix|user_agent|userconfig))$/

/** Tells which variables belong to the app or to what started it, and must not reach a command (B-031…B-034). */
export function hostVariables(host: Env, names: NameRule): (name: string) => boolean {
  const isSnap = host.SNAP !== undefined
  const isNpm = startedByNpm(host)
  return (name) => {
    const folded = names(name)
    return (
      HOST_NAMES.has(folded) ||
      HOST_NAMES.has(name) ||
      HOST_PREFIXES.some((prefix) => folded.startsWith(prefix)) ||
      (isSnap && SNAP_NAME.test(name)) ||
      (isNpm && NPM_SCRIPT.test(name))
    )
  }
}

/**
 * Undoes what a bundle (AppImage, snap) or an npm script did to path lists: entries inside the bundle go, a saved
 * original (`NAME_ORIG`) comes back, and a list that held nothing else is removed (B-033).
 */
export function restoreBundledPaths(host: Env, platform: 'linux' | 'darwin' | 'win32'): Env {
  const roots = [host.APPDIR, host.SNAP].filter(
    (root): root is string => root !== undefined && root.length > 1,
  )
  const npm = startedByNpm(host)
  if (roots.length === 0 && !npm && host.ORIGINAL_XDG_CURRENT_DESKTOP === undefined) return host
  const separator = platform === 'win32' ? ';' : ':'
  const env: Record<string, string | undefined> = { ...host }
  if (host.ORIGINAL_XDG_CURRENT_DESKTOP !== undefined) {
    env.XDG_CURRENT_DESKTOP = host.ORIGINAL_XDG_CURRENT_DESKTOP
  }
  for (const [name, value] of Object.entries(host)) {
    if (value === undefined) continue
    const isInside = (entry: string) => roots.some((root) => entry === root || entry.startsWith(`${root}/`))
    const entries = value.split(separator)
    let kept = roots.length > 0 ? entries.filter((entry) => !isInside(entry)) : entries
    if (npm && /^path$/i.test(name)) kept = kept.filter((entry) => !isNpmFolder(entry))
    if (kept.length === entries.length) continue
    const original = host[`${name}_ORIG`]
    const rest = kept.filter((entry) => entry !== '').join(separator)
    if (original !== undefined && original !== '') env[name] = original
    else if (rest === '') delete env[name]
    else env[name] = rest
  }
  if (roots.length > 0) {
    for (const name of Object.keys(host))
      if (name.endsWith('_ORIG') && host[name.slice(0, -5)] !== undefined) delete env[name]
  }
  return env
}

function startedByNpm(host: Env): boolean {
  return host.npm_lifecycle_event !== undefined || host.npm_execpath !== undefined
}

function isNpmFolder(entry: string): boolean {
  return /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(entry) || /[\\/]node-gyp-bin[\\/]?$/.test(entry)
}
