import { aptCommand, aptInstall, canUseApt, inPath } from './apt.mjs'
import { SetupError } from './step.mjs'

/** Programs that tests run for real, and the Debian packages that hold them. */
const PROGRAMS = {
  git: 'git',
  python3: 'python3',
  zsh: 'zsh',
  ksh: 'ksh',
  mksh: 'mksh',
  dash: 'dash',
  // A session bus of the tests' own, for the tray and the notifications of a Linux desktop.
  'dbus-daemon': 'dbus',
}

/**
 * Gets the shells that the runner is tested with, and the bus of a desktop. A missing one is no reason to stop: its tests are skipped and say so.
 */
export async function provideTestPrograms(doing) {
  const missing = Object.keys(PROGRAMS).filter((program) => !inPath(program))
  if (missing.length === 0 || process.platform === 'win32') return 'all there'
  const packages = missing.map((program) => PROGRAMS[program])
  if (!canUseApt()) {
    return `without ${missing.join(', ')}: their tests will be skipped; to have them: ${await aptCommand(packages)}`
  }
  doing(`installing ${packages.join(' ')}`)
  try {
    await aptInstall(packages)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    return `without ${missing.join(', ')}: their tests will be skipped (${error.message.split('\n')[0]})`
  }
  return `installed ${packages.join(' ')}`
}
