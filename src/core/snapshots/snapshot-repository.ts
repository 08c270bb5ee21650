import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { EngineError } from '../../shared/errors'
import type { Git, GitResult } from '../ports'
import { gitNames } from './git-names'

/** Files that are handed to git at once: between two batches it can be stopped, and a bad one costs little. */
const BATCH = 2000
/** Files of one batch that git refused and that are left out, before the snapshot is given up. */
const REFUSED_MAX = 50

/** Longest message of git about one file, in UTF-16 units. */
const MESSAGE_MAX = 500

/** Nothing of the person's settings, hooks or signing has a say in a repository of ours. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.quotePath=false',
  'core.protectHFS=false',
  'core.protectNTFS=false',
  'core.attributesFile=/dev/null',
  'core.looseCompression=1',
  // A log would keep what was forgotten.
  'core.logAllRefUpdates=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting])

/** Bytes are kept as they are, whatever the attributes of the project say. */
const ATTRIBUTES = '* -text -filter -ident !eol !working-tree-encoding\n'

/** Changes between two snapshots, relative to the workspace. */
export type TreeChanges = { changed: string[]; deleted: string[]; created: string[] }

/**
 * A repository of ours about one workspace, far from the person's own: in the app's data folder, with an index of its
 * own. Calls must not overlap.
 */
export class SnapshotRepository {
  readonly folder: string

  constructor(
    snapshots: string,
    readonly workspace: string,
    private readonly git: Git,
  ) {
    this.folder = join(snapshots, createHash('sha256').update(workspace).digest('hex').slice(0, 24))
  }

  /** Variables that lead git here; with no index, everything in the workspace is new to it. */
  get lookingOnly(): Record<string, string> {
    return { ...this.variables(), GIT_INDEX_FILE: join(this.folder, 'no-index') }
  }

  /** Makes the repository unless it is there. */
  async open(signal: AbortSignal): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    await this.must(['init', '--quiet', '--template='], signal)
    await mkdir(join(this.folder, 'info'), { recursive: true })
    await writeFile(join(this.folder, 'info', 'attributes'), ATTRIBUTES)
  }

  /** Stores the files as they are now and gives the tree of exactly these; `refused` are those that git did not take. */
  async write(
    files: readonly string[],
    signal: AbortSignal,
    mayGoOn: () => boolean,
  ): Promise<{ tree: string; refused: string[]; left: string[] }> {
    await rm(join(this.folder, 'index.lock'), { force: true })
    const wanted = new Set(files)
    const known = gitNames((await this.must(['ls-files', '-z'], signal)).stdout)
    const gone = known.filter((path) => !wanted.has(path))
    if (gone.length > 0)
      await this.must(['update-index', '-z', '--force-remove', '--stdin'], signal, { input: list(gone) })
    const refused: string[] = []
    let at = 0
    for (; at < files.length && mayGoOn(); at += BATCH)
      refused.push(...(await this.add(files.slice(at, at + BATCH), signal)))
    const left = files.slice(at)
    // Of what there was no time for, an older state may stand in the index.
    const out = [...refused, ...left]
    if (out.length > 0)
      await this.must(['update-index', '-z', '--force-remove', '--stdin'], signal, { input: list(out) })
    const tree = text(await this.must(['write-tree'], signal))
    return { tree, refused, left }
  }

  /** Keeps a tree with a note under a name, in the place of what it named before. */
  async keep(name: string, tree: string, note: string, at: number, signal: AbortSignal): Promise<string> {
    const date = `${Math.floor(at / 1000)} +0000`
    const who = { NAME: 'Vigil', EMAIL: 'vigil@localhost', DATE: date }
    const env = Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) =>
        Object.entries(who).map(([part, value]) => [`GIT_${role}_${part}`, value]),
      ),
    )
    const commit = text(await this.must(['commit-tree', tree, '-F', '-'], signal, { input: note, env }))
    await this.must(['update-ref', refOf(name), commit], signal)
    return commit
  }

  /** The tree of a snapshot; null when there is none any more. */
  async tree(commit: string, signal: AbortSignal): Promise<string | null> {
    const found = await this.run(['rev-parse', '--verify', '--quiet', `${commit}^{tree}`], signal)
    return found.code === 0 ? text(found) : null
  }

  /** The note of a snapshot; null when there is none any more. */
  async note(commit: string, signal: AbortSignal): Promise<string | null> {
    const { code, stdout } = await this.run(['cat-file', 'commit', commit], signal)
    if (code !== 0) return null
    const all = stdout.toString('utf8')
    return all.slice(all.indexOf('\n\n') + 2)
  }

  /** What the second has and the first has not, and so on. */
  async changes(before: string, after: string, signal: AbortSignal): Promise<TreeChanges> {
    const { stdout } = await this.must(
      ['diff-tree', '-r', '-z', '--no-renames', '--name-status', before, after],
      signal,
    )
    const found: TreeChanges = { changed: [], deleted: [], created: [] }
    const parts = gitNames(stdout)
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const path = parts[at + 1] ?? ''
      if (parts[at] === 'A') found.created.push(path)
      else if (parts[at] === 'D') found.deleted.push(path)
      else found.changed.push(path)
    }
    return found
  }

  /** Paths of a snapshot. */
  async paths(commit: string, signal: AbortSignal): Promise<string[]> {
    return gitNames((await this.must(['ls-tree', '-r', '-z', '--name-only', commit], signal)).stdout)
  }

  /** Writes files of a snapshot into the workspace, over what is there; gives those it could not write, and why. */
  async checkOut(
    commit: string,
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<{ path: string; message: string }[]> {
    const env = { GIT_INDEX_FILE: join(this.folder, 'restore-index') }
    // A lock that is left is from an app that died: calls do not overlap.
    for (const old of ['', '.lock']) await rm(env.GIT_INDEX_FILE + old, { force: true })
    await this.must(['read-tree', commit], signal, { env })
    const write = (some: readonly string[]) =>
      this.run(['checkout-index', '-f', '-z', '--stdin'], signal, { env, input: list(some) })
    const failures: { path: string; message: string }[] = []
    for (let at = 0; at < paths.length; at += BATCH) {
      const some = paths.slice(at, at + BATCH)
      if ((await write(some)).code === 0) continue
      // One by one, to learn which it was.
      for (const path of some) {
        const { code, stderr } = await write([path])
        if (code !== 0) failures.push({ path, message: stderr.trim().slice(0, MESSAGE_MAX) })
      }
    }
    await rm(env.GIT_INDEX_FILE, { force: true })
    return failures
  }

  /** Forgets names, and what only they held. True when nothing is left. */
  async forget(prefixes: readonly string[], signal: AbortSignal): Promise<boolean> {
    const refs = async () =>
      text(await this.must(['for-each-ref', '--format=%(refname)', 'refs/vigil'], signal))
        .split('\n')
        .filter(Boolean)
    const all = await refs()
    for (const ref of all)
      if (prefixes.some((prefix) => ref.startsWith(refOf(prefix))))
        await this.must(['update-ref', '-d', ref], signal)
    if ((await refs()).length === 0) {
      await rm(this.folder, { recursive: true, force: true })
      return true
    }
    await this.must(['prune', '--expire=now'], signal)
    return false
  }

  /** Adds files; gives those that git refuses, as names that its format has no place for. */
  private async add(files: readonly string[], signal: AbortSignal): Promise<string[]> {
    const refused: string[] = []
    let rest = files
    while (rest.length > 0) {
      const { code, stderr } = await this.run(
        ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'],
        signal,
        { input: list(rest) },
      )
      if (code === 0) return refused
      const bad = /Unable to (?:process|add) (?:path|file) '?(.+?)'?$/im.exec(stderr)?.[1]
      const at = bad === undefined ? -1 : rest.indexOf(bad)
      if (bad === undefined || at < 0 || refused.length >= REFUSED_MAX) throw failed(stderr)
      refused.push(bad)
      // Those before it are not stored either when the call fails.
      rest = [...rest.slice(0, at), ...rest.slice(at + 1)]
    }
    return refused
  }

  private variables(): Record<string, string> {
    return {
      GIT_DIR: this.folder,
      GIT_WORK_TREE: this.workspace,
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_SYSTEM: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
    }
  }

  private run(
    args: string[],
    signal: AbortSignal,
    { input, env }: { input?: string; env?: Record<string, string> } = {},
  ): Promise<GitResult> {
    return this.git.run(
      {
        args: [...SETTINGS, ...args],
        cwd: this.workspace,
        env: { ...this.variables(), GIT_INDEX_FILE: join(this.folder, 'index'), ...env },
        ...(input === undefined ? {} : { input }),
      },
      signal,
    )
  }

  private async must(
    args: string[],
    signal: AbortSignal,
    more: { input?: string; env?: Record<string, string> } = {},
  ): Promise<GitResult> {
    const result = await this.run(args, signal, more)
    if (result.code !== 0) throw failed(result.stderr)
    return result
  }
}

function refOf(name: string): string {
  return `refs/vigil/${name}`
}

function failed(stderr: string): EngineError {
  return new EngineError('snapshot-failed', stderr.trim().slice(-500) || 'git failed without a word.')
}

function list(paths: readonly string[]): string {
  return `${paths.join('\0')}\0`
}

function text({ stdout }: GitResult): string {
  return stdout.toString('utf8').trim()
}
