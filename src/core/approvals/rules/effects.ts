import { type Argument, exactly } from '../reading/argument'
import { programName } from '../reading/innards'
import type { Segment } from '../reading/segment'

/** What a known program does to the places in its words. */
export type Effect = {
  kind: 'write' | 'delete' | 'attributes'
  argument: Argument
  /** It goes on below the place. */
  isRecursive: boolean
}

type Reader = (args: readonly Argument[]) => Effect[]

const text = ({ text: known, prefix }: Argument) => known ?? prefix
const isOption = (arg: Argument) => text(arg).startsWith('-') && text(arg) !== '-'
const has = (args: readonly Argument[], option: RegExp) => args.some((arg) => option.test(text(arg)))

/** Words that are no options; behind `--` all are. */
function operands(args: readonly Argument[], values = ''): Argument[] {
  const all: Argument[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (!arg) break
    if (arg.text === '--') return [...all, ...args.slice(at + 1)]
    if (!isOption(arg)) all.push(arg)
    else if (/^-[A-Za-z]$/.test(text(arg)) && values.includes(text(arg).charAt(1))) at += 1
  }
  return all
}

/** Values of options: `-o F`, `-oF`, `--output F`, `--output=F`. */
function valuesOf(args: readonly Argument[], short: string, long = ''): Argument[] {
  const longs = new Set(long.split(' ').filter((name) => name !== ''))
  return args.flatMap((arg, index): Argument[] => {
    const known = text(arg)
    const next = args[index + 1]
    const isShort = /^-[A-Za-z]/.test(known) && short.includes(known.charAt(known.length - 1))
    if (isShort && next) return [next]
    if (/^-[A-Za-z]./.test(known) && short.includes(known.charAt(1))) return [part(arg, 2)]
    const [name = '', ...value] = known.split('=')
    if (!longs.has(name.replace(/^--?/, '')) || !name.startsWith('-')) return []
    return value.length > 0 ? [part(arg, name.length + 1)] : next ? [next] : []
  })
}

/** What is left of a word after its first characters. */
function part(arg: Argument, from: number): Argument {
  if (arg.text !== null) return exactly(arg.text.slice(from), arg)
  return { ...arg, values: null, prefix: arg.prefix.slice(from) }
}

const write = (argument: Argument): Effect => ({ kind: 'write', argument, isRecursive: false })
const writes = (args: readonly Argument[]): Effect[] => args.map(write)
const all = (kind: Effect['kind'], args: readonly Argument[], isRecursive: boolean): Effect[] =>
  args.map((argument) => ({ kind, argument, isRecursive }))

const everyOperand: Reader = (args) => writes(operands(args))
const removes: Reader = (args) =>
  all('delete', operands(args), has(args, /^-[a-zA-Z]*[rR]|^--(?:recursive|no-preserve-root)/))
const attributes: Reader = (args) => {
  const given = operands(args)
  const isRecursive = has(args, /^-[a-zA-Z]*R|^--recursive/)
  // The first is the mode or owner, unless a file stands for it.
  return all('attributes', has(args, /^--reference/) ? given : given.slice(1), isRecursive)
}
/** The last operand, or the folder of `-t`. */
const lastOperand: Reader = (args) => {
  const folder = valuesOf(args, 't', 'target-directory')
  const last = operands(args, 'tSmog').at(-1)
  return writes(folder.length > 0 ? folder : last ? [last] : [])
}
const outputOnly =
  (short: string, long = ''): Reader =>
  (args) =>
    writes(valuesOf(args, short, long))

const WRITERS: Readonly<Record<string, Reader>> = {
  rm: removes,
  grm: removes,
  srm: removes,
  rmdir: (args) => all('delete', operands(args), false),
  unlink: removes,
  rimraf: (args) => all('delete', operands(args), true),
  shred: removes,
  trash: removes,
  'trash-put': removes,
  cp: lastOperand,
  gcp: lastOperand,
  scp: lastOperand,
  install: (args) => (has(args, /^-[a-zA-Z]*d|^--directory/) ? everyOperand(args) : lastOperand(args)),
  // Moving something away removes it, and a link opens another way to what it points at.
  mv: (args) => {
    const given = operands(args, 'tS')
    const folder = valuesOf(args, 't', 'target-directory')
    const sources = folder.length > 0 ? given : given.slice(0, -1)
    return [...all('delete', sources, true), ...writes(folder.length > 0 ? folder : given.slice(-1))]
  },
  ln: everyOperand,
  link: everyOperand,
  rsync: (args) => {
    const last = operands(args, 'eBTf').at(-1)
    const isMirror = has(args, /^--(?:delete|del$)/)
    return last ? [{ kind: isMirror ? 'delete' : 'write', argument: last, isRecursive: true }] : []
  },
  tee: everyOperand,
  touch: everyOperand,
  mkdir: everyOperand,
  mkfifo: everyOperand,
  mknod: everyOperand,
  truncate: (args) => writes(operands(args, 'sro')),
  sponge: everyOperand,
  chmod: attributes,
  chown: attributes,
  chgrp: attributes,
  chattr: attributes,
  setfacl: attributes,
  chflags: attributes,
  dd: (args) => args.filter((arg) => text(arg).startsWith('of=')).map((arg) => write(part(arg, 3))),
  sed: (args) =>
    has(args, /^-[a-zA-Z]*i|^--in-place/)
      ? writes(operands(args, 'ef').slice(has(args, /^-[a-zA-Z]*[ef]$|^--(?:expression|file)/) ? 0 : 1))
      : [],
  perl: (args) => (has(args, /^-[a-zA-Z0]*i/) ? writes(operands(args, 'eE')) : []),
  ruby: (args) => (has(args, /^-[a-zA-Z]*i/) ? writes(operands(args, 'e')) : []),
  sort: outputOnly('o', 'output'),
  shuf: outputOnly('o', 'output'),
  uniq: (args) => writes(operands(args, 'fsw').slice(1)),
  xxd: (args) => writes(operands(args, 'cgslo').slice(1)),
  tree: outputOnly('o'),
  base64: outputOnly('o'),
  curl: outputOnly(
    'oDcK',
    'output output-dir dump-header cookie-jar create-file-mode trace trace-ascii stderr hsts alt-svc etag-save',
  ),
  wget: outputOnly(
    'OoaP',
    'output-document output-file append-output directory-prefix save-cookies warc-file',
  ),
  aria2c: outputOnly('od', 'out dir log'),
  tar: (args) => {
    const mode = text(args[0] ?? exactly('', { start: 0, end: 0 }))
    const isCreating = /^-?[a-zA-Z]*[cru]/.test(mode) || has(args, /^--(?:create|append|update)$/)
    return writes([...valuesOf(args, 'C', 'directory one-top-level'), ...(isCreating ? archiveOf(args) : [])])
  },
  unzip: outputOnly('d'),
  zip: (args) => writes(operands(args, 'x').slice(0, 1)),
  '7z': outputOnly('o'),
  gzip: everyOperand,
  gunzip: everyOperand,
  bzip2: everyOperand,
  bunzip2: everyOperand,
  xz: everyOperand,
  unxz: everyOperand,
  zstd: everyOperand,
  patch: (args) => writes([...operands(args, 'pio'), ...valuesOf(args, 'odB', 'output directory')]),
  split: (args) => writes(operands(args, 'abClnt').slice(1)),
  csplit: outputOnly('f', 'prefix'),
  openssl: (args) =>
    writes(
      args.filter((_, index) =>
        /^-(?:out|keyout)$/.test(text(args[index - 1] ?? exactly('', { start: 0, end: 0 }))),
      ),
    ),
  'ssh-keygen': outputOnly('f'),
  gpg: outputOnly('o', 'output'),
  nano: everyOperand,
  ed: everyOperand,
  ex: everyOperand,
  vi: everyOperand,
  vim: everyOperand,
  nvim: everyOperand,
  find: (args) => {
    const roots: Argument[] = []
    for (const arg of args) {
      if (/^(?:-[HLP]|-O\d)$/.test(text(arg))) continue
      if (/^[-!(]/.test(text(arg))) break
      roots.push(arg)
    }
    const from = roots.length > 0 ? roots : [exactly('.', args[0] ?? { start: 0, end: 0 })]
    const deletes =
      has(args, /^-delete$/) ||
      args.some(
        (arg, index) =>
          /^-(?:exec|execdir|ok|okdir)$/.test(text(arg)) && DELETERS.test(text(args[index + 1] ?? arg)),
      )
    const files = args.filter((_, index) =>
      /^-(?:fprint0?|fls|fprintf)$/.test(text(args[index - 1] ?? exactly('', { start: 0, end: 0 }))),
    )
    return [...(deletes ? all('delete', from, true) : []), ...writes(files)]
  },
  git: gitEffects,
}
/** Options with the folder that a program works in, as it works there and not here: short ones, long ones. */
const FOLDERS: Readonly<Record<string, readonly [string, string]>> = {
  make: ['C', 'directory'],
  gmake: ['C', 'directory'],
  ninja: ['C', ''],
  cargo: ['C', ''],
  go: ['C', 'C'],
  npm: ['', 'prefix'],
  pnpm: ['C', 'dir prefix'],
  yarn: ['', 'cwd'],
  bun: ['', 'cwd'],
  just: ['d', 'working-directory'],
  task: ['d', 'dir'],
  composer: ['d', 'working-dir'],
  poetry: ['C', 'directory project'],
  uv: ['', 'directory project'],
  gradle: ['p', 'project-dir'],
  gradlew: ['p', 'project-dir'],
  meson: ['C', ''],
  cmake: ['B', 'build install'],
  ctest: ['', 'test-dir build-and-test'],
  bazel: ['', 'output_base'],
  docker: ['', 'project-directory'],
}
const DELETERS = /(?:^|\/)(?:rm|unlink|shred|rmdir)$/

function archiveOf(args: readonly Argument[]): Argument[] {
  const [mode, archive] = args
  return mode && archive && /^-?[a-zA-Z]*f$/.test(text(mode))
    ? [archive]
    : valuesOf(args.slice(1), 'f', 'file')
}

function gitEffects(args: readonly Argument[]): Effect[] {
  const paths = valuesOf(args, '', 'git-dir work-tree output directory separate-git-dir')
  let at = 0
  for (; at < args.length; at++) {
    const known = text(args[at] ?? exactly('', { start: 0, end: 0 }))
    if (known === '-C') paths.push(...args.slice(at + 1, at + 2))
    if (/^-[Cc]$|^--(?:git-dir|work-tree|namespace)$/.test(known)) at += 1
    else if (!known.startsWith('-')) break
  }
  const subcommand = text(args[at] ?? exactly('', { start: 0, end: 0 }))
  const rest = args.slice(at + 1)
  const dashes = rest.findIndex((arg) => arg.text === '--')
  switch (subcommand) {
    case 'checkout':
      if (dashes >= 0) paths.push(...rest.slice(dashes + 1))
      break
    case 'restore':
    case 'rm':
    case 'mv':
    case 'init':
      paths.push(...operands(rest, 's'))
      break
    case 'clone':
      paths.push(...operands(rest, 'bojuc').slice(1))
      break
    case 'worktree':
    case 'submodule':
      paths.push(...operands(rest, 'b').slice(1))
      break
    case 'archive':
    case 'format-patch':
      paths.push(...valuesOf(rest, 'o'))
      break
    case 'bundle':
      paths.push(...operands(rest).slice(1, 2))
      break
    default:
  }
  return writes(paths)
}

/** What a segment does to places: by its redirections, and by its program where that is known. */
export function effectsOf(segment: Segment): Effect[] {
  const files = segment.files.filter(({ access }) => access === 'write').map(({ target }) => write(target))
  const [program, ...args] = segment.args
  if (segment.kind !== 'command' || program?.text == null) return files
  const name = programName(program.text)
  const reader = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined
  const folder = Object.hasOwn(FOLDERS, name) ? FOLDERS[name] : undefined
  const places = folder ? writes(valuesOf(args, ...folder)) : []
  return [...files, ...places, ...(reader ? reader(args) : [])]
}
