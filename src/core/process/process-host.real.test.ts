import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isPidAlive, RealCommands } from '../testing/real-commands'

let real = new RealCommands()
afterEach(async () => {
  await real.dispose()
  real = new RealCommands()
})

/** Starts anew with a host environment. */
function hostWith(
  env: Record<string, string | undefined>,
  options?: ConstructorParameters<typeof RealCommands>[1],
) {
  real = new RealCommands(env, options)
  return real
}

describe('output', () => {
  it('keeps stdout and stderr in the order of arrival (S-060, B-012)', async () => {
    for (let i = 0; i < 10; i++) {
      const { output } = await real.run('for i in 1 2 3; do echo out$i; echo err$i >&2; done')
      expect(output).toBe('out1\nerr1\nout2\nerr2\nout3\nerr3\n')
    }
  })

  it('is a pipe that can be opened by name (B-018)', async () => {
    const { output, code } = await real.run(
      'echo by-name > /dev/stdout; echo shared | tee /dev/stderr; test -p /dev/stdout',
    )
    expect(code).toBe(0)
    expect(output.split('\n').sort()).toEqual(['', 'by-name', 'shared', 'shared'])
  })

  it('of the fastest command is never lost (S-071, B-010)', async () => {
    for (let i = 0; i < 100; i++) expect((await real.run('echo only-line')).output).toBe('only-line\n')
  })

  it('is whole, however much and however fast (S-070, B-082)', async () => {
    const { output, stats } = await real.run('seq 1 200000')
    expect(output).toBe(Array.from({ length: 200_000 }, (_, i) => `${i + 1}\n`).join(''))
    expect(stats).toMatchObject({ lines: 200_000, bytes: output.length, lastLine: '200000', openLine: '' })
  })

  it('silence is not the end while the shell runs (S-221, B-016)', async () => {
    expect((await real.run('echo a; sleep 1.3; echo b')).output).toBe('a\nb\n')
  })

  it('goes to a log of its owner only, through pipes of its owner only (S-130, S-131)', async () => {
    const { logFile } = await real.run(
      `stat -c %a ${join(real.root, 'outputs')} ${join(real.root, 'outputs', '1.log')}; stat -c '%F %a' ${real.runtime}/run-* ${real.runtime}/run-*/p* | sort -u`,
    )
    expect(readFileSync(logFile, 'utf8')).toBe('700\n600\ndirectory 700\nfifo 600\n')
  })

  it('that is no UTF-8 is read in the encoding of the console where the locale names none (S-068)', async () => {
    const dos = new RealCommands({}, { consoleCharset: 'ibm866' })
    try {
      const { output } = await dos.run("printf '\\217\\340\\250\\242\\245\\342\\n'; echo ok")
      expect(output).toBe('Привет\nok\n')
    } finally {
      await dos.dispose()
    }
  })
})

describe('input and terminal', () => {
  it.each([
    ['reading finds the end at once (S-058, B-130)', 'cat; echo rc=$?', 'rc=0\n'],
    ['also by name (B-139)', 'seq 2 | cat /dev/stdin; cat </dev/stdin; echo rc=$?', '1\n2\nrc=0\n'],
    [
      'there is no terminal to ask on (B-131)',
      '(: </dev/tty) 2>/dev/null && echo has-tty || echo no-tty',
      'no-tty\n',
    ],
    [
      'nothing looks like a terminal (S-001, S-059, B-132)',
      '[ -t 0 ] || [ -t 1 ] || [ -t 2 ] || echo none',
      'none\n',
    ],
  ])('%s', async (_name, command, expected) => {
    expect((await real.run(command)).output).toBe(expected)
  })

  it('git commit fails at once instead of waiting in an editor (B-136)', async () => {
    hostWith({ TERM: 'xterm', EDITOR: 'vi' })
    const { output } = await real.run(
      'cd "$HOME" && git init -q . && git -c user.name=a -c user.email=a@example.com commit --allow-empty; echo rc=$?',
    )
    expect(output).toMatch(/Please supply the message using either -m or -F option\.\nrc=1\n$/)
    expect(output).not.toContain('\x1b')
  })
})

describe('the end', () => {
  it.each<[string, string, number, string | null]>([
    ['an exit code (S-069)', 'exit 7', 7, null],
    ['no match is code 1, no more (B-026)', "printf 'a\\n' | grep zzz", 1, null],
    ['a signal (S-082, B-024)', 'kill -9 $$', 137, 'SIGKILL'],
    ['an interrupt nobody of us sent (S-080)', 'kill -INT $$', 130, 'SIGINT'],
    ['SIGPIPE is deadly as usual (B-023)', 'kill -s PIPE $$; echo survived', 141, 'SIGPIPE'],
    ['130 by itself (S-080)', 'exit 130', 130, null],
    ['a syntax error (B-028)', 'if true; then echo x', 2, null],
    ['exec (S-069)', 'exec sh -c "exit 9"', 9, null],
    ['a trap at the exit', 'trap "exit 5" EXIT; exit 1', 5, null],
    ['set -e', 'set -e; false; echo no', 1, null],
    ['a command that is not there', 'nonexistent-program-x', 127, null],
  ])('%s', async (_name, command, code, signal) => {
    const end = await real.run(command)
    expect([end.code, end.signal, end.closedPipe, end.leftovers]).toEqual([code, signal, false, []])
  })

  it('nothing about the shell looks changed', async () => {
    const { output } = await real.run('echo "$0 $# $- $LINENO"\nfoo-x\ntrap\ndeclare -F\nalias')
    expect(output).toMatch(/^\/\S*\/bash 0 hBc 1\n\S+: line 2: foo-x: command not found\n$/)
  })

  it('a syntax error is told in bash\u2019s own words with its own line number (B-028)', async () => {
    const { output } = await real.run('echo first\necho )')
    expect(output).toMatch(/^first\n\S+: eval: line 2: syntax error near unexpected token `\)'\n/)
  })
})

describe('what is left behind', () => {
  it('a silent child holds nothing up, lives on, and is named (S-218, S-219, S-222, B-001)', async () => {
    const { code, output, leftovers, command } = await real.run('sleep 61 & echo done; exit 3')
    expect([code, output, leftovers.length]).toEqual([3, 'done\n', 1])
    expect(leftovers.every(isPidAlive)).toBe(true)
    await command.dispose()
    expect(leftovers.some(isPidAlive)).toBe(false)
  })

  it('late output is collected until it is silent for a second (S-218)', async () => {
    const { output } = await real.run('(sleep 0.4; echo late-1; sleep 0.7; echo late-2) & echo now')
    expect(output).toBe('now\nlate-1\nlate-2\n')
  })

  it('… but for 3 s at most (S-218, B-002)', async () => {
    const began = Date.now()
    const { output, command } = await real.run('(while :; do echo tick; sleep 0.1; done) & echo now')
    expect(Date.now() - began).toBeLessThan(4500)
    expect(output).toMatch(/^(tick\n)*now\n(tick\n)+$/)
    await command.dispose()
  })

  it('a flood after the end hides nothing that came before it (S-071)', async () => {
    const { output, command } = await real.run('echo first; yes >&1 & echo last')
    expect(output).toContain('first\n')
    expect(output).toContain('last\n')
    await command.dispose()
  })

  it('who goes on printing is not killed by it, and is not shown (S-219, S-220)', async () => {
    const proof = join(real.root, 'proof')
    const { output, logFile, command } = await real.run(
      `(sleep 1.5; echo unseen; sleep 0.2; echo unseen; echo alive > ${proof}) & echo done`,
    )
    expect(output).toBe('done\n')
    await expect
      .poll(() => readFileSync(proof, { encoding: 'utf8', flag: 'a+' }), { timeout: 5000 })
      .toBe('alive\n')
    expect(readFileSync(logFile, 'utf8')).toBe('done\n')
    await command.dispose()
  })

  it('a redirected child neither holds the end up nor is overlooked (S-219)', async () => {
    const { leftovers, command } = await real.run('sleep 62 >/dev/null 2>&1 & echo done')
    expect(leftovers.filter(isPidAlive)).toHaveLength(1)
    await command.dispose()
  })

  it('tee behind a redirection of everything (B-004)', async () => {
    const { code, output, leftovers } = await real.run(
      't=$(mktemp); exec > >(tee "$t") 2>&1; echo via-tee; exit 3',
    )
    expect([code, output, leftovers]).toEqual([3, 'via-tee\n', []])
  })
})

describe('stopping', () => {
  it('ends the whole tree (S-287, B-100)', async () => {
    const running = await real.start('sleep 71 & sleep 72 & wait')
    await expect.poll(() => childrenOf(running.pid).length).toBe(2)
    const children = childrenOf(running.pid)
    expect(await running.stop()).toEqual({ confirmed: true, signal: 'SIGTERM' })
    expect([running.pid, ...children].some(isPidAlive)).toBe(false)
    expect(await running.ended).toMatchObject({ code: 143, signal: 'SIGTERM', leftovers: [] })
  })

  it('kills what ignores the polite signal (S-289, B-101)', async () => {
    const running = await real.start("trap '' TERM; sleep 73 & echo ready; while :; do sleep 1; done")
    await expect.poll(() => running.stats().lines).toBe(1)
    expect(await running.stop()).toEqual({ confirmed: true, signal: 'SIGKILL' })
    expect(await running.ended).toMatchObject({ code: 137, signal: 'SIGKILL', leftovers: [] })
  })

  it('reaches children that moved into a session of their own (S-287)', async () => {
    const running = await real.start(
      'setsid sleep 74 & setsid sh -c "sleep 75 & sleep 76" & echo ready; wait',
    )
    await expect.poll(() => childrenOf(running.pid).length).toBe(2)
    const children = childrenOf(running.pid)
    expect((await running.stop()).confirmed).toBe(true)
    expect(children.some(isPidAlive)).toBe(false)
  })

  it('reaches those who start others in their own session at that very moment', async () => {
    const mark = `sleep 30.${process.pid}`
    for (let i = 0; i < 8; i++) {
      const running = await real.start(`setsid sh -c "${mark} & ${mark} & ${mark}" & echo ready; wait`)
      await expect.poll(() => running.stats().lines, { interval: 1 }).toBe(1)
      expect((await running.stop()).confirmed).toBe(true)
      await running.ended
    }
    const { output } = await real.run(`ps -eo args | grep -c "^[s]leep 30.${process.pid}"`)
    expect(output).toBe('0\n')
  })

  it('twice is once, and after the end it does nothing', async () => {
    const running = await real.start('sleep 77')
    const [first, second] = await Promise.all([running.stop(), running.stop()])
    expect(second).toBe(first)
    const over = await real.run('true')
    expect(await over.command.stop()).toEqual({ confirmed: true, signal: 'none' })
  })

  it('while late output is collected ends those who still print (S-287)', async () => {
    const running = await real.start('(while :; do echo tick; sleep 0.1; done) & echo $!')
    await expect.poll(() => running.stats().lines).toBeGreaterThan(3)
    expect(isPidAlive(running.pid)).toBe(false)
    expect((await running.stop()).confirmed).toBe(true)
    expect(await running.ended).toMatchObject({ code: 0, signal: null, leftovers: [] })
  })

  it('the host ends what is still reading its profile (S-306, S-344)', async () => {
    const proof = join(real.root, 'proof')
    real.homeFile('.bash_profile', `echo $$ > ${proof}; sleep 30\n`)
    const started = real.start('true').catch((error: unknown) => error)
    await expect.poll(() => readFileSync(proof, { encoding: 'utf8', flag: 'a+' })).toMatch(/^\d+\n$/)
    await real.processHost.dispose()
    expect(isPidAlive(Number(readFileSync(proof, 'utf8')))).toBe(false)
    expect(await started).toMatchObject({ code: 'aborted' })
  })

  it('the host ends everything it started (S-344)', async () => {
    const running = await Promise.all([real.start('sleep 78'), real.start('sleep 79 & wait')])
    await real.processHost.dispose()
    expect(running.map((one) => one.pid).some(isPidAlive)).toBe(false)
    await expect(real.start('true')).rejects.toMatchObject({ code: 'aborted' })
  })
})

describe('the text of the command', () => {
  it.each<[string, string, string]>([
    [
      'a here-document whose end word is the last line (B-190)',
      "cat <<'EOF'\nHello world\nEOF",
      'Hello world\n',
    ],
    [
      'exclamation marks (B-191)',
      "echo 'a != b!'; echo \"wow!\"; printf '%s\\n' '!x'",
      'a != b!\nwow!\n!x\n',
    ],
    ['quotes of every kind', `echo "it's" 'a "b"' \\' \\" $'\\x41'`, `it's a "b" ' " A\n`],
    [
      'braces, pipes, $$ and hyphens (B-193)',
      'true | true; { echo in; }; [ -n "$$" ] && echo pid; bash <<\'MY-MARK\'\necho doc | cat\nMY-MARK',
      'in\npid\ndoc\n',
    ],
    [
      'several lines (B-195)',
      'for i in 1 2\ndo\n  echo "n=$i"\ndone\nif true; then\n  echo yes\nfi',
      'n=1\nn=2\nyes\n',
    ],
    ['carriage returns stay what they are', "printf '%s' 'a\r\nb' | od -An -c | tr -s ' '", ' a \\r \\n b\n'],
    ['a backslash at the end', 'echo a \\', 'a \\\n'],
    ['a comment at the end', 'echo a # it\u2019s "fine', 'a\n'],
    ['characters of every width', "echo 'é日本🎉'", 'é日本🎉\n'],
    ['an ampersand at the end (B-009)', 'true &', ''],
  ])('%s', async (_name, command, expected) => {
    expect((await real.run(command)).output).toBe(expected)
  })

  it.each([90_000, 160_000, 3_000_000])('of %i bytes (B-196)', async (size) => {
    const { output, code } = await real.run(
      `cat <<'EOF' | wc -c\n${'0123456789abcde\n'.repeat(size / 16)}EOF`,
    )
    expect([code, Number(output)]).toEqual([0, Math.floor(size / 16) * 16])
  })

  it('leaves no file and no variable behind (S-036)', async () => {
    const long = await real.run(`: ${'x'.repeat(200_000)}; env; set; cat /proc/$$/environ | tr '\\0' '\\n'`)
    expect(long.output).not.toMatch(/_vigil|xxxxx{100}|vigil-[0-9a-f]{8}-/)
    const folder = join(real.runtime, readdirSync(real.runtime)[0] ?? '')
    await expect.poll(() => readdirSync(folder).filter((name) => !/^p\d+$/.test(name))).toEqual([])
  })

  it('with a NUL is refused', async () => {
    await expect(real.start('echo a\0b')).rejects.toMatchObject({ code: 'spawn-failed' })
  })
})

describe('a shell that does not work', () => {
  it('is told when it is missing', async () => {
    const started = real.start('true', { path: '/gone/bash' })
    await expect(started).rejects.toMatchObject({
      code: 'spawn-failed',
      message: 'The shell does not exist: /gone/bash',
    })
  })

  it('is told when it ends before the command', async () => {
    const started = real.start('true', { path: '/bin/false' })
    await expect(started).rejects.toMatchObject({
      code: 'spawn-failed',
      message: expect.stringMatching(/ended before the command, with code 1/),
    })
    expect(readdirSync(join(real.root, 'outputs'))).toEqual([])
  })
})

describe('the working folder', () => {
  it('may have any name (B-203)', async () => {
    const cwd = join(real.root, 'b 203 it\'s "q" $HOME 中文')
    mkdirSync(cwd)
    expect((await real.run('pwd', { cwd })).output).toBe(`${cwd}\n`)
  })

  it('is entered also when the profile moves away (S-037)', async () => {
    real.homeFile('.bash_profile', 'cd /; cd() { echo "own cd"; }\n')
    expect((await real.run('pwd')).output).toBe(`${real.root}\n`)
  })

  it('that is missing or a file is told by name, and nothing runs (S-092, S-093, B-201)', async () => {
    writeFileSync(join(real.root, 'file'), '')
    for (const cwd of ['/nonexistent-dir-b201', join(real.root, 'file')]) {
      const started = real.start('echo x', { cwd })
      await expect(started).rejects.toMatchObject({
        code: 'workdir-missing',
        message: `Working directory does not exist: ${cwd}`,
      })
    }
  })

  it('that the profile removes stops the command (S-037)', async () => {
    const cwd = join(real.root, 'gone')
    mkdirSync(cwd)
    real.homeFile('.bash_profile', `cd /; rmdir "${cwd}"\n`)
    await expect(real.start('echo x > /tmp/never', { cwd })).rejects.toMatchObject({
      code: 'workdir-missing',
    })
  })
})

describe('the environment', () => {
  it('nothing of the host leaks, and the user\u2019s own stays (B-031, B-032, B-035)', async () => {
    hostWith(
      {
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: '-x',
        VIGIL_DATA_DIR: '/d',
        MY_KEY: 'k',
        SSH_AUTH_SOCK: '/tmp/agent.sock',
      },
      { appKeyVariables: ['MY_KEY'] },
    )
    const { output } = await real.run('env')
    expect(output).not.toMatch(/^(ELECTRON_|NODE_OPTIONS|VIGIL_DATA|MY_KEY)/m)
    expect(output).toMatch(/^SSH_AUTH_SOCK=\/tmp\/agent\.sock$/m)
    expect(output).toMatch(/^VIGIL_SHELL=shell$/m)
  })

  it('no open file of ours leaks (B-036)', async () => {
    const { output } = await real.run(
      'ls -l /proc/$$/fd | grep -v "/dev/null\\|pipe\\|/p[0-9]*\\|total\\|/proc/"; echo end',
    )
    expect(output).toBe('end\n')
  })

  it('what the terminal profile sets and removes (S-039…S-042)', async () => {
    hostWith({ GONE: 'x' })
    const { output } = await real.run('echo "${GONE-unset} ${EMPTY-unset} $SET"', {
      profile: { GONE: null, EMPTY: '', SET: 'yes' },
    })
    expect(output).toBe('unset  yes\n')
  })

  it('NODE_OPTIONS of the user\u2019s own start-up file stays (B-032)', async () => {
    hostWith({ NODE_OPTIONS: 'theirs' }).homeFile('.bash_profile', 'export NODE_OPTIONS=mine\n')
    expect((await real.run('echo $NODE_OPTIONS')).output).toBe('mine\n')
  })

  it('that is too big is told as such (B-038)', async () => {
    const started = real.start('true', { profile: { HUGE: 'x'.repeat(200_000) } })
    await expect(started).rejects.toMatchObject({
      code: 'spawn-failed',
      message: expect.stringMatching(/environment is too big/),
    })
  })

  it('the umask is the user\u2019s', async () => {
    expect((await real.run('umask')).output).toBe(`${process.umask().toString(8).padStart(4, '0')}\n`)
  })

  it('does not grow (B-038)', async () => {
    const first = (await real.run('env | wc -c')).output
    for (let i = 0; i < 20; i++) await real.run('true')
    expect((await real.run('env | wc -c')).output).toBe(first)
  })
})

describe('the login profile', () => {
  it('runs (S-033), but its noise is cut off (B-041)', async () => {
    real.homeFile(
      '.bash_profile',
      "echo Welcome; echo 'switched to v20' >&2; export FROM_PROFILE=yes; helper() { echo help; }\n",
    )
    const ran = await real.run('echo payload $FROM_PROFILE; helper')
    expect([ran.output, ran.command.loginNote]).toEqual(['payload yes\nhelp\n', null])
  })

  it.each([
    ['exits (B-040)', 'case $- in *i*) ;; *) exit 0 ;; esac\n'],
    ['becomes another program (B-040)', 'exec true\n'],
    ['fails under set -e (B-040)', 'set -e\nfalse\n'],
    ['kills its shell (B-040)', 'kill -9 $$\n'],
  ])('that %s does not swallow the command', async (_name, profile) => {
    real.homeFile('.bash_profile', profile)
    const ran = await real.run('echo ran-anyway')
    expect(ran).toMatchObject({ code: 0, output: 'ran-anyway\n' })
    expect(ran.command.loginNote).toEqual({ code: 'login-exited' })
  })

  it.each([
    [
      'options (B-042)',
      'set -o noclobber; shopt -s nullglob; set -u; set -e; set -f; set -x; set -v; set -a\n',
      'echo a > f; echo b > f; cat f; false; echo $UNSET *.none f*',
      'b\n*.none f\n',
    ],
    ['one-command mode (B-042)', 'set -t\n', 'echo s1; echo s2', 's1\ns2\n'],
    [
      'aliases (B-043)',
      "shopt -s expand_aliases\nalias cp='cp -i' echo='echo aliased'\n",
      'echo n > a; echo o > b; cp a b; cat b',
      'n\n',
    ],
    [
      'functions over our own words',
      'cd() { :; }; echo() { :; }; exec() { :; }; export() { :; }; set() { :; }; trap() { :; }; eval() { :; }\n',
      'printf "%s\\n" fine',
      'fine\n',
    ],
    ['a trap on errors', "trap 'printf trapped' ERR DEBUG\n", 'false; printf ok', 'ok'],
    ['moved descriptors', 'exec 1>&- 2>&- 3>/dev/null\n', 'echo still; echo err >&2', 'still\nerr\n'],
  ])('%s of it do not harm', async (_name, profile, command, expected) => {
    real.homeFile('.bash_profile', profile)
    expect((await real.run(command, { cwd: real.home })).output).toBe(expected)
  })

  it('a daemon it starts does not hold the command up', async () => {
    real.homeFile('.bash_profile', 'sleep 63 &\n')
    const began = Date.now()
    const { command, leftovers } = await real.run('echo quick')
    expect(Date.now() - began).toBeLessThan(900)
    await command.dispose()
    expect(leftovers.some(isPidAlive)).toBe(false)
  })

  it('its time is no running time of the command (S-013, B-047)', async () => {
    real.homeFile('.bash_profile', 'sleep 0.5\n')
    const began = Date.now()
    const { command, endedAt, output } = await real.run('echo quick')
    expect(output).toBe('quick\n')
    expect(command.startedAt - began).toBeGreaterThanOrEqual(450)
    expect(endedAt - command.startedAt).toBeLessThan(400)
  })

  it('can be cancelled, and then nothing starts (S-306, S-307)', async () => {
    const proof = join(real.root, 'proof')
    real.homeFile('.bash_profile', `echo $$ > ${proof}; sleep 30\n`)
    const abort = new AbortController()
    const started = real.start(`echo ran >> ${proof}`, { signal: abort.signal })
    await expect.poll(() => readFileSync(proof, { encoding: 'utf8', flag: 'a+' })).toMatch(/^\d+\n$/)
    abort.abort()
    await expect(started).rejects.toMatchObject({ code: 'aborted' })
    const shell = Number(readFileSync(proof, 'utf8'))
    expect([isPidAlive(shell), readFileSync(proof, 'utf8')]).toEqual([false, `${shell}\n`])
    expect(readdirSync(join(real.root, 'outputs'))).toEqual([])
  })

  it('that takes too long is left out (S-306)', async () => {
    hostWith({}, { profileLimitMs: 300 }).homeFile('.bash_profile', 'sleep 64; export SLOW=1\n')
    const ran = await real.run('echo "ran ${SLOW-without}"')
    expect([ran.output, ran.command.loginNote]).toEqual(['ran without\n', { code: 'login-too-slow' }])
  })
})

describe('PATH', () => {
  it('entries a profile dropped come back in front, in order, and no other moves (S-050…S-053, B-030)', async () => {
    hostWith({ PATH: '/venv/bin:/usr/bin:/bin:/opt/x/bin' }).homeFile(
      '.bash_profile',
      'PATH=/usr/local/bin:/usr/bin:/bin\n',
    )
    expect((await real.run('echo $PATH')).output).toBe('/venv/bin:/opt/x/bin:/usr/local/bin:/usr/bin:/bin\n')
  })

  it('is what the profile made of it when nothing was dropped, also after a start with a minimal PATH (S-053, S-057)', async () => {
    hostWith({ PATH: '/usr/bin:/bin' }).homeFile('.bash_profile', 'PATH=/mine:/usr/bin:/bin:/last\n')
    expect((await real.run('echo $PATH')).output).toBe('/mine:/usr/bin:/bin:/last\n')
  })

  it('ends in the folder of our ripgrep, also when the terminal profile replaces it (S-054…S-056)', async () => {
    hostWith({ PATH: '/usr/bin:/bin' }, { ripgrepDir: '/opt/it\u2019s rg' }).homeFile('.bash_profile', ':\n')
    const { output } = await real.run('echo $PATH', { profile: { PATH: '/only:/bin' } })
    expect(output).toMatch(/^\/only.*:\/opt\/it’s rg\n$/)
    expect(output).not.toContain('/usr/bin:/bin:/only')
  })
})

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}
