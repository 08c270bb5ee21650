import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decide } from './decide'

type ApprovalCase = {
  id: string
  command: string
  mayAutoApproveAsReadOnly: boolean
  blocked: boolean
  debatable?: boolean
}
const cases = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/approvals.json', import.meta.url), 'utf8'),
) as ApprovalCase[]

const at = { cwd: '/home/me/app', workspaceRoot: '/home/me/app' }
const decided = (command: string, more: Partial<typeof at> = {}) =>
  decide({ command, ...at, ...more }, 'bash')
const reasonsOf = (command: string, more: Partial<typeof at> = {}) => {
  const decision = decided(command, more)
  return decision.kind === 'ask' ? decision.reasons : []
}

describe('decide', () => {
  it.each([
    'ls',
    'ls -la src',
    'pwd; ls -la; git status --short',
    'cat src/a.ts',
    'cat src/*.ts | wc -l',
    'git status',
    'git log --oneline -15',
    'git log --oneline | head',
    'git diff HEAD -- src | head -100',
    'git show HEAD~1 --stat',
    "rg -n 'foo|bar' src",
    "grep -rn 'rm -rf' .",
    "find . -name '*.ts' -not -path './node_modules/*'",
    "sed -n '10,20p' src/a.ts",
    'cd src && git status --short',
    'ls nosuch 2>/dev/null || echo missing',
    'node --version',
    'ls # a comment with rm -rf x',
    'ls\n\npwd\n',
  ])('runs %j without asking (S-386)', (command) => {
    expect(decided(command)).toEqual({ kind: 'run' })
  })

  it.each([
    ['make', 'not-read-only', 'make'],
    ['ls && npm test', 'not-read-only', 'npm test'],
    ['ls > out.txt', 'writes-file', '> out.txt'],
    ['ls 2>err.txt', 'writes-file', '2>err.txt'],
    ['ls &> out.txt', 'writes-file', '&> out.txt'],
    ['echo $(touch x)', 'opaque', 'echo $(touch x)'],
    ['ls &', 'opaque', 'ls &'],
    ['ls &&', 'opaque', 'ls &&'],
    ['; ls', 'opaque', '; ls'],
    ['', 'opaque', ''],
    ['cat .env', 'not-read-only', 'cat .env'],
    ['cat /etc/passwd', 'workdir-outside', 'cat /etc/passwd'],
    ['cat ../other/a', 'workdir-outside', 'cat ../other/a'],
    ['cd src && cat ../../b', 'workdir-outside', 'cat ../../b'],
    ['cd /tmp/x && git log', 'not-read-only', 'cd /tmp/x'],
    ['git log --output=x', 'not-read-only', 'git log --output=x'],
    ['git log --outp=x', 'not-read-only', 'git log --outp=x'],
    ['git branch new', 'not-read-only', 'git branch new'],
    ['git log --format=%G?', 'not-read-only', 'git log --format=%G?'],
    ['tar tf host:a.tar', 'not-read-only', 'tar tf host:a.tar'],
    ['cat ~/notes', 'opaque', 'cat ~/notes'],
    ['base64 -o x a', 'not-read-only', 'base64 -o x a'],
    ['yarn --version', 'not-read-only', 'yarn --version'],
    ["git log '--format=%G?'", 'not-read-only', "git log '--format=%G?'"],
    ['rg --pre ./run.sh x', 'not-read-only', 'rg --pre ./run.sh x'],
    ['rg -nz x', 'not-read-only', 'rg -nz x'],
    ['find . -name -delete', 'not-read-only', 'find . -name -delete'],
    ['find . -delete', 'not-read-only', 'find . -delete'],
    ['uniq a b', 'not-read-only', 'uniq a b'],
    ['sort -o a a', 'not-read-only', 'sort -o a a'],
    ["sed -i 's/a/b/' x", 'not-read-only', "sed -i 's/a/b/' x"],
    ["sed 's/a/b/e' x", 'not-read-only', "sed 's/a/b/e' x"],
    ["sed '1w out' x", 'not-read-only', "sed '1w out' x"],
    ['cat *', 'opaque', 'cat *'],
    ['find src/*', 'not-read-only', 'find src/*'],
    ['ls\r; touch x', 'opaque', 'ls\r; touch x'],
  ])('asks about %j and names the part (S-004, S-387, S-392, S-393)', (command, code, segment) => {
    expect(reasonsOf(command)).toEqual([{ code, segment }])
  })

  it('names every part that needs asking', () => {
    expect(reasonsOf('make; ls; npm test').map((reason) => reason.segment)).toEqual(['make', 'npm test'])
  })

  it('asks for a folder outside the workspace or inside its repository data (S-090)', () => {
    expect(reasonsOf('ls', { cwd: '/home/me' })).toEqual([{ code: 'workdir-outside', segment: '/home/me' }])
    expect(reasonsOf('ls', { cwd: '/home/me/app/.git/hooks' })).toHaveLength(1)
    expect(decided('ls', { cwd: '/home/me/app/src' })).toEqual({ kind: 'run' })
  })

  it.each(['powershell', 'cmd'] as const)(
    'asks about everything in %s, whose words it cannot read',
    (shell) => {
      expect(decide({ command: 'ls', ...at }, shell).kind).toBe('ask')
    },
  )

  it('approves nothing that may not be approved, of all recorded cases (S-386, S-387, S-393)', () => {
    const wrong = cases.filter(
      ({ command, mayAutoApproveAsReadOnly }) => !mayAutoApproveAsReadOnly && decided(command).kind === 'run',
    )
    expect(wrong.map(({ id, command }) => `${id} ${command}`)).toEqual([])
  })

  it('asks about less than three in ten of what only reads (a real parser comes later)', () => {
    const fine = cases.filter((each) => each.mayAutoApproveAsReadOnly && !each.debatable)
    const asked = fine.filter(({ command }) => decided(command).kind === 'ask')
    expect(asked.length / fine.length).toBeLessThan(0.3)
  })
})
