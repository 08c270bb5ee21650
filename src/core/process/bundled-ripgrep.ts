import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/**
 * The folder of the ripgrep that comes with Vigil, or null where its package has no binary for this machine (S-054). The
 * package's own entry cannot be loaded by every runtime we start in, so its binary is looked up directly.
 *
 * @param from a file of the program, from where its packages are found
 */
export function bundledRipgrepDir(
  from: string | URL,
  { platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'>,
): string | null {
  const name = platform === 'win32' ? 'rg.exe' : 'rg'
  try {
    const found = createRequire(from).resolve(`@vscode/ripgrep-${platform}-${arch}/bin/${name}`)
    // A program inside an archive cannot be executed; packaging puts this one beside it.
    const file = found.replace(/\.asar([/\\])/, '.asar.unpacked$1')
    return existsSync(file) ? dirname(file) : null
  } catch {
    // No such package: commands use the user's ripgrep, or have none.
    return null
  }
}
