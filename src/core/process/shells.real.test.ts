import { afterEach, describe, expect, it } from 'vitest'
import type { ShellKind } from '../ports'
import { RealCommands, shellPath } from '../testing/real-commands'

let real = new RealCommands()
afterEach(async () => {
  await real.dispose()
  real = new RealCommands()
})

/** Each shell with the start-up file it reads at login. */
const SHELLS: [ShellKind, string][] = [
  ['bash', '.bash_profile'],
  ['zsh', '.zprofile'],
  ['ksh', '.profile'],
  ['mksh', '.profile'],
  ['dash', '.profile'],
  ['sh', '.profile'],
]

describe.each(SHELLS)('%s', (kind, profileName) => {
  const path = shellPath(kind)
  if (path === null) {
    console.warn(`SKIPPED: this machine has no ${kind}; nothing about it is proved here`)
    it.skip(`is not installed`, () => {})
    return
  }
  const run = (command: string) => real.run(command, { shell: kind, cwd: real.home })
  const knowsPipefail = !['dash', 'sh'].includes(kind)

  it('runs a command and gives its code (S-024, S-069)', async () => {
    expect(await run("echo 'it'\\''s $HOME'; echo \"!\"; exit 3")).toMatchObject({
      code: 3,
      output: "it's $HOME\n!\n",
    })
  })

  it('is a fresh shell each time (S-083, S-084)', async () => {
    await run('cd /; export LEFT=1')
    expect((await run('echo "${LEFT-none} $PWD $#"')).output).toBe(`none ${real.home} 0\n`)
  })

  it('reads its login profile without its noise (S-032, S-033, B-041)', async () => {
    real.homeFile(
      profileName,
      'echo noise; echo noise >&2; FROM=profile; export FROM; helper() { echo helped; }\n',
    )
    for (const rc of ['.bashrc', '.zshrc', '.kshrc', '.mkshrc']) real.homeFile(rc, 'echo interactive\n')
    expect((await run('echo "$FROM"; helper')).output).toBe('profile\nhelped\n')
  })

  it('undoes options, aliases and folders of its profile (S-037, B-042, B-043)', async () => {
    real.homeFile(profileName, "set -C; set -e; set -u; set -f; set -x; alias cat='echo aliased'; cd /\n")
    const { output, code } = await run('echo a > f; echo b > f; false; cat ${NEVER-f} f*; pwd')
    expect([code, output]).toEqual([0, `b\nb\n${real.home}\n`])
  })

  it('survives a profile that exits (B-040)', async () => {
    real.homeFile(profileName, 'exit 0\n')
    expect((await run('echo ran')).output).toBe('ran\n')
  })

  if (kind === 'zsh' || kind === 'bash') {
    it('survives start-up files of every shell that exit (B-040)', async () => {
      await real.dispose()
      real = new RealCommands()
      real.env.BASH_ENV = `${real.home}/.env`
      real.homeFile(profileName, 'exit 0\n').homeFile('.zshenv', 'exit 0\n').homeFile('.env', 'exit 0\n')
      expect((await run('echo ran')).output).toBe('ran\n')
    })
  }

  it('repairs PATH and appends ripgrep (S-050…S-056)', async () => {
    await real.dispose()
    real = new RealCommands({ PATH: '/venv/bin:/usr/bin:/bin' }, { ripgrepDir: '/opt/rg' })
    real.homeFile(profileName, 'PATH=/own:/usr/bin:/bin\n')
    expect((await run('echo "$PATH"')).output).toBe('/venv/bin:/own:/usr/bin:/bin:/opt/rg\n')
  })

  it(`${knowsPipefail ? 'has' : 'does without'} pipefail (S-072, S-073, B-020)`, async () => {
    const { code, output } = await run('(echo 2 failed; exit 4) | cat')
    expect([code, output]).toEqual([knowsPipefail ? 4 : 0, '2 failed\n'])
  })

  it('takes a long text (B-196)', async () => {
    const { output } = await run(`x='${'y'.repeat(150_000)}'\necho \${#x}; echo "$#"`)
    expect(output).toBe('150000\n0\n')
  })

  it('has no terminal, no input and both streams in order (S-058, S-060)', async () => {
    expect((await run('[ -t 1 ] || echo a; echo b >&2; cat; echo c; echo d > /dev/stdout')).output).toBe(
      'a\nb\nc\nd\n',
    )
  })

  it('tells a death by signal (S-082)', async () => {
    expect(await run('kill -9 $$')).toMatchObject({ code: 137, signal: 'SIGKILL' })
  })

  it('a syntax error is a failure and told', async () => {
    const { code, output } = await run('if true; then echo x')
    expect(code).toBeGreaterThan(0)
    expect(output).toMatch(/syntax error|parse error/i)
  })

  it('keeps its own words (aliases of the shell itself)', async () => {
    const local = kind === 'ksh' ? 'typeset' : 'local'
    expect((await run(`f() { ${local} v=1; echo $v; }; f; type cd >/dev/null && echo typed`)).output).toBe(
      '1\ntyped\n',
    )
  })
})

describe('a pipeline that only closed its pipe (S-076, S-078)', () => {
  const closing: [ShellKind, string, number, boolean][] = []
  for (const kind of ['bash', 'zsh', 'mksh'] as const) {
    closing.push(
      [kind, 'yes | head -n 1', 0, true],
      [kind, 'true | yes | head -n 1', 0, true],
      [kind, 'for i in 1; do yes | head -n 1; done', 0, true],
      [kind, 'trap "echo bye >&2" EXIT; true; yes | head -n 1; true', 0, false],
      [kind, 'sh -c "exit 141"', 141, false],
      [kind, 'echo "a | b"; sh -c "exit 141"', 141, false],
      [kind, 'true | sh -c "exit 141"', 141, false],
      [kind, 'yes | head -n 1; sh -c "exit 141"', 141, false],
      [kind, 'set -e; yes | head -n 1; echo no', 141, false],
      [kind, 'set -e; yes | head -n 1', 0, true],
    )
  }
  it.each(closing.filter(([kind]) => shellPath(kind) !== null))(
    '%s: %s',
    async (kind, command, code, closedPipe) => {
      expect(await real.run(command, { shell: kind })).toMatchObject({ code, closedPipe })
    },
  )

  it.each(['dash', 'sh'] as const)('%s has no pipefail to be excused from', async (kind) => {
    expect(await real.run('yes | head -n 1', { shell: kind })).toMatchObject({ code: 0, closedPipe: false })
  })
})
