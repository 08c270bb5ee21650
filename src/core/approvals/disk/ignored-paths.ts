import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { IgnoreFact } from '../facts'
import { IGNORE_FILES, type IgnoreRules, readIgnoreFile } from '../rules/ignore-file'

/** Longest ignore file that is read, in UTF-16 units. */
const FILE_MAX = 256 * 1024
/** Folder entries looked at for hidden paths; a big workspace is not searched through before each command. */
const ENTRIES_MAX = 20_000
/** Hidden paths that are remembered. */
const HIDDEN_MAX = 500
/** Folders that are large and whose content nobody lists by hand. */
const SKIPPED = new Set(['.git', 'node_modules'])

/** The ignore file of a workspace as it is now, and what it hides (S-399). */
export async function ignoredPaths(root: string): Promise<IgnoreFact> {
  const found = await ignoreFileIn(root)
  return found ? { text: found.text, hidden: await hiddenIn(root, found.text) } : { text: null, hidden: [] }
}

/** The rules of the ignore file that counts; null where there is none. Does not look through the workspace. */
export async function ignoreRulesOf(root: string): Promise<IgnoreRules | null> {
  const found = await ignoreFileIn(root)
  return found ? readIgnoreFile(found.text) : null
}

/** Name and lines of the ignore file of a workspace, for a page that shows them; null where there is none. */
export async function ignoreFileOf(root: string): Promise<{ file: string | null; patterns: string[] }> {
  const found = await ignoreFileIn(root)
  if (!found) return { file: null, patterns: [] }
  const lines = found.text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return { file: found.name, patterns: lines.slice(0, HIDDEN_MAX) }
}

/** The first of the files that exists. */
async function ignoreFileIn(root: string): Promise<{ name: string; text: string } | null> {
  for (const name of IGNORE_FILES) {
    const text = await textOf(join(root, name))
    if (text !== null) return { name, text }
  }
  return null
}

async function hiddenIn(root: string, text: string): Promise<string[]> {
  const rules = readIgnoreFile(text)
  const hidden: string[] = []
  const waiting = ['']
  let seen = 0
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const entry of await readdir(join(root, at), { withFileTypes: true }).catch(() => [])) {
      if (++seen > ENTRIES_MAX || hidden.length >= HIDDEN_MAX) return hidden
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (rules.hides(path, entry.isDirectory())) {
        // The file itself is no reason to forbid looking around.
        if (!(IGNORE_FILES as readonly string[]).includes(path)) hidden.push(path)
      } else if (entry.isDirectory() && !SKIPPED.has(entry.name)) waiting.push(path)
    }
  }
  return hidden
}

async function textOf(path: string): Promise<string | null> {
  try {
    const stats = await stat(path)
    // What is behind the bound hides nothing; a FIFO would be waited for.
    return stats.isFile() ? (await readFile(path, 'utf8')).slice(0, FILE_MAX) : null
  } catch {
    // No such file: nothing is hidden.
    return null
  }
}
