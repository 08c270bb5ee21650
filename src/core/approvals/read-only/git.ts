import { type Argument, exactly } from '../reading/argument'
import { type OptionTable, optionTable, readOptions, type Use } from './option-table'

// git by subcommand and option. Hooks, filters and other programs that a repository's settings name are looked at apart
// (git-settings.ts); here it is what the words ask for.

const DIFF =
  '-pusabwRzD0W -B? -M? -C? -U: -S: -G: -O@ -l: -X? --patch --no-patch --stat? --numstat --shortstat --dirstat? --summary --name-only --name-status --raw --patch-with-stat --minimal --patience --histogram --diff-algorithm= --unified= --color? --no-color --word-diff? --word-diff-regex= --color-words? --no-renames --find-renames? --find-copies? --check --full-index --abbrev? --diff-filter= --pickaxe-all --pickaxe-regex --text --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --ignore-matching-lines= --inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules? --submodule? --src-prefix= --dst-prefix= --no-prefix --line-prefix= --relative? --compact-summary --color-moved? --indent-heuristic --no-indent-heuristic'
const REVISIONS =
  '-gin -# -n: -E -F -P --all --branches? --tags? --remotes? --glob= --exclude= --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --invert-grep --all-match --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --merges --no-merges --min-parents= --max-parents= --first-parent --not --reverse --topo-order --date-order --author-date-order --boundary --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --full-history --simplify-by-decoration --simplify-merges --ancestry-path? --dense --sparse --show-pulls --walk-reflogs --merge --no-walk? --count --objects --stdin --children --parents --timestamp --bisect --end-of-options'
const LOG = `${DIFF} ${REVISIONS} -L: -mcrt --oneline --graph --decorate? --no-decorate --decorate-refs= --source --format= --pretty? --date= --relative-date --abbrev-commit --no-abbrev-commit --follow --log-size --notes? --no-notes --no-mailmap --use-mailmap --mailmap --encoding= --expand-tabs? --show-linear-break? --cc --dd --diff-merges= --combined-all-paths --full-diff --clear-decorations`
const REFS =
  '-v --contains? --no-contains? --merged? --no-merged? --points-at= --sort= --format= --color? --no-color --column? --no-column --ignore-case'

type Operands = 'any' | 'none' | 'one' | 'listed'
type Form = { table: OptionTable; operands: Operands }

const form = (options: string, operands: Operands = 'any'): Form => ({
  table: optionTable(options),
  operands,
})

const FORMS: Readonly<Record<string, Form>> = {
  status: form(
    '-sbvz -u? --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignored? --ignore-submodules? --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?',
  ),
  log: form(LOG),
  whatchanged: form(LOG),
  show: form(LOG),
  diff: form(`${DIFF} --cached --staged --merge-base --no-index --base --ours --theirs -1 -2 -3 --stdin`),
  'diff-tree': form(`${DIFF} -rtcm --root --no-commit-id --pretty? --stdin --cc --always`),
  'diff-index': form(`${DIFF} -m --cached --merge-base`),
  'diff-files': form(DIFF),
  'range-diff': form(`${DIFF} --creation-factor= --no-dual-color --left-only --right-only`),
  // Here `-n` orders by number.
  shortlog: form(
    `${REVISIONS.replace('-n: ', '')} -senc -w? --numbered --summary --email --group= --format= --no-merges`,
  ),
  blame: form(
    '-wseltfncbp -L: -M? -C? -S@ --line-porcelain --porcelain --incremental --root --show-stats --show-name --show-number --show-email --date= --abbrev= --reverse --first-parent --ignore-rev= --color-lines --color-by-age',
  ),
  annotate: form('-wseltfncb -L: -M? -C?'),
  grep: form(
    '-niIwvcEFGPhHlLqrzpWoa -A: -B: -C: -e: -f@ -m: -# --line-number --column --ignore-case --word-regexp --invert-match --count --extended-regexp --basic-regexp --fixed-strings --perl-regexp --files-with-matches --files-without-match --name-only --cached --untracked --no-exclude-standard --exclude-standard --full-name --color? --no-color --break --heading --show-function --function-context --max-depth= --max-count= --recursive --no-recursive --text --and --or --not --all-match --only-matching --quiet --threads= --context= --after-context= --before-context= --no-textconv',
  ),
  'rev-parse': form(
    '-q --verify --quiet --short? --abbrev-ref? --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-object-format? --all --branches? --tags? --remotes? --revs-only --no-revs --flags --no-flags --default= --since= --until= --git-path= --path-format= --end-of-options',
  ),
  'rev-list': form(
    `${REVISIONS} --oneline --pretty? --format= --abbrev-commit --objects-edge --disk-usage? --header --graph --no-commit-header`,
  ),
  'ls-files': form(
    '-cdmosiuktvfz -x: -X@ --cached --deleted --modified --others --ignored --stage --unmerged --killed --exclude= --exclude-from=@ --exclude-standard --directory --no-empty-directory --error-unmatch --full-name --recurse-submodules --abbrev? --eol --deduplicate --format= --debug',
  ),
  'ls-tree': form(
    '-rdtlz --name-only --name-status --long --full-name --full-tree --abbrev? --object-only --format=',
  ),
  'cat-file': form(
    '-pste --batch? --batch-check? --batch-all-objects --follow-symlinks --unordered --buffer --allow-unknown-type',
  ),
  'merge-base': form('-a --all --is-ancestor --fork-point --independent --octopus'),
  'name-rev': form('--all --tags --name-only --refs= --exclude= --always'),
  'show-ref': form(
    '-dqs --head --heads --branches --tags --dereference --hash? --verify --abbrev? --quiet --exists',
  ),
  'show-branch': form(
    '-ar --all --remotes --current --topo-order --date-order --sparse --more= --list --merge-base --independent --sha1-name --no-name --topics --color? --no-color',
  ),
  'for-each-ref': form(`${REFS} --count= --shell --perl --python --tcl --exclude= --omit-empty`),
  'count-objects': form('-vH --verbose --human-readable', 'none'),
  describe: form(
    '--all --tags --contains --always --long --abbrev= --exact-match --match= --exclude= --candidates= --first-parent --dirty? --broken? --debug',
  ),
  cherry: form('-v --abbrev?'),
  branch: form(
    `${REFS} -ar --list --show-current --all --remotes --verbose --abbrev= --no-abbrev --omit-empty`,
    'listed',
  ),
  tag: form(`${REFS} -l -n? --list --omit-empty`, 'listed'),
  remote: form('-v --verbose', 'none'),
  'symbolic-ref': form('-q --short --quiet --no-recurse', 'one'),
  'check-ignore': form('-qvnz --quiet --verbose --non-matching --no-index'),
  'check-attr': form('-az --all --cached'),
  'check-ref-format': form('--branch --normalize --allow-onelevel --refspec-pattern'),
  version: form('--build-options', 'none'),
  reflog: form(LOG),
}

/** Options that make `branch` and `tag` list, so that a name is a pattern and not a new branch. */
const LISTS = /^(?:--list|--(?:no-)?contains|--(?:no-)?merged|--points-at)$/
const REFLOG_CHANGES = /^(?:expire|delete|drop|write|exists)$/

/** Forms that are one phrase with at most plain values. */
const PHRASES = [
  /^stash (?:list|show)(?: (?:-p|--stat|--patch|--name-only))?(?: stash@\{\d+\})?$/,
  /^worktree list(?: (?:-v|--porcelain|--verbose))*$/,
  /^remote get-url (?:--all |--push )?[\w.-]+$/,
  /^config (?:--(?:global|local|system|worktree) )?(?:--get |--get-all |get |--type=\w+ )?[\w-]+(?:\.[\w./@-]+)*\.[\w-]+$/,
  /^config (?:--(?:global|local|system|worktree|show-origin|show-scope|name-only|null|-z) )*(?:--list|-l|list)(?: --(?:global|local|system|worktree|show-origin|show-scope|name-only))*$/,
  /^submodule(?: status)?$/,
  /^notes (?:list|show)(?: [\w./-]+)?$/,
  /^bisect log$/,
  /^--version$/,
]
/** Settings for one call that name no program. */
const HARMLESS_SETTING =
  /^(?:color\.[\w.]+|advice\.\w+|core\.(?:quotepath|pager|abbrev)|pager\.\w+|log\.(?:date|decorate|abbrevcommit)|diff\.(?:renames|context|noprefix|mnemonicprefix|algorithm|colormoved)|safe\.directory|column\.\w+|status\.\w+|grep\.\w+|blame\.\w+|i18n\.\w+)(?:=(?!.*[!|;&$`/])[^=]*)?$/i
const SECRET_SETTING = /token|password|secret|extraheader|credential|helper|cookie/i

/** git's own options before the subcommand, and the folders they go to. */
export type GitCall = { subcommand: string; rest: Argument[]; folders: Argument[]; isPlain: boolean }

/** Splits a call of git; `isPlain` when nothing before the subcommand names a program, another repository or is unknown. */
export function gitCall(args: readonly Argument[]): GitCall {
  const folders: Argument[] = []
  let isPlain = true
  let at = 0
  for (; at < args.length; at++) {
    const text = args[at]?.text ?? null
    const value = args[at + 1]
    if (text === null || !text.startsWith('-') || text === '--version') break
    if (text === '-C' && value) {
      folders.push(value)
      at += 1
    } else if (text === '-c' && value) {
      const setting = value.text ?? ''
      isPlain &&=
        HARMLESS_SETTING.test(setting) && (!/pager/i.test(setting) || /=(?:cat|false|)$/.test(setting))
      at += 1
    } else if (/^--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env)$/.test(text)) {
      isPlain = false
      at += 1
    } else
      isPlain &&=
        /^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs|--icase-pathspecs|--no-replace-objects)$/.test(
          text,
        )
  }
  const subcommand = args[at]?.text ?? ''
  return { subcommand, rest: args.slice(at + 1), folders, isPlain }
}

/** The files a call of git names, or null when it may change something or run a program (S-387). */
export function gitReads(args: readonly Argument[]): Argument[] | null {
  const { subcommand, rest, folders, isPlain } = gitCall(args)
  if (!isPlain) return null
  const texts = rest.map(({ text }) => text)
  if (!texts.includes(null)) {
    const phrase = [subcommand, ...texts].join(' ')
    if (
      PHRASES.some((each) => each.test(phrase)) &&
      !(subcommand === 'config' && SECRET_SETTING.test(phrase))
    )
      return folders
  }
  const known = Object.hasOwn(FORMS, subcommand) ? FORMS[subcommand] : undefined
  if (!known) return null
  if (rest.some(({ text }) => asksForSignature(text ?? ''))) return null
  const use = readOptions(known.table, rest)
  if (!use || !operandsFit(subcommand, known.operands, use)) return null
  return [...folders, ...use.paths, ...pathsIn(rest, subcommand === 'grep' ? withoutPattern(use) : use)]
}

function operandsFit(subcommand: string, operands: Operands, { operands: given, options }: Use): boolean {
  switch (operands) {
    case 'none':
      return given.length === 0
    case 'one':
      return given.length === 1 && given[0]?.text != null
    case 'listed':
      return (
        given.length === 0 ||
        options.some(({ name }) => LISTS.test(name) || (subcommand === 'tag' && name === '-l'))
      )
    default:
      return subcommand !== 'reflog' || !REFLOG_CHANGES.test(given[0]?.text ?? '')
  }
}

/** The first operand of `git grep` is what it looks for. */
function withoutPattern(use: Use): Use {
  const isGiven = use.options.some(({ name }) => name === '-e' || name === '-f')
  return isGiven ? use : { ...use, operands: use.operands.slice(1) }
}

/**
 * Operands that are files: what follows `--`, what can only be a path, and the file in `revision:file`. git itself refuses
 * paths outside its repository, except where it compares without one.
 */
function pathsIn(rest: readonly Argument[], { operands }: Use): Argument[] {
  const dashes = rest.findIndex(({ text }) => text === '--')
  const afterDashes = dashes < 0 ? [] : rest.slice(dashes + 1)
  return operands.flatMap((operand) => {
    const { text } = operand
    if (afterDashes.includes(operand))
      return [text?.startsWith(':') ? exactly(text.replace(/^:(?:\([^)]*\)|[!/^]*)/, ''), operand) : operand]
    if (text === null)
      return operand.values === null && operand.prefix === '' ? [operand] : operand.values ? [operand] : []
    const colon = text.indexOf(':')
    if (colon >= 0) return [exactly(text.slice(colon + 1).replace(/^\//, ''), operand)]
    return /\.\.(?!\/|$)/.test(text) ? [] : [operand]
  })
}

/** `%G` in a format runs the configured signature program. */
function asksForSignature(text: string): boolean {
  return text.includes('%G') || text.includes('signature')
}
