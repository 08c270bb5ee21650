import type { Argument } from '../reading/argument'

/** `-v` and `-R` look a name up and evaluate its subscript. */
const UNARY = /^-[abcdefghknprstuwxzGLNOS]$/
const UNARY_FILE = /^-[abcdefghkprsuwxGLNOS]$/
const BINARY = /^(?:==?|!=|<|>|-nt|-ot|-ef|=~)$/
const NUMERIC = /^-(?:eq|ne|lt|le|gt|ge)$/
const JOINS = /^(?:-a|-o|&&|\|\|)$/

/**
 * The files `test`, `[` and `[[` look at, or null where a condition is not understood or may evaluate what it compares.
 * Operators must be written; operands may be anything that stays one word.
 */
export function testReads(args: readonly Argument[]): Argument[] | null {
  if (args.some(({ evaluates, splits }) => evaluates || splits)) return null
  return condition(args, false)
}

/** The same for `[[ ]]`, where nothing is split and numbers are evaluated. */
export function conditionReads(args: readonly Argument[]): Argument[] | null {
  if (args.some(({ evaluates }) => evaluates)) return null
  return condition(
    args.filter(({ text }) => text !== '(' && text !== ')'),
    true,
  )
}

function condition(args: readonly Argument[], isDouble: boolean): Argument[] | null {
  const files: Argument[] = []
  let rest = [...args]
  while (rest.length > 0) {
    while (rest.length > 1 && rest[0]?.text === '!') rest = rest.slice(1)
    const used = primary(rest, files, isDouble)
    if (used === 0) return null
    rest = rest.slice(used)
    if (rest.length === 0) return files
    if (rest.length < 2 || !JOINS.test(rest[0]?.text ?? '')) return null
    rest = rest.slice(1)
  }
  return files
}

/** How many words the first condition has; 0 when there is none. */
function primary([first, second, third]: Argument[], files: Argument[], isDouble: boolean): number {
  const operator = second?.text ?? null
  if (first && third && operator !== null && BINARY.test(operator)) {
    if (/^-(?:nt|ot|ef)$/.test(operator)) files.push(first, third)
    return 3
  }
  if (first && third && operator !== null && NUMERIC.test(operator)) {
    // Some shells calculate here, and calculating looks names up.
    const areNumbers = [first, third].every(({ text }) => /^-?\d+$/.test(text ?? ''))
    return areNumbers || (!isDouble && [first, third].every(isSafeNumber)) ? 3 : 0
  }
  if (first?.text != null && second && UNARY.test(first.text)) {
    if (UNARY_FILE.test(first.text)) files.push(second)
    return 2
  }
  // A word alone is true when it is not empty; one that is not known may be an operator.
  return first &&
    (first.text !== null || second === undefined || isDouble) &&
    !/^-[vR]$/.test(first.text ?? '')
    ? 1
    : 0
}

/** `$#`, `$?` and digits: what they hold is a number. */
function isSafeNumber({ text, variables, values }: Argument): boolean {
  if (text !== null) return /^-?\d+$/.test(text)
  return values === null && variables.length > 0 && variables.every((name) => /^[#?$!]$/.test(name))
}
