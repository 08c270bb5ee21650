import { MEMORY_NAME_MAX_CHARS } from '../../shared/memory'

/** The file a note is kept in, or why the name cannot be one, in words for the agent and the person. */
export type MemoryName = { ok: true; name: string } | { ok: false; message: string }

// What Windows keeps for itself; a workspace may be shared with one.
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const FORBIDDEN = /[\p{Cc}<>:"|?*]/u

/** Checks a bare file name and gives it `.md` if it has another ending or none. */
export function memoryName(path: string): MemoryName {
  const typed = path.trim()
  if (typed === '') return refused('A memory file needs a name.')
  if (/[/\\]/.test(typed) || typed.split('.').every((part) => part === ''))
    return refused('The name of a memory file has no folders: no "/", no "\\", no "..".')
  if (typed.startsWith('.')) return refused('The name of a memory file does not begin with a dot.')
  if (FORBIDDEN.test(typed) || RESERVED.test(typed))
    return refused('The name of a memory file has a character or a word that not every system takes.')
  const name = /\.md$/i.test(typed) ? `${typed.slice(0, -'.md'.length)}.md` : `${typed}.md`
  return name.length > MEMORY_NAME_MAX_CHARS
    ? refused(`The name of a memory file has at most ${MEMORY_NAME_MAX_CHARS} characters.`)
    : { ok: true, name }
}

function refused(message: string): MemoryName {
  return { ok: false, message }
}
