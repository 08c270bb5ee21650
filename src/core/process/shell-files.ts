import { access, constants, readFile } from 'node:fs/promises'

/** What finding shells needs to know of the file system; tests answer from a table. */
export type ShellFiles = {
  /** True for a file this user may execute (on Windows: that exists). */
  isExecutable(path: string): Promise<boolean>
  /** The text of a small file, or null where it is missing. */
  readText(path: string): Promise<string | null>
}

/** The file system of this machine. */
export const systemShellFiles: ShellFiles = {
  async isExecutable(path) {
    try {
      await access(path, constants.X_OK)
      return true
    } catch {
      // Missing or not ours to run: both mean that it cannot be used.
      return false
    }
  },
  async readText(path) {
    try {
      return await readFile(path, 'utf8')
    } catch {
      return null
    }
  },
}
