import { describe, expect, it } from 'vitest'
import { type Disposable, disposable } from '../disposable'
import { FIRST_MOMENT, settle } from '../testing/fake-clock'
import { oncePerTurn } from './once-per-turn'
import type { ProcessEntry } from './process-table'
import { terminateTree } from './terminate'

const shell = (pid: number): ProcessEntry => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  isZombie: false,
  startTime: `t${pid}`,
})
const COMMANDS = Array.from({ length: 200 }, (_, index) => 1000 + index)

function system() {
  // Timers that are due at the same time fire in one turn, as those of the machine do.
  let due: (() => void)[] = []
  let now = FIRST_MOMENT
  const setTimer = (_ms: number, run: () => void): Disposable => {
    due.push(run)
    return disposable(() => {})
  }
  const clock = { now: () => now, setTimer }
  const pass = async () => {
    await settle()
    now += 50
    const runs = due
    due = []
    for (const run of runs) run()
    await settle()
  }
  const alive = new Set(COMMANDS)
  const counts = { readings: 0 }
  const table = oncePerTurn({
    list() {
      counts.readings++
      return [...alive].map(shell)
    },
    find: (pid) => (alive.has(pid) ? shell(pid) : null),
  })
  const signal = (target: number) => alive.delete(Math.abs(target))
  const stop = (pid: number) => terminateTree({ pid, isOurs: true }, { clock, table, signal })
  return { pass, alive, counts, table, stop }
}

describe('a table that is read once per turn', () => {
  it('serves 200 commands that are ended at once with a few readings (S-287, S-289)', async () => {
    const { pass, alive, counts, stop } = system()
    const reports = Promise.all(COMMANDS.map(stop))
    await pass()
    expect(new Set((await reports).map((report) => JSON.stringify(report)))).toEqual(
      new Set(['{"confirmed":true,"signal":"SIGTERM"}']),
    )
    expect(alive.size).toBe(0)
    expect(counts.readings).toBe(2)
  })

  it('does not hide a command that was started after the reading of this turn', async () => {
    const { pass, alive, table, stop } = system()
    expect(table.list()).toHaveLength(COMMANDS.length)
    alive.add(5000)
    const report = stop(5000)
    expect(alive.has(5000)).toBe(false)
    await pass()
    expect(await report).toEqual({ confirmed: true, signal: 'SIGTERM' })
  })

  it('is read again in the next turn', async () => {
    const { alive, table } = system()
    table.list()
    alive.clear()
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect(table.list()).toEqual([])
  })
})
