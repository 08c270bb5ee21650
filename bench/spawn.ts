import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/core/clock'
import type { CommandSpec, ProcessHost, ResolvedShell } from '../src/core/ports'
import { createProcessHost } from '../src/core/process/process-host'
import { createRunnerHost } from '../src/core/runner/runner-host'
import { spawnRunner } from '../src/core/runner/spawn-runner'
import type { CommandId } from '../src/shared/ids'

// What the runner adds to a bare `bash -lc`: both alternate in one run, so that the machine's mood hits both alike.
const ROUNDS = 200
const WARM_UP = 20
/** The bar: our median may be at most this much of the floor's. */
const MAX_RATIO = 1.25

const root = mkdtempSync(join(tmpdir(), 'vigil-bench-'))
const home = join(root, 'home')
mkdirSync(home)
const env = { ...process.env, HOME: home }
const bash = '/bin/bash'
const shell: ResolvedShell = { kind: 'bash', path: bash, args: [], env: {}, flavour: 'posix', note: null }
const parts = {
  clock: systemClock,
  facts: {
    version: '0',
    platform: 'linux',
    osLabel: '',
    homeDir: home,
    systemLanguage: 'en',
    env,
    ripgrepDir: '/opt/rg',
  },
  paths: { runtime: join(root, 'runtime') },
} as const
const inProcess = createProcessHost(parts)
// As in the app: two more turns between two processes, which a command of a few milliseconds feels.
const runner = createRunnerHost({
  ...parts,
  connect: () => spawnRunner(join(import.meta.dirname, 'runner.js'), systemClock),
  reportBug: (error) => console.error(error),
})
let count = 0

function floor(args: string[]): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(bash, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    child.on('error', reject)
    child.on('close', () => resolve(performance.now() - began))
    child.stdout.resume()
    child.stderr.resume()
  })
}

async function ours(host: ProcessHost, command: string): Promise<number> {
  const logFile = join(root, 'outputs', `${++count}.log`)
  const spec: CommandSpec = { commandId: `c${count}` as CommandId, command, cwd: root, shell, logFile }
  const began = performance.now()
  const running = await host.start(spec, new AbortController().signal)
  const end = await running.ended
  const took = performance.now() - began
  if (end.code !== 0) throw new Error(`the command ended with ${end.code}`)
  await running.dispose()
  return took
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function compare(name: string, command: string, host: ProcessHost = runner): Promise<number> {
  const plain: number[] = []
  const own: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    // Who goes first changes, as the second one finds warm caches.
    const first = round % 2 === 0
    const a = first ? await floor(['-lc', command]) : await ours(host, command)
    const b = first ? await ours(host, command) : await floor(['-lc', command])
    if (round < WARM_UP) continue
    plain.push(first ? a : b)
    own.push(first ? b : a)
  }
  const ratio = median(own) / median(plain)
  console.log(
    `${name.padEnd(34)} floor ${median(plain).toFixed(2)} ms   runner ${median(own).toFixed(2)} ms   ratio ${ratio.toFixed(2)}`,
  )
  return ratio
}

function fifoCost(batch: number): number {
  const times: number[] = []
  for (let round = 0; round < 40; round++) {
    const paths = Array.from({ length: batch }, (_, i) => join(root, `f${round}-${i}`))
    const began = performance.now()
    spawnSync('mkfifo', ['-m', '600', ...paths])
    times.push((performance.now() - began) / batch)
  }
  return median(times)
}

try {
  console.log(
    `medians of ${ROUNDS} rounds each, floor and runner alternating; bar: ratio at most ${MAX_RATIO}`,
  )
  const ratio = await compare('bash -lc true', 'true')
  await compare('  the same without a runner', 'true', inProcess)
  await compare('bash -lc "echo hi"', 'echo hi')
  await compare('bash -lc "/bin/echo a | cat"', '/bin/echo a | cat')
  console.log(
    `a FIFO costs ${fifoCost(1).toFixed(2)} ms with a mkfifo of its own, ${fifoCost(16).toFixed(2)} ms in a batch of 16`,
  )
  console.log(ratio <= MAX_RATIO ? 'within the bar' : 'OVER THE BAR')
  process.exitCode = ratio <= MAX_RATIO ? 0 : 1
} finally {
  await inProcess.dispose()
  await runner.dispose()
  rmSync(root, { recursive: true, force: true })
}
