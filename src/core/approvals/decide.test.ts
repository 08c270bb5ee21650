import { describe, expect, it } from 'vitest'
import type { RuleName } from '../../shared/permissions'
import { decided } from '../testing/approval-kit'

const rulesOf = (command: string, options = {}) =>
  decided(command, options).reasons.map(({ rule, segment }): [RuleName, string] => [rule, segment])

describe('decide, what only reads', () => {
  it.each([
    'ls',
    'ls -la src',
    'pwd; ls -la; git status --short',
    'cat src/a.ts',
    'cat src/*.ts | wc -l',
    'git log --oneline | head',
    'git diff HEAD -- src | head -100',
    "rg -n 'foo|bar' src",
    "grep -rn 'rm -rf' .",
    "grep -n '/api/v1' src/a.ts",
    "find . -name '*.ts' -not -path './node_modules/*'",
    "find src -name '*.ts' -exec grep -l foo {} +",
    "sed -n '10,20p' src/a.ts",
    "sed -n '/foo/,/bar/p' src/a.ts",
    'cd src && git status --short',
    'cd /home/me/app && ls',
    'ls nosuch 2>/dev/null || echo missing',
    'for f in src/*.ts; do wc -l "$f"; done',
    'for n in a b; do echo "$n"; done | sort',
    'if [ -f package.json ]; then cat package.json; else echo none; fi',
    '[[ -f a && ! -d b ]] && echo both',
    'name=src; ls "$name"',
    'echo "$(git rev-parse HEAD)" | cut -c1-8',
    'diff <(ls src) <(ls docs)',
    'echo $((1 + 2))',
    'LC_ALL=C sort names.txt',
    'timeout 5 ls',
    'cat ./src/{a,b}.ts',
    'ls # a comment with rm -rf x',
    'ls\n\npwd\n',
    'cat <<EOF\nhello $USER\nEOF',
    'git branch --show-current && git diff --stat',
    'echo "✨ done 👩‍💻"',
  ])('runs %j without asking (S-386, S-394)', (command) => {
    expect(decided(command)).toMatchObject({
      decision: 'allow',
      readOnly: true,
      blocked: false,
      alwaysAllow: [],
    })
  })

  it.each<[string, RuleName, string]>([
    ['make', 'not-read-only', 'make'],
    ['ls && npm test', 'not-read-only', 'npm test'],
    ['ls > out.txt', 'writes-file', '> out.txt'],
    ['ls 2>err.txt', 'writes-file', '2>err.txt'],
    ['ls &> out.txt', 'writes-file', '&> out.txt'],
    ['echo $(touch x)', 'not-read-only', 'touch x'],
    ['ls & touch x', 'not-read-only', 'touch x'],
    ['cat .env', 'secret', 'cat .env'],
    ['cat .env*', 'secret', 'cat .env*'],
    ['echo "$API_KEY"', 'secret', 'echo "$API_KEY"'],
    ['cat <<EOF\n$GITHUB_TOKEN\nEOF', 'secret', 'cat <<EOF'],
    ['cat /etc/passwd', 'outside-path', 'cat /etc/passwd'],
    ['cat ../other/a', 'outside-path', 'cat ../other/a'],
    ['cat src/*/../../../x', 'unknown-path', 'cat src/*/../../../x'],
    ['cat ~/notes', 'outside-path', 'cat ~/notes'],
    ['cat "$FILE"', 'unknown-path', 'cat "$FILE"'],
    ['cat < /etc/hosts', 'outside-path', 'cat < /etc/hosts'],
    ['git log --output=x', 'not-read-only', 'git log --output=x'],
    ['git log --outp=x', 'not-read-only', 'git log --outp=x'],
    ['git branch new', 'not-read-only', 'git branch new'],
    ["git log '--format=%G?'", 'not-read-only', "git log '--format=%G?'"],
    ['tar tf host:a.tar', 'not-read-only', 'tar tf host:a.tar'],
    ['base64 -o x a', 'not-read-only', 'base64 -o x a'],
    ['yarn --version', 'not-read-only', 'yarn --version'],
    ['bash -v', 'not-read-only', 'bash -v'],
    ['python3 -v', 'not-read-only', 'python3 -v'],
    ['rg --pre ./run.sh x', 'not-read-only', 'rg --pre ./run.sh x'],
    ['rg -nz x', 'not-read-only', 'rg -nz x'],
    ['find . -name -delete', 'not-read-only', 'find . -name -delete'],
    ['find . -exec sort -o x {} +', 'not-read-only', 'find . -exec sort -o x {} +'],
    ['uniq a b', 'not-read-only', 'uniq a b'],
    ['sort *', 'not-read-only', 'sort *'],
    ["sed -ni 'p' x", 'not-read-only', "sed -ni 'p' x"],
    ["sed 's/a/b/e' x", 'not-read-only', "sed 's/a/b/e' x"],
    ["sed '1w out' x", 'not-read-only', "sed '1w out' x"],
    ['awk \'BEGIN{system("id")}\'', 'not-read-only', 'awk \'BEGIN{system("id")}\''],
    ['awk \'{print $1 > "x"}\' a', 'not-read-only', 'awk \'{print $1 > "x"}\' a'],
    ["bash -c 'ls'", 'not-read-only', "bash -c 'ls'"],
    ['PATH=.; ls', 'not-read-only', 'PATH=.'],
    ['LD_PRELOAD=./x.so ls', 'not-read-only', 'LD_PRELOAD=./x.so ls'],
    ["test -v 'x[$(id)]'", 'not-read-only', "test -v 'x[$(id)]'"],
    ['[[ $x -eq 1 ]]', 'not-read-only', '[[ $x -eq 1 ]]'],
    ['echo ${!name}', 'not-read-only', 'echo ${!name}'],
    ['echo $((x + 1))', 'not-read-only', 'echo $((x + 1))'],
    ['f() { ls; }', 'not-read-only', 'f() { ls; }'],
    ['./git status', 'not-read-only', './git status'],
    ['{ ls; } > out.txt', 'writes-file', '> out.txt'],
    ['$X a', 'opaque', '$X a'],
    ['eval "$x"', 'opaque', 'eval "$x"'],
    ['sh <(echo ls)', 'opaque', 'sh <(echo ls)'],
    ['ls\r; touch x', 'opaque', ''],
    ['ls &&', 'opaque', 'ls &&'],
    ['', 'opaque', ''],
  ])('asks about %j: %s (S-004, S-387, S-392, S-393)', (command, rule, segment) => {
    expect(decided(command)).toMatchObject({ decision: 'ask', readOnly: false })
    const found = rulesOf(command)
    expect(found.map(([each]) => each)).toContain(rule)
    if (segment !== '') expect(found.map(([, each]) => each.split('\n')[0])).toContain(segment)
  })

  it('names every part that asks, and where it stands', () => {
    const { reasons } = decided('make; ls; npm test')
    expect(reasons.map(({ segment, start, end }) => [segment, start, end])).toEqual([
      ['make', 0, 4],
      ['npm test', 10, 18],
    ])
  })

  it('asks about everything in a folder outside the workspace', () => {
    expect(rulesOf('ls', { cwd: '/home/me' }).map(([rule]) => rule)).toContain('outside-folder')
    expect(decided('ls', { cwd: '/home/me/app/src' }).decision).toBe('allow')
  })

  it('follows links before it looks at a path (S-091)', () => {
    const links = { '/home/me/app/out': '/etc' }
    expect(decided('cat out', { links }).decision).toBe('ask')
    expect(decided('ls .', { cwd: '/home/me/app/out', links }).decision).toBe('ask')
  })

  it('does not take a file of the workspace for a program of the system', () => {
    const facts = (book: {
      set: (kind: 'program', of: string, fact: { path: string; isRelative: boolean }) => void
    }) => book.set('program', 'ls', { path: '/home/me/app/bin/ls', isRelative: false })
    expect(rulesOf('ls', { facts }).map(([rule]) => rule)).toEqual(['shadowed-program'])
  })

  it('asks for git where the repository’s settings name a program (B-166)', () => {
    const facts = (book: { set: (kind: 'git', of: string, fact: { settings: string[] }) => void }) =>
      book.set('git', '/home/me/app', { settings: ['core.fsmonitor'] })
    expect(rulesOf('git status', { facts }).map(([rule]) => rule)).toEqual(['git-settings'])
    expect(decided('ls', { facts }).decision).toBe('allow')
  })

  it('reads outside and inside as the permissions say (S-396)', () => {
    const { permissions } = { permissions: { ...ON, readFilesExternally: true } }
    expect(decided('cat /srv/notes', { permissions }).decision).toBe('allow')
    expect(decided('ls /srv', { permissions }).decision).toBe('ask')
    expect(rulesOf('cat a', { permissions: { ...ON, readFiles: false } }).map(([rule]) => rule)).toEqual([
      'permission-off',
    ])
  })
})

const ON = {
  readFiles: true,
  listFiles: true,
  rg: true,
  webFetch: false,
  webSearch: false,
  editFiles: false,
  editNotebooks: false,
  editSensitiveFiles: false,
  readFilesExternally: false,
  listFilesExternally: false,
  rgExternally: false,
  editFilesExternally: false,
  editNotebooksExternally: false,
}
