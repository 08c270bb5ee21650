import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAttentions } from '../../src/core/attention/attentions'
import { systemClock } from '../../src/core/clock'
import { createCommandService } from '../../src/core/jobs/command-service'
import { createMemoryCommandStore } from '../../src/core/jobs/memory-command-store'
import { createOutputLogs } from '../../src/core/jobs/output-logs'
import { createOutputReader } from '../../src/core/output/output-reader'
import type { HostFacts } from '../../src/core/ports'
import { createShellResolver } from '../../src/core/process/shell-resolver'
import { createRunnerHost } from '../../src/core/runner/runner-host'
import { spawnRunner } from '../../src/core/runner/spawn-runner'
import { systemIds } from '../../src/core/system-ids'
import { exitCodeOf } from '../../src/shared/command'
import { chatIdSchema, turnIdSchema } from '../../src/shared/ids'
import { settingsSchema } from '../../src/shared/settings'

/** The longest that a call may wait, in milliseconds. */
const WAIT_MS = 60_000
const CHAT = chatIdSchema.parse('bench')
const TURN = turnIdSchema.parse('bench')

/** Commands as the shell tool runs them, up to the text an agent gets, with a real runner. */
export type CommandRunner = {
  /** Runs to the end and returns the file with the whole output. */
  run(command: string): Promise<string>
  readonly runnerPid: number
  /** What came over the channel from the runner. */
  readonly traffic: { lines: number; characters: number }
  dispose(): Promise<void>
}

/** Starts the engine's part that runs commands, below a folder, with the program of the runner. */
export async function startCommandRunner(root: string, script: string): Promise<CommandRunner> {
  const home = join(root, 'home')
  mkdirSync(home, { recursive: true })
  const facts: HostFacts = {
    version: '0',
    platform: process.platform === 'darwin' ? 'darwin' : 'linux',
    osLabel: '',
    homeDir: home,
    systemLanguage: 'en',
    env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', SHELL: '/bin/bash' },
    ripgrepDir: null,
  }
  const clock = systemClock
  const reportBug = (error: unknown) => console.error(error)
  const traffic = { lines: 0, characters: 0 }
  let runnerPid = 0
  const host = createRunnerHost({
    clock,
    facts,
    paths: { runtime: join(root, 'runtime') },
    connect() {
      const connection = spawnRunner(script, clock)
      runnerPid = connection.pid ?? 0
      connection.onLine((line) => {
        traffic.lines += 1
        traffic.characters += line.length
      })
      return connection
    },
    reportBug,
  })
  const settings = settingsSchema.parse({})
  const shells = createShellResolver({ facts, settings: { get: () => settings } })
  const reader = createOutputReader()
  const logs = createOutputLogs(join(root, 'outputs'))
  const attentions = createAttentions(clock, reportBug)
  const commands = createCommandService({
    store: createMemoryCommandStore(),
    host,
    shells,
    reader,
    logs,
    clock,
    ids: systemIds,
    attentions,
    reportBug,
  })
  await host.settleIn()
  let calls = 0
  return {
    traffic,
    get runnerPid() {
      return runnerPid
    },
    async run(command) {
      const { record, output } = await commands.run({
        chatId: CHAT,
        turnId: TURN,
        callId: `call-${++calls}`,
        command,
        cwd: root,
        workspaceRoot: root,
        approval: { kind: 'run' },
        refusal: null,
        waitMs: WAIT_MS,
        isExplicit: true,
        isWaitOnly: false,
        signal: new AbortController().signal,
      })
      if (exitCodeOf(record.state) !== 0 || output.failure !== null)
        throw new Error(`${command} ended as ${record.state.kind}, ${output.failure}`)
      return record.logFile ?? ''
    },
    async dispose() {
      await commands.dispose()
      attentions.dispose()
      await host.dispose()
    },
  }
}
