import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { textFront } from '../tools/file-lines'

/** Most bytes of project instructions in all: they are sent with every request. */
export const PROJECT_INSTRUCTIONS_MAX_BYTES = 32_768
/** One of them a folder, the first that exists. */
const NAMES = ['AGENTS.override.md', 'AGENTS.md'] as const
/** Folders above the workspace that are looked at for a project's root; deeper paths are no projects. */
const ANCESTORS_MAX = 64

/** One file of project instructions. */
export type ProjectInstructions = { file: string; text: string; isCut: boolean }

/**
 * Reads `AGENTS.md` of every folder from the project's root (the nearest one with `.git`, else only this folder) down to
 * the working folder. What cannot be read is left out; what exceeds the limit is cut, and says so.
 */
export async function readProjectInstructions(workspaceRoot: string): Promise<ProjectInstructions[]> {
  const found: ProjectInstructions[] = []
  let left = PROJECT_INSTRUCTIONS_MAX_BYTES
  for (const folder of await foldersFromRoot(workspaceRoot)) {
    for (const name of NAMES) {
      const file = join(folder, name)
      const read = left > 0 ? await readFront(file, left) : null
      if (read === null) continue
      left -= Buffer.byteLength(read.text)
      if (read.text.trim() !== '') found.push({ file, ...read })
      break
    }
  }
  return found
}

/** The instructions as a part of the system instructions; '' when there are none. The same files give the same bytes. */
export function projectInstructionsText(found: readonly ProjectInstructions[]): string {
  if (found.length === 0) return ''
  const parts = found.map(
    ({ file, text, isCut }) => `## ${file}\n${text.trim()}${isCut ? '\n(cut here: too long)' : ''}`,
  )
  return ['# Project instructions', ...parts].join('\n\n')
}

async function foldersFromRoot(workspaceRoot: string): Promise<string[]> {
  const folders: string[] = []
  let folder = workspaceRoot
  for (let count = 0; count < ANCESTORS_MAX; count++) {
    folders.unshift(folder)
    // A worktree and a submodule have a file of that name.
    if (await exists(join(folder, '.git'))) return folders
    const parent = dirname(folder)
    if (parent === folder) break
    folder = parent
  }
  return [workspaceRoot]
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

async function readFront(file: string, maxBytes: number): Promise<{ text: string; isCut: boolean } | null> {
  try {
    return await textFront(file, maxBytes)
  } catch {
    // Missing or not readable: nothing is known of it.
    return null
  }
}
