import { type Argument, exactly, isSingle } from '../reading/argument'
import { optionTable, readOptions, type Use } from './option-table'

/** Which permission reading a path of this program needs (S-396). */
export type Access = 'readFiles' | 'listFiles' | 'rg'

/** The files a call reads, or null when it may do more than read. */
export type ReadRule = (args: readonly Argument[]) => Argument[] | null

/** How the operands of a program are meant. */
export type Operands = 'paths' | 'data' | 'none' | ((use: Use) => Argument[] | null)

/**
 * A program none of whose options, in GNU, BSD or busybox form, writes a file or starts a program. It may get words that
 * are not known, and names that look like options.
 */
export function anyOption(operands: 'paths' | 'data'): ReadRule {
  return (args) => {
    if (args.some(({ evaluates }) => evaluates)) return null
    if (operands === 'data') return []
    const afterDashes = args.findIndex(({ text }) => text === '--')
    return args.flatMap((arg, index) => {
      const { text } = arg
      if (text === '--' || text === '-') return []
      if (text === null || !text.startsWith('-') || (afterDashes >= 0 && index > afterDashes)) return [arg]
      const value = text.includes('=') ? text.slice(text.indexOf('=') + 1) : ''
      return value.includes('/') ? [exactly(value, arg)] : []
    })
  }
}

/** A program whose options must all be in the table. */
export function options(table: string, operands: Operands): ReadRule {
  const known = optionTable(table)
  return (args) => {
    const use = readOptions(known, args)
    if (!use) return null
    switch (operands) {
      case 'paths':
        return [...use.paths, ...use.operands]
      case 'data':
        return use.paths
      case 'none':
        return use.operands.length === 0 ? use.paths : null
      default: {
        const paths = operands(use)
        return paths && [...use.paths, ...paths]
      }
    }
  }
}

/** At most so many operands, each certainly one word: one more would be a file to write. */
export function atMost(count: number): Operands {
  return ({ operands, isMixed }) =>
    !isMixed && operands.length <= count && operands.every(isSingle) ? operands : null
}

/** The first operand is no file unless one of these options stands for it. */
export function patternFirst(...instead: string[]): Operands {
  return ({ operands, options: given }) =>
    given.some(({ name }) => instead.includes(name)) ? operands : operands.slice(1)
}

/** Only these forms, each a list of patterns for its words. Nothing in them is a file. */
export function forms(...all: RegExp[][]): ReadRule {
  return (args) => {
    const texts = args.map(({ text }) => text)
    const matches = all.some(
      (form) => form.length === texts.length && form.every((part, index) => part.test(texts[index] ?? '\0')),
    )
    return matches ? [] : null
  }
}

/** The same for a call that fits either rule. */
export function either(...rules: ReadRule[]): ReadRule {
  return (args) => {
    for (const rule of rules) {
      const paths = rule(args)
      if (paths) return paths
    }
    return null
  }
}
