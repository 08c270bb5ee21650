import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import type { ProcessEntry } from './process-table'
import { CONFIRM_MS, GRACE_MS, terminateTree } from './terminate'

type Behaviour = 'obeys' | 'ignores' | 'immortal'

/** A little system: processes that obey, ignore TERM, or cannot be killed. */
function system(processes: (ProcessEntry & { on: Behaviour })[]) {
  const clock = createFakeClock()
  const sent: string[] = []
  let alive = [...processes]
  const deps = {
    clock,
    table: { list: () => alive, find: () => null },
    signal(target: number, name: 'SIGTERM' | 'SIGKILL') {
      sent.push(`${name} ${target}`)
      const hit = (one: ProcessEntry) => (target < 0 ? one.group === -target : one.pid === target)
      alive = alive.filter(
        (one) => !hit(one) || one.on === 'immortal' || (one.on === 'ignores' && name === 'SIGTERM'),
      )
      return true
    },
  }
  return {
    sent,
    clock,
    add: (one: ProcessEntry & { on: Behaviour }) => alive.push(one),
    alive: () => alive.map((one) => one.pid),
    stop: () => terminateTree({ pid: 100, isOurs: true }, deps),
  }
}

function member(pid: number, parent: number, on: Behaviour, group = 100): ProcessEntry & { on: Behaviour } {
  return { pid, parent, group, session: group, isZombie: false, startTime: `t${pid}`, on }
}

describe('ending a tree', () => {
  it('asks the group at once, and who is alone in another one by itself (S-287)', async () => {
    const { stop, sent, clock, alive } = system([
      member(100, 9, 'obeys'),
      member(101, 100, 'obeys'),
      member(102, 101, 'obeys', 102),
    ])
    const report = stop()
    await clock.advance(100)
    expect(await report).toEqual({ confirmed: true, signal: 'SIGTERM' })
    expect(sent).toEqual(['SIGTERM -100', 'SIGTERM 102'])
    expect(alive()).toEqual([])
  })

  it('kills what ignores it after 2 s, and not before (S-289, B-101)', async () => {
    const { stop, sent, clock } = system([member(100, 9, 'obeys'), member(101, 100, 'ignores')])
    const report = stop()
    await clock.advance(GRACE_MS - 100)
    expect(sent).toEqual(['SIGTERM -100'])
    await clock.advance(300)
    expect(await report).toEqual({ confirmed: true, signal: 'SIGKILL' })
    expect(sent.at(-1)).toBe('SIGKILL -100')
    expect(GRACE_MS).toBe(2000)
  })

  it('remembers who left when their parents died, and finds who came later', async () => {
    const { stop, clock, add, alive, sent } = system([
      member(100, 9, 'obeys'),
      member(101, 100, 'ignores', 101),
    ])
    const report = stop()
    add({ ...member(103, 101, 'obeys', 103) })
    await clock.advance(GRACE_MS + CONFIRM_MS)
    expect((await report).confirmed).toBe(true)
    expect(sent).toContain('SIGTERM 103')
    expect(alive()).toEqual([])
  })

  it('finds who was started in a session of its own just before its parent died', async () => {
    const { stop, clock, add, alive } = system([member(100, 9, 'obeys'), member(101, 100, 'obeys', 101)])
    const report = stop()
    // Too late for the first look, and an orphan by the second one.
    add({ ...member(102, 1, 'obeys', 101) })
    await clock.advance(GRACE_MS)
    expect((await report).confirmed).toBe(true)
    expect(alive()).toEqual([])
  })

  it('does not claim an end it did not see (S-289)', async () => {
    const { stop, clock } = system([member(100, 9, 'immortal')])
    const report = stop()
    await clock.advance(GRACE_MS + CONFIRM_MS + 200)
    expect(await report).toEqual({ confirmed: false, signal: 'SIGKILL' })
  })

  it('sends nothing when nobody lives', async () => {
    const { stop, sent } = system([])
    expect(await stop()).toEqual({ confirmed: true, signal: 'none' })
    expect(sent).toEqual([])
  })

  it('claims nothing when the process table gives no answer (S-289)', async () => {
    const sent: string[] = []
    const table = {
      list: () => {
        throw new Error('ps timed out')
      },
      find: () => null,
    }
    const signal = (pid: number, name: string) => sent.push(`${name} ${pid}`) > 0
    const report = await terminateTree(
      { pid: 100, isOurs: true },
      { clock: createFakeClock(), table, signal },
    )
    expect([report.confirmed, sent]).toEqual([false, ['SIGKILL -100']])
  })

  it.each([0, 1, -1, process.pid])('never touches %s', async (pid) => {
    const sent: number[] = []
    const report = await terminateTree(
      { pid, isOurs: true },
      {
        clock: createFakeClock(),
        table: { list: () => [member(100, 9, 'obeys')], find: () => null },
        signal: (target) => sent.push(target) > 0,
      },
    )
    expect([report.confirmed, sent]).toEqual([false, []])
  })
})
