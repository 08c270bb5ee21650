import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { ResolvedShell } from '../ports'
import type { Segment } from './reading/segment'
import { filesRun } from './rules/files-run'

/** Largest script whose content is compared, in bytes; of a larger one its size and time are. */
const SCRIPT_MAX = 4 * 1024 * 1024
/** Most scripts of one command that are looked at. */
const SCRIPTS_MAX = 16

/** The scripts of a command whose content an approval is for. */
export function scriptsIn(segments: readonly Segment[]): string[] {
  return [...new Set(filesRun(segments, (code) => 'file' in code))].slice(0, SCRIPTS_MAX)
}

/**
 * What an approval is for: the text, the folder with its links followed, the shell with its environment, and the content
 * of the scripts it runs directly. Two are equal only while approving one means approving the other.
 */
export async function bindingOf(
  command: string,
  realCwd: string,
  { path, args, env }: ResolvedShell,
  scripts: readonly string[],
): Promise<string> {
  const contents = await Promise.all(scripts.map(contentOf))
  const parts = [command, realCwd, path, args, Object.entries(env).sort(), scripts, contents]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

async function contentOf(path: string): Promise<string> {
  try {
    const stats = await stat(path)
    const { size, mtimeMs } = stats
    // A device or a FIFO would be waited for.
    if (!stats.isFile() || size > SCRIPT_MAX) return `${size} ${mtimeMs}`
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  } catch (error) {
    // No such file, or none that may be read; that it appears or can be read later is a change too.
    return String((error as NodeJS.ErrnoException).code)
  }
}
