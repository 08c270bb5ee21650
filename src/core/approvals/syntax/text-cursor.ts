import { NotUnderstood, type ShellDialect, type Span } from './shell-syntax'

/** Commands inside commands; people stop at three, and a stack has an end. */
const DEPTH_MAX = 40

/** Words and their parts in one text; the work of everything after reading grows with them. */
const PIECES_MAX = 2000
/** Commands in one text, whatever they are joined by. */
const COMMANDS_MAX = 200

/** A place in the text, and what every reader of it needs. */
export class TextCursor {
  at = 0
  /** Where reading ends; inside backticks and here-documents that is before the end of the text. */
  end: number
  private pieces = 0
  private commands = 0
  private depth = 0

  constructor(
    readonly text: string,
    readonly dialect: ShellDialect,
  ) {
    this.end = text.length
  }

  /** The character at the cursor, or one after it; empty at the end. */
  peek(ahead = 0): string {
    const at = this.at + ahead
    return at < this.end ? this.text.charAt(at) : ''
  }

  startsWith(text: string): boolean {
    return this.at + text.length <= this.end && this.text.startsWith(text, this.at)
  }

  /** What a sticky pattern finds here; it never sees beyond the end. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    return found && this.at + found[0].length <= this.end ? found : null
  }

  /** Moves over what a sticky pattern for one repeated character finds here, as far as the end. */
  run(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    const text = found.slice(0, this.end - this.at)
    this.at += text.length
    return text
  }

  /** Moves over `text`. @throws NotUnderstood when something else stands here */
  expect(text: string, why: string): void {
    if (!this.startsWith(text)) throw this.misread(why)
    this.at += text.length
  }

  /** Blanks and continued lines; never a newline. */
  skipBlanks(): void {
    for (;;) {
      const char = this.peek()
      if (char === ' ' || char === '\t') this.at += 1
      else if (char === '\\' && this.peek(1) === '\n') this.at += 2
      else return
    }
  }

  /** Reads with a nearer end, and puts the cursor behind it. */
  within<T>(start: number, end: number, read: () => T): T {
    const outer = this.end
    this.at = start
    this.end = end
    const result = this.nested(read)
    this.end = outer
    return result
  }

  /** Counts a word or a part of one. A here-document or a quoted string is one, however long. */
  count(): void {
    this.pieces += 1
    if (this.pieces > PIECES_MAX) throw this.misread('more than can be read')
  }

  /** Counts a command. */
  countCommand(): void {
    this.commands += 1
    if (this.commands > COMMANDS_MAX) throw this.misread('more commands than can be read')
  }

  nested<T>(read: () => T): T {
    this.depth += 1
    if (this.depth > DEPTH_MAX) throw this.misread('commands are nested too deeply')
    const result = read()
    this.depth -= 1
    return result
  }

  span(start: number): Span {
    return { start, end: this.at }
  }

  /** What to throw when the text goes on in a way that is not understood. */
  misread(why: string, start = this.at, end = Math.min(this.text.length, start + 1)): NotUnderstood {
    return new NotUnderstood(why, { start, end })
  }

  /** Shells that know only what POSIX has. */
  get isPlainShell(): boolean {
    return this.dialect === 'dash' || this.dialect === 'sh'
  }
}
