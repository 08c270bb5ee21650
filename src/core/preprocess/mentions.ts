/** Lines of a file, counted from 1, both included; `to` is null for the rest of it. */
export type LineRange = { from: number; to: number | null }

/** What a mention may mean; the first reading whose path exists counts. */
export type MentionReading = { path: string; range: LineRange | null }

/** A place in a message that may name a file or folder of the workspace. */
export type Mention = {
  /** Where it stands, in UTF-16 units, with its `@`. */
  start: number
  end: number
  readings: MentionReading[]
  /** Nobody writes it by accident: when nothing has that path, the person is told. */
  isMeant: boolean
}

/** Most mentions of one message; a pasted log may be full of such signs. */
export const MENTIONS_MAX = 50
/** Longest path that is looked at, in UTF-16 units; file systems take less. */
const PATH_MAX = 1024

/**
 * Finds `@path`, `@path:10-20`, `@folder/` and `@"a path with blanks"`. An `@` inside a word, as in an e-mail address, is
 * none; whether `@scope/name` or a decorator is one depends on what exists, which is not known here.
 */
export function findMentions(message: string): Mention[] {
  const mentions: Mention[] = []
  const places = /(?<![\p{L}\p{N}_.@/\\-])@(?:"([^"\n]+)"(?::(\d+)(?:-(\d+))?)?|([^\s"'`<>|@]+))/gu
  for (const found of message.matchAll(places)) {
    const start = found.index
    const [whole, quoted, from, to, bare] = found
    const mention =
      quoted === undefined
        ? bareMention(start, bare ?? '', message)
        : { readings: [{ path: quoted, range: rangeOf(from, to) }], isMeant: true, end: start + whole.length }
    if (mention?.readings.every(({ path }) => path.length <= PATH_MAX)) mentions.push({ start, ...mention })
    if (mentions.length === MENTIONS_MAX) break
  }
  return mentions
}

/** How a path is mentioned. */
export function mentionOf(path: string): string {
  return /^[^\s"'`<>|@]+$/.test(path) && !/[.,;:!?)\]}]$/.test(path) ? `@${path}` : `@"${path}"`
}

function bareMention(start: number, text: string, message: string): Omit<Mention, 'start'> | null {
  // What ends a sentence or closes a bracket may belong to the path, but rarely does.
  const trimmed = text.replace(/[.,;:!?)\]}]+$/, '')
  if (trimmed === '') return null
  const readings: MentionReading[] = []
  for (const path of new Set([text, trimmed])) {
    readings.push({ path, range: null })
    const ranged = /^(.+):(\d+)(?:-(\d+))?$/.exec(path)
    if (ranged?.[1]) readings.push({ path: ranged[1], range: rangeOf(ranged[2], ranged[3]) })
  }
  const isCalled = message[start + 1 + trimmed.length] === '('
  return { readings, end: start + 1 + trimmed.length, isMeant: !isCalled && looksLikePath(trimmed) }
}

function looksLikePath(text: string): boolean {
  const path = text.replace(/:\d+(?:-\d+)?$/, '')
  if (/^(?:\.{1,2}|~)?\//.test(path)) return true
  return /\.[A-Za-z][A-Za-z0-9]{0,3}$/.test(path)
}

function rangeOf(from: string | undefined, to: string | undefined): LineRange | null {
  if (from === undefined) return null
  const first = Math.max(1, Number(from))
  if (to === undefined) return { from: first, to: first }
  return { from: first, to: Math.max(first, Number(to)) }
}
