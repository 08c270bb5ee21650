import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { ResolvedShell } from '../ports'
import { codeIn } from './reading/code-arguments'
import { programName } from './reading/innards'
import { everySegment, type Segment } from './reading/segment'
import { firmPart, placesOf } from './rules/places'

/** Largest script whose content is compared, in bytes; of a larger one its size and time are. */
const SCRIPT_MAX = 4 * 1024 * 1024
/** Most scripts of one command that are looked at. */
const SCRIPTS_MAX = 16

/** Files that a command runs directly: programs named by their path, and scripts given to an interpreter. */
export function scriptsIn(segments: readonly Segment[]): string[] {
  const paths = new Set<string>()
  for (const { kind, args, folders, input } of everySegment(segments)) {
    const [program] = args
    if (kind !== 'command' || program?.text == null) continue
    const files = codeIn(programName(program.text), args, input.kind !== 'none').flatMap((code) =>
      'file' in code ? [code.file] : [],
    )
    if (program.text.includes('/')) files.push(program)
    for (const file of files)
      for (const place of placesOf(file, folders) ?? []) if (!place.isPattern) paths.add(firmPart(place))
  }
  return [...paths].slice(0, SCRIPTS_MAX)
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
