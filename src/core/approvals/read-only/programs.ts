import { awkReads } from './awk'
import { findReads } from './find'
import { gitReads } from './git'
import {
  archiveOnly,
  dateReads,
  grepReads,
  isPhrase,
  jqReads,
  listed,
  printfReads,
  psReads,
  readsLine,
  rgOperands,
  tarLists,
} from './program-checks'
import {
  type Access,
  anyOption,
  atMost,
  either,
  forms,
  options,
  patternFirst,
  type ReadRule,
} from './program-rules'
import { sedReads } from './sed'
import { testReads } from './test-expression'
import { VERSIONED, versionOf } from './version-option'

/** A program that may read without a question. */
export type Program = { rule: ReadRule; access: Access; anyWord: boolean }

const NAME = /^[A-Za-z0-9_.+-]*[A-Za-z0-9_.+][A-Za-z0-9_.+-]*$/
/** Variables that hold no secret. */
const OPEN_VARIABLE =
  /^(?:PATH|HOME|SHELL|USER|LOGNAME|LANG|LC_\w+|PWD|OLDPWD|TERM|EDITOR|NODE_ENV|CI|TZ|TMPDIR|VIRTUAL_ENV|JAVA_HOME|GOPATH|GOROOT|CARGO_HOME)$/
const data = anyOption('data')
const paths = anyOption('paths')

const ANY_WORD_LIST = 'ls stat du realpath readlink'
const ANY_WORD_READ =
  'cat head tail wc nl tac rev od hd hexdump cmp comm cut paste fold expand unexpand cksum sum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum strings fmt join tsort column'
const ANY_WORD_SEARCH = 'grep egrep fgrep'
const DATA =
  'echo dirname basename tr seq true false : pwd whoami id groups uname nproc tty df uptime free which factor numfmt expr getconf locale logname users who w cal ncal pstree pidof lscpu lsblk lsusb lspci lsmod vmstat iostat mpstat sw_vers lsb_release netstat'
const SYSTEMCTL = options(
  '-alrq -n: -o: -t: -p: --no-pager --user --system --all --failed --plain --full --no-legend --lines= --output= --type= --state= --property= --value',
  ({ operands: [verb, ...rest] }) =>
    verb === undefined ||
    /^(?:status|is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers|list-sockets|list-dependencies|show|cat|get-default)$/.test(
      verb.text ?? '',
    )
      ? rest.some(({ text }) => text?.includes('/') ?? true)
        ? null
        : []
      : null,
)
const DOCKER = either(
  options(
    '-aqls -f: -n: --all --quiet --latest --size --no-trunc --filter= --format= --last= --digests',
    ({ operands }) =>
      isPhrase(
        operands,
        /^(?:ps|images|version|info|(?:container|image|volume|network|compose|context|plugin) ls|compose ps|system df)$/,
      )
        ? []
        : null,
  ),
  options(
    '-ft -n: --follow --timestamps --details --tail= --since= --until= --no-log-prefix --no-color',
    ({ operands }) =>
      isPhrase(operands.slice(0, 1), /^logs$/) ||
      isPhrase(operands.slice(0, 2), /^(?:compose|container) logs$/)
        ? []
        : null,
  ),
)

const RULES: Record<string, ReadRule> = {
  rg: options(
    '-nHilcvwxsSFPoqabIUuLNp0. -e: -g: -t: -T: -A: -B: -C: -m: -M: -r: -d: -E: -j: -f@ --line-number --no-line-number --files --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --follow --ignore-case --smart-case --case-sensitive --fixed-strings --word-regexp --line-regexp --invert-match --count --count-matches --files-with-matches --files-without-match --only-matching --multiline --multiline-dotall --pcre2 --no-heading --heading --with-filename --no-filename --column --vimgrep --json --stats --null --text --binary --quiet --trim --sort= --sortr= --glob= --iglob= --type= --type-not= --type-list --type-add= --max-depth= --maxdepth= --max-count= --max-columns= --max-filesize= --after-context= --before-context= --context= --context-separator= --regexp= --file=@ --replace= --color= --colors= --encoding= --engine= --threads= --passthru --unrestricted --no-messages --one-file-system --pretty --crlf --no-config --debug --trace --version --max-columns-preview --block-buffered --line-buffered --mmap --no-mmap --sort-files --no-unicode --no-require-git --glob-case-insensitive --byte-offset --hyperlink-format= --path-separator=',
    rgOperands,
  ),
  fd: options(
    '-HIsiagFlpL0u1q -d: -t: -e: -E: -S: -c: -o: -j: --hidden --no-ignore --no-ignore-vcs --case-sensitive --ignore-case --glob --regex --fixed-strings --absolute-path --list-details --follow --full-path --print0 --unrestricted --quiet --max-depth= --min-depth= --exact-depth= --type= --extension= --exclude= --size= --color= --changed-within= --changed-before= --max-results= --owner= --threads= --prune --strip-cwd-prefix? --show-errors',
    patternFirst(),
  ),
  ag: options(
    '-aciGlLnoQsSUvwzuf -A: -B: -C: -G: -m: --hidden --ignore= --ignore-case --case-sensitive --literal --files-with-matches --files-without-matches --count --nocolor --nogroup --noheading --numbers --column --depth= --word-regexp --invert-match --all-types --follow --vimgrep',
    patternFirst('-g'),
  ),
  find: findReads,
  gfind: findReads,
  sed: sedReads,
  gsed: sedReads,
  awk: awkReads,
  gawk: awkReads,
  mawk: awkReads,
  nawk: awkReads,
  sort: options(
    '-bdfghiMnrRuVcCsmz -k: -t: -S: --reverse --unique --numeric-sort --human-numeric-sort --version-sort --general-numeric-sort --month-sort --ignore-case --ignore-leading-blanks --dictionary-order --random-sort --check? --stable --merge --zero-terminated --key= --field-separator= --parallel= --buffer-size=',
    'paths',
  ),
  uniq: options(
    '-cdDiuz -f: -s: -w: --count --repeated --all-repeated? --unique --ignore-case --skip-fields= --skip-chars= --check-chars= --zero-terminated --group?',
    atMost(1),
  ),
  shuf: options('-erz -n: -i: --echo --repeat --head-count= --input-range= --zero-terminated', atMost(1)),
  diff: options(
    '-abBdeEiNnpqrstTuwyZ -c? -C: -U: -x: -X@ -W: -I: -F: -L: --brief --report-identical-files --unified? --context? --ed --normal --rcs --side-by-side --recursive --new-file --text --minimal --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-trailing-space --ignore-tab-expansion --ignore-matching-lines= --exclude= --exclude-from=@ --label= --width= --color? --suppress-common-lines --left-column --strip-trailing-cr --show-c-function --show-function-line= --expand-tabs --initial-tab --no-dereference --speed-large-files',
    'paths',
  ),
  diff3: options('-eExX3miaAT', 'paths'),
  tree: options(
    '-adfilpsughDQNqrtvUcSnCAJXFx -L: -I: -P: -H: -T: --dirsfirst --filesfirst --noreport --du --si --prune --gitignore --inodes --device --filelimit= --charset= --sort? --timefmt= --matchdirs --ignore-case --metafirst --version',
    'paths',
  ),
  file: options(
    '-bikLNhprs0d -e: -F: -P: --brief --mime --mime-type --mime-encoding --dereference --no-pad --extension --print0',
    'paths',
  ),
  xxd: options('-abeiupE -c: -g: -l: -s: -o: -n: -d -R:', atMost(1)),
  bat: options(
    '-nApP -r: -l: -H: --plain --number --style= --color= --line-range= --language= --show-all --highlight-line= --theme= --wrap= --tabs= --decorations= --list-languages --list-themes',
    'paths',
  ),
  batcat: options(
    '-nAp -r: -l: --plain --number --style= --color= --line-range= --language= --show-all',
    'paths',
  ),
  date: dateReads,
  jq: jqReads,
  printf: printfReads,
  '[': (args) => (args.at(-1)?.text === ']' ? testReads(args.slice(0, -1)) : null),
  test: testReads,
  command: forms([/^-[vV]$/, NAME], [/^-[vV]$/, NAME, NAME], [/^-[vV]$/, NAME, NAME, NAME]),
  type: (args) =>
    args.length > 0 && args.every(({ text }) => text !== null && (NAME.test(text) || /^-[aptf]+$/.test(text)))
      ? []
      : null,
  arch: forms([]),
  hash: forms([]),
  history: forms([], [/^\d+$/]),
  stty: forms([/^-a$/]),
  // A name and no file; pages come from the system.
  man: forms([NAME], [/^\d\w?$/, NAME], [/^-[kf]$/, NAME]),
  jobs: forms([], [/^-l$/]),
  dirs: forms([]),
  printenv: (args) =>
    args.length > 0 && args.every(({ text }) => OPEN_VARIABLE.test(text ?? '')) ? [] : null,
  base64: options('-dDi -w: --decode --wrap= --ignore-garbage', atMost(1)),
  base32: options('-di -w: --decode --wrap=', atMost(1)),
  hostname: forms([], [/^-[fisdIA]$/]),
  hostnamectl: forms([], [/^status$/]),
  umask: forms([], [/^-S$/]),
  ulimit: forms([], [/^-[aSHcdefilmnpqrstuvx]+$/]),
  sleep: forms([/^\d+(?:\.\d+)?[smh]?$/]),
  exit: forms([], [/^\d+$/], [/^$/]),
  return: forms([], [/^\d+$/]),
  break: forms([], [/^\d+$/]),
  continue: forms([], [/^\d+$/]),
  read: readsLine,
  zcat: options('-f', 'paths'),
  gzcat: options('-f', 'paths'),
  bzcat: options('', 'paths'),
  xzcat: options('', 'paths'),
  zstdcat: options('', 'paths'),
  zgrep: options('-nilcvEFwho -A: -B: -C: -m: -e:', patternFirst('-e')),
  gzip: listed(/^-(?:l|lv|dc|cd|dkc)$|^--list$/),
  gunzip: listed(/^-(?:l|lv|c)$|^--list$/),
  xz: listed(/^-(?:l|lv|dc|cd)$|^--list$/),
  tar: tarLists,
  bsdtar: tarLists,
  unzip: options('-lvqZ1', archiveOnly),
  zipinfo: options('-12smlvhtz', ({ operands }) => operands.slice(0, 1)),
  ps: psReads,
  pgrep: options(
    '-aflnoxciwv -u: -U: -g: -P: -s: -t: -d: --full --list-name --list-full --exact --count --newest --oldest --ignore-case --parent= --euid=',
    'data',
  ),
  lsof: options('-nPtalUbRw -i: -p: -u: -c: -s: -d: -g:', ({ operands }) => operands),
  ss: options(
    '-tulnpaemiosxw460HOrZzb --tcp --udp --listening --numeric --processes --all --summary --no-header',
    ({ operands }) => (operands.every(({ text }) => text !== null && !text.includes('/')) ? [] : null),
  ),
  ip: (args) =>
    isPhrase(
      args.filter(({ text }) => !/^-(?:[46]|br|brief|c|color|o|s|j|json|p|d)$/.test(text ?? '')),
      /^(?:a|addr|address|r|route|link|l|neigh|n|rule)(?: (?:show|list|ls|s))?(?: dev [\w.-]+)?$/,
    )
      ? []
      : null,
  ifconfig: forms([], [/^-a$/]),
  mount: forms([], [/^-l$/]),
  findmnt: forms([]),
  dmesg: options('-TtxkuL -l: -f: --ctime --level= --facility= --color?', 'none'),
  top: (args) =>
    args.some(({ text }) => /^-b/.test(text ?? ''))
      ? options('-bcHi -n: -d: -u: -p: -o: -w?', 'none')(args)
      : null,
  journalctl: options(
    '-aefkqrx -b? -n? -u: -p: -o: -t: -S: -U: -g: --no-pager --pager-end --follow --reverse --dmesg --user --system --all --full --no-full --catalog --quiet --utc --boot? --lines? --unit= --user-unit= --priority= --output= --identifier= --since= --until= --grep= --list-boots --disk-usage --no-hostname --case-sensitive?',
    ({ operands }) =>
      operands.every(({ text }) => text !== null && /^[A-Z_]+=[\w.@-]+$|^\d+$/.test(text)) ? [] : null,
  ),
  systemctl: SYSTEMCTL,
  crontab: forms([/^-l$/]),
  docker: DOCKER,
  podman: DOCKER,
  tput: forms([/^(?:cols|lines|colors)$/]),
  tee: (args) =>
    args.length > 0 && args.every(({ text }) => /^\/dev\/(?:null|stderr|stdout)$/.test(text ?? ''))
      ? []
      : args.length === 0
        ? []
        : null,
  bc: forms([], [/^-[lq]+$/]),
  git: gitReads,
}
function named(names: string, rule: ReadRule, access: Access, anyWord = false): [string, Program][] {
  return names.split(' ').map((name) => [name, { rule, access, anyWord }])
}

const ACCESS: Readonly<Record<string, Access>> = {
  rg: 'rg',
  ag: 'rg',
  find: 'listFiles',
  gfind: 'listFiles',
  fd: 'listFiles',
  tree: 'listFiles',
}

const TABLE: ReadonlyMap<string, Program> = new Map([
  ...named(ANY_WORD_LIST, paths, 'listFiles', true),
  ...named(ANY_WORD_READ, paths, 'readFiles', true),
  ...named(ANY_WORD_SEARCH, grepReads, 'rg', true),
  ...named(DATA, data, 'readFiles', true),
  ...VERSIONED.split(' ').map((name): [string, Program] => [
    name,
    { rule: versionOf(name), access: 'readFiles', anyWord: false },
  ]),
  ...Object.entries(RULES).map(([name, rule]): [string, Program] => [
    name,
    { rule: withVersion(name, rule), access: ACCESS[name] ?? 'readFiles', anyWord: false },
  ]),
])

function withVersion(name: string, rule: ReadRule): ReadRule {
  return VERSIONED.split(' ').includes(name) ? either(versionOf(name), rule) : rule
}

/** What is known about a program, by its name without a folder. */
export function readingProgram(name: string): Program | null {
  return TABLE.get(name) ?? null
}
