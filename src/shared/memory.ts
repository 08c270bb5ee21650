import { z } from 'zod'
import type { Millis } from './ids'

/** Largest memory file that is written or loaded, in bytes: all of them are sent with every request. */
export const MEMORY_FILE_MAX_BYTES = 16 * 1024
/** Most memory files of one scope that are loaded. */
export const MEMORY_FILES_MAX = 50
/** Most lines of one scope that are loaded, of all its files together. */
export const MEMORY_LINES_MAX = 200
/** Longest name of a memory file, in UTF-16 units, with its ending: every file system takes it. */
export const MEMORY_NAME_MAX_CHARS = 100

/** Of one workspace, or of everything the person does. */
export const memoryScopeSchema = z.enum(['workspace', 'global'])
export type MemoryScope = z.infer<typeof memoryScopeSchema>

/** One remembered note: a Markdown file. */
export type MemoryFile = {
  /** With `.md`. */
  name: string
  bytes: number
  changedAt: Millis
  /** Null where it cannot be shown as text: it is too large, no text, or not readable. */
  text: string | null
  lines: number
  /** Lines that the agent gets at the start of a task; fewer than `lines` past the limits. */
  loadedLines: number
}

/** The notes of one scope, by name. */
export type MemoryFolder = {
  /** Where they lie, also while there are none. */
  path: string
  files: MemoryFile[]
  /** The folder leads out of the workspace by a link, so it is left alone. */
  isOutside: boolean
}

/** Everything of the page Memory; `workspace` is null while no folder is open. */
export type MemoryPage = { workspace: MemoryFolder | null; global: MemoryFolder }
