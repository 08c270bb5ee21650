import {
  NotUnderstood,
  type Pipeline,
  type Redirection,
  type Script,
  type SimpleCommand,
  type Span,
  type Word,
} from './shell-syntax'

/** What changes the meaning of a line of cmd in ways that are not followed, also inside quotes. */
const UNCLEAR = /[%^!()]/
const OPERATOR = /&&|\|\||[&|\n]/y
const REDIRECTION = /(\d?)(>>|>&|<&|>|<)[ \t]*/y
const WORD = /(?:"[^"\n]*"|[^\s"&|<>])+/y
/** cmd also ends the name of its own commands at these. */
const ODD_NAME = /[,;=+/]|^[A-Za-z]+[.:\\]/i

/**
 * Splits a line of cmd into commands. Variables, carets, blocks, `for` and `if` are not followed: such a line is not
 * understood.
 *
 * @throws NotUnderstood for everything else than plain words, quotes, separators and redirections
 */
export function readCmd(text: string): Script {
  const unclear = UNCLEAR.exec(text)
  if (unclear) throw refuse('a character that cmd replaces', unclear.index)
  const pipelines: Pipeline[] = []
  let stages: SimpleCommand[] = []
  let after: Pipeline['after'] = null
  let at = 0
  const close = (operator: string) => {
    const [first] = stages
    const last = stages.at(-1)
    if (first && last && operator !== '|') {
      pipelines.push({ start: first.start, end: last.end, stages, after, isBackground: false })
      stages = []
      after = operator === '&&' || operator === '||' ? operator : null
    }
  }
  for (;;) {
    const command = readCommand(text, at)
    at = command.at
    OPERATOR.lastIndex = at
    const operator = OPERATOR.exec(text)?.[0] ?? ''
    if (command.simple) stages.push(command.simple)
    else if (operator !== '\n' && (operator !== '' || after !== null || stages.length > 0))
      throw refuse('a command is missing', at)
    close(operator)
    if (operator === '' && at < text.length) throw refuse('the end of a command', at)
    at += operator.length
    if (at >= text.length) break
  }
  if (pipelines.length === 0 || after !== null || stages.length > 0)
    throw refuse('a command is missing', text.length)
  return { start: 0, end: text.length, pipelines }
}

function readCommand(text: string, from: number): { simple: SimpleCommand | null; at: number } {
  const words: Word[] = []
  const redirections: Redirection[] = []
  let at = skipBlanks(text, from)
  const start = at
  let end = at
  for (;;) {
    REDIRECTION.lastIndex = at
    const redirection = REDIRECTION.exec(text)
    if (redirection) {
      const target = readWord(text, at + redirection[0].length)
      if (!target) throw refuse('the target of a redirection', at)
      redirections.push({
        start: at,
        end: target.end,
        operator: redirection[2] as Redirection['operator'],
        target,
      })
      end = target.end
    } else {
      const word = readWord(text, at)
      if (!word) break
      words.push(word)
      end = word.end
    }
    at = skipBlanks(text, end)
  }
  const [program] = words
  if (program) refuseKeyword(text.slice(program.start, program.end).replace(/^@/, ''), program.start)
  if (end === start) return { simple: null, at }
  return { simple: { start, end, kind: 'simple', assignments: [], words, redirections }, at }
}

function refuseKeyword(name: string, at: number): void {
  if (/^(?:for|if|goto|call|rem|set)$/i.test(name) || name.startsWith(':') || name.startsWith('@'))
    throw refuse(`“${name}”, which is not followed`, at)
  if (ODD_NAME.test(name.replace(/\.(?:exe|com|bat|cmd)$/i, '')))
    throw refuse('a name that cmd reads in its own way', at)
}

function readWord(text: string, at: number): Word | null {
  WORD.lastIndex = at
  const raw = WORD.exec(text)?.[0]
  if (raw === undefined) {
    if (text.charAt(at) === '"') throw refuse('a quote that is not closed', at)
    return null
  }
  if (text.charAt(at + raw.length) === '"') throw refuse('a quote that is not closed', at + raw.length)
  const parts: Word['parts'] = raw.split(/("[^"]*")/).flatMap((piece): Word['parts'] => {
    if (piece.startsWith('"')) return [{ kind: 'text', text: piece.slice(1, -1), isQuoted: true }]
    return piece
      .split(/([*?])/)
      .filter((part) => part !== '')
      .map((part) =>
        /[*?]/.test(part) ? { kind: 'glob', text: part } : { kind: 'text', text: part, isQuoted: false },
      )
  })
  return { start: at, end: at + raw.length, parts }
}

function skipBlanks(text: string, at: number): number {
  let next = at
  while (text.charAt(next) === ' ' || text.charAt(next) === '\t') next += 1
  return next
}

function refuse(why: string, at: number): NotUnderstood {
  const span: Span = { start: at, end: at + 1 }
  return new NotUnderstood(why, span)
}
