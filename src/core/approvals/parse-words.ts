/** One word of a command as the shell passes it on. */
export type Word = {
  text: string
  /** The shell may replace it by file names that start like it does. */
  isGlob: boolean
}

/** One simple command of a line, with the text it came from. */
export type Segment = { words: Word[]; text: string }

/** A line that is understood completely, or the part that is not. */
export type ParsedCommand =
  | { kind: 'plain'; segments: Segment[] }
  | { kind: 'opaque'; code: 'opaque' | 'writes-file'; segment: string }

/** Longest text that is looked at, in UTF-16 units; reading commands are short. */
const MAX_CHARS = 4000

/** Redirections that touch no file. What follows must end the word. */
const HARMLESS_REDIRECTION = /^(?:[12]?>{1,2}[ \t]*\/dev\/null|2>&1|1?>&2)(?=[ \t\n;|]|$)/
/** Separators; `&` alone and `|&` are none of them on purpose. */
const SEPARATOR = /^(?:&&|\|\||;(?!;)|\|(?![|&])|\n)/
/** Characters that mean nothing to any POSIX shell outside quotes, wherever they stand. */
const PLAIN = /^[\p{L}\p{N}\p{M}_./:,@%+=^-]/u
const GLOB = /^[*?]/
/** Control characters, invisible and direction-changing ones: a line that hides something is not understood. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u
/** Blanks that look like one but separate nothing. */
const ODD_BLANK = /[\p{Zs}]/u

/**
 * Reads a command as plain words joined by `&&`, `||`, `;`, `|` and newlines. Everything else (expansions, substitutions,
 * assignments before a program, files behind `>` or `<`, background, groups, keywords, here-documents) is opaque: a text
 * that is not fully understood is asked about, never guessed (S-393).
 */
export function parseWords(command: string): ParsedCommand {
  if (command.length > MAX_CHARS) return opaque(command)
  const hidden = command.replace(/[\t\n ]/g, '')
  if (HIDDEN.test(hidden) || ODD_BLANK.test(hidden)) return opaque(command)

  const segments: Segment[] = []
  let words: Word[] = []
  let start = 0
  let at = 0
  /** True after `&&`, `||` and `|`, which need something on their right. */
  let needsMore = false

  /** Ends the command that was being read; false when there was none. */
  const close = (): boolean => {
    if (words.length === 0) return false
    segments.push({ words, text: command.slice(start, at).trim() })
    words = []
    return true
  }

  while (at < command.length) {
    const rest = command.slice(at)
    const separator = SEPARATOR.exec(rest)?.[0]
    const redirection = HARMLESS_REDIRECTION.exec(rest)?.[0]
    if (/^[ \t]/.test(rest)) at += 1
    else if (rest.startsWith('#')) at += lineOf(rest).length
    else if (separator !== undefined) {
      const isEmpty = !close()
      // Nothing between two separators is an error of the shell; an empty line is not.
      if (isEmpty && (separator !== '\n' || command.slice(start, at).includes('>'))) return opaque(command)
      if (!isEmpty) needsMore = separator !== '\n' && separator !== ';'
      at += separator.length
      start = at
    } else if (redirection !== undefined) at += redirection.length
    else if (/^(?:\d*|&)>/.test(rest))
      return { kind: 'opaque', code: 'writes-file', segment: bounded(lineOf(rest)) }
    else {
      const word = readWord(command, at)
      if (!word) return opaque(command.slice(start))
      words.push(word.word)
      at = word.end
    }
  }
  const isEmpty = !close()
  if (segments.length === 0 || (isEmpty && (needsMore || command.slice(start).includes('>'))))
    return opaque(command)
  return { kind: 'plain', segments }
}

function readWord(command: string, from: number): { word: Word; end: number } | null {
  let text = ''
  let isGlob = false
  let at = from
  while (at < command.length) {
    const rest = command.slice(at, at + 2)
    const char = rest.charAt(0)
    if (char === "'") {
      const end = command.indexOf("'", at + 1)
      if (end < 0) return null
      text += command.slice(at + 1, end)
      at = end + 1
    } else if (char === '"') {
      const end = command.indexOf('"', at + 1)
      if (end < 0) return null
      const inner = command.slice(at + 1, end)
      if (/[$`\\!]/.test(inner)) return null
      text += inner
      at = end + 1
    } else if (GLOB.test(char)) {
      // A name that could start with a dash, a dot or anything else may be an option or a secret.
      if (text === '') return null
      isGlob = true
      text += char
      at += 1
    } else {
      // A tilde means a home folder only where a word or a part of it begins.
      const plain =
        char === '~' && /[A-Za-z0-9_]$/.test(text) ? char : PLAIN.exec(command.slice(at, at + 2))?.[0]
      if (plain === undefined) break
      text += plain
      at += plain.length
    }
  }
  if (at === from) return null
  // The word must end where the shell ends it.
  if (at < command.length && !/^[ \t\n;|]/.test(command.charAt(at)) && !command.startsWith('&&', at))
    return null
  return { word: { text, isGlob }, end: at }
}

function opaque(text: string): ParsedCommand {
  return { kind: 'opaque', code: 'opaque', segment: bounded(text.trim()) }
}

function lineOf(text: string): string {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}

/** Longest part of a command a question quotes, in UTF-16 units. */
const SEGMENT_MAX_CHARS = 200

/** The front of a part of a command, for a question. */
export function bounded(text: string): string {
  return text.length <= SEGMENT_MAX_CHARS ? text : `${text.slice(0, SEGMENT_MAX_CHARS)}…`
}
