import type { Clock } from '../clock'
import { Emitter } from '../events'
import type { OutputStats } from '../ports'
import type { ProcessIdentity } from '../process/process-tree'
import type { LineChannel } from '../runner/line-channel'
import type { Orphans } from '../runner/reaper'
import type { ReapResult } from '../runner/remote-command'
import type { RunnerConnection } from '../runner/runner-connection'
import { RunnerServer } from '../runner/runner-server'
import { createFakeOutputLogs } from './fake-output-logs'
import { createFakeProcessHost, type FakeProcessHost } from './fake-process-host'

/** A runner in this process, on a fake host: everything but the system is real. */
export type FakeRunner = {
  readonly host: FakeProcessHost
  /** What the owner sent and what it was told, by type and in order. */
  readonly requests: string[]
  readonly events: string[]
  /** Everything the owner was sent, as it went over the channel. */
  readonly lines: string[]
  /** Dies as by SIGKILL. */
  die(why?: string): void
  /** Hears nothing and says nothing any more, or again. */
  hang(hangs: boolean): void
  /** Says something that is no message. */
  babble(line: string): void
  /** The owner's side of the channel closes, as when the owner dies. */
  loseOwner(): void
  /** Makes the channel look full, or empty again. */
  congest(isCongested: boolean): void
  readonly reaped: Orphans[]
  readonly isOver: boolean
}

/** Runners as a host starts them one after the other. */
export type FakeRunners = {
  readonly all: FakeRunner[]
  last(): FakeRunner
  connect(): RunnerConnection
  /** The next runners die before they are ready. */
  failNext(...why: string[]): void
  /** The next runner never gets ready. */
  hangNext(): void
  /** What reaping achieves. */
  reapResult: ReapResult
}

/** Creates {@link FakeRunners}. */
export function createFakeRunners(clock: Clock): FakeRunners {
  const all: FakeRunner[] = []
  const logs = createFakeOutputLogs()
  const failures: string[] = []
  let hangs = false
  const runners: FakeRunners = {
    all,
    reapResult: { report: { confirmed: true, signal: 'SIGTERM' }, left: [] },
    last() {
      const runner = all.at(-1)
      if (!runner) throw new Error('No runner was started')
      return runner
    },
    failNext(...why) {
      failures.push(...why)
    },
    hangNext() {
      hangs = true
    },
    connect() {
      const [runner, connection] = createFakeRunner(clock, createFakeProcessHost(clock, logs), runners)
      all.push(runner)
      if (hangs) runner.hang(true)
      const failure = failures.shift()
      if (failure !== undefined) queueMicrotask(() => runner.die(failure))
      hangs = false
      return connection
    },
  }
  return runners
}

function createFakeRunner(
  clock: Clock,
  host: FakeProcessHost,
  { reapResult }: FakeRunners,
): [FakeRunner, RunnerConnection] {
  const toOwner = new Emitter<string>()
  const toRunner = new Emitter<string>()
  const ends = new Emitter<string>()
  const closes = new Emitter<string>()
  const rooms = new Emitter<void>()
  const requests: string[] = []
  const events: string[] = []
  const lines: string[] = []
  const reaped: Orphans[] = []
  const held: (() => void)[] = []
  let hangs = false
  let isOver = false
  let isCongested = false
  let killedBecause: string | null = null

  const later = (run: () => void) =>
    queueMicrotask(() => {
      if (isOver) return
      if (hangs) held.push(run)
      else run()
    })
  const die = (why: string) => {
    if (isOver) return
    isOver = true
    ends.fire(why)
  }
  const channel: LineChannel = {
    onLine: toRunner.event,
    onClose: closes.event,
    onRoom: rooms.event,
    get isCongested() {
      return isCongested
    },
    send(message) {
      const line = JSON.stringify(message)
      events.push((JSON.parse(line) as { type: string }).type)
      lines.push(line)
      later(() => toOwner.fire(line))
    },
    dispose() {},
  }
  new RunnerServer({
    channel,
    clock,
    createHost: ({ onSpawn }) => ({
      async start(spec, signal) {
        const running = await host.start(spec, signal)
        onSpawn(spec, running.pid)
        return running
      },
      dispose: () => host.dispose(),
    }),
    identify: async (pid): Promise<ProcessIdentity> => ({ pid, startTime: `start of ${pid}` }),
    openLedger: async () => ({ add() {}, remove() {}, close() {} }),
    deadLedgers: () => [],
    reaper: {
      async reap(orphans) {
        reaped.push(orphans)
        return reapResult
      },
    },
    exit: () => later(() => die('it exited with code 0')),
  })
  const runner: FakeRunner = {
    host,
    requests,
    events,
    lines,
    reaped,
    die: (why = 'it was ended by SIGKILL') => die(killedBecause ?? why),
    hang(value) {
      hangs = value
      if (!hangs) for (const run of held.splice(0)) run()
    },
    babble: (line) => later(() => toOwner.fire(line)),
    loseOwner: () => closes.fire('the other side ended'),
    congest(value) {
      isCongested = value
      if (!value) rooms.fire()
    },
    get isOver() {
      return isOver
    },
  }
  const connection: RunnerConnection = {
    pid: 1,
    onLine: toOwner.event,
    onEnd: ends.event,
    send(message) {
      const line = JSON.stringify(message)
      requests.push((JSON.parse(line) as { type: string }).type)
      later(() => toRunner.fire(line))
    },
    kill(why) {
      killedBecause ??= why
      queueMicrotask(() => die(why))
    },
  }
  return [runner, connection]
}

/** Updates as they went over the channel. */
export function updatesOf(runner: FakeRunner): OutputStats[] {
  return runner.lines
    .map((line) => JSON.parse(line) as { type: string; stats: OutputStats })
    .filter(({ type }) => type === 'output')
    .map(({ stats }) => stats)
}
