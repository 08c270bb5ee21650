import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startCommandRunner } from './kit/command-runner'
import { residentMb } from './kit/process-memory'

// A thousand commands with mixed outputs in one engine and one runner: nothing may be left of them but their logs.
// VIGIL_SOAK_COMMANDS changes the number, VIGIL_SOAK_JSON says where the figures go.
const COMMANDS = Number(process.env.VIGIL_SOAK_COMMANDS ?? 1000)
/** Caches and pools fill once. */
const WARM_UP = 100
/** After the last command: time for what ends by itself, in milliseconds. */
const REST_MS = 1500
/** Growth that is noise: of descriptors and timers, and of memory in MB. */
const NOISE = 3
const NOISE_MB = 24
/** The runner keeps pipes ready and makes them by the dozen. */
const NOISE_FILES = 64

const KINDS = [
  'true',
  '(echo one; exit 3) || true',
  'seq 1 2000',
  'seq 1 200000',
  'head -c 2000000 /dev/zero | tr "\\0" x',
  'for i in $(seq 1 300); do printf "\\rprogress %d" $i; done; echo',
  'for i in $(seq 1 300); do printf "\\033[3%dmline %d\\033[0m\\n" $((i % 8)) $i; done',
  'printf "\\377\\376broken"; echo "Привет 日本 🚀"',
  'for i in 1 2 3; do echo a; echo b; printf "\\033[2A\\033[J"; done; echo end',
  "sh -c 'echo out; echo err >&2; kill -9 $$' || true",
  'sleep 0.05; echo late',
  'cat /does/not/exist || true',
]

type Figures = {
  descriptors: number
  runnerDescriptors: number
  timers: number
  heapMb: number
  residentMb: number
  runnerMb: number
  temporaryFiles: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const root = mkdtempSync(join(tmpdir(), 'vigil-soak-'))
const script = join(import.meta.dirname, 'runner.js')
const runner = await startCommandRunner(root, script)

function descriptorsOf(pid: number | 'self'): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    // No /proc: the figure cannot be told.
    return Number.NaN
  }
}

async function figures(): Promise<Figures> {
  await sleep(REST_MS)
  collect()
  return {
    descriptors: descriptorsOf('self'),
    runnerDescriptors: descriptorsOf(runner.runnerPid),
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
    heapMb: process.memoryUsage().heapUsed / 1024 / 1024,
    residentMb: residentMb(process.pid),
    runnerMb: residentMb(runner.runnerPid),
    temporaryFiles: readdirSync(join(root, 'runtime'), { recursive: true }).length,
  }
}

async function runMany(count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    rmSync(await runner.run(KINDS[at % KINDS.length] ?? 'true'), { force: true })
}

try {
  await runMany(WARM_UP)
  const before = await figures()
  const started = performance.now()
  await runMany(COMMANDS)
  const seconds = (performance.now() - started) / 1000
  const after = await figures()
  const grown: string[] = []
  for (const name of Object.keys(before) as (keyof Figures)[]) {
    const noise = name === 'temporaryFiles' ? NOISE_FILES : name.endsWith('Mb') ? NOISE_MB : NOISE
    const isOver = after[name] - before[name] > noise
    if (isOver) grown.push(name)
    console.log(
      `${name.padEnd(20)} before ${before[name].toFixed(1).padStart(8)}   after ${after[name].toFixed(1).padStart(8)}${isOver ? '   GREW' : ''}`,
    )
  }
  console.log(`${COMMANDS} commands in ${seconds.toFixed(1)} s`)
  const json = process.env.VIGIL_SOAK_JSON
  if (json)
    writeFileSync(json, `${JSON.stringify({ commands: COMMANDS, seconds, before, after }, null, 2)}\n`)
  process.exitCode = grown.length > 0 ? 1 : 0
} finally {
  await runner.dispose()
  rmSync(root, { recursive: true, force: true })
}
