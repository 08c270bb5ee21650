import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProcessEntry } from '../process/process-table'
import { createFakeClock } from '../testing/fake-clock'
import { deadLedgers, ENTER_AFTER_MS, Ledger } from './ledger'

const RUNNER = { pid: 40, startTime: '100' }
const SHELL = { pid: 50, startTime: 'Tue Dec  1 10:00:00 2026' }
const OURS = ['HOME=/root', 'VIGIL_SHELL=shell', 'A=b'].join('\0')

describe('the list of shells that outlasts its runner', () => {
  let runtime: string
  beforeEach(() => {
    runtime = mkdtempSync(join(tmpdir(), 'vigil-ledger-'))
  })
  afterEach(() => rmSync(runtime, { recursive: true }))

  /** A ledger with this shell in it for good. */
  const withShell = async () => {
    const clock = createFakeClock()
    const ledger = new Ledger(runtime, 'boot', RUNNER, clock)
    ledger.add(1, SHELL)
    await clock.advance(ENTER_AFTER_MS)
    return { ledger, clock }
  }
  const entry = (part: Partial<ProcessEntry> & { pid: number }): ProcessEntry => ({
    parent: 1,
    group: part.pid,
    session: part.pid,
    isZombie: false,
    startTime: '1',
    ...part,
  })
  /** What a new runner finds when these processes live. */
  const found = (alive: ProcessEntry[], boot = 'boot', environments: Record<number, string> = {}) => {
    const table = { list: () => alive, find: (pid: number) => alive.find((one) => one.pid === pid) ?? null }
    return deadLedgers(runtime, boot, table, (pid) => environments[pid] ?? '')
  }
  const shells = (...args: Parameters<typeof found>) => found(...args).flatMap((ledger) => ledger.shells)

  it('names what a dead runner had running, by pid and start time (B-103, B-108)', async () => {
    const { ledger, clock } = await withShell()
    ledger.add(2, { pid: 60, startTime: '7' })
    await clock.advance(ENTER_AFTER_MS)
    ledger.remove(2)
    expect(shells([])).toEqual([{ root: SHELL, known: [] }])
    for (const dead of found([])) dead.forget()
    expect(readdirSync(runtime)).toEqual([])
  })

  it('is left alone while its runner lives', async () => {
    await withShell()
    expect(found([entry(RUNNER)])).toEqual([])
    // Somebody else has the number now: the runner is dead.
    expect(shells([entry({ ...RUNNER, startTime: '999' })])).toHaveLength(1)
  })

  it('names nobody after the machine was started again', async () => {
    await withShell()
    expect(found([entry(SHELL)], 'another').map((dead) => dead.shells)).toEqual([[]])
  })

  it('takes who is left of a group only when its environment is that of our commands (B-103)', async () => {
    await withShell()
    const child = entry({ pid: 51, group: 50, startTime: '3' })
    const stranger = entry({ pid: 52, group: 50, startTime: '4' })
    expect(shells([child, stranger], 'boot', { 51: OURS, 52: 'VIGIL_SHELL=shellfish' })).toEqual([
      { root: SHELL, known: [{ pid: 51, startTime: '3' }] },
    ])
    // While the shell itself lives, its group is its own.
    expect(shells([entry(SHELL), child], 'boot', { 51: OURS })).toEqual([{ root: SHELL, known: [] }])
  })

  it('goes when everything ended, and stays while something may run', async () => {
    const { ledger } = await withShell()
    ledger.close()
    expect(shells([])).toHaveLength(1)
    ledger.remove(1)
    ledger.close()
    expect(readdirSync(runtime)).toEqual([])
  })

  it('is not written for a command that ends at once', async () => {
    const { ledger, clock } = await withShell()
    ledger.add(2, { pid: 60, startTime: '7' })
    ledger.remove(2)
    await clock.advance(ENTER_AFTER_MS)
    expect(shells([])).toHaveLength(1)
    expect(clock.pendingTimers).toBe(0)
  })

  it('keeps nothing where starts cannot be told apart, and survives names of others', () => {
    new Ledger(runtime, 'boot', null, createFakeClock()).add(1, SHELL)
    expect(readdirSync(runtime)).toEqual([])
    expect(found([])).toEqual([])
  })
})
