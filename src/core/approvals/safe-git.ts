// Git by subcommand and option. Long options are allowed by name, since git accepts any unique beginning of one.

type Form = { short: RegExp; operands: 'any' | 'none' | 'only-with-list' }

const LONG = new Set(
  [
    'oneline graph decorate stat shortstat numstat name-only name-status patch no-patch cached staged all branches tags',
    'remotes no-color no-pager follow grep author committer since until after before format pretty abbrev-commit abbrev',
    'max-count skip reverse merges no-merges first-parent date short porcelain branch untracked-files ignored long',
    'show-current list verbose merged no-merged contains no-contains sort points-at word-diff color unified ignore-all-space',
    'ignore-space-change ignore-blank-lines exit-code quiet no-index full-tree others modified deleted stage unmerged',
    'exclude-standard error-unmatch abbrev-ref show-toplevel show-prefix show-cdup is-inside-work-tree git-dir',
    'git-common-dir verify symbolic-full-name always dirty exact-match match left-right count cherry-pick topo-order',
    'date-order full-history ahead-behind find-renames no-renames diff-filter minimal patience histogram summary dirstat',
    'line-number ignore-case word-regexp extended-regexp fixed-strings perl-regexp files-with-matches heading break',
    'context no-ext-diff no-textconv heads porcelain show-email numbered email no-walk parents children raw compact-summary',
  ].flatMap((line) => line.split(' ')),
)

const FORMS: Record<string, Form> = {
  status: { short: /^-[sbvuz]+(?:no|all|normal)?$/, operands: 'any' },
  log: { short: /^-(?:[pnsciEFzmMCuqrtabw]+\d*|\d+|[SGLUn].*)$/, operands: 'any' },
  show: { short: /^-(?:[pnscizmMCuqrtabw]+\d*|U\d+)$/, operands: 'any' },
  diff: { short: /^-(?:[pnsczmMCuqrtabw]+\d*|U\d+|[SG].*)$/, operands: 'any' },
  shortlog: { short: /^-[nsec]+$/, operands: 'any' },
  blame: { short: /^-(?:[wseltfnMC]+|L.*)$/, operands: 'any' },
  grep: { short: /^-(?:[nilwvcEFGPHhLqr]+|[ABC]\d*|[e]|\d+)$/, operands: 'any' },
  'rev-parse': { short: /^-q$/, operands: 'any' },
  'rev-list': { short: /^-(?:n|\d+)$/, operands: 'any' },
  'ls-files': { short: /^-[cdmostuvz]+$/, operands: 'any' },
  'ls-tree': { short: /^-[rdtlz]+$/, operands: 'any' },
  'cat-file': { short: /^-[pste]$/, operands: 'any' },
  'merge-base': { short: /^-a$/, operands: 'any' },
  'name-rev': { short: /^$/, operands: 'any' },
  'show-ref': { short: /^-[dsq]+$/, operands: 'any' },
  'for-each-ref': { short: /^$/, operands: 'any' },
  'count-objects': { short: /^-[vH]+$/, operands: 'none' },
  describe: { short: /^$/, operands: 'any' },
  branch: { short: /^-(?:[avrl]+|vv)$/, operands: 'only-with-list' },
  tag: { short: /^-(?:l|n\d*)$/, operands: 'only-with-list' },
  remote: { short: /^-v$/, operands: 'none' },
}

/** Forms that are one fixed phrase, with at most one plain value. */
const PHRASES = [
  /^stash (?:list|show)$/,
  /^worktree list(?: --porcelain)?$/,
  /^remote get-url [\w.-]+$/,
  /^config --get [\w.-]+$/,
  /^reflog(?: show)?$/,
  /^--version$/,
]

/** Whether git only reads with these arguments (S-387). Settings of the repository are not looked at here. */
export function gitReadsOnly(args: readonly string[]): boolean {
  const [subcommand = '', ...rest] = args[0] === '--no-pager' ? args.slice(1) : args
  if (PHRASES.some((phrase) => phrase.test([subcommand, ...rest].join(' ')))) return true
  const form = Object.hasOwn(FORMS, subcommand) ? FORMS[subcommand] : undefined
  if (!form) return false
  let hasOperands = false
  let isList = false
  for (const [index, arg] of rest.entries()) {
    // After `--` there are only paths.
    if (arg === '--') {
      hasOperands ||= index + 1 < rest.length
      break
    }
    if (arg.startsWith('--')) {
      const name = arg.slice(2).split('=', 1)[0] ?? ''
      if (!LONG.has(name) || asksForSignature(arg)) return false
      isList ||= name === 'list'
    } else if (arg.startsWith('-') && arg !== '-') {
      if (!form.short.test(arg)) return false
      isList ||= /^-[avr]*l/.test(arg)
    } else {
      if (asksForSignature(arg)) return false
      hasOperands = true
    }
  }
  if (!hasOperands || form.operands === 'any') return true
  return form.operands === 'only-with-list' && isList
}

/** `%G` in a format runs the configured signature program. */
function asksForSignature(arg: string): boolean {
  return arg.includes('%G') || arg.includes('signature')
}
