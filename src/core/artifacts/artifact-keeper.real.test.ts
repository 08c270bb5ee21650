import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommandState } from '../../shared/command'
import type { CommandId } from '../../shared/ids'
import { Emitter } from '../events'
import { cardOf } from '../jobs/card-view'
import type { CommandRecord } from '../jobs/command-record'
import { createOutputReader } from '../output/output-reader'
import { createFakeClock } from '../testing/fake-clock'
import { createArtifactFolder } from './artifact-folder'
import { ArtifactKeeper, SWEEP_AFTER_END_MS } from './artifact-keeper'

const HOUR = 60 * 60 * 1000
const LARGE = Buffer.alloc(20_000, 'x')
const clock = createFakeClock()
let root = ''

beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'vigil-artifacts-')), 'outputs')
})
afterEach(() => rm(join(root, '..'), { recursive: true, force: true }))

const ENDED = {
  kind: 'ended',
  startedAt: 0,
  endedAt: 1,
  end: { by: 'exit', code: 0, closedPipe: false },
  wasBackground: false,
} satisfies CommandState

/** Writes outputs as commands of the past left them, oldest first. */
async function setUp(names: readonly string[], { running = [] as string[], unknown = [] as string[] } = {}) {
  const records = new Map<string, CommandRecord>()
  for (const [index, name] of names.entries()) {
    const [chat = '', id = ''] = name.split('/')
    const logFile = join(root, chat, `${id}.log`)
    await mkdir(join(root, chat), { recursive: true, mode: 0o755 })
    await writeFile(logFile, LARGE, { mode: 0o644 })
    const writtenAt = (clock.now() - (names.length - index) * HOUR) / 1000
    await utimes(logFile, writtenAt, writtenAt)
    if (unknown.includes(id)) continue
    const output = {
      bytes: LARGE.length,
      lines: 1,
      lastLine: 'x',
      full: { kind: 'saved', bytes: LARGE.length },
    }
    const state = running.includes(id) ? { kind: 'running', startedAt: 0, pid: 1 } : ENDED
    records.set(id, { id, logFile, state, output, leftovers: [] } as unknown as CommandRecord)
  }
  const settled = new Emitter<CommandRecord>()
  const gone: string[] = []
  const bugs: unknown[] = []
  const keeper = new ArtifactKeeper({
    folder: createArtifactFolder(root),
    commands: {
      onSettled: settled.event,
      record: (id) => records.get(id) ?? null,
      unsettledIds: () => new Set(running as CommandId[]),
      markOutputGone: (id) => gone.push(id),
    },
    reader: createOutputReader(),
    clock,
    reportBug: (error) => bugs.push(error),
    limits: { maxAgeMs: 24 * HOUR, maxFiles: 3, maxTotalBytes: 1e9 },
  })
  return { keeper, records, settled, gone, bugs }
}

const left = async () =>
  (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.log')).sort()

describe('a sweep', () => {
  it('deletes the oldest beyond the limits and tells their cards; a running command keeps its log (S-143, S-145, S-147)', async () => {
    const { keeper, gone, bugs } = await setUp(['a/1', 'a/2', 'b/3', 'b/4', 'b/5'], { running: ['1'] })
    await keeper.sweep()
    expect(await left()).toEqual(['a/1.log', 'b/4.log', 'b/5.log'])
    expect(gone).toEqual(['2', '3'])
    expect(bugs).toEqual([])
  })

  it('deletes what an earlier run left behind for chats and commands that are gone, with its folder (S-132)', async () => {
    const { keeper } = await setUp(['a/1', 'dead/2'], { unknown: ['2'] })
    await writeFile(join(root, 'dead', '2.sgr'), 'colours')
    await keeper.sweep()
    expect(await readdir(root)).toEqual(['a'])
  })

  it.skipIf(process.platform === 'win32')('leaves everything owner-only (S-130, S-140)', async () => {
    const { keeper } = await setUp(['a/1'])
    await chmod(join(root, 'a'), 0o755)
    await keeper.sweep()
    expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(root, 'a', '1.log'))).mode & 0o777).toBe(0o600)
  })

  it('follows no link and touches no file that is not an output', async () => {
    const { keeper } = await setUp(['a/1'])
    const outside = join(root, '..', 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'mine.log'), 'mine')
    await symlink(outside, join(root, 'linked'))
    await symlink(join(outside, 'mine.log'), join(root, 'a', 'linked.log'))
    await writeFile(join(root, 'a', 'notes.txt'), 'notes')
    await keeper.sweep()
    expect(await readdir(outside)).toEqual(['mine.log'])
    expect((await readdir(join(root, 'a'))).sort()).toEqual(['1.log', 'linked.log', 'notes.txt'])
  })

  it('finds nothing to do where no output was ever written', async () => {
    const { keeper, bugs } = await setUp([])
    await keeper.sweep()
    expect(bugs).toEqual([])
  })

  it('follows the end of a command with a large output, once for several (S-165)', async () => {
    const { keeper, settled, records } = await setUp(['a/1', 'a/2', 'a/3', 'a/4'])
    for (const record of records.values()) settled.fire(record)
    expect(clock.pendingTimers).toBe(1)
    await clock.advance(SWEEP_AFTER_END_MS)
    await keeper.sweep()
    expect(await left()).toEqual(['a/2.log', 'a/3.log', 'a/4.log'])
    keeper.dispose()
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('looking at a chat again', () => {
  it('takes back the offer of an output that somebody deleted or cut (S-147, S-148)', async () => {
    const { keeper, gone, records } = await setUp(['a/1', 'a/2', 'a/3'])
    await rm(join(root, 'a', '1.log'))
    await writeFile(join(root, 'a', '2.log'), 'short')
    await keeper.verify([...records.values()].map(cardOf))
    expect(gone).toEqual(['1', '2'])
  })
})
