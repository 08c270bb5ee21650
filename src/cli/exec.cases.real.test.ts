import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ExecLine } from './exec-report'
import { execHere } from './testing/run-exec'

/** A case from the field as test/fixtures/cases.json records it. */
type Case = {
  id: string
  kind: string
  command: string | null
  commandParts?: [string, number][]
  timeoutMs: number
  homeFiles?: Record<string, string>
  appEnv?: Record<string, string>
  cwd?: string
  makeCwd?: boolean
  repeat?: number
  expect: Expectation
  thenCompletes?: Expectation & { withinMs: number }
  afterStopGone?: string[]
}
type Expectation = {
  status?: string
  exitCode?: number
  outputEquals?: string
  outputContains?: string[]
  outputNotContains?: string[]
  outputNotMatches?: string[]
  outputMaxBytes?: number
  minWallMs?: number
  maxWallMs?: number
}

const cases = JSON.parse(
  readFileSync(new URL('../../test/fixtures/cases.json', import.meta.url), 'utf8'),
) as Case[]

/** A shared machine may be several times slower than the one the limits were written on. */
const SLOWNESS = 4
/** When a command that never ends is stopped: after the answer at 5 s. */
const STOP_AFTER_MS = 6500

function check(line: ExecLine | undefined, expected: Expectation): void {
  if (!line) throw new Error('There was no answer')
  const output = line.output.replace(/\n+$/, '')
  if (expected.status !== undefined) expect(line.status).toBe(expected.status)
  if (expected.exitCode !== undefined) expect(line.exitCode).toBe(expected.exitCode)
  if (expected.outputEquals !== undefined) expect(output).toBe(expected.outputEquals)
  for (const text of expected.outputContains ?? []) expect(line.output).toContain(text)
  for (const text of expected.outputNotContains ?? []) expect(line.text).not.toContain(text)
  for (const text of expected.outputNotMatches ?? []) expect(line.text).not.toMatch(new RegExp(text, 'u'))
  if (expected.outputMaxBytes !== undefined)
    expect(Buffer.byteLength(line.text)).toBeLessThanOrEqual(expected.outputMaxBytes)
  if (expected.minWallMs !== undefined) expect(line.wallMs).toBeGreaterThanOrEqual(expected.minWallMs)
  if (expected.maxWallMs !== undefined) expect(line.wallMs).toBeLessThan(expected.maxWallMs * SLOWNESS)
}

async function run(each: Case): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'vigil-home-'))
  for (const [name, text] of Object.entries(each.homeFiles ?? {})) await writeFile(join(home, name), text)
  if (each.makeCwd && each.cwd) await mkdir(each.cwd, { recursive: true })
  const command =
    each.command ?? (each.commandParts ?? []).map(([text, times]) => text.repeat(times)).join('')
  const isBackground = each.expect.status === 'background'
  try {
    for (let round = 0; round < (each.repeat ?? 1); round++) {
      const { lines } = await execHere(
        {
          command,
          workdir: each.cwd ?? null,
          timeoutMs: isBackground || each.timeoutMs <= 10_000 ? null : each.timeoutMs,
          stopAfterMs: isBackground && !each.thenCompletes ? STOP_AFTER_MS : null,
        },
        { env: each.appEnv, home, cwd: home },
      )
      check(lines[0], each.expect)
      if (each.thenCompletes) check(lines[1], { status: 'exited', ...each.thenCompletes })
      if (isBackground && !each.thenCompletes) check(lines[1], { status: 'stopped' })
    }
    for (const text of each.afterStopGone ?? []) expect(commandLinesWith(text)).toEqual([])
  } finally {
    await rm(home, { recursive: true, force: true })
    if (each.makeCwd && each.cwd) await rm(each.cwd, { recursive: true, force: true })
  }
}

/** Command lines of living processes that contain the text, this one's apart. */
function commandLinesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      } catch {
        // It ended while the list was read.
        return ''
      }
    })
    .filter((line) => line.includes(text))
}

describe.concurrent('cases from the field', () => {
  it.each(cases.map((each) => [each.id, each.kind, each] as const))(
    '%s (%s) passes through vigil exec',
    (_id, _kind, each) => run(each),
    60_000,
  )
})
