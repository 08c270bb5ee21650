import type { Word } from './parse-words'
import { gitReadsOnly } from './safe-git'

// Programs that only read, with the arguments under which that is true. A program is safe with any argument only when
// no option of it, in GNU, BSD or busybox form, writes a file or starts a program; everything else names what it allows.

type Check = (args: readonly string[]) => boolean

const anything: Check = () => true
const nothing: Check = (args) => args.length === 0
/** Every argument matches; operands are what does not start with a dash. */
const only =
  (option: RegExp, operands: Check = anything): Check =>
  (args) =>
    args.every((arg) => !isOption(arg) || option.test(arg)) && operands(args.filter((arg) => !isOption(arg)))
const exactly =
  (...forms: RegExp[][]): Check =>
  (args) =>
    forms.some(
      (form) => form.length === args.length && form.every((part, index) => part.test(args[index] ?? '')),
    )
const atMost =
  (count: number): Check =>
  (operands) =>
    operands.length <= count

function isOption(arg: string): boolean {
  return arg.startsWith('-') && arg !== '-' && arg !== '--'
}

const NAME = /^[A-Za-z0-9_.+-]*[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$/
/** A file on this machine: tar reads `host:file` through a remote shell. */
const PATH = /^[^-:][^:]*$/
const VERSION = exactly([/^(?:--version|-V|-v)$/])

/** Programs whose every option only reads. */
const ANY_ARGUMENT = [
  ...[
    'ls',
    'cat',
    'head',
    'tail',
    'wc',
    'stat',
    'basename',
    'dirname',
    'realpath',
    'readlink',
    'nl',
    'tac',
    'rev',
  ],
  ...[
    'od',
    'cmp',
    'comm',
    'cut',
    'paste',
    'tr',
    'fold',
    'expand',
    'unexpand',
    'seq',
    'echo',
    'true',
    'false',
    'pwd',
  ],
  ...[
    'whoami',
    'id',
    'groups',
    'uname',
    'nproc',
    'tty',
    'df',
    'du',
    'which',
    'uptime',
    'free',
    'ps',
    'cksum',
  ],
  ...['grep', 'egrep', 'fgrep', 'sha1sum', 'sha256sum', 'sha512sum', 'md5sum', 'b2sum'],
]

const CHECKS: Record<string, Check> = {
  rg: (args) => args.every((arg) => !RG_STARTS_PROGRAMS.test(arg)),
  find: findReadsOnly,
  sed: sedReadsOnly,
  sort: only(
    /^(?:-[bdfghiMnrRuVcCs]+|-[kt].*|--(?:reverse|unique|numeric-sort|human-numeric-sort|version-sort|ignore-case))$/,
  ),
  uniq: only(/^(?:-[cdiu]+|--(?:count|repeated|unique|ignore-case))$/, atMost(1)),
  diff: only(
    /^(?:-[abBiNqrsuwyEZ]+|-[uUcC]\d*|--(?:brief|unified(?:=\d+)?|recursive|side-by-side|color=never))$/,
  ),
  tree: only(/^(?:-[adfihsptug]+|-[LIP]|--(?:dirsfirst|noreport|du))$/),
  column: only(/^-t$/),
  date: (args) => args.every((arg) => /^(?:-u|--utc|-R|-I[a-z]*|--iso-8601(?:=[a-z]+)?|\+[^\n]*)$/.test(arg)),
  jq: (args) =>
    only(/^(?:-[rcSMe]+|--(?:raw-output|compact-output|sort-keys|monochrome-output|exit-status))$/)(args) &&
    !args.some((arg) => /\$?\benv\b|\$__prog|input_filename|\b(?:include|import)\b/i.test(arg)),
  printf: ([format = '', ...values]) =>
    !format.startsWith('-') &&
    /^(?:[^%]|%%|%s)*$/.test(format) &&
    !values.some((value) => value.includes('$')),
  '[': testReadsOnly,
  test: (args) => testReadsOnly([...args, ']']),
  command: exactly([/^-[vV]$/, NAME]),
  type: exactly([NAME], [/^-[atp]$/, NAME]),
  printenv: exactly([/^(?:PATH|HOME|SHELL|USER|LANG|PWD|TERM|EDITOR|NODE_ENV|CI)$/]),
  arch: nothing,
  base64: only(/^(?:-[dDi]|-w\d*|--(?:decode|wrap=\d+))$/),
  hostname: nothing,
  umask: nothing,
  ulimit: exactly([], [/^-[acfnsuv]$/]),
  sleep: exactly([/^\d+(?:\.\d+)?[sm]?$/]),
  zcat: only(/^$/),
  tar: exactly([/^-?t[zjJv]*f$/, PATH], [/^-?[zjJv]*tf$/, PATH]),
  unzip: exactly([/^-l$/, PATH]),
  pgrep: only(/^-[aflnox]+$/),
  git: gitReadsOnly,
  // Not those that look for a version or a script of the project: yarn, pnpm, cargo, go.
  ...Object.fromEntries(
    ['node', 'npm', 'python', 'python3', 'ruby', 'gcc', 'make'].map((program) => [program, VERSION]),
  ),
}

const TABLE = new Map<string, Check>([
  ...ANY_ARGUMENT.map((program): [string, Check] => [program, anything]),
  ...Object.entries(CHECKS),
])

/** Whether a simple command only reads, as far as its words tell (S-386, S-387). `cd` is the caller's affair. */
export function readsOnly([program, ...args]: readonly Word[]): boolean {
  if (!program || program.isGlob) return false
  const check = TABLE.get(program.text)
  if (!check) return false
  // What a pattern expands to is not known; only programs that take any argument may get one.
  if (check !== anything && args.some((arg) => arg.isGlob)) return false
  return check(args.map((arg) => arg.text))
}

/** `-z` decompresses with outside programs and may hide in a cluster; `--pre` and `--hostname-bin` run one. */
const RG_STARTS_PROGRAMS = /^(?:-[^-]*z|--(?:pre|hostname-bin|search-zip))/

const FIND_FLAG =
  /^-(?:H|L|P|print0?|ls|prune|o|or|a|and|not|empty|depth|xdev|mount|true|false|quit|nouser|nogroup|readable|writable|executable|daystart|noleaf)$/
const FIND_WITH_VALUE =
  /^-(?:i?name|i?path|i?wholename|i?regex|regextype|l?i?lname|type|xtype|maxdepth|mindepth|newer\w{0,2}|[acm]min|[acm]time|size|perm|user|group|uid|gid|links|inum|samefile|printf|used|fstype)$/

/** Every expression of `find` must be known; a value never counts as an expression of its own. */
function findReadsOnly(args: readonly string[]): boolean {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (FIND_WITH_VALUE.test(arg)) {
      at += 1
      if (/^-(?!\d)/.test(args[at] ?? '-')) return false
    } else if (arg.startsWith('-') && !FIND_FLAG.test(arg)) return false
  }
  return true
}

const SED_ADDRESS = String.raw`(?:\d+|\$|/[^/\\]*/)`
/** Prints or deletes lines, or replaces text; no `w`, `e`, `r` and nothing that could hide one. */
const SED_STEP = new RegExp(
  String.raw`^\s*(?:${SED_ADDRESS}(?:,${SED_ADDRESS})?\s*[pdq]|(?:${SED_ADDRESS}(?:,${SED_ADDRESS})?)?s/[^/\\\n;]*/[^/\\\n;]*/[gpI\d]*)\s*$`,
)

function sedReadsOnly(args: readonly string[]): boolean {
  const scripts: string[] = []
  let hasScript = false
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '-e') {
      at += 1
      scripts.push(args[at] ?? '\n')
      hasScript = true
    } else if (/^-[nEr]+$/.test(arg)) continue
    else if (arg.startsWith('-')) return false
    else if (!hasScript) {
      scripts.push(arg)
      hasScript = true
    }
  }
  return (
    scripts.length > 0 && scripts.every((script) => script.split(';').every((step) => SED_STEP.test(step)))
  )
}

function testReadsOnly(args: readonly string[]): boolean {
  return exactly(
    [/^-[defhLnrswxz]$/, /^[^$[\]]*$/, /^\]$/],
    [/^!$/, /^-[defhLnrswxz]$/, /^[^$[\]]*$/, /^\]$/],
  )(args)
}
