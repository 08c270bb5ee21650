import type { Argument } from './argument'

/** A text that a program hands to an interpreter. */
export type Code =
  | { kind: 'shell'; language: 'posix' | 'cmd' | 'powershell'; text: string | null; at: Argument }
  /** Another language; `text` is what can be looked through for names. */
  | { kind: 'foreign'; text: string | null; at: Argument }
  /** Read from standard input. */
  | { kind: 'shell-input' }
  | { kind: 'foreign-input' }
  /** Read from a file. */
  | { kind: 'shell-file'; file: Argument }
  | { kind: 'foreign-file'; file: Argument }

const POSIX = new Set('sh bash zsh dash ksh mksh ash rbash yash fish csh tcsh'.split(' '))
const POWERSHELL = new Set(['powershell', 'pwsh'])

/** Interpreters by the options whose value is a program; they read a file or standard input without one. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  node: /^(?:-[a-z]*[ep]|--eval|--print)$/,
  nodejs: /^(?:-[a-z]*[ep]|--eval|--print)$/,
  bun: /^(?:-e|--eval|-p|--print)$/,
  deno: /^eval$/,
  python: /^-[A-Za-z]*c$/,
  perl: /^-[A-Za-z]*[eE]$/,
  ruby: /^-[A-Za-z]*e$/,
  php: /^-(?:r|B|E|R)$/,
  lua: /^-e$/,
  luajit: /^-e$/,
  osascript: /^-e$/,
  Rscript: /^-e$/,
  R: /^-e$/,
  tclsh: /^$/,
  expect: /^-c$/,
  gawk: /^--source$/,
  mawk: /^--source$/,
  nawk: /^--source$/,
  awk: /^--source$/,
  vim: /^(?:-c|--cmd|-S|\+.*)$/,
  vi: /^(?:-c|--cmd|\+.*)$/,
  nvim: /^(?:-c|--cmd|\+.*)$/,
  ex: /^(?:-c|\+.*)$/,
  ed: /^$/,
  emacs: /^--(?:eval|execute)$/,
  elixir: /^-e$/,
  erl: /^-eval$/,
  julia: /^(?:-e|-E)$/,
  scala: /^-e$/,
  groovy: /^-e$/,
  jshell: /^$/,
  ghc: /^-e$/,
  sqlite3: /^$/,
  psql: /^(?:-c|--command)$/,
  mysql: /^(?:-e|--execute)$/,
  gdb: /^(?:-ex|--eval-command)$/,
  tsx: /^(?:-e|--eval|-p)$/,
  'ts-node': /^(?:-e|--eval|-p|-pe)$/,
}

const AWK = /^[gmn]?awk$/

/** Whether a program runs text of some language that it is given. */
export function isInterpreter(name: string): boolean {
  const plain = withoutVersion(name)
  return (
    POSIX.has(plain) ||
    POWERSHELL.has(plain) ||
    plain === 'cmd' ||
    Object.hasOwn(FOREIGN, plain) ||
    plain === 'eval' ||
    plain === 'source' ||
    plain === '.'
  )
}

/** The code in a program's arguments; empty where there is none. `name` is the program without its folder. */
export function codeIn(name: string, args: readonly Argument[], hasInput: boolean): Code[] {
  const plain = withoutVersion(name)
  const [first] = args
  if (!first) return []
  if (POSIX.has(plain)) return shellCode(args, hasInput)
  if (POWERSHELL.has(plain)) return powershellCode(args, hasInput)
  if (plain === 'cmd') return afterSwitch(args, /^\/[ckr]/i, 'cmd')
  switch (plain) {
    case 'iex':
    case 'invoke-expression':
    case 'Invoke-Expression': {
      const words = args.slice(1).filter(({ text: word }) => word?.toLowerCase() !== '-command')
      return words.length > 0
        ? [{ ...joined(words), language: 'powershell' }]
        : hasInput
          ? [{ kind: 'shell-input' }]
          : []
    }
    case 'eval':
      return args.length > 1 ? [joined(args.slice(1))] : []
    case 'source':
    case '.':
      return args[1] ? [{ kind: 'shell-file', file: args[1] }] : []
    case 'alias':
      return args
        .slice(1)
        .filter(({ text, prefix }) => text?.includes('=') ?? prefix !== '')
        .map((arg) => shell(arg, arg.text?.slice(arg.text.indexOf('=') + 1) ?? null))
    case 'trap': {
      const words = args.slice(1).filter(({ text }) => text !== '--')
      const [action] = words
      // `trap - EXIT`, `trap '' INT` and `trap -p` run nothing.
      if (!action || action.text === '' || action.text?.startsWith('-') || words.length < 2) return []
      return [shell(action)]
    }
    case 'ssh':
    case 'slogin':
    case 'autossh':
    case 'mosh': {
      const rest = afterHost(args)
      return rest.length > 0 ? [joined(rest)] : []
    }
    case 'env':
      return [
        ...wordAfter(args, /^(?:-[a-z]*S|--split-string)$/),
        ...args.flatMap((arg) =>
          /^-[a-z]*S./.test(arg.text ?? arg.prefix) ? optionValue(arg, /^-[a-z]*S/) : [],
        ),
      ]
    case 'watch':
      return [joined(args.slice(operandAfter(args, 'nqs', 'interval equexit')))]
    case 'su':
    case 'runuser':
    case 'script':
    case 'flock':
    case 'npx':
    case 'sg':
    case 'newgrp':
      return wordAfter(args, /^(?:-[a-z]*c|--command|--call|--session-command)$/)
    case 'npm':
      return wordAfter(args, /^(?:-c|--call)$/)
    case 'nix-shell':
      return wordAfter(args, /^--(?:run|command)$/)
    case 'parallel':
    case 'hyperfine':
    case 'concurrently':
    case 'entr':
      return args.slice(1).map((arg) => shell(arg))
    case 'nodemon':
      return wordAfter(args, /^(?:-x|--exec)$/)
    case 'at':
    case 'batch':
    case 'crontab':
      return hasInput ? [{ kind: 'shell-input' }] : []
    case 'tar':
      return args.flatMap((arg) =>
        optionValue(
          arg,
          /^--(?:to-command|use-compress-program|rsh-command|info-script|checkpoint-action)=(?:exec=)?/,
        ),
      )
    case 'rsync':
      return wordAfter(args, /^(?:-e|--rsh)$/)
    case 'git':
      return gitCode(args)
    default:
      return foreignCode(plain, args, hasInput)
  }
}

/** Settings of git whose value is a command. */
const GIT_COMMAND_SETTING =
  /^(?:alias\..*|core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|pager\..*|diff\.external|credential\..*helper|interactive\.difffilter|.*\.(?:textconv|command|driver|clean|smudge|process|program|cmd|path))=/i

function gitCode(args: readonly Argument[]): Code[] {
  const all: Code[] = []
  let isGlobal = true
  for (const [index, arg] of args.entries()) {
    const text = arg.text ?? ''
    const next = args[index + 1]
    if (index > 0 && isGlobal && !text.startsWith('-') && !/^-[cC]$/.test(args[index - 1]?.text ?? ''))
      isGlobal = false
    if (isGlobal && text === '-c' && next && GIT_COMMAND_SETTING.test(next.text ?? next.prefix))
      all.push(shell(next, next.text?.replace(/^[^=]*=!?/, '') ?? null))
    if (text === 'foreach')
      all.push(
        ...args
          .slice(index + 1)
          .filter((word) => !word.text?.startsWith('-'))
          .map((word) => shell(word)),
      )
    if (/^(?:-x|--exec|--[a-z]+-filter)$/.test(text) && next) all.push(shell(next))
    if (/^--(?:exec|upload-pack|receive-pack)=/.test(text)) all.push(...optionValue(arg, /^--[a-z-]+=/))
  }
  return all
}

function foreignCode(name: string, args: readonly Argument[], hasInput: boolean): Code[] {
  const takesCode = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined
  if (!takesCode) return []
  const code: Code[] = []
  for (const [index, arg] of args.entries()) {
    if (index === 0) continue
    const text = arg.text ?? ''
    const isOption = takesCode.test(text)
    const next = args[index + 1]
    if (isOption && next && !text.startsWith('+')) code.push({ kind: 'foreign', text: next.text, at: next })
    // A program glued to its option, as in `perl -e'…'`, or awk's first operand.
    if (text !== '' && (isOption || /^-[A-Za-z]{1,3}[^A-Za-z-]/.test(text)))
      code.push({ kind: 'foreign', text, at: arg })
  }
  if (AWK.test(name)) {
    const program = args[operandAfter(args, 'Fv', 'field-separator assign')]
    if (program) code.push({ kind: 'foreign', text: program.text, at: program })
  }
  if (code.length > 0) return code
  const operand = args.slice(1).find(({ text }) => text === null || !text.startsWith('-'))
  if (operand) return [{ kind: 'foreign-file', file: operand }]
  return hasInput ? [{ kind: 'foreign-input' }] : []
}

function shellCode(args: readonly Argument[], hasInput: boolean): Code[] {
  let takesCode = false
  let takesInput = false
  for (let at = 1; at < args.length; at++) {
    const arg = args[at]
    if (!arg) break
    const { text } = arg
    if (text === null) return [{ kind: 'shell', language: 'posix', text: null, at: arg }]
    if (text === '--' || text === '-') continue
    if (/^[-+]/.test(text)) {
      if (/^-[a-zA-Z]*c/.test(text) && !text.startsWith('--')) takesCode = true
      if (/^-[a-zA-Z]*s/.test(text)) takesInput = true
      if (/^[-+][a-zA-Z]*[oO]$/.test(text) || /^--(?:rcfile|init-file)$/.test(text)) at += 1
      continue
    }
    if (takesCode) return [shell(arg)]
    if (!takesInput) return [{ kind: 'shell-file', file: arg }]
    break
  }
  return hasInput ? [{ kind: 'shell-input' }] : []
}

function powershellCode(args: readonly Argument[], hasInput: boolean): Code[] {
  for (const [index, arg] of args.entries()) {
    const text = arg.text?.toLowerCase() ?? null
    if (index === 0) continue
    if (text === null) return [{ kind: 'shell', language: 'powershell', text: null, at: arg }]
    const name = text.replace(/^(?:--?|\/)/, '')
    const rest = args.slice(index + 1)
    if (text === name || 'command'.startsWith(name)) {
      const code = text === name ? args.slice(index) : rest
      return code.length > 0 ? [{ ...joined(code), language: 'powershell' }] : []
    }
    // Encoded text is not looked into.
    if (name.startsWith('e') && rest[0])
      return [{ kind: 'shell', language: 'powershell', text: null, at: rest[0] }]
    if (name === 'file' || name === 'f') return rest[0] ? [{ kind: 'shell-file', file: rest[0] }] : []
  }
  return hasInput ? [{ kind: 'shell-input' }] : []
}

function afterSwitch(args: readonly Argument[], pattern: RegExp, language: 'cmd'): Code[] {
  const at = args.findIndex(({ text }) => text !== null && pattern.test(text))
  const glued = args[at]?.text?.replace(pattern, '')
  const rest = args.slice(at + 1)
  if (at < 0 || (rest.length === 0 && !glued)) return []
  const code = joined(rest.length > 0 ? rest : args.slice(at, at + 1))
  return [{ ...code, language, text: code.text === null ? null : `${glued ?? ''} ${code.text}` }]
}

function shell(at: Argument, text: string | null = at.text): Extract<Code, { kind: 'shell' }> {
  return { kind: 'shell', language: 'posix', text, at }
}

/** Words that are put together again with blanks before a shell reads them. */
function joined(args: readonly Argument[]): Extract<Code, { kind: 'shell' }> {
  const [first] = args
  const last = args.at(-1)
  if (!first || !last) throw new Error('Nothing to join')
  const isKnown = args.every(({ text }) => text !== null)
  const text = isKnown ? args.map((arg) => arg.text ?? '').join(' ') : null
  return shell({ ...first, end: last.end }, text)
}

/** The words after options that match. */
function wordAfter(args: readonly Argument[], option: RegExp): Code[] {
  return args.flatMap((arg, index): Code[] => {
    const next = args[index + 1]
    if (arg.text === null) return []
    if (option.test(arg.text) && next) return [shell(next)]
    const glued = /^(--[a-z-]+)=([\s\S]*)$/.exec(arg.text)
    return glued && option.test(glued[1] ?? '') ? [shell(arg, glued[2] ?? '')] : []
  })
}

function optionValue(arg: Argument, option: RegExp): Code[] {
  const known = arg.text ?? arg.prefix
  return option.test(known) ? [shell(arg, arg.text?.replace(option, '') ?? null)] : []
}

/** The index of the first word that is neither an option nor the value of one. */
function operandAfter(args: readonly Argument[], values: string, longValues: string): number {
  const long = new Set(longValues.split(' ').map((name) => `--${name}`))
  let at = 1
  for (; at < args.length - 1; at++) {
    const text = args[at]?.text ?? ''
    if (!text.startsWith('-')) break
    if (long.has(text) || (/^-[A-Za-z]$/.test(text) && values.includes(text.charAt(1)))) at += 1
  }
  return Math.min(at, args.length - 1)
}

function afterHost(args: readonly Argument[]): Argument[] {
  let at = 1
  for (; at < args.length; at++) {
    const text = args[at]?.text ?? ''
    if (!text.startsWith('-')) break
    if (/^-[BbcDEeFIiJLlmOopQRSWw]$/.test(text)) at += 1
  }
  return args.slice(at + 1)
}

function withoutVersion(name: string): string {
  return name.replace(/^(python|ruby|php|perl|lua|node|pypy)[\d.]+$/, '$1').replace(/^pypy$/, 'python')
}
