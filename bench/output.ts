import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { searchLog } from '../src/core/output/log-search'
import { createOutputReader } from '../src/core/output/output-reader'
import { OUTPUT_PAGE_MAX_BYTES, OUTPUT_PAGE_MAX_LINES } from '../src/shared/ipc'
import { type CommandRunner, startCommandRunner } from './kit/command-runner'
import { median, timed } from './kit/median'
import { bigLog, outputWork, type Work } from './kit/output-work'
import { forgetPeak, peakMb, residentMb } from './kit/process-memory'

// What output costs: four kinds of it through the runner with the whole log kept, against `sh -c "CMD | cat > file"` in
// the same run; then pages of a big log. The kinds, the floor and the bars are those that peers were measured with.
// VIGIL_BENCH_DIR chooses the disk, VIGIL_BENCH_WORK=b,c some of the kinds, VIGIL_BENCH_JSON where the figures go.
const ROUNDS = 5
const MAX_MB = 64
const MAX_DELAY_MS = 20
/** The probe's own interval: less than this cannot be seen. */
const PROBE_MS = 10
const AT_ONCE = 4
const PAGED_BYTES = 512 * 1024 * 1024
const MAX_LAST_PAGE_MS = 50
const MAX_PAGE_BACK_MS = 20
const MAX_FIND_MS = 1500

type Row = { what: string; value: number; unit: string; bar: number; detail: string }

const memoryDisk = '/dev/shm'
const base = process.env.VIGIL_BENCH_DIR ?? (existsSync(memoryDisk) ? memoryDisk : tmpdir())
const root = mkdtempSync(join(base, 'vigil-bench-'))
const only = process.env.VIGIL_BENCH_WORK?.split(',')
const rows: Row[] = []

function add(row: Row): void {
  rows.push(row)
  const verdict = row.value <= row.bar ? '' : '   OVER THE BAR'
  const value = `${round(row.value)} ${row.unit}`.padStart(10)
  console.log(`${row.what.padEnd(46)} ${value}   bar ${round(row.bar)} ${row.unit}   ${row.detail}${verdict}`)
}

function floor(command: string, name = 'floor.out'): Promise<void> {
  const file = join(root, name)
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `${command} | cat > ${file}`], { cwd: root, stdio: 'ignore' })
    child.on('error', reject)
    child.on('close', () => {
      rmSync(file, { force: true })
      resolve()
    })
  })
}

async function run(runner: CommandRunner, command: string): Promise<void> {
  rmSync(await runner.run(command), { force: true })
}

async function compare(runner: CommandRunner, work: Work, idleMb: number): Promise<void> {
  const plain: number[] = []
  const own: number[] = []
  const peaks: number[] = []
  for (let i = 0; i <= ROUNDS; i++) {
    const a = await timed(() => floor(work.command))
    forgetPeak(runner.runnerPid)
    const b = await timed(() => run(runner, work.command))
    if (i === 0) continue
    plain.push(a)
    own.push(b)
    peaks.push(peakMb(runner.runnerPid))
  }
  add({
    what: work.name,
    value: median(own) / median(plain),
    unit: '×',
    bar: work.maxRatio,
    detail: `floor ${round(median(plain))} ms, runner ${round(median(own))} ms`,
  })
  add({
    what: '  runner, peak memory over idle',
    value: Math.max(...peaks) - idleMb,
    unit: 'MB',
    bar: MAX_MB,
    detail: `idle ${round(idleMb)} MB, peak ${round(Math.max(...peaks))} MB`,
  })
}

async function flood(runner: CommandRunner, command: string): Promise<void> {
  // What the machine alone does to an owner that has nothing to do.
  const alone = await delays((i) => floor(command, `floor${i}.out`))
  const { lines, characters } = runner.traffic
  const { p99, worst } = await delays(() => run(runner, command))
  const told = runner.traffic
  add({
    what: `event loop of the owner, p99, ${AT_ONCE} × seq at once`,
    value: p99,
    unit: 'ms',
    bar: MAX_DELAY_MS,
    detail:
      `probed every ${PROBE_MS} ms; worst ${round(worst)} ms; beside the floor ${round(alone.p99)} ms; ` +
      `${told.lines - lines} messages, ${round((told.characters - characters) / 1024)} KiB in ${ROUNDS} rounds`,
  })
}

/** Medians of the delays while some of one thing run at once. */
async function delays(work: (i: number) => Promise<void>): Promise<{ p99: number; worst: number }> {
  const p99: number[] = []
  const worst: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const probe = monitorEventLoopDelay({ resolution: PROBE_MS })
    probe.enable()
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => work(i)))
    probe.disable()
    p99.push(probe.percentile(99) / 1e6)
    worst.push(probe.max / 1e6)
  }
  return { p99: median(p99), worst: median(worst) }
}

async function pages(): Promise<void> {
  const file = join(root, 'big.log')
  bigLog(file, PAGED_BYTES)
  const reader = createOutputReader()
  const last = () => reader.before(file, null, OUTPUT_PAGE_MAX_LINES, OUTPUT_PAGE_MAX_BYTES)
  const lastMs = median(await repeat(() => timed(last)))
  add({ what: 'last page of 512 MiB', value: lastMs, unit: 'ms', bar: MAX_LAST_PAGE_MS, detail: '' })
  let before = (await last()).from
  const back = async () => {
    before = (await reader.before(file, before, OUTPUT_PAGE_MAX_LINES, OUTPUT_PAGE_MAX_BYTES)).from
  }
  add({
    what: 'page back',
    value: median(await repeat(() => timed(back))),
    unit: 'ms',
    bar: MAX_PAGE_BACK_MS,
    detail: '',
  })
  const query = { text: 'needle', regex: false, matchCase: true }
  const range = { from: null, to: null, direction: 'backward', limit: 1 } as const
  const find = async () => {
    const { hits } = await searchLog(file, query, range, new AbortController().signal)
    if (hits[0]?.at !== 4) throw new Error('The needle was not found.')
  }
  add({
    what: 'find, first hit at the far end',
    value: median(await repeat(() => timed(find))),
    unit: 'ms',
    bar: MAX_FIND_MS,
    detail: '',
  })
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let i = 0; i < ROUNDS; i++) values.push(await measure())
  return values
}

function round(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0)
}

try {
  const load = loadavg()[0] ?? 0
  console.log(
    `medians of ${ROUNDS} rounds after one to warm up, floor and runner alternating; logs below ${base}; ` +
      `Node ${process.versions.node}, ${cpus().length} cores, load ${load.toFixed(1)}`,
  )
  const kinds = outputWork(root).filter(({ id }) => only?.includes(id) ?? true)
  const runner = await startCommandRunner(join(root, 'engine'), join(import.meta.dirname, 'runner.js'))
  await run(runner, 'true')
  const idleMb = residentMb(runner.runnerPid)
  for (const work of kinds) await compare(runner, work, idleMb)
  if (!only || only.includes('flood')) await flood(runner, 'seq 1 20000000')
  await runner.dispose()
  if (!only || only.includes('pages')) await pages()
  const json = process.env.VIGIL_BENCH_JSON ?? join('test-results', 'bench-output.json')
  mkdirSync(join(json, '..'), { recursive: true })
  writeFileSync(
    json,
    `${JSON.stringify({ node: process.versions.node, base, load, rounds: ROUNDS, rows }, null, 2)}\n`,
  )
  const missed = rows.filter(({ value, bar }) => !(value <= bar))
  console.log(
    missed.length === 0
      ? 'within all bars'
      : `OVER THE BAR: ${missed.map(({ what }) => what.trim()).join('; ')}`,
  )
  console.log(`as JSON: ${json}`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  rmSync(root, { recursive: true, force: true })
}
