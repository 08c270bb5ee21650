/** A blank inside a word: it must not count as the blank between two. */
export const INNER_BLANK = '\u0001'

/**
 * Whether a text fits a pattern (S-385): `*` stands for any text, also none and also with blanks; ` *` at the end, and a
 * `*` that is a word of its own, may be missing with its blank. Extra blanks in the pattern do not count.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  return compiled(pattern).some((chunks) => fitsChunks(chunks, text))
}

/** Patterns kept compiled; a person has dozens, a text of a stranger must not fill the memory. */
const KEPT_MAX = 500
/** Words that may be missing, each doubling the readings; nobody writes more. */
const OPTIONAL_MAX = 5
const kept = new Map<string, string[][]>()

/** The readings of a pattern, each as the texts between its stars. */
function compiled(pattern: string): string[][] {
  const known = kept.get(pattern)
  if (known) return known
  let readings = ['']
  let optional = 0
  for (const [index, word] of pattern.trim().split(/\s+/).entries()) {
    const mayMiss = index > 0 && /^\*+$/.test(word) && optional++ < OPTIONAL_MAX
    const longer = readings.map((reading) => (index === 0 ? word : `${reading} ${word}`))
    readings = mayMiss ? [...readings, ...longer] : longer
  }
  const chunks = readings.map((reading) => reading.split(/\*+/))
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(pattern, chunks)
  return chunks
}

/** Takes every chunk at its first place; with only `*` between them that finds a fit if there is one, in linear time. */
function fitsChunks(chunks: readonly string[], text: string): boolean {
  const [first = '', ...rest] = chunks
  if (rest.length === 0) return text === first
  const last = rest[rest.length - 1] ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false
  let at = first.length
  for (const chunk of rest.slice(0, -1)) {
    const found = text.indexOf(chunk, at)
    if (found < 0) return false
    at = found + chunk.length
  }
  return at <= text.length - last.length
}
