import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandId } from '../../shared/ids'
import { systemClock } from '../clock'
import type { CommandSpec, HostFacts, ProcessHost, RunningCommand } from '../ports'
import type { RunnerConnection } from '../runner/runner-connection'
import { createRunnerHost } from '../runner/runner-host'
import { spawnRunner } from '../runner/spawn-runner'

/** A host with a real runner, on folders and a HOME of its own. */
export class RealRunner {
  readonly root = mkdtempSync(join(tmpdir(), 'vigil-runner-'))
  readonly home = join(this.root, 'home')
  readonly runtime = join(this.root, 'runtime')
  readonly connections: RunnerConnection[] = []
  readonly bugs: string[] = []
  /** Characters the runners sent. */
  received = 0
  private host: ProcessHost | null = null
  private count = 0

  constructor(
    readonly script: string,
    private readonly env: Record<string, string> = {},
  ) {
    mkdirSync(this.home)
  }

  get facts(): HostFacts {
    return {
      version: '0.0.0',
      platform: process.platform === 'darwin' ? 'darwin' : 'linux',
      osLabel: 'test',
      homeDir: this.home,
      systemLanguage: 'en',
      env: { PATH: process.env.PATH, HOME: this.home, LANG: 'C.UTF-8', ...this.env },
      ripgrepDir: null,
    }
  }

  get processHost(): ProcessHost {
    this.host ??= createRunnerHost({
      clock: systemClock,
      facts: this.facts,
      paths: { runtime: this.runtime },
      connect: () => {
        const connection = spawnRunner(this.script, systemClock)
        connection.onLine((line) => {
          this.received += line.length
        })
        this.connections.push(connection)
        return connection
      },
      reportBug: (error) => this.bugs.push(error instanceof Error ? error.message : String(error)),
    })
    return this.host
  }

  /** The runner of this moment. */
  get runnerPid(): number {
    return this.connections.at(-1)?.pid ?? 0
  }

  spec(command: string): CommandSpec {
    this.count += 1
    return {
      commandId: `command-${this.count}` as CommandId,
      command,
      cwd: this.root,
      shell: { kind: 'bash', path: '/bin/bash', args: [], env: {}, flavour: 'posix', note: null },
      logFile: join(this.root, 'outputs', `${this.count}.log`),
    }
  }

  start(spec: CommandSpec, signal = new AbortController().signal): Promise<RunningCommand> {
    return this.processHost.start(spec, signal)
  }

  /** Runs to the end and returns the log. */
  async run(command: string): Promise<string> {
    const spec = this.spec(command)
    await (await this.start(spec)).ended
    return readFileSync(spec.logFile, 'utf8')
  }

  /** Numbers that commands wrote into a file of this folder, once they are all there. */
  pidsIn(name: string, wanted: number): number[] | null {
    const file = join(this.root, name)
    const pids = existsSync(file) ? (readFileSync(file, 'utf8').match(/\d+\n/g) ?? []).map(Number) : []
    return pids.length >= wanted ? pids : null
  }

  async dispose(): Promise<void> {
    await this.host?.dispose()
    rmSync(this.root, { recursive: true, force: true })
  }
}
