import { exactNames, foldNames, type NameRule, namesOf } from './environment-names'
import { hostVariables, restoreBundledPaths } from './host-leaks'

/** Everything the environment of a command depends on. */
export type EnvironmentInput = {
  /** The host's own environment; never changed (S-043). */
  host: Readonly<Record<string, string | undefined>>
  /** The profile's environment: string sets, null removes (S-039…S-042). */
  profile: Readonly<Record<string, string | null>>
  platform: 'linux' | 'darwin' | 'win32'
  cwd: string
  /** Names of variables that carry the app's own keys. */
  appKeys: readonly string[]
  /** Appended to PATH here only where no login profile could reset it afterwards (Windows shells, S-056). */
  appendPath: string | null
}

/** Variables that point at a pager (S-045). An empty value would switch some programs back to their default. */
export const PAGER_VARIABLES = [
  'PAGER',
  'GIT_PAGER',
  'MANPAGER',
  'GH_PAGER',
  'GLAB_PAGER',
  'SYSTEMD_PAGER',
  'AWS_PAGER',
  'BAT_PAGER',
  'DELTA_PAGER',
  'PSQL_PAGER',
] as const

/**
 * Nobody can answer a prompt or use an editor here (S-109): such a program must fail at once instead of waiting
 * (B-136). git adds the advice itself: "supply the message using either -m or -F option".
 */
const NOBODY_ANSWERS: Readonly<Record<string, string>> = {
  EDITOR: 'false',
  VISUAL: 'false',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_TERMINAL_PROMPT: '0',
  // Empty switches it off, also where git's configuration names one.
  GIT_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
}
const PROMPT_HELPERS = ['SSH_ASKPASS', 'SUDO_ASKPASS']

/**
 * The environment a shell is started with. Nothing of the host leaks (B-031…B-034); what belongs to the user stays
 * (B-035); TERM and NO_COLOR are as in the host (S-046…S-048); the profile has the last word (S-049).
 */
export function commandEnvironment(input: EnvironmentInput): Record<string, string> {
  const names: NameRule = namesOf(input.platform)
  const appKeys = new Set(input.appKeys.map(names))
  const isHostVariable = hostVariables(input.host, names)
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(restoreBundledPaths(input.host, input.platform))) {
    if (value === undefined || isHostVariable(name) || appKeys.has(names(name))) continue
    env[name] = value
  }
  for (const name of PROMPT_HELPERS) remove(env, name, names)
  for (const name of PAGER_VARIABLES) set(env, name, 'cat', names)
  for (const [name, value] of Object.entries(NOBODY_ANSWERS)) set(env, name, value, names)
  set(env, 'VIGIL_SHELL', 'shell', names)
  if (input.platform !== 'win32') {
    // So that a shell keeps the spelling of a folder reached through a symbolic link.
    env.PWD = input.cwd
    delete env.OLDPWD
    delete env._
  }
  for (const [name, value] of Object.entries(input.profile)) {
    if (value === null) remove(env, name, names)
    else set(env, name, value, names)
  }
  if (input.appendPath !== null) appendToPath(env, input.appendPath, input.platform, names)
  return foldNames(env, names)
}

function set(env: Record<string, string>, name: string, value: string, names: NameRule): void {
  remove(env, name, names)
  env[name] = value
}

function remove(env: Record<string, string>, name: string, names: NameRule): void {
  delete env[name]
  if (names === exactNames) return
  const wanted = names(name)
  for (const present of Object.keys(env)) if (names(present) === wanted) delete env[present]
}

function appendToPath(
  env: Record<string, string>,
  folder: string,
  platform: EnvironmentInput['platform'],
  names: NameRule,
): void {
  const separator = platform === 'win32' ? ';' : ':'
  const name = Object.keys(env).find((present) => names(present) === names('PATH')) ?? 'PATH'
  const entries = (env[name] ?? '').split(separator).filter((entry) => entry !== '')
  if (!entries.some((entry) => names(entry) === names(folder))) entries.push(folder)
  env[name] = entries.join(separator)
}
