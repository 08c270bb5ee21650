import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../core/clock'
import { systemIds } from '../../core/system-ids'
import { builtRunner } from '../../core/testing/built-programs'
import { readCliFacts } from '../cli-facts'
import { runExec } from '../exec'
import type { ExecOptions } from '../exec-options'
import type { ExecLine } from '../exec-report'

/** What a run printed and returned. */
export type ExecRun = { code: number; out: string; err: string; lines: ExecLine[] }

/** Runs `vigil exec` inside this process, on a clean environment with a home of its own. */
export async function execHere(
  options: Partial<ExecOptions> & { command: string },
  part: {
    env?: Record<string, string>
    home?: string
    cwd?: string
    interrupted?: AbortSignal
    /** Told of every line as it is printed. */
    onLine?(line: ExecLine): void
  } = {},
): Promise<ExecRun> {
  const temp = await mkdtemp(join(tmpdir(), 'vigil-test-'))
  const run: ExecRun = { code: -1, out: '', err: '', lines: [] }
  const json = options.json ?? true
  try {
    run.code = await runExec(
      { json, workdir: null, timeoutMs: null, profile: null, stopAfterMs: null, ...options },
      {
        facts: { ...readCliFacts('0.0.0'), env: { ...cleanEnv(part.home ?? temp), ...part.env } },
        cwd: part.cwd ?? tmpdir(),
        tempRoot: temp,
        runner: await builtRunner(),
        clock: systemClock,
        ids: systemIds,
        out(text) {
          run.out += text
          if (!json) return
          const line = JSON.parse(text) as ExecLine
          run.lines.push(line)
          part.onLine?.(line)
        },
        err(text) {
          run.err += text
        },
        interrupted: part.interrupted ?? new AbortController().signal,
      },
    )
    return run
  } finally {
    endLeftovers(run)
    await rm(temp, { recursive: true, force: true })
  }
}

/** What an app started from a plain session has, without the variables of the test runner. */
function cleanEnv(home: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', SHELL: '/bin/bash' }
}

/** Ends what finished commands left behind on purpose; their own tests have looked at it by now. */
function endLeftovers({ lines }: ExecRun): void {
  for (const { text } of lines) {
    const pids = /still running \(pid ([\d, ]+)\)/.exec(text)?.[1]?.split(', ') ?? []
    for (const pid of pids) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }
}
