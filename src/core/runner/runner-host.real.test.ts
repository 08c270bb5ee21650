import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { UPDATE_WINDOW_MS } from '../output/output-pipeline'
import { systemProcessTable } from '../process/process-table'
import { buildOwner, buildRunner } from '../testing/built-programs'
import { RealRunner } from '../testing/real-runner'

const WAIT = { timeout: 30_000 }
const programs = mkdtempSync(join(tmpdir(), 'vigil-programs-'))
let runner = ''
let ownerProgram = ''
let real: RealRunner
const owners: ChildProcess[] = []

beforeAll(async () => {
  runner = await buildRunner(programs)
  ownerProgram = await buildOwner(programs)
})
afterAll(() => rmSync(programs, { recursive: true }))
afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  await real.dispose()
})

function isAlive(pid: number): boolean {
  const entry = systemProcessTable().find(pid)
  return entry !== null && !entry.isZombie
}
const gone = (pids: number[]) => vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), WAIT)
const pidsIn = (name: string, count: number) =>
  vi.waitFor(() => {
    const pids = real.pidsIn(name, count)
    if (!pids) throw new Error(`${name} does not hold ${count} numbers yet`)
    return pids
  }, WAIT)

/** A shell that ignores TERM, a child in its group, and one that moved into a session of its own. */
const TREE = [
  'trap "" TERM',
  'sleep 600 & echo $! >> pids',
  "setsid sh -c 'echo $$ >> pids; while :; do sleep 0.2; done' &",
  'echo $$ >> pids',
  'echo up',
  'while :; do sleep 0.2; done',
].join('\n')

describe('commands in a real runner', () => {
  it('get nothing of the runner: no variable, no descriptor, no terminal (B-031, B-032, B-036, B-131)', async () => {
    real = new RealRunner(runner, { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-warnings', KEPT: 'yes' })
    const output = await real.run(
      [
        'env | grep -cE "^(ELECTRON_RUN_AS_NODE|NODE_OPTIONS|NODE_CHANNEL_FD|VIGIL_[^S])"',
        'echo "kept ${KEPT-no}"',
        'for n in $(ls /proc/$$/fd); do [ "$n" -le 2 ] || readlink /proc/$$/fd/$n; done',
        'tty',
      ].join('\n'),
    )
    expect(output).toBe('0\nkept yes\nnot a tty\n')
  })

  it('get nothing of what the owner had inherited either (B-036)', async () => {
    real = new RealRunner(runner)
    const spec = real.spec('for n in $(ls /proc/$PPID/fd /proc/$$/fd); do echo $n; done | sort -n')
    const given = { script: runner, runtime: real.runtime, facts: real.facts, specs: [spec] }
    const owner = spawn(
      '/bin/bash',
      [
        '-c',
        'exec 41</etc/passwd 77<> <(:); exec "$0" "$@"',
        process.execPath,
        ownerProgram,
        JSON.stringify(given),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    owners.push(owner)
    let said = ''
    owner.stdout?.on('data', (text) => {
      said += text
    })
    await vi.waitFor(() => expect(said).toContain('all ended'), WAIT)
    const listed = readFileSync(spec.logFile, 'utf8').split('\n')
    expect(listed).not.toContain('41')
    expect(listed).not.toContain('77')
  })

  it('end as by the host in this process, with what they left behind (S-219)', async () => {
    real = new RealRunner(runner)
    const command = await real.start(real.spec('echo begin; sleep 600 & echo $! > pids; echo end; exit 3'))
    const end = await command.ended
    const [left] = await pidsIn('pids', 1)
    expect(end).toMatchObject({ code: 3, signal: null, leftovers: [left] })
    expect(command.stats()).toMatchObject({ lines: 2, lastLine: 'end' })
    expect(isAlive(left ?? 0)).toBe(true)
    await command.dispose()
    await gone([left ?? 0])
  })

  it('tell who of those is still there, with what they started since (S-219)', async () => {
    real = new RealRunner(runner)
    const script = 'read line < gate; sleep 600 & echo $! > late'
    const command = await real.start(real.spec(`mkfifo gate; (${script}) >/dev/null 2>&1 & echo begun`))
    const { leftovers } = await command.ended
    expect(leftovers).toHaveLength(1)
    expect(await command.leftovers()).toEqual(leftovers)
    writeFileSync(join(real.root, 'gate'), 'go\n')
    const [late] = await pidsIn('late', 1)
    await vi.waitFor(async () => expect(await command.leftovers()).toEqual([late]), WAIT)
    process.kill(late ?? 0, 'SIGKILL')
    await vi.waitFor(async () => expect(await command.leftovers()).toEqual([]), WAIT)
  })

  it('leave no zombie behind, however many there were (B-104)', async () => {
    real = new RealRunner(runner)
    const commands = Array.from({ length: 12 }, (_, index) => `sh -c "exit ${index}" & exit ${index}`)
    await Promise.all(commands.map((command) => real.run(command)))
    const children = systemProcessTable().list()
    expect(children.filter(({ parent, isZombie }) => parent === real.runnerPid && isZombie)).toEqual([])
  })

  it('that flood reach the owner as few small updates (S-159, S-162)', async () => {
    real = new RealRunner(runner)
    const specs = Array.from({ length: 4 }, () => real.spec('seq 1 20000000'))
    let updates = 0
    const runs = await Promise.all(
      specs.map(async (spec) => {
        const command = await real.start(spec)
        command.onOutput(() => {
          updates += 1
        })
        const end = await command.ended
        return { ran: end.endedAt - command.startedAt, ...command.stats() }
      }),
    )
    for (const run of runs) {
      expect(run).toMatchObject({ bytes: 168_888_897, lines: 20_000_000, lastLine: '20000000' })
    }
    const windows = runs.reduce((sum, { ran }) => sum + Math.ceil(ran / UPDATE_WINDOW_MS) + 2, 0)
    expect(updates).toBeLessThanOrEqual(windows)
    // Beats and answers included: nothing that grows with the output.
    expect(real.received).toBeLessThan((windows + 50) * 400)
  })
})

describe('an abort (S-306, S-307)', () => {
  it('leaves nothing running, whenever it comes', async () => {
    real = new RealRunner(runner)
    for (let delay = 0; delay < 40; delay += 2) {
      const abort = new AbortController()
      const spec = real.spec(`sleep 6${delay}.25 & sleep 6${delay}.25`)
      const started = real.start(spec, abort.signal)
      started.catch(() => {})
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      abort.abort()
      // After the start an abort concerns nobody any more.
      const command = await started.catch((error: { code: string }) => {
        expect(error.code).toBe('aborted')
        return null
      })
      await command?.stop()
      const living = readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((pid) => commandLine(pid).includes(`6${delay}.25`))
      expect(living).toEqual([])
    }
  })

  it('ends a shell that is still in its login profile', async () => {
    real = new RealRunner(runner)
    writeFileSync(join(real.home, '.bash_profile'), `echo $$ > ${join(real.root, 'pids')}; sleep 600`)
    const abort = new AbortController()
    const started = real.start(real.spec('echo never'), abort.signal)
    const refused = expect(started).rejects.toMatchObject({ code: 'aborted' })
    const pids = await pidsIn('pids', 1)
    abort.abort()
    await refused
    expect(pids.filter(isAlive)).toEqual([])
  })
})

describe('the death of the runner by SIGKILL', () => {
  it('ends its commands as lost and their trees, and the next command runs (S-239, S-347, B-103)', async () => {
    real = new RealRunner(runner)
    const spec = real.spec(TREE)
    const command = await real.start(spec)
    const pids = await pidsIn('pids', 3)
    const first = real.runnerPid
    process.kill(first, 'SIGKILL')
    expect(await command.ended).toMatchObject({ code: null, signal: null, lost: true, leftovers: [] })
    expect(pids.filter(isAlive)).toEqual([])
    expect(command.stats()).toMatchObject({ bytes: 3, lines: 1, lastLine: 'up', openLine: '' })
    expect(await command.stop()).toEqual({ confirmed: true, signal: 'none' })
    expect(await real.run('echo again')).toBe('again\n')
    expect(real.runnerPid).not.toBe(first)
    expect(real.bugs).toEqual(['The process that runs commands ended: it was ended by SIGKILL'])
  })

  it('loses nothing that is in the log (S-162)', async () => {
    real = new RealRunner(runner)
    const spec = real.spec('seq 1 100000000')
    const command = await real.start(spec)
    await vi.waitFor(() => expect(command.stats().bytes).toBeGreaterThan(1_000_000), WAIT)
    process.kill(real.runnerPid, 'SIGKILL')
    await command.ended
    const log = readFileSync(spec.logFile)
    const lines = log.toString('latin1').split('\n')
    expect(command.stats()).toMatchObject({
      bytes: log.length,
      lines: lines.length - (log.at(-1) === 0x0a ? 1 : 0),
    })
  })

  it('during a login profile refuses the start and leaves no shell', async () => {
    real = new RealRunner(runner)
    writeFileSync(join(real.home, '.bash_profile'), `echo $$ > ${join(real.root, 'pids')}; sleep 600`)
    const started = real.start(real.spec('echo never'))
    const refused = expect(started).rejects.toMatchObject({ code: 'spawn-failed' })
    const pids = await pidsIn('pids', 1)
    process.kill(real.runnerPid, 'SIGKILL')
    await refused
    await gone(pids)
  })
})

describe('the death of the owner by SIGKILL', () => {
  it('leaves no command and no runner, but what a finished command detached (S-344, S-346, S-349, S-219)', async () => {
    real = new RealRunner(runner)
    const specs = [
      real.spec(TREE),
      real.spec('seq 1 100000000000 & echo $! >> floods; wait'),
      real.spec('sleep 600 >/dev/null 2>&1 & echo $! >> detached'),
    ]
    const given = { script: runner, runtime: real.runtime, facts: real.facts, specs }
    const owner = spawn(process.execPath, [ownerProgram, JSON.stringify(given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    owners.push(owner)
    let said = ''
    owner.stdout?.on('data', (text) => {
      said += text
    })
    await vi.waitFor(() => expect(said).toContain('\n'), WAIT)
    const { runner: runnerPid, pids } = JSON.parse(said) as { runner: number; pids: number[] }
    const tree = await pidsIn('pids', 3)
    const floods = await pidsIn('floods', 1)
    const [detached = 0] = await pidsIn('detached', 1)
    expect([...tree, ...floods, runnerPid].every(isAlive)).toBe(true)
    // The third command is over once its shell is.
    await vi.waitFor(() => expect(isAlive(pids[2] ?? 0)).toBe(false), WAIT)
    owner.kill('SIGKILL')
    await gone([...tree, ...floods, ...pids, runnerPid])
    expect(isAlive(detached)).toBe(true)
    process.kill(detached, 'SIGKILL')
    // Texts of commands do not stay on the disk either (S-132).
    expect(readdirSync(real.runtime)).toEqual([])
  })
})

describe('disposing', () => {
  it('ends commands and runner and leaves no handle (S-344)', async () => {
    real = new RealRunner(runner)
    const before = handles()
    const commands = await Promise.all([real.start(real.spec(TREE)), real.start(real.spec('sleep 600'))])
    const pids = await pidsIn('pids', 3)
    const held = real.runnerPid
    await real.processHost.dispose()
    await real.processHost.dispose()
    expect([...pids, held].filter(isAlive)).toEqual([])
    for (const command of commands) expect(await command.ended).toHaveProperty('signal')
    await vi.waitFor(() => expect(handles()).toEqual(before), WAIT)
    expect(real.bugs).toEqual([])
  })
})

/** What keeps this process busy, apart from the timers of the test itself. */
function handles(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => kind !== 'Timeout')
    .sort()
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It ended while we looked.
    return ''
  }
}
