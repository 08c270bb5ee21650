import type { ShellKind } from '../../ports'
import { type Argument, exactly } from '../reading/argument'
import { programName } from '../reading/innards'
import type { Segment } from '../reading/segment'
import { findReads } from './find'
import { gitCall } from './git'
import { listsFiles, namesSecrets } from './listed-files'
import type { Access } from './program-rules'
import { readingProgram } from './programs'
import { conditionReads } from './test-expression'

/** What a segment reads, once it is known to do nothing else. Whether it may read that is decided elsewhere. */
export type Reading = {
  paths: { argument: Argument; access: Access }[]
  /** Programs as they are written; they must be the ones the tables mean. */
  programs: string[]
  /** Folders that git is told to go to, one call each; the settings there must name no program. */
  git: Argument[][]
}

/** Variables of the environment that name no program, no library and no place of code. */
const HARMLESS_VARIABLE =
  /^(?:NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|COLORTERM|TERM|COLUMNS|LINES|LANG|LANGUAGE|LC_[A-Z]+|TZ|CI|NODE_ENV|DEBUG|VERBOSE|TIME_STYLE|BLOCK_SIZE|QUOTING_STYLE|GIT_OPTIONAL_LOCKS|GIT_TERMINAL_PROMPT)$/
/** Shells give these names a meaning of their own, zsh many more. */
const SPECIAL_NAME = /^(?:http_proxy|https_proxy|ftp_proxy|all_proxy|no_proxy)$/
const ZSH_SPECIAL_NAME =
  /^(?:path|fpath|cdpath|manpath|module_path|mailpath|watch|psvar|argv|status|pipestatus|prompt|histchars|signals|options|aliases|galiases|saliases|functions|commands|parameters|precmd|chpwd|preexec|periodic|zshexit|.*_functions)$/
/** Capitals are mostly the environment's; these mean nothing to any program that reads. */
const OWN_NAME =
  /^(?:[a-z_][a-z0-9_]*|[A-Z]|FILES?|DIRS?|COUNT|TOTAL|RESULTS?|OUT|LINE|NAMES?|BRANCH|COMMIT|HASH|SHA|SRC)$/
/** Wrappers whose own options change nothing but time and buffers. */
const QUIET_WRAPPER = /^(?:time|nice|ionice|timeout|gtimeout|stdbuf|command|builtin|env)$/
const SYSTEM_FOLDER = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/
/** What a segment reads; null when it may do anything else (S-386, S-387). */
export function readingOf(segment: Segment, shell: ShellKind): Reading | null {
  if (segment.isNested || segment.problem !== null) return null
  switch (segment.kind) {
    case 'block':
      return segment.args.some(({ evaluates }) => evaluates) ? null : nothing()
    case 'loop': {
      const name = segment.assignments[0]?.name
      const isFine = name === undefined ? segment.args.length === 0 : isOwnName(name, shell)
      return isFine && !segment.args.some(({ evaluates }) => evaluates) ? nothing() : null
    }
    case 'test':
      return reading(conditionReads(segment.args), 'listFiles')
    case 'arithmetic':
      return segment.args.length > 0 && segment.args.every(({ evaluates }) => !evaluates) ? nothing() : null
    case 'assignment':
      return segment.assignments.every(
        ({ name, isPlain, value }) => isPlain && !value.evaluates && isOwnName(name, shell),
      )
        ? nothing()
        : null
    case 'command':
      return commandReads(segment, shell)
    default:
      return null
  }
}

function commandReads(segment: Segment, shell: ShellKind): Reading | null {
  const [program, ...args] = segment.args
  if (program?.text == null) return null
  const name = trustedName(program.text)
  if (name === null) return null
  const areHarmless = segment.assignments.every(
    ({ name: variable, isPlain, value }) =>
      isPlain &&
      value.text !== null &&
      (HARMLESS_VARIABLE.test(variable) || (variable === 'IFS' && name === 'read')),
  )
  if (!areHarmless || (name === 'read' && shell === 'zsh')) return null
  if (name === 'cd') return args.some(({ evaluates }) => evaluates) ? null : nothing()
  const { inner } = segment
  if (inner?.via === 'wrapper' && QUIET_WRAPPER.test(name)) return wrapped(segment, program.text, shell)
  if (inner?.via === 'each' && name === 'xargs') return withXargs(segment, program.text)
  if (inner?.via === 'each' && (name === 'find' || name === 'gfind'))
    return withExec(segment, program.text, shell)
  // What is in the words besides (code, guesses) is for programs that are in no table.
  const known = readingProgram(name)
  const found = known && reading(known.rule(args), known.access)
  if (!found) return null
  found.programs.push(program.text)
  if (name === 'git') found.git.push(gitCall(args).folders)
  return found
}

/** Options of a wrapper that write a file, change the folder or hide a text. */
const OWN_EFFECT: Readonly<Record<string, RegExp>> = {
  env: /^(?:-[a-zA-Z]*[SC]|--(?:split-string|chdir))/,
  time: /^(?:-[a-zA-Z]*[oa]|--(?:output|append))/,
}

function wrapped(segment: Segment, program: string, shell: ShellKind): Reading | null {
  const [only, ...more] = segment.inner?.segments ?? []
  if (!only || more.length > 0) return null
  const effect = OWN_EFFECT[programName(program)]
  const areOptionsFine = segment.inner?.own.every(
    ({ text, evaluates }) => !evaluates && text !== null && !effect?.test(text),
  )
  const found = areOptionsFine ? readingOf(only, shell) : null
  found?.programs.push(program)
  return found
}

/** `xargs` with a program that may get any word, fed with names of files of the folder. */
function withXargs(segment: Segment, program: string): Reading | null {
  const [only, ...more] = segment.inner?.segments ?? []
  if (!only || more.length > 0 || only.inner) return null
  const [name, ...args] = only.args
  const known = name?.text == null ? null : readingProgram(trustedName(name.text) ?? '')
  if (!name?.text || !known?.anyWord) return null
  const areOptionsFine = segment.inner?.own.every(({ text }) =>
    /^(?:-[0rt]+|-[nPL]\d*|-I(?:\{\}|%)?|\d+|\{\}|%|--null|--no-run-if-empty)$/.test(text ?? '\0'),
  )
  const found = areOptionsFine
    ? reading(
        known.rule(args.filter(({ variables, prefix }) => !variables.includes('{}') || prefix !== '')),
        known.access,
      )
    : null
  if (!found) return null
  const readsOperands = known.rule([exactly('x', segment), exactly('y', segment)])?.length !== 0
  if (readsOperands && !listsFiles(segment.input)) return null
  found.programs.push(program, name.text)
  return found
}

function withExec(segment: Segment, program: string, shell: ShellKind): Reading | null {
  const rest: Argument[] = []
  const { args } = segment
  for (let at = 1; at < args.length; at++) {
    const arg = args[at]
    if (!arg) break
    if (/^-(?:execdir|ok|okdir)$/.test(arg.text ?? '')) return null
    if (arg.text !== '-exec') {
      rest.push(arg)
      continue
    }
    const end = args.findIndex(
      ({ text }, index) => index > at && (text === ';' || (text === '+' && args[index - 1]?.text === '{}')),
    )
    if (end < 0) return null
    at = end
  }
  const found = reading(findReads(rest), 'listFiles')
  // What is shown then is what the names say.
  if (!found || namesSecrets(rest)) return null
  for (const each of segment.inner?.segments ?? []) {
    const known = each.args.map((arg) =>
      arg.variables.includes('{}') && arg.prefix === '' ? exactly('./{}', arg) : arg,
    )
    const inside = commandReads({ ...each, args: known }, shell)
    if (!inside || each.inner) return null
    found.paths.push(...inside.paths)
    found.programs.push(...inside.programs)
    found.git.push(...inside.git)
  }
  found.programs.push(program)
  return found
}

/** The name tables know a program by; null for one in a folder that is not the system's. */
function trustedName(text: string): string | null {
  if (!text.includes('/')) return text
  return SYSTEM_FOLDER.test(text) ? programName(text) : null
}

function isOwnName(name: string, shell: ShellKind): boolean {
  return OWN_NAME.test(name) && !SPECIAL_NAME.test(name) && !(shell === 'zsh' && ZSH_SPECIAL_NAME.test(name))
}

function reading(paths: Argument[] | null, access: Access): Reading | null {
  return paths && { paths: paths.map((argument) => ({ argument, access })), programs: [], git: [] }
}

function nothing(): Reading {
  return { paths: [], programs: [], git: [] }
}

/** Whether a variable of the environment names no program, no library and no place of code. */
export function isHarmlessVariable(name: string): boolean {
  return HARMLESS_VARIABLE.test(name)
}
