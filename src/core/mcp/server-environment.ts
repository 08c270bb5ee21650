import { delimiter } from 'node:path'
import type { HostFacts } from '../ports'

/** What a program needs to run at all; nothing else of the person's environment goes along. */
const KEPT = {
  posix: ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LC_ALL', 'TMPDIR'],
  windows: [
    'APPDATA',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PATHEXT',
    'COMSPEC',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMFILES',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'TMP',
    'USERNAME',
    'USERPROFILE',
  ],
} as const

/**
 * The environment of a server: a few variables of the host, the folders that a login shell finds programs in, and what
 * its definition sets.
 */
export function serverEnvironment(
  { env, platform }: Pick<HostFacts, 'env' | 'platform'>,
  searchPath: readonly string[] | null,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept: readonly string[] = platform === 'win32' ? KEPT.windows : KEPT.posix
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    const known = platform === 'win32' ? name.toUpperCase() : name
    if (value !== undefined && kept.includes(known)) found[known] = value
  }
  if (searchPath) found.PATH = searchPath.join(delimiter)
  return { ...found, ...own }
}
