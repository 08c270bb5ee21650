import type { Argument } from '../reading/argument'
import { programName } from '../reading/innards'
import type { Input, Segment } from '../reading/segment'
import { aimsAtSecrets, isSecretName } from '../rules/secret-names'

/** Commands of git that print paths of the repository, and options that make it print anything else. */
const GIT_LISTS = /^(?:ls-files|diff|show|log|diff-tree)$/
const GIT_FORMATS = /^--(?:format|pretty|output-indicator|line-prefix|src-prefix|dst-prefix)/

/**
 * Whether what `xargs` reads are names of files below the folder, and nothing a text could have made up: a listing, and
 * filters that only drop or sort lines.
 */
export function listsFiles(input: Input): boolean {
  if (input.kind !== 'pipe') return false
  const stages = input.from.filter(({ kind }) => kind !== 'block')
  return stages.length > 0 && stages.every((stage, index) => (index === 0 ? lists(stage) : filters(stage)))
}

function lists({ kind, args, files, substitutions }: Segment): boolean {
  const [program, ...words] = args
  if (kind !== 'command' || program?.text == null || files.length > 0 || substitutions.length > 0)
    return false
  if (words.some(({ text }) => text === null) || namesSecrets(words)) return false
  const has = (option: RegExp) => words.some(({ text }) => option.test(text ?? ''))
  switch (programName(program.text)) {
    case 'git':
      return (
        GIT_LISTS.test(words[0]?.text ?? '') &&
        (words[0]?.text === 'ls-files' || has(/^--name-only$/)) &&
        !has(GIT_FORMATS)
      )
    case 'find':
    case 'gfind':
      return !has(/^-(?:printf|exec|ls)/)
    case 'fd':
    case 'ls':
      return true
    case 'rg':
      return (
        has(/^(?:--files|--files-with(?:out)?-match(?:es)?|-[a-zA-Z]*l)$/) &&
        !has(/^(?:--replace|-[a-zA-Z]*r)/)
      )
    case 'grep':
    case 'egrep':
      return has(/^(?:--files-with(?:out)?-match(?:es)?|-[a-zA-Z]*[lL][a-zA-Z]*)$/)
    default:
      return false
  }
}

function filters({ kind, args, files }: Segment): boolean {
  const [program, ...words] = args
  if (kind !== 'command' || files.length > 0 || words.some(({ text }) => text === null)) return false
  const operands = words.filter(({ text }) => !text?.startsWith('-'))
  switch (programName(program?.text ?? '')) {
    case 'grep':
    case 'egrep':
      // Its pattern, and lines as they are.
      return (
        operands.length <= 1 &&
        !words.some(({ text }) =>
          /^-[a-zA-Z]*[onbHc]|^--(?:only|line|byte|with|label|count)/.test(text ?? ''),
        )
      )
    case 'sort':
    case 'head':
    case 'tail':
      return operands.every(({ text }) => /^\d+$/.test(text ?? ''))
    default:
      return false
  }
}

/** Whether words of a search name files that usually hold secrets; such a search is for them. */
export function namesSecrets(words: readonly Argument[]): boolean {
  return words.some(({ text }) => {
    const name = text?.replace(/^--?[\w-]+=/, '') ?? ''
    return !name.startsWith('!') && (isSecretName(name) || (/[*?[]/.test(name) && aimsAtSecrets(name)))
  })
}
