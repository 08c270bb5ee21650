import { describe, expect, it } from 'vitest'
import { type ProcessEntry, parseProcStat, parsePs } from './process-table'
import { maySignal, treeOf } from './process-tree'

function entry(pid: number, parent: number, change: Partial<ProcessEntry> = {}): ProcessEntry {
  return { pid, parent, group: 100, session: 100, isZombie: false, startTime: `t${pid}`, ...change }
}
const pids = (entries: ProcessEntry[]) => entries.map((one) => one.pid).sort((a, b) => a - b)
const ours = { pid: 100, isOurs: true }

describe('who belongs to a command', () => {
  const stranger = entry(900, 1, { group: 900, session: 900 })

  it('its group, its session and all descendants, also in sessions of their own (S-287)', () => {
    const table = [
      entry(100, 50),
      entry(101, 100),
      entry(102, 1),
      entry(103, 100, { group: 103 }),
      entry(104, 101, { group: 104, session: 104 }),
      entry(105, 104, { group: 104, session: 104 }),
      stranger,
      entry(50, 1, { group: 50, session: 50 }),
    ]
    expect(pids(treeOf(table, ours))).toEqual([100, 101, 102, 103, 104, 105])
  })

  it('not the dead (S-289)', () => {
    expect(treeOf([entry(100, 50, { isZombie: true })], ours)).toEqual([])
    expect(pids(treeOf([entry(100, 50, { isZombie: true }), entry(101, 100)], ours))).toEqual([101])
  })

  it('not a stranger that got an old pid (B-103)', () => {
    const table = [entry(100, 1, { startTime: 'later' }), entry(101, 100, { startTime: 'later' })]
    expect(treeOf(table, { pid: 100, isOurs: false }, [{ pid: 100, startTime: 't100' }])).toEqual([])
  })

  it('but a member found earlier, and with it the group it still holds', () => {
    const table = [entry(101, 1), entry(102, 1), entry(110, 1, { group: 110, session: 110 })]
    const known = [
      { pid: 101, startTime: 't101' },
      { pid: 110, startTime: 't110' },
    ]
    expect(pids(treeOf(table, { pid: 100, isOurs: false }, known))).toEqual([101, 102, 110])
  })

  it('never the first process, and never ourselves', () => {
    const table = [entry(1, 0), entry(process.pid, 100), entry(0, 0)]
    expect(treeOf(table, ours)).toEqual([])
    expect([0, 1, -5, 1.5, Number.NaN, process.pid].some(maySignal)).toBe(false)
    expect(maySignal(2)).toBe(true)
  })
})

describe('reading the process table', () => {
  it('takes a line of /proc, whatever the name holds', () => {
    const line =
      '4242 (odd ) name) S 17 4240 4200 0 -1 4194304 1 0 0 0 1 2 0 0 20 0 1 0 987654 1000 200 18446744073709551615'
    expect(parseProcStat(line)).toEqual({
      pid: 4242,
      parent: 17,
      group: 4240,
      session: 4200,
      isZombie: false,
      startTime: '987654',
    })
    expect(parseProcStat('7 (x) Z 1 7 7 0 -1 0 1 0 0 0 1 2 0 0 20 0 1 0 5 1 2')?.isZombie).toBe(true)
    expect(parseProcStat('7 (x) R 1 7 7 0 -1 4194308 1 0 0 0 1 2 0 0 20 0 1 0 5 1 2')?.isZombie).toBe(true)
    expect(parseProcStat('nonsense')).toBeNull()
  })

  it('takes the answer of ps (macOS)', () => {
    const text =
      '  501   1   501 Ss   Mon Dec  1 10:00:00 2026\n  777 501   777 Z+   Mon Dec  1 10:00:05 2026\n\n'
    expect(parsePs(text)).toEqual([
      { pid: 501, parent: 1, group: 501, session: 0, isZombie: false, startTime: 'Mon Dec  1 10:00:00 2026' },
      {
        pid: 777,
        parent: 501,
        group: 777,
        session: 0,
        isZombie: true,
        startTime: 'Mon Dec  1 10:00:05 2026',
      },
    ])
  })
})
