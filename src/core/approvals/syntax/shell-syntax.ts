/** A part of the command text; offsets are UTF-16 units of the whole text. */
export type Span = { start: number; end: number }

/** The shells whose language {@link readShell} reads; they differ in what they understand. */
export type ShellDialect = 'bash' | 'zsh' | 'ksh' | 'mksh' | 'dash' | 'sh'

/** Everything a text runs, in order. */
export type Script = Span & { pipelines: Pipeline[] }

/** Commands joined by `|`. */
export type Pipeline = Span & {
  stages: Command[]
  /** What stood before it: after `&&` and `||` it may not run at all. */
  after: '&&' | '||' | null
  isBackground: boolean
}

export type Command = SimpleCommand | CompoundCommand

/** A program with its arguments, or assignments and redirections alone. */
export type SimpleCommand = Span & {
  kind: 'simple'
  assignments: Assignment[]
  words: Word[]
  redirections: Redirection[]
}

/** Everything that holds commands or conditions. `[[ ]]` and `(( ))` hold words only. */
export type CompoundCommand = Span & {
  kind: 'compound'
  form: 'subshell' | 'group' | 'if' | 'loop' | 'case' | 'function' | 'test' | 'arithmetic'
  /** The variable of `for` and `select`, the name of a function. */
  name: string | null
  /** What a loop goes through, the subject and patterns of `case`, the operands of a condition. */
  words: Word[]
  bodies: Script[]
  redirections: Redirection[]
}

export type Assignment = Span & {
  name: string
  /** `name+=`, `name[…]=` and `name=(…)`: what the variable holds afterwards is not followed. */
  isPlain: boolean
  values: Word[]
}

export type Redirection = Span & {
  operator: '<' | '>' | '>>' | '>|' | '&>' | '&>>' | '<>' | '>&' | '<&' | '<<' | '<<<'
  /** The file, the descriptor of `>&` and `<&`, the text of `<<<`, the body of `<<`. */
  target: Word
}

/** A word as it is written; {@link Part} by part. */
export type Word = Span & { parts: Part[] }

export type Part =
  | { kind: 'text'; text: string; isQuoted: boolean }
  /** One of `* ? [`, not quoted. */
  | { kind: 'glob'; text: string }
  /** `~` or `~user` at the beginning of a word. */
  | { kind: 'tilde'; user: string }
  | { kind: 'variable'; name: string; isQuoted: boolean; use: VariableUse; operand: Word | null }
  /** `$(…)` and backticks. */
  | { kind: 'substitution'; body: Script; isQuoted: boolean }
  /** `<(…)` and `>(…)`. */
  | { kind: 'process'; body: Script }
  | { kind: 'arithmetic'; text: string; operand: Word }
  /** A double-quoted string of several parts, or of none but text. */
  | { kind: 'quoted'; parts: Part[] }

/**
 * What a `${…}` does with its variable. `other` may evaluate the value (`${!x}`, `${x@P}`, subscripts) or set the
 * variable, which can run code.
 */
export type VariableUse = 'value' | 'length' | 'default' | 'trim' | 'other'

/** Why a text is not understood; each is a sentence for the person who is asked. */
export class NotUnderstood extends Error {
  constructor(
    readonly why: string,
    readonly at: Span,
  ) {
    super(why)
  }
}
