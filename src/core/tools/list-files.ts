import { readdir, stat } from 'node:fs/promises'
import { z } from 'zod'
import { MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'
import { filePath } from './file-path'
import { unreadable } from './readable-path'
import type { LookDeps } from './search'
import type { Tool, ToolAnswer } from './tool'
import { parseWith } from './tool-input'
import { LIST_FILES_DESCRIPTION, LIST_FILES_SCHEMA } from './tool-texts'

/** Most entries of one answer; who needs more lists a folder below. */
const ENTRIES_MAX = 1000
const GLOB_MAX_CHARS = 2000

export type ListFilesInput = { path: string; isDeep: boolean; glob: string | null }

const inputSchema = z
  .object({
    path: filePath.nullish(),
    recursive: z.boolean().nullish(),
    glob: z.string().max(GLOB_MAX_CHARS).nullish(),
  })
  .transform(({ path, recursive, glob }): ListFilesInput => {
    const isDeep = recursive ?? Boolean(glob)
    return { path: path ?? '.', isDeep, glob: glob || null }
  })

/** The `list_files` tool: sorted, bounded, and without what the agent must not see (S-399). */
export function createListFilesTool({ ripgrep, mayLook }: LookDeps): Tool<ListFilesInput> {
  return {
    spec: { name: 'list_files', description: LIST_FILES_DESCRIPTION, inputSchema: LIST_FILES_SCHEMA },
    parse: (raw) => parseWith(inputSchema, raw),
    isReadOnly: () => true,
    title: ({ path, glob }) => (glob === null ? path : `${glob} (${path})`),
    async run({ path, isDeep, glob }, { chatId, workspaceRoot, signal }): Promise<ToolAnswer> {
      const looked = await mayLook({ chatId, workspaceRoot, path, permission: 'listFiles' })
      if (!looked.ok) return { text: looked.message, isError: true }
      const { place, shows } = looked
      const found: string[] = []
      let bytes = 0
      const add = (name: string): boolean => {
        bytes += Buffer.byteLength(name) + 1
        if (found.length >= ENTRIES_MAX || bytes > MODEL_OUTPUT_MAX_BYTES) return false
        found.push(name)
        return true
      }
      try {
        if (!(await stat(place)).isDirectory())
          return { text: `${path} is a file; read it with read_file.`, isError: true }
        if (!isDeep) {
          const names = await entriesOf(place, shows)
          return answer(path, found, !names.every(add))
        }
        const args = ['--files', '--hidden', '--glob=!.git/', '--sort=path']
        const { isEnough } = await ripgrep.run(
          {
            args: glob === null ? args : [...args, `--glob=${glob}`],
            cwd: place,
            onLine: (line) => !shows(line, false) || add(line),
          },
          signal,
        )
        return answer(path, found, isEnough)
      } catch (error) {
        if (signal.aborted) return { text: 'Listing was stopped by the user.', isError: true }
        return { text: unreadable(path, error), isError: true }
      }
    },
  }
}

/** The names in a folder, folders with a slash behind them, in the order of their letters. */
async function entriesOf(
  folder: string,
  shows: (path: string, isFolder: boolean) => boolean,
): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => shows(entry.name, entry.isDirectory()))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort()
}

function answer(path: string, found: readonly string[], isMore: boolean): ToolAnswer {
  const card = { kind: 'list', entries: found.length, isMore } as const
  if (found.length === 0) return { text: `Nothing to list in ${path}`, isError: false, card }
  const more = isMore ? ' (there are more; list a folder below, or give a glob)' : ''
  return { text: `Entries of ${path}: ${found.length}${more}\n${found.join('\n')}`, isError: false, card }
}
