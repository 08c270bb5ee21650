import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/core/clock'
import { createGit } from '../src/core/process/git-process'
import { createSnapshots } from '../src/core/snapshots/snapshots'

// What entering Bypass costs in a large workspace: the first copy, the next one, and going back.
/** Files of the workspace and their size in bytes: a large project with what it builds from. */
const FILES = 20_000
const BYTES = 4_000
/** Files that change between two snapshots. */
const CHANGED = 500
/** The bars in milliseconds, far below the minute after which a snapshot is partial. */
const FIRST_MAX_MS = 30_000
const NEXT_MAX_MS = 5_000

const root = mkdtempSync(join(tmpdir(), 'vigil-bench-'))
const workspace = join(root, 'ws')
const path = (index: number) => join(workspace, `d${index % 200}`, `f${index}.txt`)
try {
  for (let folder = 0; folder < 200; folder++) mkdirSync(join(workspace, `d${folder}`), { recursive: true })
  for (let index = 0; index < FILES; index++) writeFileSync(path(index), `${index} `.repeat(BYTES / 6))
  const snapshots = createSnapshots({
    git: createGit({ env: process.env, platform: 'linux' }),
    clock: systemClock,
    dataDir: join(root, 'data'),
  })
  const { signal } = new AbortController()
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<{ ms: number; value: T }> => {
    const began = performance.now()
    const value = await work()
    const ms = performance.now() - began
    console.log(`${name}: ${(ms / 1000).toFixed(2)} s`)
    return { ms, value }
  }
  const first = await timed(`first snapshot of ${FILES} files`, () => snapshots.take(workspace, 'a', signal))
  for (let index = 0; index < CHANGED; index++) writeFileSync(path(index), 'changed')
  const next = await timed(`next snapshot, ${CHANGED} files changed`, () =>
    snapshots.take(workspace, 'b', signal),
  )
  const { commit } = first.value
  await timed('preview of the way back', () => snapshots.preview(workspace, commit, signal))
  const back = await timed('restore', () =>
    snapshots.restore(workspace, commit, { undoName: 'u', keepCreated: false }, signal),
  )
  console.log(`restored ${back.value.report.restored} files`)
  const isFine = first.ms <= FIRST_MAX_MS && next.ms <= NEXT_MAX_MS && back.value.report.restored === CHANGED
  console.log(isFine ? 'within the bars' : 'NOT within the bars')
  process.exitCode = isFine ? 0 : 1
} finally {
  rmSync(root, { recursive: true, force: true })
}
