import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { lastWords, run } from './run.mjs'
import { SetupError } from './step.mjs'

/** True when packages can be installed without asking anybody. */
export function canUseApt() {
  return process.getuid?.() === 0 && inPath('apt-get')
}

/** The command for a person without the rights. */
export async function aptCommand(packages) {
  const names = await Promise.all(packages.map(currentName))
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`
}

/** Installs Debian packages; takes today's names where a library package was renamed for 64-bit time. */
export async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update', '-qq'], { env })
  const names = await Promise.all(packages.map(currentName))
  const result = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
  if (result.code === 0) return
  const said = [update.code === 0 ? '' : lastWords(update), lastWords(result)].filter(Boolean).join('\n')
  throw new SetupError(`apt-get could not install ${names.join(' ')}.\n${said}`)
}

async function currentName(name) {
  const known = await run('apt-cache', ['pkgnames', name])
  const renamed = `${name}t64`
  return known.stdout.split('\n').includes(renamed) ? renamed : name
}

/** True when a program of this name can be started. */
export function inPath(program, path = process.env.PATH ?? '') {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false // not in this folder
    }
  })
}
