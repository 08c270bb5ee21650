import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PERMISSION_MODES } from '../../shared/permissions'
import { decided, parsed, RECORDED } from '../testing/approval-kit'
import { HOSTILE, HOSTILE_SIZE } from '../testing/hostile-texts'
import { READING } from '../testing/reading-commands'
import { REASONS_MAX } from './decision'

/** Commands that no rule of these tests allows; complete ones, which a next line cannot finish. */
const UNSAFE = RECORDED.filter(
  ({ command, mayAutoApproveAsReadOnly }) => !mayAutoApproveAsReadOnly && parsed(command).kind === 'commands',
).map(({ command }) => command)
const RUIN = [
  ...RECORDED.filter(({ blocked }) => blocked).map(({ command }) => command),
  'rm -rf ~/',
  'rm -r build',
  'git clean -fdx',
  'find . -delete',
  'mkfs -t ext4 /dev/sdb',
  'shutdown now',
  'poweroff',
  'init 0',
  'systemctl reboot',
]
const ALLOWED = READING.filter((command) => !/[\n#]/.test(command))

const PIECES = [
  ...'(){}[]<>|&;$`"\'\\ \n\t#=*?~!-:,%@^+.',
  ...[
    'ls',
    'rm -rf /',
    'cd ',
    'git ',
    'a',
    'sh -c ',
    'eval ',
    '$(',
    '`',
    '<<E\n',
    '\nE\n',
    '&&',
    '||',
    '2>&1',
    '>f',
  ],
  ...[
    'if ',
    'then ',
    'fi',
    'do ',
    'done',
    'for i in ',
    'case ',
    'esac',
    '[[ ',
    ' ]]',
    '$((',
    '))',
    '${',
    '}',
    '{a,b}',
  ],
  ...[
    "$'",
    '<(',
    '>(',
    '\\\n',
    'x=',
    'find . -exec ',
    'xargs ',
    'sudo ',
    'docker run ',
    'é',
    '\u200b',
    '👩‍💻',
    '\0',
    '\r',
  ],
]
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''))
const shells = fc.constantFrom('bash', 'zsh', 'ksh', 'mksh', 'dash', 'sh', 'powershell', 'cmd' as const)
const modes = fc.constantFrom(...PERMISSION_MODES)

/** Ways to run a text that is a command, each giving a text that is one too. */
const DISGUISES: ((command: string) => string)[] = [
  (command) => `ls; ${command}`,
  (command) => `true && ${command}`,
  (command) => `false || ${command}`,
  (command) => `ls\n${command}`,
  (command) => `ls & ${command}`,
  (command) => `(${command}\n)`,
  (command) => `{ ${command}\n}`,
  (command) => `echo "$(${command}\n)"`,
  (command) => `if true; then ${command}\nfi`,
  (command) => `while true; do ${command}\ndone`,
  (command) => `for i in a b; do ${command}\ndone`,
  (command) => `case x in x) ${command}\n;; esac`,
  (command) => `f() { ${command}\n}; f`,
  (command) => `! ${command}`,
  (command) => `cat <(${command}\n)`,
  (command) => `x=$(${command}\n)`,
  (command) => `sh -c ${quoted(command)}`,
  (command) => `bash -lc ${quoted(command)}`,
  (command) => `bash -c ${doubleQuoted(command)}`,
  (command) => `eval ${quoted(command)}`,
  (command) => `sudo -u root sh -c ${quoted(command)}`,
  (command) => `env A=1 sh -c ${quoted(command)}`,
  (command) => `ls | xargs sh -c ${quoted(command)}`,
  (command) => `find . -exec sh -c ${quoted(command)} \\;`,
  (command) => `timeout 9 bash -c ${quoted(command)}`,
  (command) => `printf '%s' ${quoted(command)} | sh`,
  (command) => `sh <<'__END'\n${command}\n__END`,
  (command) => `bash <<< ${quoted(command)}`,
  (command) => `trap ${quoted(command)} EXIT`,
  (command) => `ssh host ${quoted(command)}`,
  (command) => `${command} \\\n`,
  (command) => `ls \\\n; ${command}`,
  (command) => `   ${command}`,
]

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function doubleQuoted(text: string): string {
  return `"${text.replace(/[\\"$`]/g, '\\$&')}"`
}

/** Thousands of decisions take seconds on a busy machine. */
const TIMEOUT_MS = 60_000

describe('decide, for every text', { timeout: TIMEOUT_MS }, () => {
  it('answers, always the same, and names parts of the text', () => {
    fc.assert(
      fc.property(soup, shells, modes, (text, shell, mode) => {
        const decision = decided(text, { shell, mode, allow: ['git *'] })
        expect(decided(text, { shell, mode, allow: ['git *'] })).toEqual(decision)
        expect(decision.reasons.length).toBeLessThanOrEqual(REASONS_MAX)
        for (const { start, end } of decision.reasons)
          expect([start >= 0, start <= end, end <= text.length + 1]).toEqual([true, true, true])
        // What asks or is refused says why.
        expect(decision.decision === 'allow' || decision.reasons.length > 0).toBe(true)
      }),
      { numRuns: 1500 },
    )
  })

  it('answers for texts of a hundred thousand characters that make parsers slow or deep', () => {
    for (const [, make] of HOSTILE) {
      const text = make(HOSTILE_SIZE)
      for (const shell of ['bash', 'powershell', 'cmd'] as const)
        expect(decided(text, { shell, mode: 'bypass', allow: ['*'] }).decision).toBeTypeOf('string')
    }
  })

  it('allows nothing that is longer, deeper or has more parts than is read', () => {
    for (const text of [
      'ls;'.repeat(300),
      `echo ${'a '.repeat(3000)}`,
      `${'$('.repeat(50)}ls${')'.repeat(50)}`,
      `ls ${' '.repeat(140_000)}`,
    ])
      expect(decided(text, { mode: 'bypass', allow: ['*'] }).decision).toBe('ask')
  })

  it('never allows an allowed chain with one part that is not (S-392)', () => {
    const joints = fc.constantFrom(' && ', ' || ', '; ', ' | ', ' & ', '\n')
    const chain = fc.array(fc.tuple(fc.constantFrom(...ALLOWED), joints), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(chain, fc.constantFrom(...UNSAFE), fc.nat(), (links, unsafe, place) => {
        const at = place % (links.length + 1)
        const before = links.slice(0, at).map(([command, joint]) => command + joint)
        const after = links.slice(at).map(([command]) => command)
        const text = [...before, unsafe, after.length > 0 ? '\n' : '', after.join(' && ')].join('')
        expect([text, decided(text).decision]).not.toEqual([text, 'allow'])
      }),
      { numRuns: 1000 },
    )
  })

  it('allows a chain of what is allowed', () => {
    const chain = fc.array(
      fc.constantFrom(...ALLOWED.filter((command) => !/^cd |^!|^exit|; |&& /.test(command))),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(chain, fc.constantFrom(' && ', '; '), (commands, joint) => {
        const text = commands.join(joint)
        expect([text, decided(text).decision]).toEqual([text, 'allow'])
      }),
      { numRuns: 500 },
    )
  })

  it('never lets ruin pass, however it is wrapped, in any mode and with any pattern (A-034)', () => {
    const disguise = fc.array(fc.constantFrom(...DISGUISES), { maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...RUIN), disguise, modes, (command, wraps, mode) => {
        const text = wraps.reduce((inner, wrap) => wrap(inner), command)
        expect([text, decided(text, { mode, allow: ['*'] }).decision]).not.toEqual([text, 'allow'])
      }),
      { numRuns: 1500 },
    )
  })

  it('reads those disguises instead of giving up on them', () => {
    for (const wrap of DISGUISES)
      expect([wrap('ls'), parsed(wrap('ls')).kind]).toEqual([wrap('ls'), 'commands'])
  })
})
