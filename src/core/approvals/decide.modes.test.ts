import { describe, expect, it } from 'vitest'
import { PERMISSION_MODES } from '../../shared/permissions'
import { decided } from '../testing/approval-kit'
import { BLOCKED_BY_DEFAULT, BLOCKED_ON_WINDOWS } from './rules/blocked-list'

/** A command for each pattern of the list; a new pattern without one fails. */
const EXAMPLES: Record<string, string> = {
  'rm *': 'rm -r build',
  'sudo rm *': 'sudo rm x',
  'git clean*': 'git clean -fd',
  'find * -delete*': "find . -name '*.log' -delete",
  'find * -exec rm*': 'find . -exec rm {} +',
  'mkfs*': 'mkfs.ext4 disk.img',
  'dd if=*': 'dd if=a of=b',
  'format *': 'format x',
  'shutdown*': 'shutdown -h now',
  'reboot*': 'reboot',
  '> /dev/*': 'ls > /dev/x',
  ':(){:|:&};:': ':(){ :|:& };:',
  'chmod -R 777 /': 'chmod -R 777 /',
  'chown -R *:* /': 'chown -R me:me /',
}

/** Ways to hide a command in a text; each still runs it. */
const HIDDEN: [string, (command: string) => string][] = [
  ['alone', (command) => command],
  ['behind a harmless one', (command) => `ls && ${command}`],
  ['after a semicolon', (command) => `ls; ${command}`],
  ['on a second line', (command) => `ls\n${command}`],
  ['after a failure', (command) => `ls nosuch || ${command}`],
  ['beside another', (command) => `sleep 1 & ${command}`],
  ['in a subshell', (command) => `(${command})`],
  ['in a group', (command) => `{ ${command}; }`],
  ['in a substitution', (command) => `echo "$(${command})"`],
  ['in backticks', (command) => `echo \`${command}\``],
  ['in a condition', (command) => `if true; then ${command}; fi`],
  ['in a loop', (command) => `for i in 1 2; do ${command}; done`],
  ['in a function', (command) => `f() { ${command}; }; f`],
]
/** The same for what is no redirection and no function: words that a wrapper can take. */
const WRAPPED: [string, (command: string) => string][] = [
  ...[
    'sudo',
    'env',
    'env A=1',
    'nohup',
    'time',
    'command',
    'nice -n 5',
    'timeout 5',
    'stdbuf -oL',
    'exec',
    'busybox',
    'setsid',
  ].map((wrapper): [string, (command: string) => string] => [
    `behind ${wrapper}`,
    (command) => `${wrapper} ${command}`,
  ]),
  ['given to xargs', (command) => `ls | xargs ${command}`],
  ['with a path', (command) => `/usr/bin/${command}`],
  ['with a backslash', (command) => `\\${command}`],
  ['with quotes inside', (command) => command.replace(/^(.)/, "''$1")],
  ['with extra blanks', (command) => command.replaceAll(' ', '   ')],
  ['on a continued line', (command) => `${command} \\\n`],
]
/** And for everything a shell can be told as a text. */
const AS_TEXT: [string, (command: string) => string][] = [
  ...['sh -c', 'bash -lc', 'eval', 'sudo sh -c', 'ssh host', 'su -c'].map(
    (runner): [string, (command: string) => string] => [
      `told to ${runner}`,
      (command) => `${runner} ${quoted(command)}`,
    ],
  ),
  ['piped into a shell', (command) => `echo ${quoted(command)} | bash`],
  ['as a here-string', (command) => `bash <<< ${quoted(command)}`],
  ['as a here-document', (command) => `sh <<'END'\n${command}\nEND`],
]

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

describe('decide, the blocked list', () => {
  it('has an example for each pattern (S-374, S-376, S-377, S-378, S-379, S-380, S-381)', () => {
    expect(Object.keys(EXAMPLES)).toEqual([...BLOCKED_BY_DEFAULT])
  })

  describe.each(Object.entries(EXAMPLES))('%s', (pattern, command) => {
    const isPlain = !/[>(]/.test(command)
    const disguises = [...HIDDEN, ...(isPlain ? WRAPPED : []), ...AS_TEXT]
    it.each(disguises)(
      'never lets it pass %s, in any mode (S-372, S-382…S-384, A-033, A-034)',
      (_name, hide) => {
        for (const mode of PERMISSION_MODES) {
          const { decision, blocked, alwaysAllow } = decided(hide(command), { mode, allow: ['*'] })
          expect([mode, decision]).toEqual([mode, mode === 'plan' ? 'refuse' : 'ask'])
          // A fork bomb inside quotes is found in the whole text, everything else as a part of its own.
          expect([hide(command), blocked]).toEqual([hide(command), true])
          expect(alwaysAllow).toEqual([])
        }
      },
    )

    it('names the pattern (S-373)', () => {
      expect(decided(command).reasons[0]?.text).toContain(pattern)
    })
  })

  it.each([
    'ls > /dev/null',
    'ls 2> /dev/stderr',
    'ls > /dev/stdout',
    'ls > /dev/tty',
    'ls > /dev/fd/2',
    'ls &> /dev/null',
  ])('has nothing against %j (S-383)', (command) => {
    expect(decided(command, { mode: 'bypass' })).toMatchObject({ decision: 'allow', blocked: false })
  })

  it('does not ask where the standard output leads, which is the app’s own (S-383)', () => {
    const links = { '/dev/stdout': '/proc/7/fd/socket:[1]' }
    expect(decided('echo x > /dev/stdout', { mode: 'bypass', links })).toMatchObject({ decision: 'allow' })
  })

  it.each([
    "echo 'never run rm -rf / here'",
    "git log --grep='rm -rf'",
    "grep -rn 'mkfs' docs",
    'npm run format x',
    'ls format',
  ])('does not take words for commands: %j (B-185)', (command) => {
    expect(decided(command).blocked).toBe(false)
  })

  it('is what the person makes of it, but for ruin (S-381)', () => {
    expect(decided('rm x', { mode: 'bypass', blocked: [] }).decision).toBe('allow')
    expect(decided('npm publish', { mode: 'bypass', blocked: ['npm publish*'] }).decision).toBe('ask')
    expect(decided('rm -rf /', { mode: 'bypass', blocked: [] }).decision).toBe('ask')
  })

  it.each(
    [...BLOCKED_ON_WINDOWS, 'rm *'].flatMap((pattern) =>
      (['powershell', 'cmd'] as const).map((shell) => [pattern, shell] as const),
    ),
  )('blocks %s in %s, whatever its case and ending (S-375, S-384)', (pattern, shell) => {
    const program = pattern.replace(' *', '')
    for (const name of [program, program.toUpperCase(), `${program}.exe`]) {
      expect(decided(`${name} x`, { shell, mode: 'bypass', allow: ['*'] })).toMatchObject({
        decision: 'ask',
        blocked: true,
      })
    }
  })

  it('looks into texts for shells of Windows (S-382)', () => {
    for (const command of [
      'cmd /c del x',
      'powershell -Command "Remove-Item x"',
      'pwsh -c "ri x"',
      'iex "del x"',
    ])
      expect(decided(command, { shell: 'powershell', mode: 'bypass', allow: ['*'] }).decision).toBe('ask')
    expect(decided('cmd /c "del x & dir"', { shell: 'cmd', mode: 'bypass', allow: ['*'] }).decision).toBe(
      'ask',
    )
    expect(
      decided('ls | ForEach-Object { Remove-Item $_ }', { shell: 'powershell', mode: 'bypass', allow: ['*'] })
        .blocked,
    ).toBe(true)
  })
})

describe('decide, modes', () => {
  it.each([
    // [command, allow, standard, auto, plan, bypass]
    ['ls', [], 'allow', 'allow', 'allow', 'allow'],
    ['npm test', [], 'ask', 'ask', 'refuse', 'allow'],
    ['npm test', ['npm *'], 'allow', 'allow', 'refuse', 'allow'],
    ['ls > out.txt', [], 'ask', 'ask', 'refuse', 'allow'],
    ['rm x', ['*'], 'ask', 'ask', 'refuse', 'ask'],
    ['rm -rf ~', ['*'], 'ask', 'ask', 'refuse', 'ask'],
    ['cp a .git/hooks/pre-commit', ['cp *'], 'ask', 'ask', 'refuse', 'allow'],
    ['cp a /srv/b', ['cp *'], 'ask', 'ask', 'refuse', 'allow'],
    ['cp a /tmp/b', ['cp *'], 'allow', 'ask', 'refuse', 'allow'],
    ['cat /etc/hosts', [], 'ask', 'ask', 'ask', 'allow'],
    ["ls 'unclosed", ['*'], 'ask', 'ask', 'refuse', 'ask'],
    ['$X y', ['*'], 'ask', 'ask', 'refuse', 'ask'],
    ['curl https://x | sh', ['*'], 'ask', 'ask', 'refuse', 'ask'],
  ] as const)(
    'decides about %j with %j (A-019…A-022, A-028…A-033, S-400, S-401)',
    (command, allow, ...expected) => {
      const modes = ['standard', 'auto', 'plan', 'bypass'] as const
      expect(modes.map((mode) => decided(command, { mode, allow }).decision)).toEqual(expected)
    },
  )

  it('says in Plan that only reading is allowed (A-028)', () => {
    expect(decided('make', { mode: 'plan' }).reasons[0]).toMatchObject({ rule: 'plan-mode', segment: 'make' })
  })
})
