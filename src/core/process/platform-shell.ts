import type { ShellKind } from '../ports'
import type { ShellFiles } from './shell-files'
import { isPosixKind, shellNameOf } from './shell-kind'
import { windowsPlaces } from './windows-places'

/** What choosing a shell depends on. */
export type ShellWorld = {
  platform: 'linux' | 'darwin' | 'win32'
  env: Readonly<Record<string, string | undefined>>
  files: ShellFiles
}

/** A shell this machine has. */
export type FoundShell = { name: string; kind: ShellKind; path: string }

/**
 * The shell used when the default profile cannot be (S-019…S-022). Windows: PowerShell 7, else Windows PowerShell, else
 * Command Prompt; macOS: `/bin/zsh`; Linux: `$SHELL` if it is a POSIX shell, else bash, else sh.
 */
export async function platformShell(world: ShellWorld): Promise<FoundShell> {
  const candidates =
    world.platform === 'win32'
      ? windowsOrder(world)
      : world.platform === 'darwin'
        ? MAC_ORDER
        : linuxOrder(world)
  for (const path of candidates) {
    const found = shellNameOf(path)
    if (!('kind' in found) || !(await world.files.isExecutable(path))) continue
    return { name: nameOf(path), kind: found.kind, path }
  }
  // The last candidate exists on every system of its kind; if it does not, spawning says so.
  const path = candidates.at(-1) ?? '/bin/sh'
  return { name: nameOf(path), kind: world.platform === 'win32' ? 'cmd' : 'sh', path }
}

const MAC_ORDER = ['/bin/zsh', '/bin/bash', '/bin/sh']

function linuxOrder(world: ShellWorld): string[] {
  const own = world.env.SHELL
  const found = own?.startsWith('/') ? shellNameOf(own) : null
  const isPosix = found !== null && 'kind' in found && isPosixKind(found.kind)
  return [
    ...(isPosix && own ? [own] : []),
    '/bin/bash',
    '/usr/bin/bash',
    '/usr/local/bin/bash',
    '/usr/bin/sh',
    '/bin/sh',
  ]
}

function windowsOrder(world: ShellWorld): string[] {
  const places = windowsPlaces(world.env)
  return [...places.pwsh, ...places.powershell, ...places.cmd]
}

/** The file's name without its extension: how a profile without a name of its own is called. */
export function nameOf(path: string): string {
  return (path.split(/[\\/]/).pop() ?? path).replace(/\.exe$/i, '')
}
