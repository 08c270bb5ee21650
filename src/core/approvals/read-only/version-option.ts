import { forms, type ReadRule } from './program-rules'

/** Not those that look for a version or a script of the project first: yarn, pnpm, cargo, rustc, go, deno. */
export const VERSIONED =
  'node nodejs npm python python3 python2 pip pip3 ruby perl php java javac gcc g++ cc clang clang++ cmake ninja bash zsh curl wget docker psql sqlite3 openssl gh jq rg fd ffmpeg tsc bun uv make gmake vim nvim tmux ssh mysql redis-server'
/** Where a short option tells the version; elsewhere `-v` may mean to talk more, and then the program goes to work. */
const SHORT_VERSION: Readonly<Record<string, RegExp>> = {
  ...byNames(
    'node nodejs npm ruby perl php gcc g++ cc clang clang++ make gmake docker tsc bun',
    /^(?:--version|-v)$/,
  ),
  ...byNames('python python2 python3 pip pip3 curl wget psql rg fd jq ssh tmux', /^(?:--version|-V)$/),
  ...byNames('java javac ffmpeg sqlite3', /^--?version$/),
}

function byNames(names: string, option: RegExp): Record<string, RegExp> {
  return Object.fromEntries(names.split(' ').map((name) => [name, option]))
}

/** Only the question for the version. */
export function versionOf(name: string): ReadRule {
  return forms([SHORT_VERSION[name] ?? /^--version$/])
}
