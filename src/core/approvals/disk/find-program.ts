import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { ProgramFact } from '../facts'

/** Finds a program as a shell does. A folder of PATH that depends on where one stands may hold anything. */
export async function findProgram(name: string, searchPath: readonly string[]): Promise<ProgramFact> {
  for (const folder of searchPath) {
    if (!isAbsolute(folder)) return { path: folder === '' ? '.' : folder, isRelative: true }
    const file = join(folder, name)
    try {
      await access(file, constants.X_OK)
      if ((await stat(file)).isFile()) return { path: await realpath(file), isRelative: false }
    } catch {
      // Not here, or not executable: the shell looks further too.
    }
  }
  return { path: null, isRelative: false }
}
