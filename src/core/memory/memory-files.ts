import type { Dirent, Stats } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EngineError } from '../../shared/errors'
import {
  MEMORY_FILE_MAX_BYTES,
  MEMORY_FILES_MAX,
  MEMORY_LINES_MAX,
  type MemoryFile,
  type MemoryFolder,
} from '../../shared/memory'
import type { Ids } from '../ports'
import { textAt } from '../tools/file-lines'
import { isInside } from '../tools/readable-path'

/** Whose notes: those of a workspace by its root, or those of everything. */
export type MemoryPlace = { scope: 'workspace'; root: string } | { scope: 'global' }

/** The remembered notes on the disk: plain Markdown that a person may change by hand at any time. */
export type MemoryFiles = {
  /** Never rejects; what cannot be read is listed without its text. */
  list(place: MemoryPlace): Promise<MemoryFolder>
  /**
   * Replaces or creates a note in one step. `name` is one that `memoryName` made.
   *
   * @throws EngineError `bad-input` past a limit or outside of the workspace, `storage-failed` when the disk refuses
   */
  write(place: MemoryPlace, name: string, text: string): Promise<void>
  /** False when there was none. @throws as `write` */
  remove(place: MemoryPlace, name: string): Promise<boolean>
}

/** Where the notes of a workspace lie; those of the program its users come from are read where they are. */
const FOLDERS = [join('.vigil', 'memories'), join('.kodik', 'memories')] as const
const OWN_FOLDER = FOLDERS[0]

export type MemoryFilesDeps = {
  /** The person's documents. */
  documentsDir: string
  ids: Ids
}

/** Creates {@link MemoryFiles}. */
export function createMemoryFiles({ documentsDir, ids }: MemoryFilesDeps): MemoryFiles {
  const folderOf = (place: MemoryPlace) =>
    place.scope === 'global' ? join(documentsDir, 'Vigil', 'memories') : join(place.root, OWN_FOLDER)
  const foldersOf = (place: MemoryPlace) =>
    place.scope === 'global' ? [folderOf(place)] : FOLDERS.map((folder) => join(place.root, folder))

  /** A folder of the workspace may be a link to anywhere, and what lies there would be sent to the model. */
  const leadsOut = async (place: MemoryPlace, folder: string): Promise<boolean> => {
    if (place.scope === 'global') return false
    return !isInside(await realFolder(place.root), await realFolder(folder))
  }
  const ensureInside = async (place: MemoryPlace, folder: string) => {
    if (await leadsOut(place, folder))
      throw new EngineError('bad-input', `${folder} leads out of the workspace, so nothing is kept there.`)
  }
  /** The notes of all folders; of two with the same name the own one. */
  const found = async (place: MemoryPlace) => {
    const notes = new Map<string, { file: string; name: string; stats: Stats }>()
    for (const folder of foldersOf(place)) {
      if (await leadsOut(place, folder)) continue
      for (const note of await notesIn(folder)) {
        const key = note.name.toLowerCase()
        if (!notes.has(key)) notes.set(key, note)
      }
    }
    return notes
  }

  return {
    async list(place) {
      const notes = [...(await found(place)).values()].sort((a, b) => (a.name < b.name ? -1 : 1))
      const files: MemoryFile[] = []
      let linesLeft = MEMORY_LINES_MAX
      for (const [index, { file, name, stats }] of notes.entries()) {
        const text = stats.size > MEMORY_FILE_MAX_BYTES ? null : await noteText(file)
        const lines = text === null ? 0 : linesOf(text).length
        const loadedLines = index < MEMORY_FILES_MAX ? Math.min(lines, linesLeft) : 0
        linesLeft -= loadedLines
        files.push({ name, bytes: stats.size, changedAt: stats.mtimeMs, text, lines, loadedLines })
      }
      const path = folderOf(place)
      return { path, files, isOutside: await leadsOut(place, path) }
    },
    async write(place, name, text) {
      const bytes = Buffer.byteLength(text)
      if (bytes > MEMORY_FILE_MAX_BYTES)
        throw new EngineError(
          'bad-input',
          `A memory file has at most ${MEMORY_FILE_MAX_BYTES} bytes; this one would have ${bytes}.`,
        )
      const folder = folderOf(place)
      await ensureInside(place, folder)
      const notes = await found(place)
      const known = notes.get(name.toLowerCase())
      if (!known && notes.size >= MEMORY_FILES_MAX)
        throw new EngineError(
          'bad-input',
          `There are ${notes.size} memory files already, and no more than ${MEMORY_FILES_MAX} are loaded. Delete one or add to one.`,
        )
      await onDisk(async () => {
        await mkdir(folder, { recursive: true })
        const temporary = join(folder, `.${ids.next('memory')}.new`)
        try {
          await writeFile(temporary, text, { flag: 'wx' })
          await rename(temporary, join(folder, known?.name ?? name))
        } finally {
          await rm(temporary, { force: true })
        }
      })
    },
    async remove(place, name) {
      let wasThere = false
      for (const folder of foldersOf(place)) {
        if (await leadsOut(place, folder)) continue
        const note = (await notesIn(folder)).find((one) => one.name.toLowerCase() === name.toLowerCase())
        if (!note) continue
        await onDisk(() => rm(note.file, { force: true }))
        wasThere = true
      }
      return wasThere
    },
  }
}

/** The lines of a note, without the empty ones around it. */
export function linesOf(text: string): string[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : trimmed.split(/\r?\n/)
}

/** A folder with its links followed; what does not exist yet lies in the nearest one that does. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch {
    const parent = dirname(folder)
    return parent === folder ? folder : join(await realFolder(parent), basename(folder))
  }
}

/** Markdown files, no links: one could lead to any file of the machine. */
async function notesIn(folder: string): Promise<{ file: string; name: string; stats: Stats }[]> {
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch {
    // No such folder: nothing is remembered here.
    return []
  }
  const notes: { file: string; name: string; stats: Stats }[] = []
  for (const { name } of entries.filter((entry) => entry.isFile() && /^[^.].*\.md$/i.test(entry.name))) {
    const file = join(folder, name)
    // Deleted by hand meanwhile.
    const stats = await lstat(file).catch(() => null)
    if (stats?.isFile()) notes.push({ file, name, stats })
  }
  return notes
}

async function noteText(file: string): Promise<string | null> {
  try {
    const text = await textAt(file, 0, MEMORY_FILE_MAX_BYTES)
    return text.includes('\0') ? null : text
  } catch {
    // Not readable; the list says so by having no text.
    return null
  }
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EngineError(
      'storage-failed',
      `The memory could not be changed on the disk (${code ?? 'unknown'}).`,
      {
        cause: error,
      },
    )
  }
}
