import type { TerminalProfile } from '../../shared/settings'
import { nameOf, type ShellWorld } from './platform-shell'
import { shellNameOf } from './shell-kind'
import { windowsPlaces } from './windows-places'

// Where package managers put shells that /etc/shells may not name.
const POSIX_FOLDERS = [
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/run/current-system/sw/bin',
]
const POSIX_NAMES = ['bash', 'zsh', 'fish', 'ksh', 'mksh', 'dash', 'sh', 'nu', 'pwsh']

/**
 * Terminal profiles for the shells this machine has (S-014). Shells that agent commands do not use (fish, nushell) are
 * profiles too: a person may choose them for terminals of their own.
 */
export async function detectProfiles(world: ShellWorld, signal: AbortSignal): Promise<TerminalProfile[]> {
  return world.platform === 'win32' ? detectWindows(world, signal) : detectPosix(world, signal)
}

async function detectPosix(world: ShellWorld, signal: AbortSignal): Promise<TerminalProfile[]> {
  const listed = (await world.files.readText('/etc/shells')) ?? ''
  const candidates = [
    ...(world.env.SHELL ? [world.env.SHELL] : []),
    ...listed.split('\n').map((line) => line.replace(/#.*/, '').trim()),
    ...POSIX_NAMES.flatMap((name) => POSIX_FOLDERS.map((folder) => `${folder}/${name}`)),
  ]
  const profiles = new Map<string, TerminalProfile>()
  for (const path of candidates) {
    signal.throwIfAborted()
    const name = nameOf(path)
    if (!path.startsWith('/') || profiles.has(name)) continue
    const found = shellNameOf(path)
    if ('unsupported' in found && found.unsupported === 'unknown') continue
    if (await world.files.isExecutable(path)) profiles.set(name, profile(name, path))
  }
  return [...profiles.values()]
}

async function detectWindows(world: ShellWorld, signal: AbortSignal): Promise<TerminalProfile[]> {
  const places = windowsPlaces(world.env)
  const wanted: [string, string[], string[]][] = [
    ['PowerShell', places.pwsh, []],
    ['Windows PowerShell', places.powershell, []],
    ['Command Prompt', places.cmd, []],
    ['Git Bash', places.gitBash, ['--login', '-i']],
    ['Cygwin', places.cygwin, ['--login', '-i']],
  ]
  const profiles: TerminalProfile[] = []
  for (const [name, paths, args] of wanted) {
    for (const path of paths) {
      signal.throwIfAborted()
      if (!(await world.files.isExecutable(path))) continue
      profiles.push({ ...profile(name, path), args })
      break
    }
  }
  return profiles
}

function profile(name: string, path: string): TerminalProfile {
  return { name, path, args: [], env: {}, source: 'detected' }
}
