import { readFile, stat } from 'node:fs/promises'

/** Largest script that is read, in bytes; reading more would keep the command waiting. */
const SCRIPT_MAX = 64 * 1024
/** A first line that names a shell, or none at all. */
const FOR_A_SHELL = /^(?:#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+)*)?(?:ba|da|z|k|mk|a)?sh\b|(?!#!))/

/** The text of a script for a shell; null for what is none, is too large, or cannot be read. */
export async function shellScript(path: string): Promise<string | null> {
  try {
    const stats = await stat(path)
    // A device or a FIFO would be waited for.
    if (!stats.isFile() || stats.size > SCRIPT_MAX) return null
    const text = await readFile(path, 'utf8')
    return FOR_A_SHELL.test(text) && !text.includes('\0') ? text : null
  } catch {
    // Not there, or not for us: the shell will say so.
    return null
  }
}
