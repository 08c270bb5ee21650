import type { OutputRow } from './output-pages'

/** Most matches that are counted: past that the number says nothing and marking them costs. */
export const MAX_MATCHES = 2000

/** A place in the loaded rows, in UTF-16 units of the row's text. */
export type Match = { row: number; at: number; start: number; end: number }

/** Every place of the query in the loaded rows, upper and lower case alike. */
export function findMatches(rows: readonly OutputRow[], query: string): readonly Match[] {
  if (query === '') return []
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu')
  const found: Match[] = []
  for (const [index, row] of rows.entries()) {
    for (const match of row.text.matchAll(pattern)) {
      if (found.length === MAX_MATCHES) return found
      const start = match.index
      found.push({ row: index, at: row.at, start, end: start + match[0].length })
    }
  }
  return found
}

/** The match to stand on after the rows or the query changed: the same place, otherwise the last one. */
export function keptMatch(matches: readonly Match[], before: Match | undefined): number {
  if (!before) return matches.length - 1
  const same = matches.findIndex((match) => match.at === before.at && match.start === before.start)
  if (same >= 0) return same
  const after = matches.findIndex((match) => match.at > before.at)
  return after >= 0 ? after : matches.length - 1
}

/** The match one step on, around the end. */
export function stepMatch(count: number, current: number, step: 1 | -1): number {
  return count === 0 ? -1 : (current + step + count) % count
}

/** The parts of a row between and inside matches, in order; `match` is an index into the list of all matches. */
export function markedParts(
  text: string,
  matches: readonly (Match & { index: number })[],
): { text: string; match: number | null }[] {
  const parts: { text: string; match: number | null }[] = []
  let done = 0
  for (const match of matches) {
    if (match.start > done) parts.push({ text: text.slice(done, match.start), match: null })
    parts.push({ text: text.slice(match.start, match.end), match: match.index })
    done = match.end
  }
  if (done < text.length) parts.push({ text: text.slice(done), match: null })
  return parts
}
