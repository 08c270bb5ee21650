import type { Argument } from '../reading/argument'
import { optionTable, readOptions } from './option-table'

const OPTIONS = optionTable('-F: -v: --field-separator= --assign= --posix --re-interval')
/** Words that run a program, read or write files, or tell secrets. */
const REACHES_OUT =
  /\b(?:system|getline|close|fflush|ENVIRON|ARGV|ARGC|ARGIND|PROCINFO|SYMTAB|FUNCTAB|FILENAME\s*=|extension)\b/

/** What a pattern may follow although it looks like a name. */
const KEYWORD =
  /^(?:print|printf|return|in|else|do|while|if|for|exit|case|default|delete|next|getline|switch)$/

/** The files a call of awk reads, or null where its program may do more, or is not understood. */
export function awkReads(args: readonly Argument[]): Argument[] | null {
  const use = readOptions(OPTIONS, args)
  if (!use) return null
  const [program, ...files] = use.operands
  if (program?.text == null || !programReads(program.text)) return null
  // `name=value` between files sets a variable.
  return files.filter(({ text }) => text === null || !/^[A-Za-z_]\w*=/.test(text))
}

/** Longest program that is looked through, in UTF-16 units. */
const PROGRAM_MAX = 2000

function programReads(text: string): boolean {
  if (text.length > PROGRAM_MAX) return false
  const code = withoutTexts(text)
  if (code === null || REACHES_OUT.test(code) || code.includes('@')) return false
  if (/\|(?!\|)/.test(code.replaceAll('||', ''))) return false
  return !redirects(code)
}

/** The program with its strings and patterns emptied; null when one of them does not end. */
function withoutTexts(text: string): string | null {
  let code = ''
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '#') {
      while (at + 1 < text.length && text.charAt(at + 1) !== '\n') at += 1
    } else if (char === '/' && !beginsPattern(code)) {
      if (!divides(code)) return null
      code += char
    } else if (char === '"' || char === '/') {
      at += 1
      while (at < text.length && text.charAt(at) !== char) {
        // A slash in brackets does not end a pattern everywhere.
        if (text.charAt(at) === '\n' || (char === '/' && text.charAt(at) === '[')) return null
        at += text.charAt(at) === '\\' ? 2 : 1
      }
      if (at >= text.length) return null
      code += '""'
    } else if (char === '\\' && text.charAt(at + 1) !== '\n') return null
    else code += char
  }
  return code
}

/** A slash after one of these cannot divide. */
function beginsPattern(code: string): boolean {
  return /(?:^|[(,{};!~&|\n])\s*$/.test(code)
}

/** Behind a value that is no keyword a slash divides; elsewhere it is not certain, and a pattern could hide anything. */
function divides(code: string): boolean {
  const word =
    /(?:^|[^\w.$])\$?([A-Za-z_]\w*|[\d.]+)\s*$/.exec(code)?.[1] ??
    (/\$[\d]+\s*$/.test(code) ? '1' : undefined)
  return word !== undefined && !KEYWORD.test(word)
}

/**
 * `>` writes a file where a statement prints; it compares in patterns, which are outside braces, and inside parentheses.
 */
function redirects(code: string): boolean {
  let braces = 0
  let parentheses = 0
  for (const char of code) {
    if (char === '{') braces += 1
    else if (char === '}') braces -= 1
    else if (char === '(') parentheses += 1
    else if (char === ')') parentheses -= 1
    else if (char === '>' && braces > 0 && parentheses === 0) return true
    if (braces < 0 || parentheses < 0) return true
  }
  return braces !== 0 || parentheses !== 0
}
