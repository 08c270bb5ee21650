import type { ShellReader } from './shell-reader'
import type { CompoundCommand, Script, Word } from './shell-syntax'

type Form = CompoundCommand['form']
type Content = { name?: string; words?: Word[]; bodies?: Script[] }

const FUNCTION_NAME = /[A-Za-z_:][\w:.-]*/y
/** `=~` takes a pattern that may hold parentheses. */
const PATTERN_PIECE = /[^\s'"\\$`()]+/y

/** Blocks, loops, conditions and functions. */
export class CompoundReader {
  constructor(private readonly shell: ShellReader) {}

  /** The compound command that begins with `word` or a parenthesis, or null. */
  read(word: string): CompoundCommand | null {
    const { cursor } = this.shell
    const start = cursor.at
    if (cursor.peek() === '(') {
      if (cursor.peek(1) === '(') return this.arithmetic(start)
      cursor.at += 1
      const body = this.shell.script(() => cursor.peek() === ')')
      if (body.pipelines.length === 0) throw cursor.misread('a command is missing')
      cursor.expect(')', 'a parenthesis that is not closed')
      return this.finish(start, 'subshell', { bodies: [body] })
    }
    switch (word) {
      case '{':
        cursor.at += 1
        return this.group(start)
      case 'if':
        return this.ifBlock(start)
      case 'while':
      case 'until':
        cursor.at += 5
        return this.finish(start, 'loop', { bodies: [this.shell.body('do'), this.doBlock()] })
      case 'for':
      case 'select':
        return this.forLoop(start, word)
      case 'case':
        return this.caseBlock(start)
      case '[[':
        return this.test(start)
      case 'function':
        return this.functionBlock(start)
      case 'coproc':
        throw cursor.misread('a command that runs beside the others', start, start + word.length)
      default:
        return null
    }
  }

  /** `name ( )` was begun by a simple command that turned out to be none. */
  functionAfter(start: number): CompoundCommand {
    const { cursor } = this.shell
    cursor.at = start
    const name = this.take(FUNCTION_NAME, 'the name of a function')
    cursor.skipBlanks()
    cursor.expect('(', 'the name of a function')
    cursor.skipBlanks()
    cursor.expect(')', 'parentheses that shells read differently')
    return this.functionBody(start, name)
  }

  private functionBlock(start: number): CompoundCommand {
    const { cursor } = this.shell
    if (cursor.isPlainShell) this.refuse(start, 'function')
    cursor.at += 'function'.length
    cursor.skipBlanks()
    const name = this.take(FUNCTION_NAME, 'the name of a function')
    cursor.skipBlanks()
    if (cursor.peek() === '(') {
      cursor.at += 1
      cursor.skipBlanks()
      cursor.expect(')', 'parentheses that shells read differently')
    }
    return this.functionBody(start, name)
  }

  private functionBody(start: number, name: string): CompoundCommand {
    const { cursor } = this.shell
    this.shell.skipLines()
    const from = cursor.at
    const block = cursor.nested(() => this.read(this.shell.bareWord()))
    if (!block) throw cursor.misread('a function without a block', from)
    const body: Script = {
      ...cursor.span(from),
      pipelines: [{ ...cursor.span(from), stages: [block], after: null, isBackground: false }],
    }
    return {
      ...cursor.span(start),
      kind: 'compound',
      form: 'function',
      name,
      words: [],
      bodies: [body],
      redirections: [],
    }
  }

  private group(start: number): CompoundCommand {
    const { cursor } = this.shell
    const body = this.shell.body('}')
    cursor.at += 1
    return this.finish(start, 'group', { bodies: [body] })
  }

  private ifBlock(start: number): CompoundCommand {
    const { cursor } = this.shell
    const bodies: Script[] = []
    cursor.at += 'if'.length
    for (;;) {
      bodies.push(this.shell.body('then'))
      cursor.at += 'then'.length
      bodies.push(this.shell.body('elif', 'else', 'fi'))
      const next = this.shell.bareWord()
      cursor.at += next.length
      if (next === 'elif') continue
      if (next === 'else') {
        bodies.push(this.shell.body('fi'))
        cursor.at += 'fi'.length
      }
      return this.finish(start, 'if', { bodies })
    }
  }

  private forLoop(start: number, keyword: string): CompoundCommand {
    const { cursor } = this.shell
    if (keyword === 'select' && cursor.isPlainShell) this.refuse(start, keyword)
    cursor.at += keyword.length
    cursor.skipBlanks()
    if (cursor.startsWith('((')) {
      if (cursor.isPlainShell) this.refuse(start, keyword)
      cursor.at += 2
      const head = this.shell.words.arithmetic(cursor.at - 2)
      this.separator()
      return this.finish(start, 'loop', {
        words: [wordOf(head, cursor.span(start))],
        bodies: [this.doBlock()],
      })
    }
    const name = this.take(/[A-Za-z_]\w*(?=[\s;])/y, 'the variable of a loop')
    this.shell.skipLines()
    const words: Word[] = []
    if (this.shell.bareWord() === 'in') {
      cursor.at += 2
      for (;;) {
        cursor.skipBlanks()
        const word = cursor.peek() === '#' ? null : this.shell.words.word()
        if (!word) break
        words.push(word)
      }
      this.separator()
    } else {
      words.push({
        ...cursor.span(cursor.at),
        parts: [{ kind: 'variable', name: '@', isQuoted: true, use: 'value', operand: null }],
      })
      if (cursor.peek() === ';') cursor.at += 1
    }
    return this.finish(start, 'loop', { name, words, bodies: [this.doBlock()] })
  }

  /** A `;` or the end of the line, after which `do` comes. */
  private separator(): void {
    const { cursor } = this.shell
    cursor.skipBlanks()
    if (cursor.peek() === ';') cursor.at += 1
    else if (!/^[\n#d]$/.test(cursor.peek())) throw cursor.misread('the body of a loop')
  }

  private doBlock(): Script {
    const { cursor } = this.shell
    this.shell.skipLines()
    if (this.shell.bareWord() !== 'do') throw cursor.misread('the body of a loop')
    cursor.at += 'do'.length
    const body = this.shell.body('done')
    cursor.at += 'done'.length
    return body
  }

  private caseBlock(start: number): CompoundCommand {
    const { cursor } = this.shell
    cursor.at += 'case'.length
    cursor.skipBlanks()
    const subject = this.shell.words.word()
    if (!subject) throw cursor.misread('the subject of “case”')
    const words = [subject]
    const bodies: Script[] = []
    this.shell.skipLines()
    if (this.shell.bareWord() !== 'in') throw cursor.misread('“in” after “case”')
    cursor.at += 2
    for (;;) {
      this.shell.skipLines()
      if (this.shell.bareWord() === 'esac') break
      if (cursor.peek() === '(') cursor.at += 1
      for (;;) {
        cursor.skipBlanks()
        const pattern = this.shell.words.word()
        if (!pattern) throw cursor.misread('a pattern of “case”')
        words.push(pattern)
        cursor.skipBlanks()
        if (cursor.peek() !== '|') break
        cursor.at += 1
      }
      cursor.expect(')', 'a pattern of “case”')
      bodies.push(
        this.shell.script(
          () => this.shell.bareWord() === 'esac' || /^;[;&]/.test(cursor.peek() + cursor.peek(1)),
        ),
      )
      const end = cursor.match(/;;&?|;&/y)?.[0] ?? ''
      cursor.at += end.length
    }
    cursor.at += 'esac'.length
    return this.finish(start, 'case', { words, bodies })
  }

  private test(start: number): CompoundCommand {
    const { cursor } = this.shell
    if (cursor.isPlainShell) this.refuse(start, '[[')
    cursor.at += 2
    const words: Word[] = []
    for (;;) {
      this.shell.skipLines()
      if (this.shell.bareWord() === ']]') break
      const from = cursor.at
      const operator = cursor.match(/&&|\|\||[()<>]/y)?.[0]
      if (operator) {
        cursor.at += operator.length
        words.push(wordOf({ kind: 'text', text: operator, isQuoted: false }, cursor.span(from)))
        continue
      }
      const word = this.shell.words.word()
      if (!word) throw cursor.misread('a condition that is not closed', start)
      words.push(word)
      if (cursor.text.slice(word.start, word.end) === '=~') words.push(this.pattern())
    }
    cursor.at += 2
    return this.finish(start, 'test', { words })
  }

  private pattern(): Word {
    const { cursor } = this.shell
    cursor.skipBlanks()
    const from = cursor.at
    const parts: Word['parts'] = []
    let open = 0
    for (;;) {
      const char = cursor.peek()
      if (char === '' || (open === 0 && /\s/.test(char))) break
      if (char === '(') open += 1
      if (char === ')') open -= 1
      if (open < 0) throw cursor.misread('parentheses that shells read differently')
      const piece = cursor.match(PATTERN_PIECE)?.[0] ?? (/[\s()]/.test(char) ? char : undefined)
      if (piece !== undefined) {
        cursor.at += piece.length
        parts.push({ kind: 'text', text: piece, isQuoted: false })
      } else parts.push(...(this.shell.words.word()?.parts ?? []))
    }
    if (parts.length === 0) throw cursor.misread('a condition that is not closed')
    return { ...cursor.span(from), parts }
  }

  private arithmetic(start: number): CompoundCommand {
    const { cursor } = this.shell
    if (cursor.isPlainShell)
      throw cursor.misread('parentheses that shells read differently', start, start + 2)
    cursor.at += 2
    const part = this.shell.words.arithmetic(start)
    return this.finish(start, 'arithmetic', { words: [wordOf(part, cursor.span(start))] })
  }

  private finish(start: number, form: Form, { name, words, bodies }: Content): CompoundCommand {
    const redirections = this.shell.redirections()
    const { cursor } = this.shell
    return {
      ...cursor.span(start),
      kind: 'compound',
      form,
      name: name ?? null,
      words: words ?? [],
      bodies: bodies ?? [],
      redirections,
    }
  }

  private take(pattern: RegExp, why: string): string {
    const { cursor } = this.shell
    const found = cursor.match(pattern)?.[0]
    if (!found) throw cursor.misread(why)
    cursor.at += found.length
    return found
  }

  private refuse(start: number, word: string): never {
    throw this.shell.cursor.misread(`“${word}”, which this shell may not know`, start, start + word.length)
  }
}

function wordOf(part: Word['parts'][number], span: { start: number; end: number }): Word {
  return { start: span.start, end: span.end, parts: [part] }
}
