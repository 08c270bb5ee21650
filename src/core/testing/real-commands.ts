import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandId } from '../../shared/ids'
import { type Clock, systemClock } from '../clock'
import type {
  HostFacts,
  OutputStats,
  ProcessEnd,
  ProcessHost,
  ResolvedShell,
  RunningCommand,
  ShellKind,
} from '../ports'
import { createProcessHost } from '../process/process-host'
import { systemProcessTable } from '../process/process-table'
import { PROFILE_LIMIT_MS } from '../process/shell-start'
import { createRunnerHost } from '../runner/runner-host'
import { spawnRunner } from '../runner/spawn-runner'

/** Where this machine has a shell, or null. */
export function shellPath(kind: ShellKind): string | null {
  for (const folder of ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin']) {
    if (existsSync(`${folder}/${kind}`)) return `${folder}/${kind}`
  }
  return null
}

/** True while a process lives; one that is dead and not collected yet does not. */
export function isPidAlive(pid: number): boolean {
  return systemProcessTable()
    .list()
    .some((entry) => entry.pid === pid && !entry.isZombie)
}

export type RealRun = {
  shell?: ShellKind
  /** Another executable than this machine's. */
  path?: string
  cwd?: string
  /** The profile's environment. */
  profile?: Record<string, string | null>
  args?: string[]
  signal?: AbortSignal
}

export type RealResult = ProcessEnd & {
  output: string
  stats: OutputStats
  command: RunningCommand
  logFile: string
}

/**
 * A host with real children, a HOME of its own without start-up files, and folders that go with it. The suites that use
 * it run in this process; `VIGIL_TEST_RUNNER=out/cli/runner.js` sends them through a real runner instead.
 */
export class RealCommands {
  readonly root = mkdtempSync(join(tmpdir(), 'vigil-real-'))
  readonly home = join(this.root, 'home')
  readonly runtime = join(this.root, 'runtime')
  readonly env: Record<string, string | undefined>
  private host: ProcessHost | null = null
  private count = 0

  constructor(
    env: Record<string, string | undefined> = {},
    private readonly options: {
      ripgrepDir?: string | null
      appKeyVariables?: string[]
      profileLimitMs?: number
      /** The encoding of the console, as Windows would name it. */
      consoleCharset?: string
    } = {},
  ) {
    mkdirSync(this.home)
    this.env = { PATH: process.env.PATH, HOME: this.home, LANG: 'C.UTF-8', ...env }
  }

  /** Writes a start-up file into HOME. */
  homeFile(name: string, text: string): this {
    writeFileSync(join(this.home, name), text)
    return this
  }

  get processHost(): ProcessHost {
    const facts: HostFacts = {
      version: '0.0.0',
      platform: process.platform === 'darwin' ? 'darwin' : 'linux',
      osLabel: 'test',
      homeDir: this.home,
      systemLanguage: 'en',
      env: this.env,
      ripgrepDir: this.options.ripgrepDir ?? null,
    }
    const parts = {
      clock: this.clock(),
      facts,
      paths: { runtime: this.runtime },
      appKeyVariables: this.options.appKeyVariables ?? [],
    }
    const { VIGIL_TEST_RUNNER: script } = process.env
    this.host ??=
      script === undefined
        ? createProcessHost({ ...parts, consoleCharset: () => this.options.consoleCharset ?? null })
        : createRunnerHost({
            ...parts,
            connect: () => spawnRunner(script, systemClock),
            reportBug: (error) => console.error(error),
          })
    return this.host
  }

  start(command: string, run: RealRun = {}): Promise<RunningCommand> {
    const kind = run.shell ?? 'bash'
    const path = run.path ?? shellPath(kind)
    if (path === null) throw new Error(`this machine has no ${kind}`)
    const shell: ResolvedShell = {
      kind,
      path,
      args: run.args ?? [],
      env: run.profile ?? {},
      flavour: 'posix',
      note: null,
    }
    const commandId = `command-${++this.count}` as CommandId
    return this.processHost.start(
      { commandId, command, cwd: run.cwd ?? this.root, shell, logFile: this.logFile(this.count) },
      run.signal ?? new AbortController().signal,
    )
  }

  /** Runs to the end. */
  async run(command: string, run: RealRun = {}): Promise<RealResult> {
    const running = await this.start(command, run)
    const logFile = this.logFile(this.count)
    const end = await running.ended
    return {
      ...end,
      output: readFileSync(logFile, 'utf8'),
      stats: running.stats(),
      command: running,
      logFile,
    }
  }

  async dispose(): Promise<void> {
    await this.host?.dispose()
    rmSync(this.root, { recursive: true, force: true })
  }

  /** The machine's clock, with the limit of a login profile shortened where a test asks for it. */
  private clock(): Clock {
    const { profileLimitMs } = this.options
    if (profileLimitMs === undefined) return systemClock
    return {
      now: systemClock.now,
      setTimer: (ms, run) => systemClock.setTimer(ms === PROFILE_LIMIT_MS ? profileLimitMs : ms, run),
    }
  }

  private logFile(number: number): string {
    return join(this.root, 'outputs', `${number}.log`)
  }
}
