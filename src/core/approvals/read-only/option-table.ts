import { type Argument, exactly, isOperand } from '../reading/argument'

type OptionKind = 'flag' | 'value' | 'path' | 'optional'

/** The options of a program that only read, and what their values are. */
export type OptionTable = { options: ReadonlyMap<string, OptionKind>; takesNumbers: boolean }

/** What a call gives its program, once every option is known to only read. */
export type Use = {
  options: { name: string; value: Argument | null }[]
  operands: Argument[]
  /** Values of options that name files. */
  paths: Argument[]
  /** An option stands behind an operand, where some systems take it for an operand too. */
  isMixed: boolean
}

/**
 * Options as one line: `-ab` flags, `-n:` with a value, `-f@` with a file, `-i?` with a value that only may be glued on;
 * `--all`, `--max=`, `--file=@`, `--color?` the same; `-#` a number (`-20`). Long options count by their whole name, since
 * programs take any unique beginning of one and a new version may add a writing option with the same beginning.
 */
export function optionTable(...lines: string[]): OptionTable {
  const options = new Map<string, OptionKind>()
  let takesNumbers = false
  for (const token of lines.flatMap((line) => line.split(' ')).filter((each) => each !== '')) {
    if (token === '-#') takesNumbers = true
    else if (token.startsWith('--')) {
      const name = token.replace(/(?:=@?|\?)$/, '')
      options.set(name, kindOf(token.slice(name.length)))
    } else {
      const names = token.slice(1).replace(/[:@?]$/, '')
      const kind = kindOf(token.slice(1 + names.length))
      for (const name of names) options.set(`-${name}`, kind)
    }
  }
  return { options, takesNumbers }
}

function kindOf(mark: string): OptionKind {
  if (mark === ':' || mark === '=') return 'value'
  if (mark === '@' || mark === '=@') return 'path'
  return mark === '?' ? 'optional' : 'flag'
}

/** Reads arguments as getopt does; null when one is not in the table or not known well enough. */
export function readOptions({ options, takesNumbers }: OptionTable, args: readonly Argument[]): Use | null {
  const use: Use = { options: [], operands: [], paths: [], isMixed: false }
  const take = (name: string, value: Argument | null, kind: OptionKind) => {
    use.options.push({ name, value })
    use.isMixed ||= use.operands.length > 0
    if (value && kind === 'path') use.paths.push(value)
  }
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (!arg) break
    if (arg.evaluates) return null
    if (arg.text === '--') {
      const rest = args.slice(at + 1)
      if (rest.some(({ evaluates, splits }) => evaluates || splits)) return null
      use.operands.push(...rest)
      return use
    }
    if (isOperand(arg)) {
      use.operands.push(arg)
      continue
    }
    const { text } = arg
    if (text === null) return null
    if (takesNumbers && /^-\d+$/.test(text)) {
      take('-#', arg, 'value')
      continue
    }
    if (text.startsWith('--')) {
      const name = text.split('=', 1)[0] ?? ''
      const kind = options.get(name)
      const glued = text.length > name.length ? exactly(text.slice(name.length + 1), arg) : null
      if (kind === undefined || (kind === 'flag' && glued)) return null
      if (glued || kind === 'flag' || kind === 'optional') take(name, glued, kind)
      else {
        const next = args[++at]
        if (!next || next.splits || next.evaluates) return null
        take(name, next, kind)
      }
      continue
    }
    for (let index = 1; index < text.length; index++) {
      const name = `-${text.charAt(index)}`
      const kind = options.get(name)
      if (kind === undefined) return null
      if (kind === 'flag') {
        take(name, null, kind)
        continue
      }
      const glued = text.slice(index + 1)
      if (glued !== '' || kind === 'optional') take(name, glued === '' ? null : exactly(glued, arg), kind)
      else {
        const next = args[++at]
        if (!next || next.splits || next.evaluates) return null
        take(name, next, kind)
      }
      break
    }
  }
  return use
}
