import type { Argument } from '../reading/argument'
import { namesSecrets } from './listed-files'
import type { Use } from './option-table'
import { options, patternFirst, type ReadRule } from './program-rules'

// What single programs need beside a table of their options.

/** Options of `date` that only format. */
const DATE =
  /^(?:-u|--utc|--universal|-R|--rfc-email|-I[a-z]*|--iso-8601(?:=[a-z]+)?|--rfc-3339=[a-z]+|\+[^\n]*)$/

/** `date -d WHEN +FORMAT`; a bare operand would set the clock. */
function isDateOf(args: readonly Argument[]): boolean {
  return args.every(({ text, splits }, index) => {
    const before = args[index - 1]?.text ?? ''
    if (/^(?:-d|--date|-r)$/.test(before)) return !splits
    return text !== null && (DATE.test(text) || /^(?:-d|--date|-r|--date=.*)$/.test(text))
  })
}

const JQ = options(
  '-rcSMCejasn -L@ --raw-output --compact-output --sort-keys --monochrome-output --color-output --exit-status --join-output --ascii-output --slurp --null-input --raw-input --tab --indent= --stream --seq --unbuffered',
  ({ operands: [filter, ...files] }) =>
    filter?.text != null && !/\$?\benv\b|\$__prog|input_filename|\b(?:include|import)\b/i.test(filter.text)
      ? files
      : null,
)
const JQ_VALUES = /^--(?:arg|argjson)$/

/** jq with a filter that reads nothing but its files. */
export function jqReads(args: readonly Argument[]): Argument[] | null {
  const rest = args.filter(
    (_, index) => ![0, 1, 2].some((back) => JQ_VALUES.test(args[index - back]?.text ?? '')),
  )
  return JQ(rest)
}

/** Some shells evaluate what a number is printed from. */
export function printfReads([format, ...values]: readonly Argument[]): Argument[] | null {
  if (format?.text == null || format.text.startsWith('-')) return null
  if (!/^(?:[^%]|%%|%[-+ #0]*\d*(?:\.\d+)?[sbcqdiuoxXfeEgG])*$/.test(format.text)) return null
  const directives = [...format.text.replaceAll('%%', '').matchAll(/%[-+ #0]*[\d.]*([a-zA-Z])/g)].map(
    ([, kind]) => kind ?? '',
  )
  const areFine = values.every(({ text, evaluates }, index) => {
    const isNumber = /[diuoxXfeEgG]/.test(directives[index % directives.length] ?? '')
    return isNumber ? /^[-+]?[\d.]+$/.test(text ?? '') : !evaluates
  })
  // A value that may become several words moves the others.
  return areFine && !(values.some(({ splits }) => splits) && directives.some((kind) => /[^sbcq]/.test(kind)))
    ? []
    : null
}

/** `read` of lower-case names: they are variables of this line and no settings of programs. */
export function readsLine(args: readonly Argument[]): Argument[] | null {
  const texts = args.map(({ text }) => text)
  return texts.every(
    (text, index) =>
      text !== null && (/^-r$|^-d$|^[a-z_][a-z0-9_]*$/.test(text) || texts[index - 1] === '-d'),
  )
    ? []
    : null
}

/** The option that makes an unpacker only print must be there. */
export function listed(option: RegExp): ReadRule {
  return ([first, ...rest]) =>
    option.test(first?.text ?? '') &&
    rest.every(({ text, prefix }) => !(text ?? prefix).startsWith('-') && (text ?? prefix) !== '')
      ? [...rest]
      : null
}

const LIST_ARCHIVE = /^-?[zjJv]*t[zjJv]*f?[zjJv]*$/

/** `tar tf FILE …`; nothing that names a program, and no `host:file`, which tar fetches. */
export function tarLists(args: readonly Argument[]): Argument[] | null {
  const [mode, archive, ...members] = args
  if (!mode?.text || !archive) return null
  if (!LIST_ARCHIVE.test(mode.text) || !mode.text.endsWith('f')) return null
  if (archive.splits || /:/.test(archive.text ?? ':') || archive.text?.startsWith('-')) return null
  return members.every(({ text }) => text !== null && !text.startsWith('-')) ? [archive] : null
}

/** `unzip -l` and nothing else; without a listing option it unpacks. */
export function archiveOnly({
  operands,
  options: given,
}: {
  operands: Argument[]
  options: { name: string }[]
}): Argument[] | null {
  return given.length > 0 && given.some(({ name }) => /^-[lvZ12smhtz]$/.test(name))
    ? operands.slice(0, 1)
    : null
}

/** Whether words are exactly this phrase. */
export function isPhrase(args: readonly Argument[], phrase: RegExp): boolean {
  return args.every(({ text }) => text !== null) && phrase.test(args.map(({ text }) => text).join(' '))
}

/** Everything but the pattern; a search only in files that hold secrets is for them. */
export function rgOperands(use: Use): Argument[] | null {
  const globs = use.options.flatMap(({ name, value }) =>
    /^(?:-g|--glob|--iglob)$/.test(name) && value ? [value] : [],
  )
  if (namesSecrets(globs)) return null
  const rule = patternFirst('-e', '--regexp', '-f', '--file', '--files', '--type-list', '--version')
  return typeof rule === 'function' ? rule(use) : null
}

/** Without a dash `e` shows the environment of every process. */
export function psReads(args: readonly Argument[]): Argument[] | null {
  const shows = args.some(
    ({ text }, index) =>
      text === null || (/^[a-zA-Z]*e[a-zA-Z]*$/.test(text) && !args[index - 1]?.text?.startsWith('-')),
  )
  return shows ? null : []
}

/** grep reads whatever it is told; its first operand is the pattern unless `-e` or `-f` gave one. */
export function grepReads(args: readonly Argument[]): Argument[] | null {
  if (args.some(({ evaluates }) => evaluates)) return null
  if (namesSecrets(args.filter(({ text }) => text?.startsWith('--include=')))) return null
  let hasPattern = args.some(({ text }) => /^-[a-zA-Z]*[ef]|^--(?:regexp|file)/.test(text ?? ''))
  const files: Argument[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (!arg) break
    const text = arg.text ?? ''
    if (text.startsWith('-') && text !== '-') {
      // What follows is a number or a pattern, and no file.
      if (
        /^-[a-zA-Z]*[eABCmd]$|^--(?:regexp|include|exclude|exclude-dir|max-count|context|after-context|before-context|label|color)$/.test(
          text,
        )
      )
        at += 1
      continue
    }
    if (hasPattern) files.push(arg)
    hasPattern = true
  }
  return files
}
/** `date` with a format, and of another time. */
export function dateReads(args: readonly Argument[]): Argument[] | null {
  return args.every(({ text }) => text !== null && DATE.test(text)) || isDateOf(args) ? [] : null
}
