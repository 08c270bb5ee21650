import { afterEach, describe, expect, it } from 'vitest'
import type { CommandId } from '../../shared/ids'
import { UPDATE_WINDOW_MS } from '../output/output-pipeline'
import type { CommandSpec, OutputStats, ProcessEnd, RunningCommand } from '../ports'
import { createFakeClock, settle, until } from '../testing/fake-clock'
import { createFakeRunners, updatesOf } from '../testing/fake-runner'
import { DISPOSE_LIMIT_MS, REFRESH_LIMIT_MS, START_LIMIT_MS, STOP_LIMIT_MS } from './remote-command'
import { createRunnerHost, END_LIMIT_MS, REAP_LIMIT_MS } from './runner-host'
import { HEARTBEAT_MS, MISSED_BEATS_MAX, READY_LIMIT_MS } from './runner-link'
import { START_WINDOW_MS, STARTS_MAX } from './start-limit'

const facts = {
  version: '1',
  platform: 'linux',
  osLabel: '',
  homeDir: '/home/me',
  systemLanguage: 'en',
  env: { PATH: '/bin' },
  ripgrepDir: null,
} as const

let count = 0
function spec(command: string): CommandSpec {
  return {
    commandId: `c${++count}` as CommandId,
    command,
    cwd: '/',
    shell: { kind: 'bash', path: '/bin/bash', args: [], env: {}, flavour: 'posix', note: null },
    logFile: `/nowhere/${count}.log`,
  }
}

function kit(keys: string[] = [], warmAfterMs = 0) {
  const clock = createFakeClock()
  const runners = createFakeRunners(clock)
  const bugs: string[] = []
  const host = createRunnerHost({
    clock,
    facts,
    paths: { runtime: '/runtime' },
    appKeyVariables: keys,
    warmAfterMs,
    connect: runners.connect,
    reportBug: (error) => bugs.push(error instanceof Error ? error.message : String(error)),
  })
  const abort = new AbortController()
  const start = (command: string, signal = abort.signal) => host.start(spec(command), signal)
  return { clock, runners, host, bugs, abort, start }
}

/** How a promise stands after everything that can happen without time has happened. */
async function state<T>(
  promise: Promise<T>,
): Promise<{ value: T } | { code: string; message: string } | 'open'> {
  let now: { value: T } | { code: string; message: string } | 'open' = 'open'
  promise.then(
    (value) => {
      now = { value }
    },
    ({ code, message }) => {
      now = { code, message }
    },
  )
  await settle()
  return now
}

/** The end of a lost command comes after a look at its log, which is a real file that is not there. */
async function endOf(command: RunningCommand) {
  let end: ProcessEnd | null = null
  command.ended.then((value) => {
    end = value
  })
  await until(() => end !== null, 'the end of the command')
  return state(command.ended)
}

let made: ReturnType<typeof kit> | null = null
const create = (...args: Parameters<typeof kit>) => {
  made = kit(...args)
  return made
}
afterEach(async () => {
  // Every story ends with no timer, whatever happened in it.
  let isOver = !made
  made?.host.dispose().then(() => {
    isOver = true
  })
  while (!isOver) await made?.clock.advance(10_000)
  expect(made?.clock.pendingTimers).toBe(0)
  made = null
})

describe('a command in the runner', () => {
  it('starts a runner at once and keeps it for the commands', async () => {
    const { runners, start } = create()
    expect(runners.all).toHaveLength(1)
    await start('one')
    await start('two')
    expect(runners.all).toHaveLength(1)
    expect(runners.last().requests).toEqual(['hello', 'start', 'start'])
  })

  it('starts a runner later where the host has better things to do first, or with the first command', async () => {
    const { runners, clock } = create([], 2000)
    await clock.advance(1999)
    expect(runners.all).toHaveLength(0)
    await clock.advance(1)
    expect(runners.all).toHaveLength(1)
    await made?.host.dispose()

    const early = create([], 2000)
    await early.start('make')
    expect(early.runners.all).toHaveLength(1)
    // Only its own heartbeat is left.
    expect(early.clock.pendingTimers).toBe(1)
  })

  it('says what became of the login files (S-306)', async () => {
    const { runners, start } = create()
    expect((await start('make')).loginNote).toBeNull()
    runners.last().host.loginNote = { code: 'login-exited' }
    expect((await start('make again')).loginNote).toEqual({ code: 'login-exited' })
  })

  it('has the process id, the updates and the end of the real one', async () => {
    const { runners, start, clock } = create()
    const command = await start('make')
    const shown: OutputStats[] = []
    command.onOutput((stats) => shown.push(stats))
    const real = runners.last().host.last()
    expect([command.pid, command.startedAt]).toEqual([real.pid, clock.now()])
    real.write('one\ntwo')
    await settle()
    expect(command.stats()).toMatchObject({ bytes: 4, lines: 2, lastLine: 'one', openLine: 'two' })
    real.exit(3, { leftovers: [] })
    expect(await command.ended).toEqual({
      code: 3,
      signal: null,
      closedPipe: false,
      endedAt: clock.now(),
      leftovers: [],
    })
    expect(command.stats()).toMatchObject({ bytes: 7, lines: 2, openLine: '' })
    expect(shown.at(-1)).toEqual(command.stats())
    expect(await command.stop()).toEqual({ confirmed: true, signal: 'none' })
  })

  it('gives the refusal of the real host, with its code (S-092)', async () => {
    const { runners, start } = create()
    await settle()
    runners
      .last()
      .host.failNext(Object.assign(new Error('no such folder'), { name: 'EngineError', code: 'x' }))
    expect(await state(start('ls'))).toMatchObject({ code: 'internal', message: 'no such folder' })
  })

  it('is given the names of keys as they are at its start (B-034)', async () => {
    const keys = ['OLD_KEY']
    const { runners, start, abort } = create(keys)
    await start('one', abort.signal)
    keys.splice(0, 1, 'NEW_KEY')
    await start('two')
    expect(runners.last().requests).toEqual(['hello', 'start', 'start'])
  })

  it('never sends text but the last and the open line, bounded, and merged while the owner is slow (S-159, S-162)', async () => {
    const { runners, start } = create()
    const command = await start('flood')
    const runner = runners.last()
    const real = runner.host.last()
    runner.congest(true)
    for (let i = 0; i < 1000; i++) real.write(`${'secret '.repeat(100)}${i}\n`)
    await settle()
    expect(updatesOf(runner)).toEqual([])
    runner.congest(false)
    await settle()
    expect(updatesOf(runner)).toHaveLength(1)
    expect(command.stats().lines).toBe(1000)
    expect(Math.max(...runner.lines.map((line) => line.length))).toBeLessThan(2000)
  })

  it('asks for the state of this moment when somebody needs it, and does not wait for ever', async () => {
    const { runners, start, clock } = create()
    const command = await start('make')
    const first = command.refresh?.()
    expect(command.refresh?.()).toEqual(first)
    await first
    expect(runners.last().requests.filter((type) => type === 'refresh')).toHaveLength(1)
    runners.last().hang(true)
    const late = state(Promise.resolve(command.refresh?.()))
    await clock.advance(REFRESH_LIMIT_MS)
    expect(await late).toBe('open')
    runners.last().hang(false)
    runners.last().host.last().exit(0)
    await command.ended
    expect(await command.refresh?.()).toEqual(command.stats())
  })
})

describe('stopping through the runner', () => {
  it('confirms what the real host confirmed (S-289)', async () => {
    const { runners, start } = create()
    const command = await start('sleep 99')
    const [report, again] = await Promise.all([command.stop(), command.stop()])
    expect([report, again]).toEqual([{ confirmed: true, signal: 'SIGTERM' }, report])
    expect(runners.last().requests.filter((type) => type === 'stop')).toHaveLength(1)
    expect(await command.ended).toMatchObject({ signal: 'SIGTERM', code: 143 })
  })

  it('claims nothing when the runner does not answer (S-289, B-261)', async () => {
    const { runners, start, clock } = create()
    const command = await start('sleep 99')
    runners.last().hang(true)
    const stopped = command.stop()
    await clock.advance(STOP_LIMIT_MS)
    expect(await stopped).toEqual({ confirmed: false, signal: 'none' })
    // It obeys when it wakes up.
    runners.last().hang(false)
    expect(await command.ended).toMatchObject({ signal: 'SIGTERM' })
  })

  it('ends what a finished command left behind, also when its runner is gone (S-214, S-219)', async () => {
    const { runners, start } = create()
    const [first, second] = [await start('a'), await start('b')]
    const [a, b] = runners.last().host.started
    a?.exit(0, { leftovers: [77] })
    b?.exit(0, { leftovers: [78] })
    expect(await first.ended).toMatchObject({ leftovers: [77] })
    await second.ended
    await first.dispose()
    expect(a?.disposed).toBe(true)
    await first.dispose()
    expect(runners.last().requests.filter((type) => type === 'dispose')).toHaveLength(1)

    runners.last().die()
    await settle()
    await second.dispose()
    expect(runners.last().reaped).toEqual([
      {
        root: { pid: 1001, startTime: 'start of 1001' },
        known: [{ pid: 78, startTime: 'start of 78' }],
        wasRunning: false,
      },
    ])
  })

  it('does not wait for ever to hear who is left behind', async () => {
    const { runners, start, clock } = create()
    const command = await start('a')
    const real = runners.last().host.last()
    real.exit(0, { leftovers: [77, 78] })
    await command.ended
    real.leftovers = [78]
    expect(await command.leftovers()).toEqual([78])
    runners.last().hang(true)
    const asked = command.leftovers()
    await clock.advance(REFRESH_LIMIT_MS)
    expect(await state(asked)).toEqual({ value: [78] })
    runners.last().hang(false)
    real.leftovers = []
    expect(await command.leftovers()).toEqual([])
    expect(real.disposed).toBe(true)
  })

  it('does not wait for ever for leftovers', async () => {
    const { runners, start, clock } = create()
    const command = await start('a')
    runners
      .last()
      .host.last()
      .exit(0, { leftovers: [77] })
    await command.ended
    runners.last().hang(true)
    const disposed = command.dispose()
    await clock.advance(DISPOSE_LIMIT_MS)
    expect(await state(disposed)).toEqual({ value: undefined })
  })
})

describe('an abort (S-306, S-307)', () => {
  it('before the start sends nothing', async () => {
    const { runners, start, abort } = create()
    abort.abort()
    expect(await state(start('rm'))).toMatchObject({ code: 'aborted' })
    expect(runners.last().requests).toEqual(['hello'])
  })

  it('while the runner is not ready sends nothing either', async () => {
    const { runners, clock, host, abort } = create()
    runners.last().die()
    runners.hangNext()
    await settle()
    const started = host.start(spec('rm'), abort.signal)
    started.catch(() => {})
    await settle()
    abort.abort()
    expect(await state(started)).toMatchObject({ code: 'aborted' })
    runners.last().hang(false)
    await clock.advance(1)
    expect(runners.last().requests).toEqual(['hello'])
  })

  it('during the start ends it', async () => {
    const { runners, start, abort } = create()
    await settle()
    runners.last().host.hold()
    const started = start('rm')
    started.catch(() => {})
    await settle()
    abort.abort()
    expect(await state(started)).toMatchObject({ code: 'aborted' })
    expect(runners.last().host.started).toEqual([])
  })

  it('that meets the news of the start on the way stops the command', async () => {
    const { runners, start, abort } = create()
    await settle()
    const started = start('rm')
    started.catch(() => {})
    const runner = runners.last()
    // The runner has started it and said so, but the owner has not heard it.
    while (!runner.events.includes('started')) await Promise.resolve()
    abort.abort()
    expect(await state(started)).toMatchObject({ code: 'aborted' })
    expect(runner.host.last().disposed || runner.host.last().stops > 0).toBe(true)
  })

  it('after the start concerns nobody', async () => {
    const { runners, start, abort } = create()
    await start('make')
    abort.abort()
    await settle()
    expect(runners.last().requests).toEqual(['hello', 'start'])
    expect(runners.last().host.last().stops).toBe(0)
  })

  it('does not wait for a runner that hangs, which stops the command when it wakes up', async () => {
    const { runners, start, abort, clock } = create()
    await settle()
    const gate = runners.last().host.hold()
    const started = start('rm')
    started.catch(() => {})
    await settle()
    runners.last().hang(true)
    abort.abort()
    await clock.advance(STOP_LIMIT_MS)
    expect(await state(started)).toMatchObject({ code: 'aborted' })
    gate.release()
    await settle()
    runners.last().hang(false)
    await settle()
    for (const command of runners.last().host.started) expect(command.stops).toBeGreaterThan(0)
  })

  it('is not needed for a start that never ends', async () => {
    const { runners, start, clock } = create()
    await settle()
    runners.last().host.hold()
    const started = start('rm')
    started.catch(() => {})
    await clock.advance(START_LIMIT_MS)
    expect(await state(started)).toMatchObject({ code: 'spawn-failed' })
  })
})

describe('the death of the runner', () => {
  const running = async () => {
    const story = create()
    const command = await story.start('make')
    story.runners.last().host.last().write('one\ntwo\nthr')
    await settle()
    return { ...story, command }
  }

  it('ends its commands as lost, with what was printed, and their processes by pid and start (S-239, S-347, B-103)', async () => {
    const { runners, command, clock, bugs } = await running()
    const diedAt = clock.now()
    runners.last().die()
    expect(await endOf(command)).toEqual({
      value: {
        code: null,
        signal: null,
        closedPipe: false,
        endedAt: diedAt,
        leftovers: [],
        lost: true,
      },
    })
    expect(command.stats()).toMatchObject({ bytes: 8, lines: 2, openLine: '' })
    expect(runners.all).toHaveLength(2)
    expect(runners.last().reaped).toEqual([
      { root: { pid: command.pid, startTime: `start of ${command.pid}` }, known: [], wasRunning: true },
    ])
    expect(bugs).toEqual(['The process that runs commands ended: it was ended by SIGKILL'])
    expect(await command.stop()).toEqual({ confirmed: true, signal: 'none' })
  })

  it('leaves other commands a runner that is warm again', async () => {
    const { runners, start, command } = await running()
    runners.last().die()
    await endOf(command)
    const next = await start('again')
    runners.last().host.last().exit(0)
    expect(await next.ended).toMatchObject({ code: 0 })
    expect(runners.all).toHaveLength(2)
  })

  it('gives a stop that was on its way what reaping achieved (S-289)', async () => {
    const { runners, command } = await running()
    runners.last().hang(true)
    const stopped = command.stop()
    runners.last().die()
    await endOf(command)
    expect(await state(stopped)).toEqual({ value: { confirmed: true, signal: 'none' } })
  })

  it('says who could not be ended', async () => {
    const { runners, command } = await running()
    runners.reapResult = { report: { confirmed: false, signal: 'SIGKILL' }, left: [command.pid] }
    runners.last().die()
    expect(await endOf(command)).toMatchObject({ value: { lost: true, leftovers: [command.pid] } })
  })

  it('refuses a start it interrupted, and ends what it had spawned', async () => {
    const { runners, start } = create()
    await settle()
    const started = start('make')
    started.catch(() => {})
    while (!runners.last().events.includes('spawned')) await Promise.resolve()
    runners.last().hang(true)
    runners.last().die()
    const failure = { code: '' }
    started.catch(({ code }) => Object.assign(failure, { code }))
    await until(() => failure.code !== '', 'the refusal')
    expect(failure.code).toBe('spawn-failed')
  })

  it('moves a command that it had not begun to another runner', async () => {
    const { runners, start, abort } = create()
    runners.hangNext()
    runners.last().die()
    await settle()
    const started = start('make', abort.signal)
    started.catch(() => {})
    await settle()
    runners.last().die()
    expect(await state(started)).toHaveProperty('value')
  })

  it('is a clear refusal when it happens too often, and over after a minute', async () => {
    const { runners, start, clock } = create()
    for (let i = 0; i < STARTS_MAX; i++) {
      await settle()
      runners.last().die('it exited with code 1: out of luck')
    }
    await settle()
    expect(runners.all).toHaveLength(STARTS_MAX)
    expect(await state(start('make'))).toMatchObject({
      code: 'spawn-failed',
      message: expect.stringContaining(`ended ${STARTS_MAX} times within 60 s`),
    })
    await clock.advance(START_WINDOW_MS)
    expect(await state(start('make'))).toHaveProperty('value')
  })

  it('before it was ever ready starts no other one until somebody needs it, and names the reason', async () => {
    const { runners, start } = create()
    runners.last().die('no memory')
    await settle()
    expect(runners.all).toHaveLength(1)
    runners.failNext('no memory', 'still no memory')
    expect(await state(start('make'))).toEqual({
      code: 'spawn-failed',
      message: 'The process that runs commands could not be started: still no memory',
    })
    expect(await state(start('make'))).toHaveProperty('value')
  })

  it('still ends the processes when no runner may be started for a while, without holding up the end', async () => {
    const { runners, start, clock } = create()
    for (let i = 1; i < STARTS_MAX; i++) {
      await settle()
      runners.last().die()
    }
    const command = await start('make')
    runners.last().die()
    await clock.advance(REAP_LIMIT_MS)
    expect(await endOf(command)).toMatchObject({ value: { lost: true, leftovers: [command.pid] } })
    await clock.advance(START_WINDOW_MS)
    expect(runners.last().reaped).toHaveLength(1)
  })

  it('during the ending of others is survived', async () => {
    const { runners, command, clock } = await running()
    runners.last().die()
    await settle()
    runners.last().die()
    await clock.advance(1000)
    expect(await endOf(command)).toMatchObject({ value: { lost: true } })
  })
})

describe('a runner that does not answer', () => {
  it('is ended when it is not ready in time', async () => {
    const { runners, start, clock } = create()
    runners.last().die()
    runners.hangNext()
    await settle()
    const started = start('make')
    started.catch(() => {})
    runners.hangNext()
    await clock.advance(READY_LIMIT_MS)
    await clock.advance(READY_LIMIT_MS)
    expect(await state(started)).toMatchObject({
      code: 'spawn-failed',
      message: expect.stringContaining('was not ready within'),
    })
  })

  it('is ended after a minute of silence, while something is asked of it', async () => {
    const { runners, start, clock, bugs } = create()
    const command = await start('make')
    await clock.advance(HEARTBEAT_MS * 20)
    expect(runners.all).toHaveLength(1)
    runners.last().hang(true)
    await clock.advance(HEARTBEAT_MS * MISSED_BEATS_MAX)
    expect(runners.all).toHaveLength(1)
    await clock.advance(HEARTBEAT_MS * 2)
    expect(await endOf(command)).toMatchObject({ value: { lost: true } })
    expect(bugs).toEqual(['The process that runs commands ended: it did not answer for 60 s'])
  })

  it('costs no timer when nothing runs', async () => {
    const { runners, start, clock } = create()
    const command = await start('make')
    expect(clock.pendingTimers).toBe(1)
    runners.last().host.last().exit(0)
    await command.ended
    await settle()
    expect(clock.pendingTimers).toBe(0)
    expect(runners.last().requests).not.toContain('ping')
  })

  it('that babbles is reported without its words, and goes on', async () => {
    const { runners, start, bugs } = create()
    const command = await start('make')
    runners.last().babble('{"type":"secret of a command"}')
    await settle()
    expect(bugs).toEqual(['The runner sent 30 characters that are no message.'])
    runners.last().host.last().exit(0)
    expect(await command.ended).toMatchObject({ code: 0 })
  })
})

describe('disposing the host', () => {
  it('stops everything, confirms it, and ends the runner; again it does nothing (S-344)', async () => {
    const { runners, start, host, clock, bugs } = create()
    const [first, second] = [await start('a'), await start('b')]
    await Promise.all([host.dispose(), host.dispose()])
    expect(await first.ended).toMatchObject({ signal: 'SIGTERM' })
    expect(await second.ended).toMatchObject({ signal: 'SIGTERM' })
    expect(runners.all.map((runner) => runner.isOver)).toEqual([true])
    expect(runners.last().requests.filter((type) => type === 'end')).toHaveLength(1)
    await host.dispose()
    expect(await state(start('late'))).toMatchObject({ code: 'aborted' })
    expect([clock.pendingTimers, bugs]).toEqual([0, []])
  })

  it('ends a start on the way (S-307)', async () => {
    const { runners, start, host } = create()
    await settle()
    runners.last().host.hold()
    const started = start('rm')
    started.catch(() => {})
    await settle()
    await host.dispose()
    expect(await state(started)).toMatchObject({ code: 'aborted' })
    expect(runners.last().host.started).toEqual([])
  })

  it('does not wait for ever for a runner that hangs, and ends its commands with another one (S-344)', async () => {
    const { runners, start, host, clock } = create()
    const command = await start('a')
    runners.last().hang(true)
    const disposed = host.dispose()
    await clock.advance(END_LIMIT_MS)
    expect(await endOf(command)).toMatchObject({ value: { lost: true } })
    expect(await state(disposed)).toEqual({ value: undefined })
    expect(runners.all.map((runner) => runner.isOver)).toEqual([true, true])
    expect(runners.last().reaped).toHaveLength(1)
  })
})

describe('the death of the owner', () => {
  it('stops every command and ends the runner (S-344, S-346, S-349)', async () => {
    const { runners, start } = create()
    await start('a')
    const held = runners.last()
    held.loseOwner()
    await settle()
    expect(held.host.last().stops).toBe(1)
    expect(held.host.disposed).toBe(true)
    expect(held.events.at(-1)).toBe('over')
  })

  it('ends a stubborn command by force, and the runner in any case', async () => {
    const { runners, start, clock } = create()
    await start('a')
    const held = runners.last()
    held.host.last().onStop = 'survives'
    held.loseOwner()
    await clock.advance(UPDATE_WINDOW_MS + 2000)
    expect(held.isOver).toBe(false)
    await clock.advance(10_000)
    expect(held.isOver).toBe(true)
  })
})
