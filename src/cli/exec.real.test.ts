import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExecLine } from './exec-report'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const CLI = join(PROJECT, 'out', 'cli', 'index.js')

type Ended = { code: number | null; out: string; err: string; lines: ExecLine[] }
type Started = { child: ChildProcess; out: () => string; ended: Promise<Ended> }

let temp = ''
// The tester's own start-up files may take long, or wait for each other's locks as those of version managers do.
let home = ''
beforeAll(async () => {
  // Up to date or built: what is tested is the program a person runs.
  const build = "import('./build/setup/build-app.mjs').then((m) => m.buildTarget('cli', () => {}))"
  const { code, err } = await start(process.execPath, ['-e', build], PROJECT).ended
  if (code !== 0) throw new Error(err)
}, 60_000)
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vigil-home-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))
beforeEach(async () => {
  temp = await mkdtemp(join(tmpdir(), 'vigil-cli-'))
})
afterEach(() => rm(temp, { recursive: true, force: true }))

function start(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = process.env): Started {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      const lines = out.startsWith('{')
        ? out
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as ExecLine)
        : []
      resolve({ code, out, err, lines })
    })
  })
  return { child, out: () => out, ended }
}
const vigil = (args: string[], more: NodeJS.ProcessEnv = {}) =>
  start(process.execPath, [CLI, ...args], temp, { ...process.env, HOME: home, TMPDIR: temp, ...more })
const exec = (args: string[], more: NodeJS.ProcessEnv = {}) => vigil(['exec', ...args], more).ended

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

describe('vigil exec as a program', () => {
  it('prints one JSON object and exits with the command’s code (S-069)', async () => {
    const run = await exec(['--json', '--', 'echo out; echo err >&2; exit 7'])
    expect(run).toMatchObject({ code: 7, err: '' })
    expect(run.lines).toHaveLength(1)
    expect(run.lines[0]).toMatchObject({
      event: 'result',
      status: 'exited',
      exitCode: 7,
      output: 'out\nerr\n',
    })
    expect(await readdir(temp)).toEqual([])
  })

  it('prints the output on stdout and the facts on stderr for a person', async () => {
    const run = await exec(['--', 'echo hello'])
    expect(run.out).toBe('hello\n')
    expect(run.err).toMatch(/^vigil: exit code 0, [\d.]+ s\n$/)
  })

  it('reports a death by signal as 128 + n (S-082)', async () => {
    const run = await exec(['--json', '--', 'kill -9 $$'])
    expect(run.code).toBe(137)
    expect(run.lines[0]).toMatchObject({ exitCode: 137, signal: 'SIGKILL' })
  })

  it('keeps and names the full output, for its owner only, when it was shortened (S-120, S-130)', async () => {
    const run = await exec(['--json', '--', 'seq 1 20000'])
    const [line] = run.lines
    expect(line).toMatchObject({ truncated: true, fullOutputBytes: 108_894 })
    const file = line?.fullOutputPath ?? ''
    expect(line?.text).toContain(`Full output: ${file}`)
    expect(readFileSync(file, 'utf8').endsWith('19999\n20000\n')).toBe(true)
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect((await stat(dirname(file))).mode & 0o077).toBe(0)
  })

  it('runs in another folder, and refuses one that does not exist (S-085, S-092)', async () => {
    const here = await exec(['--json', '--workdir', '/usr', '--', 'pwd'])
    expect(here.lines[0]?.output).toBe('/usr\n')
    const gone = await exec(['--json', '--workdir', 'gone', '--', 'pwd'])
    expect(gone.code).toBe(126)
    expect(gone.lines[0]).toMatchObject({ status: 'refused', exitCode: null })
    expect(gone.lines[0]?.text).toBe(`Working directory does not exist: ${join(temp, 'gone')}`)
  })

  it('takes a command longer than an argument may be from a file (B-196)', async () => {
    const file = join(temp, 'command.sh')
    await writeFile(file, `cat <<'EOF' | wc -c\n${'0123456789abcde\n'.repeat(10_000)}EOF\n`)
    expect((await exec(['--json', '--command-file', file])).lines[0]?.output.trim()).toBe('160000')
  })

  it('uses the shell of a profile, and names those it has when there is none of that name (S-014)', async () => {
    const dash = await exec(['--json', '--profile', 'dash', '--', 'echo "${BASH_VERSION-none}"'])
    expect(dash.lines[0]?.output).toBe('none\n')
    const wrong = await exec(['--profile', 'nothing', '--', 'ls'])
    expect(wrong.code).toBe(2)
    expect(wrong.err).toMatch(/no terminal profile "nothing"\. Found here: .*bash/)
  })

  it('gives the command none of its own variables (B-031, B-032)', async () => {
    const run = await exec(['--json', '--', 'echo "${NODE_OPTIONS-unset} ${ELECTRON_RUN_AS_NODE-unset}"'], {
      NODE_OPTIONS: '--max-old-space-size=512',
      ELECTRON_RUN_AS_NODE: '1',
    })
    expect(run.lines[0]?.output).toBe('unset unset\n')
  })

  it('prints a completion for a command that went to the background, with what it ran (S-166, S-224)', async () => {
    const run = await exec(['--json', '--', 'echo begin; sleep 6; echo end; exit 4'])
    expect(run.code).toBe(4)
    expect(run.lines.map((line) => [line.event, line.status])).toEqual([
      ['result', 'background'],
      ['completion', 'exited'],
    ])
    expect(run.lines[0]).toMatchObject({ terminalId: 'T1', output: 'begin\n', exitCode: null })
    expect(run.lines[1]).toMatchObject({ exitCode: 4, output: 'begin\nend\n' })
    expect(run.lines[1]?.text).toContain('Call ID: exec')
    // Only what the agent has not seen (S-227).
    expect(run.lines[1]?.text).not.toContain('begin\n')
    // Timers of two programs may differ by some milliseconds.
    expect(run.lines[1]?.ranMs).toBeGreaterThan(5900)
  })

  it('stops as the Stop button would (S-292)', async () => {
    const run = await exec(['--json', '--stop-after', '2000', '--', 'echo started; sleep 60'])
    expect(run.lines).toHaveLength(1)
    expect(run.lines[0]).toMatchObject({
      status: 'stopped',
      terminalId: 'T1',
      signal: 'SIGTERM',
      exitCode: 143,
    })
    expect(run.code).toBe(143)
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends the whole tree on %s (S-287, S-344)', async (signal, code) => {
    const run = vigil(['exec', '--', 'trap "" TERM; sleep 600 & echo "pids $$ $!" > pids; wait; sleep 600'])
    const file = join(temp, 'pids')
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/pids \d+ \d+\n/), 30_000)
    const pids = readFileSync(file, 'utf8').match(/\d+/g)?.map(Number) ?? []
    expect(pids.every(isAlive)).toBe(true)
    run.child.kill(signal)
    expect((await run.ended).code).toBe(code)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('leaves nothing running and no text of a command when it is killed outright (S-132, S-344, S-349)', async () => {
    const run = vigil(['exec', '--', 'trap "" TERM; sleep 600 & echo "pids $$ $!" > pids; wait; sleep 600'])
    const file = join(temp, 'pids')
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/pids \d+ \d+\n/), 30_000)
    const pids = readFileSync(file, 'utf8').match(/\d+/g)?.map(Number) ?? []
    run.child.kill('SIGKILL')
    await run.ended
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 30_000)
    const [folder = ''] = (await readdir(temp)).filter((name) => name.startsWith('vigil-exec-'))
    await vi.waitFor(async () => expect(await readdir(join(temp, folder, 'runtime'))).toEqual([]), 30_000)
  })

  it('goes on when nobody can read its facts, and says when the disk takes none of its output', async () => {
    const into = (redirection: string) =>
      start(
        '/bin/sh',
        ['-c', `exec "$0" "$1" exec -- 'echo ok' ${redirection}`, process.execPath, CLI],
        temp,
        {
          ...process.env,
          HOME: home,
          TMPDIR: temp,
        },
      ).ended
    expect(await into('2>/dev/full')).toMatchObject({ code: 0, out: 'ok\n' })
    const refused = await into('>/dev/full')
    expect(refused.code).toBe(74)
    expect(refused.err).toContain('standard output cannot be written')
    expect(await readdir(temp)).toEqual([])
  })

  it('names a machine that gives it no folder, without a trace of its insides', async () => {
    const none = await exec(['--', 'ls'], { TMPDIR: join(temp, 'gone') })
    expect(none).toMatchObject({ code: 74, out: '' })
    expect(none.err).toMatch(/^vigil: ENOENT: .*gone\/vigil-exec-\w+'\n$/)
    const removed = 'mkdir cwd && cd cwd && rmdir ../cwd && exec "$0" "$1" exec -- pwd'
    const gone = await start('/bin/sh', ['-c', removed, process.execPath, CLI], temp).ended
    expect(gone).toMatchObject({ code: 2, err: 'vigil: The current folder does not exist any more.\n' })
  })

  it('says what is wrong with its arguments on stderr, and prints nothing else', async () => {
    for (const args of [['exec'], ['exec', '--', 'ls', '-la'], ['exec', '--nonsense'], ['nonsense']]) {
      const run = await vigil(args).ended
      expect(run).toMatchObject({ code: 2, out: '' })
      expect(run.err).not.toBe('')
    }
  })

  it('knows its version and explains itself', async () => {
    expect((await vigil(['--version']).ended).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    const help = await vigil(['exec', '--help']).ended
    for (const option of ['--json', '--workdir', '--timeout', '--profile', '--stop-after', '--command-file'])
      expect(help.out).toContain(option)
  })
})
