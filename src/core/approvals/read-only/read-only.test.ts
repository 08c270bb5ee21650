import { describe, expect, it } from 'vitest'
import { decided } from '../../testing/approval-kit'

const readOnly = (command: string, options = {}) => decided(command, options).readOnly

describe('what only reads, program by program', () => {
  it.each([
    'git ls-files | xargs wc -l',
    'find . -name "*.ts" | xargs grep -n foo',
    "find . -name '*.ts' -print0 | xargs -0 head -5",
    'git diff --name-only HEAD~1 | grep ts$ | sort | head -5 | xargs cat',
    'rg -l foo src | xargs tail -n 3',
    'ls | xargs echo',
    'cat names.txt | xargs echo',
    'ps aux | grep node',
    'ps -eo pid,comm',
    "jq --arg name x '.[$name]' a.json",
    'printf "%d %s\\n" 3 x',
    'date -d yesterday +%F',
    'gzip -dc a.gz | head',
    'rg -g "!*.env" foo',
  ])('reads: %j (S-386)', (command) => expect(readOnly(command)).toBe(true))

  it.each([
    'echo /etc/shadow | xargs cat',
    'printf "/etc/shadow" | xargs cat',
    'cat list.txt | xargs cat',
    'find . -printf /etc/shadow | xargs cat',
    'git log --format=/etc/shadow | xargs cat',
    'rg -l --replace /etc/shadow x | xargs cat',
    'ls | sed s,^,/etc/, | xargs cat',
    'ls | xargs -I{} cat /etc/{}',
    'ls | xargs sort',
    'ls | xargs',
    'find . -name .env | xargs cat',
    'find . -name ".env*" -exec cat {} +',
    'find . -name id_rsa -exec head -1 {} \\;',
    'rg -g .env KEY',
    'rg --hidden --glob ".env*" KEY',
    'grep -r KEY --include=.env .',
    'find . -exec env {} \\;',
    'find . -exec {} \\;',
    'find . -execdir cat {} \\;',
    'find . -exec cat {} \\; -exec touch {} \\;',
    'ps auxe',
    'ps eww',
    'env',
    'env -S "touch x"',
    'env -C src ls',
    'time -o out ls',
    'command ls -la; command touch x',
    'xxd a b',
    'xxd a -r',
    'uniq a -c',
    'bash -v < a',
    'vim -v',
    'ninja -v',
    'arch -x86_64 touch x',
    'file -C -m magic',
    'tree -R -L 1 -H . ',
    'shuf -o b a',
    'tee a',
    'jq "include \\"x\\"; ." a',
    'jq -f prog a',
    'printf "%d" "a[\\$(touch x)]"',
    'read PATH',
    'zgrep -f a b -z',
    'gzip -v a',
    'unzip -q a.zip',
    'tar tf a.tar -I ./x',
    'date 01010000',
    'dmesg -c',
    'ip link set eth0 down',
    'systemctl stop x',
    'docker rm x',
    'hash -r',
    'man ./page',
    'git -p log',
    'git --exec-path=./bin status',
    'git -c core.fsmonitor=./x status',
    'git reflog expire --all',
    'git symbolic-ref HEAD refs/heads/x',
    'git config user.name x',
    'git grep -O./x foo',
    'git notes add -m x',
    'git branch -v new',
    'git tag v1',
    'git stash',
    'git submodule update',
    'git bisect run ./x',
  ])('does not only read: %j (S-387, B-160…B-162)', (command) =>
    expect([command, readOnly(command)]).toEqual([command, false]),
  )

  it.each([
    ['Get-ChildItem -Recurse src', 'powershell', true],
    ['Get-Content a.txt | Select-String foo', 'powershell', true],
    ['git status', 'powershell', true],
    ['Get-Content .env', 'powershell', false],
    ['Get-Content ..\\a', 'powershell', false],
    ['Get-Content C:\\a', 'powershell', false],
    ['Get-Content $x', 'powershell', false],
    ['Get-ChildItem | ForEach-Object { Remove-Item $_ }', 'powershell', false],
    ['Get-Content a > b', 'powershell', false],
    ['sort -o a b', 'powershell', false],
    ['[IO.File]::Delete("a")', 'powershell', false],
    ['$x = 1', 'powershell', false],
    ['dir src', 'cmd', true],
    ['type a.txt & git log', 'cmd', true],
    ['type .env', 'cmd', false],
    ['dir > a', 'cmd', false],
    ['del a', 'cmd', false],
    ['type %USERPROFILE%\\a', 'cmd', false],
  ] as const)('%j in %s: %s', (command, shell, expected) =>
    expect(readOnly(command, { shell })).toBe(expected),
  )

  it('knows the names that zsh gives a meaning', () => {
    expect(readOnly('path=src; ls')).toBe(true)
    expect(readOnly('path=src; ls', { shell: 'zsh' })).toBe(false)
    expect(readOnly('for fpath in a; do ls; done', { shell: 'zsh' })).toBe(false)
    expect(readOnly('read -r x', { shell: 'zsh' })).toBe(false)
  })
})
