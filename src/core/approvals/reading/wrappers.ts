import type { Argument } from './argument'

// Programs that run the program in their arguments, with what has to be skipped before it begins.

type Layout = {
  /** Short options that take the next word. */
  values?: string
  /** Long options that take the next word. */
  longValues?: string
  /** Words of its own before the program. */
  operands?: number
  /** `NAME=value` before the program. */
  takesAssignments?: boolean
  /**
   * Looking through it changes nothing about what may happen: a pattern for the inner command covers it, and reading
   * stays reading.
   */
  isTransparent?: boolean
  via?: 'wrapper' | 'each'
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  sudo: {
    values: 'ughpCcDRrtTU',
    longValues: 'user group host prompt close-from chdir chroot role type command-timeout other-user',
    takesAssignments: true,
  },
  doas: { values: 'uC' },
  run0: { longValues: 'user group unit property setenv chdir' },
  pkexec: { longValues: 'user' },
  env: { values: 'uCS', longValues: 'unset chdir split-string', takesAssignments: true, isTransparent: true },
  nohup: { isTransparent: true },
  time: { values: 'fo', longValues: 'format output', takesAssignments: true, isTransparent: true },
  nice: { values: 'n', longValues: 'adjustment', isTransparent: true },
  ionice: { values: 'cnpPu', isTransparent: true },
  timeout: { values: 'sk', longValues: 'signal kill-after', operands: 1, isTransparent: true },
  gtimeout: { values: 'sk', longValues: 'signal kill-after', operands: 1, isTransparent: true },
  stdbuf: { values: 'ioe', longValues: 'input output error', isTransparent: true },
  setsid: { isTransparent: true },
  command: { isTransparent: true },
  builtin: { isTransparent: true },
  exec: { values: 'a' },
  noglob: {},
  nocorrect: {},
  repeat: { operands: 1 },
  '-': {},
  busybox: {},
  toybox: {},
  xargs: {
    values: 'InPLsdEa',
    longValues: 'replace max-args max-procs max-lines max-chars delimiter arg-file eof process-slot-var',
    via: 'each',
  },
  chroot: { longValues: 'userspec groups', operands: 1 },
  taskset: { operands: 1 },
  chrt: { operands: 1 },
  caffeinate: { values: 't' },
  chronic: {},
  unbuffer: {},
  fakeroot: { values: 'lisb' },
  setarch: {},
  linux32: {},
  linux64: {},
  catchsegv: {},
}

/** Programs that run one in their arguments with options we do not know well: any word may begin it. */
const GUESSED: Readonly<Record<string, RegExp | null>> = {
  docker: /^(?:run|exec|compose)$/,
  podman: /^(?:run|exec)$/,
  nerdctl: /^(?:run|exec|compose)$/,
  kubectl: /^exec$/,
  npm: /^(?:exec|x)$/,
  pnpm: /^(?:exec|dlx)$/,
  yarn: /^(?:exec|dlx)$/,
  bun: /^x$/,
  uv: /^run$/,
  poetry: /^run$/,
  pipenv: /^run$/,
  pdm: /^run$/,
  conda: /^run$/,
  mamba: /^run$/,
  bundle: /^exec$/,
  rbenv: /^exec$/,
  pyenv: /^exec$/,
  asdf: /^exec$/,
  mise: /^(?:exec|x)$/,
  direnv: /^exec$/,
  nix: /^(?:run|shell|develop)$/,
  cargo: /^watch$/,
  git: /^(?:bisect)$/,
  'docker-compose': /^(?:run|exec)$/,
  tmux: null,
  screen: null,
  npx: null,
  bunx: null,
  pnpx: null,
  'cross-env': null,
  dotenv: null,
  'env-cmd': null,
  firejail: null,
  bwrap: null,
  proot: null,
  unshare: null,
  nsenter: null,
  'systemd-run': null,
  'systemd-inhibit': null,
  'dbus-run-session': null,
  'xvfb-run': null,
  valgrind: null,
  gdb: null,
  lldb: null,
  perf: null,
  strace: null,
  ltrace: null,
  entr: null,
  flock: null,
  nodemon: null,
  watchexec: null,
  su: null,
  runuser: null,
  wsl: null,
  start: null,
  fd: null,
  fdfind: null,
  parallel: null,
  rsync: null,
  numactl: null,
  cgexec: null,
  sem: null,
  tsp: null,
  torify: null,
  proxychains: null,
  proxychains4: null,
}

/** What a wrapper runs: words that begin a command, all that may, or nothing. */
export type Unwrapped = {
  via: 'wrapper' | 'each' | 'guess'
  isTransparent: boolean
  /** The candidates; one unless it is a guess. */
  commands: Argument[][]
  assignments: { name: string; value: string | null; argument: Argument }[]
  /** Options of the wrapper itself, for those who must know them. */
  own: Argument[]
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/

/** Looks behind a wrapper; null when the program is none or runs nothing. `name` is the program without its folder. */
export function unwrap(name: string, args: readonly Argument[]): Unwrapped | null {
  const layout = Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name] : undefined
  if (layout) return byLayout(name, layout, args)
  if (!Object.hasOwn(GUESSED, name)) return null
  const subcommand = GUESSED[name]
  const first = args.findIndex(
    ({ text }, index) => index > 0 && text !== null && (subcommand?.test(text) ?? true),
  )
  if (first < 0) return null
  const from = subcommand ? first + 1 : 1
  const commands = args
    .map((_, index) => args.slice(index))
    .filter(([head], index) => index >= from && !head?.text?.startsWith('-'))
    .slice(0, CANDIDATES_MAX)
  return { via: 'guess', isTransparent: false, commands, assignments: [], own: [...args] }
}

/** Places where a command may begin behind a wrapper with unknown options. */
const CANDIDATES_MAX = 24

function byLayout(name: string, layout: Layout, args: readonly Argument[]): Unwrapped | null {
  const longValues = new Set(layout.longValues?.split(' ') ?? [])
  const assignments: Unwrapped['assignments'] = []
  let at = 1
  let operands = layout.operands ?? 0
  for (; at < args.length; at++) {
    const argument = args[at]
    if (!argument) break
    const { text } = argument
    if (text === null) {
      if (!layout.takesAssignments || !takeAssignment(argument, assignments)) break
    } else if (text === '--') {
      at += 1
      break
    } else if (text.startsWith('--')) {
      if (longValues.has(text.slice(2))) at += 1
    } else if (text.startsWith('-') && text !== '-') {
      // `command -v` only tells.
      if (name === 'command' && /^-[a-zA-Z]*[vV]/.test(text)) return null
      const last = text.charAt(text.length - 1)
      const taking = [...text.slice(1)].findIndex((char) => layout.values?.includes(char))
      if (taking >= 0 && taking === text.length - 2 && last !== '') at += 1
    } else if (!(layout.takesAssignments && takeAssignment(argument, assignments))) {
      if (operands === 0) break
      operands -= 1
    }
  }
  // What is left of its own words comes after `--` too.
  at += Math.min(operands, Math.max(0, args.length - at))
  for (; layout.takesAssignments && at < args.length; at++) {
    const argument = args[at]
    if (!argument || !takeAssignment(argument, assignments)) break
  }
  if (at >= args.length) return null
  return {
    via: layout.via ?? 'wrapper',
    isTransparent: layout.isTransparent ?? false,
    commands: [args.slice(at)],
    assignments,
    own: args.slice(1, at),
  }
}

function takeAssignment(argument: Argument, into: Unwrapped['assignments']): boolean {
  const found = ASSIGNMENT.exec(argument.text ?? argument.prefix)
  if (!found) return false
  into.push({ name: found[1] ?? '', value: argument.text === null ? null : (found[2] ?? ''), argument })
  return true
}
