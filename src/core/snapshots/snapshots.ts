import { chmod, lstat, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { EngineError } from '../../shared/errors'
import type { Millis } from '../../shared/ids'
import {
  type SkippedFiles,
  SNAPSHOT_PATHS_SHOWN,
  type SnapshotChanges,
  type SnapshotFailure,
  type SnapshotRestored,
  skippedBecauseSchema,
} from '../../shared/permissions'
import type { Clock } from '../clock'
import type { Git } from '../ports'
import { SnapshotRepository, type TreeChanges } from './snapshot-repository'
import { type ListLimits, listWorkspaceFiles, type SkippedFile, type WorkspaceFiles } from './workspace-files'

/** How long a snapshot may take, in milliseconds: the person waits for it. What is not copied by then is left out. */
export const TAKING_MAX_MS: Millis = 60_000
/** Permissions every project has and git keeps by itself. */
const PLAIN_MODES = new Set([0, 0o644, 0o664, 0o755, 0o775])

/** A copy of a workspace at one moment. */
export type Snapshot = { commit: string; at: Millis; files: number; bytes: number; skipped: SkippedFiles }

/**
 * Copies of workspaces, in repositories of ours in the app's data folder; the person's own repositories are only read.
 * Calls about one workspace run one after another. A name keeps one snapshot; taking another under it replaces it.
 */
export type Snapshots = {
  /** @throws SnapshotError */
  take(workspace: string, name: string, signal: AbortSignal): Promise<Snapshot>
  /** As {@link take}, unless the files are as in the snapshot `since`: then null, and the name keeps nothing new. */
  takeChanged(
    workspace: string,
    name: string,
    since: string | null,
    signal: AbortSignal,
  ): Promise<Snapshot | null>
  /** What {@link Snapshots.restore} would change; changes nothing. */
  preview(workspace: string, commit: string, signal: AbortSignal): Promise<SnapshotChanges>
  /**
   * Brings the files back that changed or are gone, and removes those made since unless they are kept. What is there now
   * is copied first, under `undoName`; a file that could not be copied is not touched. Ignored files, then and now, are
   * nobody's business here.
   */
  restore(
    workspace: string,
    commit: string,
    options: { undoName: string; keepCreated: boolean },
    signal: AbortSignal,
  ): Promise<{ report: SnapshotRestored; undo: Snapshot }>
  /** Forgets the snapshots whose name begins with one of these. */
  forget(workspace: string, prefixes: readonly string[], signal: AbortSignal): Promise<void>
}

/** Why there is no snapshot. */
export class SnapshotError extends EngineError {
  constructor(
    readonly because: SnapshotFailure,
    message: string,
    cause?: unknown,
  ) {
    super(because === 'cancelled' ? 'aborted' : 'snapshot-failed', message, { cause })
    this.name = 'SnapshotError'
  }
}

export type SnapshotsDeps = {
  /** Absent where nothing may be started. */
  git?: Git | undefined
  clock: Clock
  /** Folder of the app's data; the repositories lie in a folder of it, and nothing of it is ever copied. */
  dataDir: string
  limits?: ListLimits
}

/** What a snapshot remembers besides its files. */
const noteSchema = z.object({
  files: z.number(),
  bytes: z.number(),
  skipped: z.array(z.object({ path: z.string(), because: skippedBecauseSchema })),
  ignored: z.array(z.string()),
  nested: z.array(z.string()),
  isPartial: z.boolean(),
  modes: z.record(z.string(), z.number()),
})
type Note = z.infer<typeof noteSchema>

/** Creates {@link Snapshots}. */
export function createSnapshots({ git, clock, dataDir, limits }: SnapshotsDeps): Snapshots {
  const last = new Map<string, Promise<unknown>>()
  /** One after another for each workspace: they share an index. */
  const alone = <T>(
    workspace: string,
    signal: AbortSignal,
    work: (repository: SnapshotRepository, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const before = last.get(workspace) ?? Promise.resolve()
    const run = before.then(async () => {
      if (!git) throw new SnapshotError('no-git', 'git cannot be used here.')
      const limited = withLimit(signal, clock)
      try {
        const repository = new SnapshotRepository(join(dataDir, 'snapshots'), workspace, git)
        await repository.open(limited.signal)
        return await work(repository, limited.signal)
      } catch (error) {
        throw explained(error, signal, limited.isOver())
      } finally {
        limited.dispose()
      }
    })
    last.set(
      workspace,
      run.catch(() => {}),
    )
    return run
  }

  /** Copies what is there now; not yet under a name. */
  const copy = async (repository: SnapshotRepository, also: readonly string[], signal: AbortSignal) => {
    if (!git) throw new SnapshotError('no-git', 'git cannot be used here.')
    const until = clock.now() + TAKING_MAX_MS / 2
    const listed = await listWorkspaceFiles(
      repository.workspace,
      also,
      { git, ownRepository: repository.lookingOnly, dataDir, ...(limits ? { limits } : {}) },
      signal,
    )
    const paths = listed.files.map(({ path }) => path)
    const { tree, refused, left } = await repository.write(paths, signal, () => clock.now() < until)
    return { tree, note: noteOf(listed, refused, left) }
  }
  const keep = async (
    repository: SnapshotRepository,
    name: string,
    { tree, note }: { tree: string; note: Note },
    signal: AbortSignal,
  ): Promise<Snapshot> => {
    const at = clock.now()
    const commit = await repository.keep(name, tree, JSON.stringify(note), at, signal)
    return { commit, at, files: note.files, bytes: note.bytes, skipped: shown(note.skipped) }
  }
  /** What going back to a snapshot means for what is there now. */
  const compare = async (repository: SnapshotRepository, commit: string, signal: AbortSignal) => {
    const then = readNote(await repository.note(commit, signal))
    if (!then) throw new EngineError('no-snapshot', 'This snapshot no longer exists.')
    const now = await copy(repository, await repository.paths(commit, signal), signal)
    const changes = await repository.changes(commit, now.tree, signal)
    return { then, now, changes: harmless(changes, then, now.note) }
  }

  return {
    take: (workspace, name, signal) =>
      alone(workspace, signal, async (repository, limited) =>
        keep(repository, name, await copy(repository, [], limited), limited),
      ),
    takeChanged: (workspace, name, since, signal) =>
      alone(workspace, signal, async (repository, limited) => {
        const now = await copy(repository, [], limited)
        const isSame = since !== null && (await repository.tree(since, limited)) === now.tree
        return isSame ? null : keep(repository, name, now, limited)
      }),
    preview: (workspace, commit, signal) =>
      alone(workspace, signal, async (repository, limited) => {
        const { then, now, changes } = await compare(repository, commit, limited)
        const { changed, deleted, created } = changes
        const front = (paths: string[]) => paths.slice(0, SNAPSHOT_PATHS_SHOWN)
        const untouched = new Map([...then.skipped, ...now.note.skipped].map((file) => [file.path, file]))
        return {
          at: clock.now(),
          changed: front(changed),
          deleted: front(deleted),
          created: front(created),
          counts: { changed: changed.length, deleted: deleted.length, created: created.length },
          skipped: shown([...untouched.values()]),
        }
      }),
    restore: (workspace, commit, { undoName, keepCreated }, signal) =>
      alone(workspace, signal, async (repository, limited) => {
        const { then, now, changes } = await compare(repository, commit, limited)
        const undo = await keep(repository, undoName, now, limited)
        const failed: SnapshotRestored['failed'] = []
        const removed = keepCreated ? 0 : await remove(workspace, changes.created, failed)
        const writable: string[] = []
        for (const path of [...changes.changed, ...changes.deleted]) {
          const inTheWay = await obstacle(workspace, path)
          if (inTheWay === null) writable.push(path)
          else failed.push({ path, message: `${inTheWay} is in its place` })
        }
        failed.push(...(await checkOut(repository, commit, writable, signal)))
        const unwritten = new Set(failed.map(({ path }) => path))
        const restored = writable.filter((path) => !unwritten.has(path))
        for (const path of restored) await bringModeBack(join(workspace, path), then.modes[path])
        const kept = keepCreated ? changes.created.length : 0
        return { report: { restored: restored.length, removed, kept, failed }, undo }
      }),
    forget: (workspace, prefixes, signal) =>
      alone(
        workspace,
        signal,
        async (repository, limited) => void (await repository.forget(prefixes, limited)),
      ),
  }
}

/** From here on nothing may cut it short but the person: half of the files would be old. */
async function checkOut(
  repository: SnapshotRepository,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<SnapshotRestored['failed']> {
  try {
    return await repository.checkOut(commit, paths, signal)
  } catch (error) {
    // What is there now was copied, so the person can go back; they must hear of it.
    const message = error instanceof Error ? error.message : String(error)
    return paths.map((path) => ({ path, message }))
  }
}

function noteOf(listed: WorkspaceFiles, refused: readonly string[], left: readonly string[]): Note {
  const out = new Set([...refused, ...left])
  const files = listed.files.filter(({ path }) => !out.has(path))
  const odd = files.filter(({ mode }) => !PLAIN_MODES.has(mode))
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    skipped: [
      ...listed.skipped,
      ...refused.map((path): SkippedFile => ({ path, because: 'unreadable' })),
      ...left.map((path): SkippedFile => ({ path, because: 'limit' })),
    ],
    ignored: listed.ignored,
    nested: listed.nested,
    isPartial: listed.isPartial || left.length > 0,
    modes: Object.fromEntries(odd.map(({ path, mode }) => [path, mode])),
  }
}

function readNote(text: string | null): Note | null {
  if (text === null) return null
  try {
    return noteSchema.parse(JSON.parse(text))
  } catch {
    // Written by something else: nobody knows what it left out.
    return null
  }
}

/** The changes that can be made without losing anything that was not copied. */
function harmless({ changed, deleted, created }: TreeChanges, then: Note, now: Note): TreeChanges {
  const notCopied = new Set(now.skipped.map(({ path }) => path))
  const unknown = new Set(then.skipped.map(({ path }) => path))
  // A repository that is new keeps its files: what it remembers of them was not copied.
  const newNested = now.nested.filter((folder) => !then.nested.includes(folder))
  const folders = [...then.ignored.filter((path) => path.endsWith('/')), ...newNested]
  const wasThere = new Set(then.ignored)
  const mayBeOlder = (path: string) =>
    // Of what was not looked at, nobody knows whether it is new.
    then.isPartial ||
    unknown.has(path) ||
    wasThere.has(path) ||
    folders.some((folder) => path.startsWith(folder))
  return {
    changed,
    deleted: deleted.filter((path) => !notCopied.has(path)),
    created: created.filter((path) => !mayBeOlder(path)),
  }
}

/** Removes files that were made since, and the folders that are empty then. */
async function remove(
  workspace: string,
  paths: readonly string[],
  failed: SnapshotRestored['failed'],
): Promise<number> {
  let removed = 0
  for (const path of paths) {
    try {
      await unlink(join(workspace, path))
      removed += 1
    } catch (error) {
      failed.push({ path, message: error instanceof Error ? error.message : String(error) })
      continue
    }
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      try {
        await rmdir(join(workspace, folder))
      } catch {
        // Something else is in it.
        break
      }
    }
  }
  return removed
}

/** What stands where a file is to be written and would be lost; null when nothing does. */
async function obstacle(workspace: string, path: string): Promise<string | null> {
  const parts = path.split('/')
  for (let count = 1; count <= parts.length; count++) {
    const at = parts.slice(0, count).join('/')
    const stats = await lstat(join(workspace, at)).catch(() => null)
    if (!stats) return null
    const isLast = count === parts.length
    if (isLast && stats.isDirectory()) return (await rmdirQuietly(join(workspace, at))) ? null : `a folder`
    if (!isLast && !stats.isDirectory()) return `the file ${at}`
  }
  return null
}

async function rmdirQuietly(path: string): Promise<boolean> {
  try {
    await rmdir(path)
    return true
  } catch {
    // Not empty.
    return false
  }
}

async function bringModeBack(path: string, mode: number | undefined): Promise<void> {
  if (mode === undefined) return
  try {
    if ((await lstat(path)).isFile()) await chmod(path, mode)
  } catch {
    // The content is back, which counts; permissions of another file system may not be.
  }
}

function shown(skipped: readonly SkippedFile[]): SkippedFiles {
  return { count: skipped.length, files: skipped.slice(0, SNAPSHOT_PATHS_SHOWN) }
}

/** A signal that also ends after the time a person may be kept waiting. */
function withLimit(signal: AbortSignal, clock: Clock) {
  const controller = new AbortController()
  let isOver = false
  const onAbort = () => controller.abort(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = clock.setTimer(TAKING_MAX_MS, () => {
    isOver = true
    controller.abort(new EngineError('aborted', 'It took too long.'))
  })
  return {
    signal: controller.signal,
    isOver: () => isOver,
    dispose() {
      timer.dispose()
      signal.removeEventListener('abort', onAbort)
    },
  }
}

function explained(error: unknown, signal: AbortSignal, isOver: boolean): unknown {
  if (error instanceof SnapshotError) return error
  if (signal.aborted) return new SnapshotError('cancelled', 'It was cancelled.', error)
  if (isOver) return new SnapshotError('timed-out', 'It took longer than a minute.', error)
  if (!(error instanceof EngineError)) {
    const { code } = error as NodeJS.ErrnoException
    return code === undefined ? error : new SnapshotError('failed', (error as Error).message, error)
  }
  if (error.code === 'spawn-failed') return new SnapshotError('no-git', error.message, error)
  if (error.code === 'internal') return new SnapshotError('too-large', error.message, error)
  return error.code === 'snapshot-failed' ? new SnapshotError('failed', error.message, error) : error
}
