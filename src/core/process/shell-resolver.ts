import type { ProfileNote } from '../../shared/command'
import type { Settings, TerminalProfile } from '../../shared/settings'
import type { HostFacts, ResolvedShell, ShellKind, ShellResolver } from '../ports'
import { removeInteractiveFlags } from './interactive-flags'
import { readLoginPath } from './login-path'
import { platformShell, type ShellWorld } from './platform-shell'
import { detectProfiles } from './profile-detection'
import { type ShellFiles, systemShellFiles } from './shell-files'
import { flavourOf, shellNameOf } from './shell-kind'

/** What finding shells depends on. `settings` is read at every call: the next command uses a new choice (S-018). */
export type ShellResolverOptions = {
  facts: Pick<HostFacts, 'platform' | 'env'>
  settings: { get(): Pick<Settings, 'terminal'> }
  files?: ShellFiles
}

/** Finds the shell of the user's default profile or what takes its place (S-014…S-022). */
export function createShellResolver({
  facts,
  settings,
  files = systemShellFiles,
}: ShellResolverOptions): ShellResolver {
  const world: ShellWorld = { platform: facts.platform, env: facts.env, files }
  const listProfiles = async (signal: AbortSignal) => {
    const own = settings.get().terminal.profiles
    const detected = await detectProfiles(world, signal)
    return [...own, ...detected.filter((profile) => !own.some((other) => other.name === profile.name))]
  }
  const searchPaths = new Map<string, Promise<string[] | null>>()
  return {
    listProfiles,
    searchPath(shell) {
      const key = JSON.stringify([shell.path, shell.args, shell.env])
      const known = searchPaths.get(key) ?? readLoginPath(shell, facts)
      searchPaths.set(key, known)
      return known
    },
    async resolve(signal) {
      signal.throwIfAborted()
      const name = settings.get().terminal.defaultProfile
      if (name === null) return fallback(world, null, signal)
      const own = settings.get().terminal.profiles.find((profile) => profile.name === name)
      const profile = own ?? (await listProfiles(signal)).find((other) => other.name === name)
      if (!profile) return fallback(world, { code: 'profile-missing', profile: name }, signal)
      const problem = await problemOf(profile, world)
      signal.throwIfAborted()
      if (problem !== null) return fallback(world, { code: problem, profile: name }, signal)
      const path = profile.path ?? ''
      const found = shellNameOf(path)
      if (!('kind' in found)) return fallback(world, { code: 'profile-unsupported', profile: name }, signal)
      return {
        ...shellOf(world, found.kind, path),
        // A copy without what keeps a shell open: the profile itself stays as it is (S-035).
        args: removeInteractiveFlags(found.kind, profile.args),
        env: { ...profile.env },
        profileName: profile.name,
      }
    },
  }
}

async function problemOf(profile: TerminalProfile, world: ShellWorld): Promise<ProfileNote['code'] | null> {
  // A profile of an extension names no program (S-019).
  if (profile.source === 'extension' || profile.path === null) return 'profile-unsupported'
  const found = shellNameOf(profile.path)
  if (!('kind' in found)) return 'profile-unsupported'
  if (flavourOf(profile.path, found.kind, world.platform) === 'wsl') return 'profile-unsupported'
  return (await world.files.isExecutable(profile.path)) ? null : 'profile-missing'
}

async function fallback(
  world: ShellWorld,
  reason: Pick<ProfileNote, 'code' | 'profile'> | null,
  signal: AbortSignal,
): Promise<ResolvedShell & { profileName: string }> {
  const shell = await platformShell(world)
  signal.throwIfAborted()
  return {
    ...shellOf(world, shell.kind, shell.path),
    note: reason ? { ...reason, used: shell.name } : null,
    profileName: shell.name,
  }
}

function shellOf(world: ShellWorld, kind: ShellKind, path: string): ResolvedShell {
  const flavour = flavourOf(path, kind, world.platform)
  return { kind, path, args: [], env: {}, flavour: flavour === 'wsl' ? 'windows' : flavour, note: null }
}
