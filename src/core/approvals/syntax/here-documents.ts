import type { Part, Redirection, Span } from './shell-syntax'
import type { TextCursor } from './text-cursor'
import type { WordReader } from './word-reader'

type Pending = { redirection: Redirection; delimiter: string; isLiteral: boolean; stripsTabs: boolean }

/**
 * Here-documents wait for the end of their line. A line inside a substitution cannot hold the bodies of the line around
 * it: shells disagree about that, so it is given up.
 */
export class HereDocuments {
  private pending: Pending[] = []
  private outer = 0

  constructor(
    private readonly cursor: TextCursor,
    private readonly words: () => WordReader,
  ) {}

  /** Reads the delimiter after `<<` or `<<-`, and promises the body. */
  open(redirection: Redirection, stripsTabs: boolean): void {
    const { cursor } = this
    const delimiter = cursor.match(/(?:[\w.!%+,:=@^/-]|'[^'\n]*'|"[^"\\$`\n]*"|\\[\w.!%+,:=@^/-])+/y)
    if (!delimiter) throw cursor.misread('the end word of a here-document')
    const [written] = delimiter
    cursor.at += written.length
    const isLiteral = /['"\\]/.test(written)
    this.pending.push({ redirection, delimiter: written.replace(/['"\\]/g, ''), isLiteral, stripsTabs })
  }

  /** Reads the commands of a substitution, whose here-documents are its own. */
  around<T>(read: () => T): T {
    const { pending, outer } = this
    this.pending = []
    this.outer = outer + pending.length
    const result = read()
    if (this.pending.length > 0) throw this.cursor.misread('a here-document without its text')
    this.pending = pending
    this.outer = outer
    return result
  }

  /** The cursor is behind a newline: reads the bodies that begin here. */
  lineEnded(): void {
    if (this.outer > 0) throw this.cursor.misread('a here-document inside another line')
    if (this.pending.length === 0) return
    for (const each of this.pending.splice(0)) this.readBody(each)
  }

  /** At the end of a text nothing may be left over. */
  finish(): void {
    if (this.pending.length > 0) throw this.cursor.misread('a here-document without its text')
  }

  private readBody({ redirection, delimiter, isLiteral, stripsTabs }: Pending): void {
    const { cursor } = this
    const start = cursor.at
    let line = start
    let isContinued = false
    for (;;) {
      if (line >= cursor.end) throw cursor.misread('a here-document that does not end', redirection.start)
      const newline = cursor.text.indexOf('\n', line)
      const lineEnd = newline < 0 || newline > cursor.end ? cursor.end : newline
      const raw = cursor.text.slice(line, lineEnd)
      const isEnd = (stripsTabs ? raw.replace(/^\t+/, '') : raw) === delimiter
      if (isEnd) {
        if (isContinued) throw cursor.misread('an end word on a continued line', line, lineEnd)
        this.finishBody(redirection, { start, end: line }, isLiteral, stripsTabs)
        cursor.at = Math.min(lineEnd + 1, cursor.end)
        return
      }
      // The shell joins such lines before it looks for the end word.
      isContinued = !isLiteral && /(?:^|[^\\])(?:\\\\)*\\$/.test(raw)
      line = lineEnd + 1
    }
  }

  private finishBody(
    redirection: Redirection,
    { start, end }: Span,
    isLiteral: boolean,
    strips: boolean,
  ): void {
    const { cursor } = this
    let parts: Part[]
    if (isLiteral) {
      const text = cursor.text.slice(start, end)
      parts = [{ kind: 'text', text: strips ? text.replace(/^\t+/gm, '') : text, isQuoted: true }]
    } else parts = cursor.within(start, end, () => this.words().quotedParts(''))
    redirection.target = { start, end, parts }
  }
}
