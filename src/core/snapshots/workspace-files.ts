import { constants, existsSync } from 'node:fs'
import { access, lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EngineError } from '../../shared/errors'
import type { SkippedBecause } from '../../shared/permissions'
import { isInside } from '../approvals/rules/places'
import type { Git } from '../ports'
import { gitNames } from './git-names'

/** Largest file that is copied, in bytes; what is larger is a build product, a download or a database. */
export const FILE_MAX_BYTES = 32 * 1024 * 1024
/** Most files of one snapshot. */
export const FILES_MAX = 100_000
/** Most bytes of one snapshot. */
export const TOTAL_MAX_BYTES = 2 * 1024 * 1024 * 1024
/** Repositories inside the workspace whose files are copied too. */
const NESTED_MAX = 50
/** Most ignored places that are remembered; what is behind them counts as unknown. */
const IGNORED_MAX = 50_000

/** A file that is copied, relative to the workspace with slashes, and its permissions. */
export type WorkspaceFile = { path: string; bytes: number; mode: number }
export type SkippedFile = { path: string; because: SkippedBecause }
export type WorkspaceFiles = {
  files: WorkspaceFile[]
  skipped: SkippedFile[]
  /** Files, and folders with a slash at their end, that were left out because they are ignored. */
  ignored: string[]
  /** Repositories inside the workspace, as folders with a slash at their end. */
  nested: string[]
  /** Not everything was looked at: what is not named may be there all the same. */
  isPartial: boolean
}

export type ListLimits = { fileBytes: number; files: number; totalBytes: number }
export const LIMITS: ListLimits = {
  fileBytes: FILE_MAX_BYTES,
  files: FILES_MAX,
  totalBytes: TOTAL_MAX_BYTES,
}

export type ListDeps = {
  git: Git
  /** Variables that let git look with a repository of ours, where the workspace has none. */
  ownRepository: Record<string, string>
  /** Folder of the app's data; never part of a snapshot. */
  dataDir: string
  limits?: ListLimits
}

/** Nothing of a repository's settings may be run by looking at it. */
const ONLY_LOOK = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.quotePath=false',
]

/**
 * The files of a workspace that a snapshot holds: what its repository tracks and what is new there, but nothing that it
 * ignores; the same of repositories inside it. `also` are paths to look at as well, whatever is ignored.
 */
export async function listWorkspaceFiles(
  workspace: string,
  also: readonly string[],
  { git, ownRepository, dataDir, limits = LIMITS }: ListDeps,
  signal: AbortSignal,
): Promise<WorkspaceFiles> {
  const found: WorkspaceFiles = { files: [], skipped: [], ignored: [], nested: [], isPartial: false }
  const paths = new Set<string>()
  const waiting = ['']
  for (let count = 0; waiting.length > 0; count++) {
    const folder = waiting.shift() ?? ''
    const listed = await listOne(join(workspace, folder), folder === '' ? ownRepository : null)
    if (!listed && folder === '')
      throw new EngineError('snapshot-failed', 'git could not list the files of the folder.')
    if (!listed) {
      found.skipped.push({ path: folder, because: 'unreadable' })
      found.isPartial = true
      continue
    }
    for (const path of listed.ignored) {
      if (found.ignored.length >= IGNORED_MAX) found.isPartial = true
      else found.ignored.push(folder + path)
    }
    for (const path of listed.files) {
      if (!path.endsWith('/')) paths.add(folder + path)
      else if (count + waiting.length < NESTED_MAX) {
        waiting.push(folder + path)
        found.nested.push(folder + path)
      } else {
        found.skipped.push({ path: folder + path, because: 'limit' })
        found.isPartial = true
      }
    }
  }
  // Git lists nothing behind a link; these names were taken when a folder stood there.
  const real = new Map<string, boolean>([['.', true]])
  for (const path of also) if (paths.has(path) || (await isRealFolder(dirname(path)))) paths.add(path)
  let total = 0
  for (const path of paths) {
    signal.throwIfAborted()
    // What a name really is cannot be told once its bytes were lost.
    if (path.includes('\ufffd')) {
      found.skipped.push({ path, because: 'unreadable' })
      continue
    }
    const file = await look(path)
    if (!file) continue
    if ('because' in file) found.skipped.push(file)
    else if (found.files.length >= limits.files || total + file.bytes > limits.totalBytes) {
      found.skipped.push({ path, because: 'limit' })
      found.isPartial = true
    } else {
      total += file.bytes
      found.files.push(file)
    }
  }
  return found

  async function isRealFolder(folder: string): Promise<boolean> {
    const known = real.get(folder)
    if (known !== undefined) return known
    const isReal =
      (await isRealFolder(dirname(folder))) &&
      (await lstat(join(workspace, folder)).then(
        (stats) => stats.isDirectory(),
        () => false,
      ))
    real.set(folder, isReal)
    return isReal
  }

  async function look(path: string): Promise<WorkspaceFile | SkippedFile | null> {
    const full = join(workspace, path)
    if (isInside(dataDir, full)) return null
    try {
      const stats = await lstat(full)
      // A submodule, which its own repository is asked about.
      if (stats.isDirectory()) return null
      if (stats.isSymbolicLink()) return { path, bytes: stats.size, mode: 0 }
      if (!stats.isFile()) return { path, because: 'special' }
      if (stats.size > limits.fileBytes) return { path, because: 'too-large' }
      await access(full, constants.R_OK)
      return { path, bytes: stats.size, mode: stats.mode & 0o777 }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Tracked but deleted, or gone a moment ago.
      return code === 'ENOENT' || code === 'ENOTDIR' ? null : { path, because: 'unreadable' }
    }
  }

  /** What the repository of a folder knows of it; with a repository of ours where it has none. */
  async function listOne(
    cwd: string,
    own: Record<string, string> | null,
  ): Promise<{ files: string[]; ignored: string[] } | null> {
    const list = async (env: Record<string, string>, ...which: string[]): Promise<string[] | null> => {
      const { code, stdout } = await git.run(
        { args: [...ONLY_LOOK, 'ls-files', '-z', ...which], cwd, env },
        signal,
      )
      return code === 0 ? gitNames(stdout) : null
    }
    let tracked = await list({}, '--stage')
    // A repository further up that tracks nothing here, as one of the home folder, has no say about this folder.
    if (own && tracked?.length === 0 && !existsSync(join(cwd, '.git'))) tracked = null
    if (!tracked && !own) return null
    const env = tracked ? {} : (own ?? {})
    const others = await list(env, '--others', '--exclude-standard')
    const ignored = await list(env, '--others', '--ignored', '--exclude-standard', '--directory')
    if (!others || !ignored) return null
    const known = (tracked ?? []).flatMap((entry) => {
      const [, mode, path] = /^(\d+) [^\t]*\t([\s\S]*)$/.exec(entry) ?? []
      return path === undefined ? [] : mode === SUBMODULE ? `${path}/` : path
    })
    return { files: [...known, ...others], ignored }
  }
}

/** The mode that stands for the commit of another repository. */
const SUBMODULE = '160000'
