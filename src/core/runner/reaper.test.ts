import { describe, expect, it } from 'vitest'
import type { ProcessEntry } from '../process/process-table'
import { createFakeClock } from '../testing/fake-clock'
import { createReaper, type Orphans } from './reaper'

/** Processes as a table; a signal ends who receives it, unless it is deaf. */
function world(entries: (Partial<ProcessEntry> & { pid: number })[], deaf: number[] = []) {
  let table: ProcessEntry[] = entries.map((part) => ({
    parent: 1,
    group: part.pid,
    session: part.pid,
    isZombie: false,
    startTime: '100',
    ...part,
  }))
  const signals: string[] = []
  const clock = createFakeClock()
  const reaper = createReaper(
    {
      clock,
      table: { list: () => table, find: (pid) => table.find((one) => one.pid === pid) ?? null },
      signal(pid, name) {
        signals.push(`${name} ${pid}`)
        table = table.filter(
          (one) => deaf.includes(one.pid) || (pid < 0 ? one.group !== -pid : one.pid !== pid),
        )
        return true
      },
    },
    500,
  )
  return {
    signals,
    async reap(orphans: Partial<Orphans>) {
      const result = reaper.reap({ root: null, known: [], wasRunning: true, ...orphans })
      await clock.advance(10_000)
      return result
    },
  }
}

describe('ending what a runner that died had started', () => {
  it('ends the shell with its group and descendants (S-349)', async () => {
    const { signals, reap } = world([
      { pid: 50 },
      { pid: 51, parent: 50, group: 50, session: 50 },
      { pid: 52, parent: 51, startTime: '120' },
      { pid: 60 },
    ])
    expect(await reap({ root: { pid: 50, startTime: '100' } })).toEqual({
      report: { confirmed: true, signal: 'SIGTERM' },
      left: [],
    })
    expect(signals).toEqual(['SIGTERM -50', 'SIGTERM 52'])
  })

  it('sends nothing to a stranger that got the number of the shell (B-103)', async () => {
    const { signals, reap } = world([
      { pid: 50, startTime: '300' },
      { pid: 51, group: 50, session: 50 },
    ])
    expect(await reap({ root: { pid: 50, startTime: '100' } })).toMatchObject({
      report: { confirmed: true, signal: 'none' },
    })
    expect(signals).toEqual([])
  })

  it('finds a group whose shell ended after the runner, by the age of its members', async () => {
    const { signals, reap } = world([
      { pid: 51, group: 50, session: 50 },
      // A later group under the same number would be younger than this runner.
      { pid: 70, group: 70, session: 70, startTime: '600' },
    ])
    expect(await reap({ root: { pid: 50, startTime: '100' } })).toMatchObject({ report: { confirmed: true } })
    expect(signals).toEqual(['SIGTERM -50'])
  })

  it('leaves a group alone that is younger than the death of the runner, and one whose shell had ended before', async () => {
    const young = world([{ pid: 51, group: 50, session: 50, startTime: '501' }])
    await young.reap({ root: { pid: 50, startTime: '100' } })
    const finished = world([{ pid: 51, group: 50, session: 50 }])
    await finished.reap({ root: { pid: 50, startTime: '100' }, wasRunning: false })
    expect([young.signals, finished.signals]).toEqual([[], []])
  })

  it('ends known leftovers of a finished command by pid and start (S-219)', async () => {
    const { signals, reap } = world([
      { pid: 51, group: 50, session: 50 },
      { pid: 52, startTime: '7' },
    ])
    const known = [
      { pid: 51, startTime: '100' },
      { pid: 52, startTime: '100' },
    ]
    await reap({ root: { pid: 50, startTime: '1' }, known, wasRunning: false })
    expect(signals).toEqual(['SIGTERM -50'])
    const alone = world([{ pid: 51, group: 50, session: 50 }])
    await alone.reap({ known, wasRunning: false })
    expect(alone.signals).toEqual(['SIGTERM 51'])
  })

  it('says who could not be ended, and claims nothing where nobody was known (S-289)', async () => {
    const { signals, reap } = world([{ pid: 50 }], [50])
    expect(await reap({ root: { pid: 50, startTime: '100' } })).toEqual({
      report: { confirmed: false, signal: 'SIGKILL' },
      left: [50],
    })
    expect(signals.slice(0, 2)).toEqual(['SIGTERM -50', 'SIGKILL -50'])
    expect(await reap({})).toEqual({ report: { confirmed: false, signal: 'none' }, left: [] })
  })
})
