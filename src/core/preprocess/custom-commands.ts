import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../shared/errors'
import { textFront } from '../tools/file-lines'

const FOLDER = join('.vigil', 'commands')
/** Most commands of a workspace that are offered; a longer list is no help. */
const COMMANDS_MAX = 100
/** Largest file of such a command, in bytes: it is a prompt, not a document. */
const FILE_MAX_BYTES = 32 * 1024

/** Names of the commands that a workspace brings: the Markdown files of `.vigil/commands`, by name. Never rejects. */
export async function customCommands(workspacePath: string): Promise<string[]> {
  try {
    const entries = await readdir(join(workspacePath, FOLDER), { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && /^[A-Za-z][\w-]*\.md$/.test(entry.name))
      .map((entry) => entry.name.slice(0, -'.md'.length))
      .sort()
      .slice(0, COMMANDS_MAX)
  } catch {
    // No such folder: the workspace has none.
    return []
  }
}

/**
 * What such a command tells the model; `$ARGUMENTS` stands for what was typed behind its name.
 *
 * @throws EngineError `bad-input` for a file that is empty, too long or cannot be read
 */
export async function customCommandText(
  workspacePath: string,
  { name, rest }: { name: string; rest: string },
): Promise<{ path: string; text: string }> {
  const path = join(FOLDER, `${name}.md`)
  const { text, isCut } = await textFront(join(workspacePath, path), FILE_MAX_BYTES).catch(
    (error: unknown) => {
      throw new EngineError('bad-input', `${path} cannot be read.`, { cause: error })
    },
  )
  if (isCut) throw new EngineError('bad-input', `${path} is longer than ${FILE_MAX_BYTES / 1024} KiB.`)
  if (text.trim() === '') throw new EngineError('bad-input', `${path} is empty.`)
  return {
    path,
    text: `<command name="${name}">\n${text.replaceAll('$ARGUMENTS', () => rest).trim()}\n</command>`,
  }
}
