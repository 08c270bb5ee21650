import { existsSync } from 'node:fs'
import { dependenciesAreInstalled } from './installed-tree.mjs'
import { inProject } from './paths.mjs'
import { lastWords, npm } from './run.mjs'
import { SetupError } from './step.mjs'

/** Installs exactly what the lock file says, unless it is there already. */
export async function installDependencies(doing) {
  if (dependenciesAreInstalled()) return 'already installed'
  doing('installing what package-lock.json names, about a minute')
  const result = await npm(['ci', '--no-audit', '--no-fund'], { cwd: inProject() })
  if (result.code !== 0) {
    throw new SetupError(
      `Dependencies could not be installed: npm ci ended with ${result.code}.\n${lastWords(result)}`,
    )
  }
  return 'installed'
}

/** Says that commands needing a terminal of their own will not work, when npm could not compile the part for them. */
export function checkTerminalSupport() {
  const built = inProject('node_modules', 'node-pty', 'build', 'Release', 'pty.node')
  const shipped = inProject('node_modules', 'node-pty', 'prebuilds', `${process.platform}-${process.arch}`)
  if (existsSync(built) || existsSync(shipped)) return null
  return 'node-pty was not built, interactive terminals are off; to have them: apt-get install -y build-essential python3 && npm rebuild node-pty'
}
