import type { LoginNote } from '../../shared/command'
import { EngineError } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import { type Clock, sleep } from '../clock'
import { Emitter } from '../events'
import type { CommandSpec, OutputStats, ProcessEnd, ProcessHost, RunningCommand, StopReport } from '../ports'
import { createFakeOutputLogs, type FakeOutputLogs } from './fake-output-logs'

/** A command that only pretends: a test writes its output and ends it. */
export type FakeCommand = {
  readonly spec: CommandSpec
  readonly pid: number
  /** Prints. Whole lines go to the log, the rest is the open line. */
  write(text: string): void
  /** Prints whole lines that no update tells; only who asks hears of them. */
  late(text: string): void
  /** Sets the last, open line as a redraw would, without touching the log. */
  redraw(line: string): void
  /** Exits; its open line is completed into the log first. */
  exit(code: number, more?: Partial<ProcessEnd>): void
  /** Dies of a signal nobody at Vigil sent. */
  die(signal: string, code: number): void
  /** What a stop meets: `obeys` ends with SIGTERM, `ignores` needs SIGKILL after 2 s, `survives` cannot be ended. */
  onStop: 'obeys' | 'ignores' | 'survives'
  /** Sets the trouble the log is in. */
  trouble(kind: OutputStats['trouble']): void
  /** Processes that are left of it after its end. */
  leftovers: number[]
  readonly stops: number
  readonly disposed: boolean
}

/** A {@link ProcessHost} driven by hand. */
export type FakeProcessHost = ProcessHost & {
  readonly logs: FakeOutputLogs
  readonly started: FakeCommand[]
  last(): FakeCommand
  /** The command that ran this text. */
  of(command: string): FakeCommand
  /** The next start fails with this error. */
  failNext(error: Error): void
  /** What the next starts say of the shell's login files. */
  loginNote: LoginNote | null
  /** Holds every start until released. */
  hold(): { release(): void }
  readonly disposed: boolean
}

/** Time between SIGTERM and SIGKILL of a stubborn fake, as the real host has it. */
const GRACE_MS: Millis = 2000

/** Creates a {@link FakeProcessHost}. */
export function createFakeProcessHost(clock: Clock, logs = createFakeOutputLogs()): FakeProcessHost {
  const started: FakeCommand[] = []
  const running = new Set<RunningCommand>()
  let failure: Error | null = null
  let gate: Promise<void> | null = null
  let disposed = false
  let nextPid = 1000

  const host: FakeProcessHost = {
    logs,
    started,
    loginNote: null,
    get disposed() {
      return disposed
    },
    last() {
      const command = started.at(-1)
      if (!command) throw new Error('Nothing was started')
      return command
    },
    of(text) {
      const command = started.find((each) => each.spec.command === text)
      if (!command) throw new Error(`Never started: ${text}`)
      return command
    },
    failNext(error) {
      failure = error
    },
    hold() {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return {
        release() {
          gate = null
          open()
        },
      }
    },
    async start(spec, signal) {
      if (gate) await Promise.race([gate, aborted(signal)])
      if (signal.aborted) throw new EngineError('aborted', 'Aborted before the start')
      if (failure) {
        const error = failure
        failure = null
        throw error
      }
      logs.append(spec.logFile, '')
      const [fake, command] = createFakeCommand(spec, nextPid++, host.loginNote, clock, logs)
      started.push(fake)
      running.add(command)
      void command.ended.then(() => running.delete(command))
      return command
    },
    async dispose() {
      disposed = true
      await Promise.all([...running].map((command) => command.stop()))
    },
  }
  return host
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function createFakeCommand(
  spec: CommandSpec,
  pid: number,
  loginNote: LoginNote | null,
  clock: Clock,
  logs: FakeOutputLogs,
): [FakeCommand, RunningCommand] {
  const output = new Emitter<OutputStats>()
  const stats: OutputStats = { bytes: 0, lines: 0, lastLine: '', openLine: '', trouble: 'none', dropped: 0 }
  let told: OutputStats = { ...stats }
  let complete = 0
  let stopping: Promise<StopReport> | null = null
  let stops = 0
  let disposed = false
  let resolveEnd: (end: ProcessEnd) => void = () => {}
  let end: ProcessEnd | null = null
  const ended = new Promise<ProcessEnd>((resolve) => {
    resolveEnd = resolve
  })

  const changed = () => {
    stats.lines = complete + (stats.openLine === '' ? 0 : 1)
    told = { ...stats }
    output.fire({ ...stats })
  }
  const commit = (text: string) => {
    if (stats.trouble !== 'write-failed') {
      logs.append(spec.logFile, text)
      stats.bytes += Buffer.byteLength(text)
    }
    complete += text.split('\n').length - 1
    stats.lastLine =
      text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .at(-1) ?? stats.lastLine
  }
  const finish = (value: Omit<ProcessEnd, 'endedAt'>) => {
    if (end) return
    if (stats.openLine !== '') {
      commit(stats.openLine)
      complete += 1
      stats.openLine = ''
      stats.lines = complete
    }
    end = { ...value, endedAt: clock.now() }
    told = { ...stats, lines: complete }
    output.fire({ ...told })
    resolveEnd(end)
  }
  const endBy = (signal: string, code: number) => finish({ code, signal, closedPipe: false, leftovers: [] })

  const fake: FakeCommand = {
    spec,
    pid,
    leftovers: [],
    onStop: 'obeys',
    write(text) {
      const all = stats.openLine + text
      const cut = all.lastIndexOf('\n') + 1
      if (cut > 0) commit(all.slice(0, cut))
      stats.openLine = all.slice(cut)
      changed()
    },
    late(text) {
      commit(text)
      stats.lines = complete
    },
    redraw(line) {
      stats.openLine = line
      changed()
    },
    exit(code, more) {
      fake.leftovers = more?.leftovers ?? []
      finish({ code, signal: null, closedPipe: false, leftovers: [], ...more })
    },
    die: endBy,
    trouble(kind) {
      stats.trouble = kind
      changed()
    },
    get stops() {
      return stops
    },
    get disposed() {
      return disposed
    },
  }

  const stop = async (): Promise<StopReport> => {
    if (end) return { confirmed: true, signal: 'none' }
    if (fake.onStop === 'obeys') {
      endBy('SIGTERM', 143)
      return { confirmed: true, signal: 'SIGTERM' }
    }
    await sleep(clock, GRACE_MS, new AbortController().signal)
    if (fake.onStop === 'survives') return { confirmed: false, signal: 'SIGKILL' }
    endBy('SIGKILL', 137)
    return { confirmed: true, signal: 'SIGKILL' }
  }

  const command: RunningCommand = {
    pid,
    startedAt: clock.now(),
    loginNote,
    onOutput: output.event,
    stats: () => ({ ...told }),
    refresh: async () => ({ ...stats }),
    ended,
    leftovers: async () => [...fake.leftovers],
    stop() {
      stops += 1
      stopping ??= stop()
      return stopping
    },
    async dispose() {
      disposed = true
    },
  }
  return [fake, command]
}
