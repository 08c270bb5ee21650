import type { Argument } from '../reading/argument'
import { optionTable, readOptions } from './option-table'

const OPTIONS = optionTable(
  '-nErsuz -e: --quiet --silent --expression= --regexp-extended --separate --null-data --unbuffered --posix --sandbox',
)
/** Longest script that is looked through, in UTF-16 units. */
const SCRIPT_MAX = 4000
/** Commands without an argument. */
const SIMPLE = /[pPdDqQ=nNgGhHxlFz]/y
const NUMBER = /\d*/y
const LABEL = /[ \t]*[\w.-]*(?=[ \t]*(?:[;\n}]|$))/y

/** The files a call of sed reads, or null where it may write, run something, or is not understood (S-387). */
export function sedReads(args: readonly Argument[]): Argument[] | null {
  const use = readOptions(OPTIONS, args)
  if (!use) return null
  const given = use.options
    .filter(({ name }) => name === '-e' || name === '--expression')
    .map(({ value }) => value)
  const [first, ...rest] = use.operands
  const scripts = given.length > 0 ? given : first ? [first] : []
  const texts = scripts.map((script) => script?.text ?? null)
  if (texts.length === 0 || texts.includes(null)) return null
  if (texts.join('\n').length > SCRIPT_MAX) return null
  return new SedScript(texts.join('\n')).onlyReads() ? (given.length > 0 ? use.operands : rest) : null
}

class SedScript {
  private at = 0

  constructor(private readonly text: string) {}

  onlyReads(): boolean {
    let open = 0
    for (;;) {
      this.skip(/[\s;]*/y)
      if (this.at >= this.text.length) return open === 0
      const start = this.at
      if (!this.address()) return false
      const char = this.text.charAt(this.at)
      if (char === '{' || char === '}') {
        // A closing brace takes no address.
        if (char === '}' && start !== this.at) return false
        open += char === '{' ? 1 : -1
        if (open < 0) return false
        this.at += 1
      } else if (!this.command(char)) return false
    }
  }

  private command(char: string): boolean {
    switch (char) {
      case 's':
        this.at += 1
        // Only these flags; `e` runs a program and `w` writes a file.
        return this.parts(2) && this.skip(/[gpiImM\d]*/y) && this.ends()
      case 'y':
        this.at += 1
        return this.parts(2) && this.ends()
      case '#':
        return this.skip(/[^\n]*/y)
      case ':':
      case 'b':
      case 't':
      case 'T':
        this.at += 1
        return this.matches(LABEL) && this.ends()
      case 'a':
      case 'i':
      case 'c':
        // One line of text; a backslash would take the next one too.
        this.at += 1
        return this.matches(/[ \t]+[^\\\n]*(?=\n|$)/y)
      default:
        if (!this.matches(SIMPLE)) return false
        if (char === 'q' || char === 'Q' || char === 'l') this.skip(/[ \t]*\d*/y)
        return this.ends()
    }
  }

  private ends(): boolean {
    this.skip(/[ \t]*/y)
    const char = this.text.charAt(this.at)
    return char === '' || char === ';' || char === '\n' || char === '}' || char === '#'
  }

  private address(): boolean {
    if (!this.oneAddress()) return false
    this.skip(/[ \t]*/y)
    if (this.text.charAt(this.at) === ',') {
      this.at += 1
      this.skip(/[ \t]*/y)
      const before = this.at
      if (/[+~]/.test(this.text.charAt(this.at))) {
        this.at += 1
        if (!this.matches(/\d+/y)) return false
      } else if (!this.oneAddress() || this.at === before) return false
      this.skip(/[ \t]*/y)
    }
    return this.skip(/[! \t]*/y)
  }

  private oneAddress(): boolean {
    const char = this.text.charAt(this.at)
    if (char === '$') {
      this.at += 1
      return true
    }
    if (/\d/.test(char)) {
      this.skip(NUMBER)
      if (this.text.charAt(this.at) === '~') {
        this.at += 1
        return this.matches(/\d+/y)
      }
      return true
    }
    if (char === '/' || char === '\\') {
      if (char === '\\') this.at += 1
      return this.parts(1) && this.skip(/[IM]*/y)
    }
    return true
  }

  /** Pieces between the delimiter that stands here. Where shells of sed disagree about brackets, it is not understood. */
  private parts(count: number): boolean {
    const delimiter = this.text.charAt(this.at)
    if (delimiter === '' || /[\s\\\w]/.test(delimiter)) return false
    this.at += 1
    for (let part = 0; part < count; part++) {
      let inBrackets = false
      for (;;) {
        const char = this.text.charAt(this.at)
        if (char === '') return false
        // A real newline splits commands in some versions.
        if (char === '\n') return false
        this.at += char === '\\' ? 2 : 1
        if (char === delimiter) {
          if (inBrackets) return false
          break
        }
        if (part === 0 && char === '[') inBrackets = true
        else if (part === 0 && char === ']') inBrackets = false
      }
    }
    return this.at <= this.text.length
  }

  private skip(pattern: RegExp): true {
    pattern.lastIndex = this.at
    this.at += pattern.exec(this.text)?.[0].length ?? 0
    return true
  }

  private matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found) return false
    this.at += found[0].length
    return true
  }
}
