import { decodeAnsiQuote } from './ansi-quote'
import { ODD_BLANK } from './hidden-characters'
import type { Part, Script, VariableUse, Word } from './shell-syntax'
import type { TextCursor } from './text-cursor'

/** What ends a word outside quotes. */
const METACHARACTER = /^[\s|&;()<>]?$/
const QUOTED_RUN = /[^\\$`"]+/y
const BRACED_RUN = /[^\s|&;()<>'"\\$`*?[~{}]+/y
const PLAIN = /[^\s|&;()<>'"\\$`*?[~]+/y
const TILDE = /~([A-Za-z0-9_.+-]*)(?=[/\s|&;()<>]|$)/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const SPECIAL = /[0-9@*#?$!-]/y
/** Operators of `${…}` that only look at the value. */
const TRIM = /(?:##?|%%?|\/[/#%]?|\^\^?|,,?)/y
const DEFAULT = /:?[-+?]/y
/** `${x:1:2}` with digits; anything else there is arithmetic. */
const SUBSTRING = /:[ ]?-?\d+(?::-?\d+)?(?=\})/y

/** Reads the commands of a substitution up to where `isEnd` holds. */
export type ReadBody = (isEnd: () => boolean) => Script

/** Reads words of POSIX shells, with their quoting, expansions and substitutions. */
export class WordReader {
  constructor(
    private readonly cursor: TextCursor,
    private readonly readBody: ReadBody,
  ) {}

  /** A word at the cursor; null where none begins. `tildeAfter` are characters that a tilde may also stand behind. */
  word(tildeAfter = ''): Word | null {
    const { cursor } = this
    const start = cursor.at
    const parts: Part[] = []
    for (;;) {
      const char = cursor.peek()
      if ((char === '<' || char === '>') && cursor.peek(1) === '(') {
        if (cursor.at !== start) throw cursor.misread('a process substitution inside a word')
        parts.push(this.process())
      } else if (METACHARACTER.test(char)) break
      else if (char === '\\' && cursor.peek(1) === '\n') {
        // The shell takes both away before it looks for words; only beside a blank that changes nothing.
        if (!/^[ \t]/.test(cursor.peek(2))) throw cursor.misread('a line that is continued inside a word')
        break
      } else if (char === '~' && this.maybeTilde(parts, start, tildeAfter)) continue
      else parts.push(this.part(char))
    }
    if (cursor.at === start) return null
    // `=name` is the file of a program there.
    if (cursor.dialect === 'zsh' && /^=|[{,]=/.test(cursor.text.slice(start, cursor.at)))
      throw cursor.misread('an expansion that only zsh has', start, cursor.at)
    cursor.count()
    return { ...cursor.span(start), parts }
  }

  private maybeTilde(parts: Part[], start: number, tildeAfter: string): boolean {
    const { cursor } = this
    const before = cursor.text.charAt(cursor.at - 1)
    if (cursor.at !== start && !tildeAfter.includes(before)) return false
    if (cursor.at !== start && tildeAfter === '') return false
    const found = cursor.match(TILDE)
    if (!found) return false
    parts.push({ kind: 'tilde', user: found[1] ?? '' })
    cursor.at += found[0].length
    return true
  }

  private part(char: string): Part {
    const { cursor } = this
    cursor.count()
    switch (char) {
      case "'":
        return this.singleQuoted()
      case '"':
        return this.doubleQuoted()
      case '\\': {
        const code = cursor.at + 1 < cursor.end ? cursor.text.codePointAt(cursor.at + 1) : undefined
        if (code === undefined) throw cursor.misread('a backslash at the end')
        const escaped = String.fromCodePoint(code)
        cursor.at += 1 + escaped.length
        return { kind: 'text', text: escaped, isQuoted: true }
      }
      case '$':
        return this.dollar(false)
      case '`':
        return this.backticks(false)
      case '*':
      case '?':
      case '[':
        cursor.at += 1
        return { kind: 'glob', text: char }
      default: {
        let found = cursor.run(PLAIN)
        if (found === '') {
          found = char
          cursor.at += 1
        }
        if (ODD_BLANK.test(found)) throw cursor.misread('a blank that separates nothing')
        return { kind: 'text', text: found, isQuoted: false }
      }
    }
  }

  private singleQuoted(): Part {
    const { cursor } = this
    const close = cursor.text.indexOf("'", cursor.at + 1)
    if (close < 0 || close >= cursor.end) throw cursor.misread('a quote that is not closed')
    const text = cursor.text.slice(cursor.at + 1, close)
    cursor.at = close + 1
    return { kind: 'text', text, isQuoted: true }
  }

  /** A double-quoted string; one that is only text is that text. */
  private doubleQuoted(): Part {
    const { cursor } = this
    const start = cursor.at
    cursor.at += 1
    const parts = this.quotedParts('"')
    if (cursor.peek() !== '"') throw cursor.misread('a quote that is not closed', start)
    cursor.at += 1
    const [only] = parts
    if (parts.length === 1 && only) return only
    if (parts.length === 0) return { kind: 'text', text: '', isQuoted: true }
    return { kind: 'quoted', parts }
  }

  /** Parts up to an unescaped `close`, or to the end where there is none to look for (a here-document). */
  quotedParts(close: string): Part[] {
    const { cursor } = this
    const parts: Part[] = []
    let text = ''
    const flush = () => {
      if (text !== '') parts.push({ kind: 'text', text, isQuoted: true })
      text = ''
    }
    for (;;) {
      const char = cursor.peek()
      if (char === '' || char === close) break
      if (char === '\\') {
        const next = cursor.peek(1)
        cursor.at += next === '' ? 1 : 2
        if (next === '\n') continue
        text += /^[$`\\]$/.test(next) || (next === close && next !== '') ? next : `\\${next}`
      } else if (char === '$' || char === '`') {
        flush()
        cursor.count()
        parts.push(char === '$' ? this.dollar(true) : this.backticks(true))
      } else {
        const plain = cursor.run(QUOTED_RUN)
        text += plain === '' ? char : plain
        if (plain === '') cursor.at += 1
      }
    }
    flush()
    return parts
  }

  private dollar(isQuoted: boolean): Part {
    const { cursor } = this
    const start = cursor.at
    const next = cursor.peek(1)
    if (next === '(') {
      if (cursor.peek(2) === '(') {
        cursor.at += 3
        return cursor.nested(() => this.arithmetic(start))
      }
      cursor.at += 2
      const body = cursor.nested(() => this.readBody(() => cursor.peek() === ')'))
      cursor.expect(')', 'a substitution that is not closed')
      return { kind: 'substitution', body, isQuoted }
    }
    if (next === '{') return cursor.nested(() => this.braced(isQuoted))
    if (next === "'" && !isQuoted) return this.ansiQuoted()
    if ((next === '"' && !isQuoted) || next === '[')
      throw cursor.misread('an expansion that shells read differently', start, start + 2)
    cursor.at += 1
    const name = (cursor.match(NAME) ?? cursor.match(SPECIAL))?.[0]
    if (name === undefined) {
      if (cursor.dialect === 'zsh' && /[=~^+:]/.test(next))
        throw cursor.misread('an expansion that only zsh has', start, start + 2)
      return { kind: 'text', text: '$', isQuoted }
    }
    cursor.at += name.length
    const zshUse = cursor.dialect === 'zsh' && (/^[[:]/.test(cursor.peek()) || name === '#')
    return { kind: 'variable', name, isQuoted, use: zshUse ? 'other' : 'value', operand: null }
  }

  private ansiQuoted(): Part {
    const { cursor } = this
    if (cursor.isPlainShell)
      throw cursor.misread('quotes that this shell may not know', cursor.at, cursor.at + 2)
    const raw = cursor.match(/\$'((?:[^'\\]|\\[\s\S])*)'/y)
    const text = raw && decodeAnsiQuote(raw[1] ?? '')
    if (!raw || text === null || text === undefined)
      throw cursor.misread('escapes that shells read differently')
    cursor.at += raw[0].length
    return { kind: 'text', text, isQuoted: true }
  }

  private braced(isQuoted: boolean): Part {
    const { cursor } = this
    const start = cursor.at
    cursor.at += 2
    if (/^[\s|]?$/.test(cursor.peek())) throw cursor.misread('a substitution in braces', start, start + 2)
    const isLength = cursor.peek() === '#' && cursor.peek(1) !== '}'
    const isIndirect = cursor.peek() === '!' && cursor.peek(1) !== '}'
    if (isLength || isIndirect) cursor.at += 1
    const name = (cursor.match(/\d+/y) ?? cursor.match(NAME) ?? cursor.match(SPECIAL))?.[0] ?? ''
    cursor.at += name.length
    let use: VariableUse = 'other'
    if (name !== '' && !isIndirect) {
      const operator = cursor.match(DEFAULT) ?? cursor.match(SUBSTRING) ?? cursor.match(TRIM)
      if (cursor.peek() === '}') use = isLength ? 'length' : 'value'
      else if (operator && !isLength) {
        use = operator[0].includes('?') || DEFAULT_ONLY.test(operator[0]) ? 'default' : 'trim'
        cursor.at += operator[0].length
      }
    }
    const operand = this.bracedOperand(isQuoted)
    cursor.expect('}', 'an expansion that is not closed')
    return { kind: 'variable', name, isQuoted, use, operand: operand.parts.length > 0 ? operand : null }
  }

  private bracedOperand(isQuoted: boolean): Word {
    const { cursor } = this
    const start = cursor.at
    const parts: Part[] = []
    for (;;) {
      const char = cursor.peek()
      if (char === '}' || char === '') break
      cursor.count()
      // Shells disagree about quotes and braces in here, and `<(` starts a command in some.
      if (char === '{' || (isQuoted && /['"]/.test(char)) || (/[<>]/.test(char) && cursor.peek(1) === '('))
        throw cursor.misread('an expansion that shells read differently')
      if (char === '$' && isQuoted) parts.push(this.dollar(true))
      else if (char === '`' && isQuoted) parts.push(this.backticks(true))
      else if (/[\s|&;()<>~]/.test(char)) {
        cursor.at += 1
        parts.push({ kind: 'text', text: char, isQuoted })
      } else if (isQuoted && /[*?[]/.test(char)) {
        cursor.at += 1
        parts.push({ kind: 'text', text: char, isQuoted })
      } else {
        // A plain run must not swallow the closing brace.
        const run = cursor.run(BRACED_RUN)
        parts.push(run === '' ? this.part(char) : { kind: 'text', text: run, isQuoted })
      }
    }
    return { ...cursor.span(start), parts }
  }

  /** Everything up to `))`; the cursor is behind the opening. */
  arithmetic(start: number): Part {
    const { cursor } = this
    const from = cursor.at
    const parts: Part[] = []
    let open = 0
    for (;;) {
      const char = cursor.peek()
      if (char === '') throw cursor.misread('arithmetic that is not closed', start)
      cursor.count()
      if (char === ')' && open === 0) {
        if (cursor.peek(1) !== ')') throw cursor.misread('parentheses that shells read differently', start)
        break
      }
      if (char === '(') open += 1
      else if (char === ')') open -= 1
      if (/['"\\]/.test(char)) throw cursor.misread('quotes inside arithmetic')
      if (char === '$') parts.push(this.dollar(true))
      else if (char === '`') parts.push(this.backticks(true))
      else {
        cursor.at += 1
        parts.push({ kind: 'text', text: char, isQuoted: true })
      }
    }
    const text = cursor.text.slice(from, cursor.at)
    const operand = { ...cursor.span(from), parts }
    cursor.at += 2
    return { kind: 'arithmetic', text, operand }
  }

  private backticks(isQuoted: boolean): Part {
    const { cursor } = this
    const close = cursor.text.indexOf('`', cursor.at + 1)
    if (close < 0 || close >= cursor.end) throw cursor.misread('a backtick that is not closed')
    // Inside backticks a backslash is read twice.
    if (cursor.text.slice(cursor.at, close).includes('\\'))
      throw cursor.misread('a backslash inside backticks')
    const body = cursor.within(cursor.at + 1, close, () => this.readBody(() => cursor.peek() === ''))
    cursor.at = close + 1
    return { kind: 'substitution', body, isQuoted }
  }

  private process(): Part {
    const { cursor } = this
    if (cursor.isPlainShell) throw cursor.misread('a substitution that this shell may not know')
    cursor.at += 2
    const body = cursor.nested(() => this.readBody(() => cursor.peek() === ')'))
    cursor.expect(')', 'a substitution that is not closed')
    return { kind: 'process', body }
  }
}

const DEFAULT_ONLY = /^:?[-+]$/
