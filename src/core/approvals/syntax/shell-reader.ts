import { CompoundReader } from './compound-reader'
import { HereDocuments } from './here-documents'
import type {
  Assignment,
  Command,
  Pipeline,
  Redirection,
  Script,
  ShellDialect,
  SimpleCommand,
  Word,
} from './shell-syntax'
import { TextCursor } from './text-cursor'
import { WordReader } from './word-reader'

/** Commands in one pipeline; each is looked at with all that feed it. */
const STAGES_MAX = 50
const RESERVED_ENDS: ReadonlySet<string> = new Set(['then', 'do', 'done', 'fi', 'else', 'elif', 'esac', '}'])
const BEGINS: ReadonlySet<string> = new Set(
  'if while until for select case function { [[ coproc ! time'.split(' '),
)
/** A word without quotes, up to where it ends. */
const BARE_WORD = /[^\s|&;()<>'"\\$`]+/y
const ASSIGNMENT = /([A-Za-z_][A-Za-z0-9_]*)(\[[^\]\s'"$`\\]*\])?(\+?)=/y
const REDIRECTION = /(\d*)(&>>|&>|<<<|<<-?|<>|<&|>>|>\||>&|<|>)/y

/**
 * Reads a text as a POSIX shell does, completely or not at all.
 *
 * @throws NotUnderstood for everything that is no complete program of the shell, or that shells read differently
 */
export function readShell(text: string, dialect: ShellDialect): Script {
  return new ShellReader(new TextCursor(text, dialect)).program()
}

/** Lists, pipelines and simple commands; {@link CompoundReader} reads the rest. */
export class ShellReader {
  readonly words: WordReader
  private readonly documents: HereDocuments
  private readonly compounds: CompoundReader

  constructor(readonly cursor: TextCursor) {
    this.words = new WordReader(cursor, (isEnd) => this.documents.around(() => this.script(isEnd)))
    this.documents = new HereDocuments(cursor, () => this.words)
    this.compounds = new CompoundReader(this)
  }

  program(): Script {
    const script = this.script(() => this.cursor.at >= this.cursor.end)
    this.documents.finish()
    return script
  }

  /** Commands up to where `isEnd` holds; it is asked where a command could begin. */
  script(isEnd: () => boolean): Script {
    const { cursor } = this
    const start = cursor.at
    const pipelines: Pipeline[] = []
    let after: Pipeline['after'] = null
    for (;;) {
      this.skipLines()
      if (isEnd()) {
        if (after) throw cursor.misread('a command is missing at the end')
        return { ...cursor.span(start), pipelines }
      }
      const pipeline = this.pipeline(after)
      pipelines.push(pipeline)
      cursor.skipBlanks()
      after = null
      const isListEnd = () => isEnd() || cursor.peek() === '\n' || cursor.peek() === '#'
      if (cursor.startsWith('&&') || cursor.startsWith('||')) {
        after = cursor.startsWith('&&') ? '&&' : '||'
        cursor.at += 2
      } else if (cursor.peek() === ';' && cursor.peek(1) !== ';' && cursor.peek(1) !== '&') cursor.at += 1
      else if (cursor.peek() === '&') {
        cursor.at += 1
        pipeline.isBackground = true
      } else if (!isListEnd()) throw cursor.misread('the end of a command')
    }
  }

  /** A body that a reserved word ends; the word is left to the caller. */
  body(...ends: string[]): Script {
    const script = this.script(() => ends.includes(this.bareWord()))
    if (script.pipelines.length === 0) throw this.cursor.misread('a command is missing')
    return script
  }

  /** The word at the cursor if it stands there without quotes. */
  bareWord(): string {
    const { cursor } = this
    const word = cursor.match(BARE_WORD)?.[0] ?? ''
    return /^[\s|&;()<>]?$/.test(cursor.peek(word.length)) ? word : ''
  }

  /** Blanks, comments and newlines with the here-documents behind them. */
  skipLines(): void {
    const { cursor } = this
    for (;;) {
      cursor.skipBlanks()
      const char = cursor.peek()
      if (char === '#') cursor.run(/[^\n]*/y)
      else if (char === '\n') {
        cursor.at += 1
        this.documents.lineEnded()
      } else return
    }
  }

  private pipeline(after: Pipeline['after']): Pipeline {
    const { cursor } = this
    const start = cursor.at
    while (this.bareWord() === '!') {
      cursor.at += 1
      cursor.skipBlanks()
    }
    const stages = [this.command()]
    for (;;) {
      cursor.skipBlanks()
      if (cursor.peek() !== '|' || cursor.peek(1) === '|') break
      cursor.at += 1
      if (cursor.peek() === '&') {
        if (cursor.dialect !== 'bash' && cursor.dialect !== 'zsh')
          throw cursor.misread('an operator that shells read differently', cursor.at - 1, cursor.at + 1)
        cursor.at += 1
      }
      this.skipLines()
      if (stages.length >= STAGES_MAX) throw cursor.misread('a pipeline longer than can be followed')
      stages.push(this.command())
    }
    return { ...cursor.span(start), stages, after, isBackground: false }
  }

  /** A command, which must be there. */
  command(): Command {
    const { cursor } = this
    cursor.countCommand()
    const word = this.bareWord()
    if (RESERVED_ENDS.has(word)) throw cursor.misread(`“${word}” without its beginning`)
    return cursor.nested(() => this.compounds.read(word) ?? this.simple())
  }

  private simple(): Command {
    const { cursor } = this
    const start = cursor.at
    const assignments: Assignment[] = []
    const words: Word[] = []
    const redirections: Redirection[] = []
    let end = start
    for (;;) {
      cursor.skipBlanks()
      const redirection = this.redirection()
      if (redirection) redirections.push(redirection)
      else if (words.length === 0 && cursor.match(ASSIGNMENT)) assignments.push(this.assignment())
      else {
        // A comment, not a word; inside a word `#` is a character like others.
        if (cursor.peek() === '#') break
        const word = this.words.word()
        if (!word) break
        words.push(word)
        if (words.length === 1) this.refuseTimedBlock(word)
      }
      end = cursor.at
    }
    if (cursor.peek() === '(' && words.length === 1 && assignments.length + redirections.length === 0)
      return this.compounds.functionAfter(start)
    if (end === start) throw cursor.misread('a command is missing')
    const simple: SimpleCommand = { start, end, kind: 'simple', assignments, words, redirections }
    return simple
  }

  /** `time` in front of a block is a keyword and no program. */
  private refuseTimedBlock({ start, end }: Word): void {
    const { cursor } = this
    if (cursor.text.slice(start, end) !== 'time') return
    const at = cursor.at
    cursor.skipBlanks()
    while (this.bareWord() === '-p' || this.bareWord() === '--') {
      cursor.at += 2
      cursor.skipBlanks()
    }
    if (cursor.peek() === '(' || BEGINS.has(this.bareWord())) throw cursor.misread('“time” before a block')
    cursor.at = at
  }

  private assignment(): Assignment {
    const { cursor } = this
    const start = cursor.at
    const [all = '', name = '', subscript, plus] = cursor.match(ASSIGNMENT) ?? []
    cursor.at += all.length
    let isPlain = subscript === undefined && plus === ''
    const values: Word[] = []
    if (cursor.peek() === '(') {
      isPlain = false
      cursor.at += 1
      for (;;) {
        this.skipLines()
        if (cursor.peek() === ')') break
        const word = this.words.word()
        if (!word) throw cursor.misread('a list that is not closed', start)
        values.push(word)
      }
      cursor.at += 1
    } else values.push(this.words.word(':') ?? { ...cursor.span(cursor.at), parts: [] })
    return { ...cursor.span(start), name, isPlain, values }
  }

  /** Redirections that follow a block. */
  redirections(): Redirection[] {
    const all: Redirection[] = []
    for (;;) {
      this.cursor.skipBlanks()
      const one = this.redirection()
      if (!one) return all
      all.push(one)
    }
  }

  private redirection(): Redirection | null {
    const { cursor } = this
    const start = cursor.at
    const found = cursor.match(REDIRECTION)
    if (!found) return null
    cursor.count()
    const [all, descriptor = '', sign = ''] = found
    // `<(…)` is a word; behind a descriptor nobody means it.
    if (/^[<>]$/.test(sign) && cursor.peek(all.length) === '(') {
      if (descriptor !== '') throw cursor.misread('a redirection that shells read differently', start)
      return null
    }
    if (sign.startsWith('&') && descriptor !== '')
      throw cursor.misread('a redirection that shells read differently', start)
    if ((sign === '<<<' || sign.startsWith('&')) && cursor.isPlainShell)
      throw cursor.misread('a redirection that this shell may not know', start)
    cursor.at += all.length
    const isBody = sign === '<<' || sign === '<<-'
    if (cursor.dialect === 'zsh' && /^[!&(]/.test(cursor.peek()) && !isBody)
      throw cursor.misread('a redirection that only zsh has', start)
    cursor.skipBlanks()
    const target: Word = { ...cursor.span(cursor.at), parts: [] }
    const redirection: Redirection = {
      start,
      end: start,
      operator: isBody ? '<<' : (sign as Redirection['operator']),
      target,
    }
    if (isBody) this.documents.open(redirection, sign === '<<-')
    else {
      const word = this.words.word()
      if (!word) throw cursor.misread('the target of a redirection')
      redirection.target = word
    }
    redirection.end = cursor.at
    return redirection
  }
}
