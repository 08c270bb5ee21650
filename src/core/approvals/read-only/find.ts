import type { Argument } from '../reading/argument'
import { isSingle } from '../reading/argument'

const FLAG =
  /^-(?:print0?|ls|prune|o|or|a|and|not|empty|depth|d|xdev|mount|true|false|quit|nouser|nogroup|readable|writable|executable|daystart|noleaf|warn|nowarn|ignore_readdir_race)$/
const WITH_VALUE =
  /^-(?:i?name|i?path|i?wholename|i?regex|regextype|i?lname|type|xtype|maxdepth|mindepth|[acm]min|[acm]time|size|perm|user|group|uid|gid|links|inum|printf|used|fstype|newer[aBcm]t)$/
const WITH_FILE = /^-(?:newer|[ac]newer|newer[aBcm][aBcm]|samefile)$/
const LEADING = /^-(?:[HLPEXdsx]+|O\d)$/

/**
 * The folders a search goes through, or null where it may delete, write or run something. Every expression must be known;
 * a value never counts as an expression of its own.
 */
export function findReads(args: readonly Argument[]): Argument[] | null {
  const paths: Argument[] = []
  let at = 0
  while (at < args.length && LEADING.test(args[at]?.text ?? '')) at += 1
  for (; at < args.length; at++) {
    const arg = args[at]
    if (!arg || isExpression(arg)) break
    if (
      arg.evaluates ||
      arg.splits ||
      (arg.text === null && /^(?:-|$)/.test(arg.prefix) && !isPlainPath(arg))
    )
      return null
    paths.push(arg)
  }
  for (; at < args.length; at++) {
    const { text } = args[at] ?? { text: null }
    if (text === null) return null
    if (WITH_VALUE.test(text) || WITH_FILE.test(text)) {
      at += 1
      const value = args[at]
      if (!value || !isSingle(value) || value.evaluates || /^-(?!\d)/.test(value.text ?? value.prefix))
        return null
      if (WITH_FILE.test(text)) paths.push(value)
    } else if (!FLAG.test(text) && !/^(?:!|\(|\)|,)$/.test(text)) return null
  }
  return paths
}

function isExpression({ text }: Argument): boolean {
  return text !== null && /^[-!(),]/.test(text)
}

function isPlainPath({ values }: Argument): boolean {
  return values?.every(({ text }) => /^[^-!(),*?[]/.test(text)) ?? false
}
