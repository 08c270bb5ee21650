import type { Span } from '../syntax/shell-syntax'

/** A text a word may stand for; a pattern stands for the file names that match it. */
export type Value = { text: string; isPattern: boolean }

/** A word after quoting and expansions, as far as the text alone tells. */
export type Argument = Span & {
  /** The one text the program gets; null when it is not known or may be several. */
  text: string | null
  /** Everything it can be; null when that is not known. */
  values: Value[] | null
  /** How it begins in any case; empty when nothing is known. */
  prefix: string
  /** It may become several words, or none. */
  splits: boolean
  /** Expanding it can run code that is hidden in a value (subscripts, indirection, arithmetic on names). */
  evaluates: boolean
  /** Names of the variables it shows. */
  variables: string[]
}

/** An argument that is known completely. */
export function exactly(text: string, span: Span): Argument {
  return {
    start: span.start,
    end: span.end,
    text,
    values: [{ text, isPattern: false }],
    prefix: text,
    splits: false,
    evaluates: false,
    variables: [],
  }
}

/** An argument of which only the beginning is known. */
export function beginningWith(prefix: string, span: Span): Argument {
  return { ...exactly(prefix, span), text: null, values: null }
}

/** Whether it is one word that cannot be taken for an option. */
export function isOperand({ values, prefix, splits }: Argument): boolean {
  if (splits) return false
  if (values === null) return prefix !== '' && !prefix.startsWith('-')
  return values.every(({ text, isPattern }) =>
    isPattern ? /^[^-*?[]/.test(text) : !text.startsWith('-') || text === '-',
  )
}

/** Whether it is exactly one word, whatever that is. */
export function isSingle({ values, splits }: Argument): boolean {
  return !splits && (values === null || values.every(({ isPattern }) => !isPattern))
}
