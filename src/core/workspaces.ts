import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, isAbsolute, join, resolve } from 'node:path'
import type { Workspace } from '../shared/chat'
import { EngineError } from '../shared/errors'
import { type WorkspaceId, workspaceIdSchema } from '../shared/ids'
import type { Ids, SettingsPort } from './ports'

/** The folders the user opened; kept in the settings, most recent first. */
export type Workspaces = {
  list(): Workspace[]
  /** As `list`, without holding anything up while a folder on a far disk does not answer. */
  check(): Promise<Workspace[]>
  get(id: WorkspaceId): Workspace
  /** Adds a folder a person chose, or moves it to the front. `EngineError('bad-input')` when it is no folder. */
  open(path: string): Workspace
}

/** Most folders remembered; the switcher is a menu, not an archive. */
const MAX_WORKSPACES = 50

export function createWorkspaces(settings: SettingsPort, ids: Ids): Workspaces {
  return {
    list: () => settings.get().workspaces.map((entry) => asWorkspace(entry)),
    check: () =>
      Promise.all(
        settings.get().workspaces.map(async (entry) => {
          const isThere = await stat(entry.path).then(
            (stats) => stats.isDirectory(),
            () => false,
          )
          return asWorkspace(entry, isThere)
        }),
      ),
    get(id) {
      const found = settings.get().workspaces.find((workspace) => workspace.id === id)
      if (!found)
        throw new EngineError('unknown-workspace', 'This folder is no longer in the list of workspaces.')
      return asWorkspace(found)
    },
    open(path) {
      if (!isAbsolute(path) || !isFolder(path)) throw new EngineError('bad-input', `Not a folder: ${path}`)
      const real = realpathSync(path)
      const known = settings.get().workspaces
      const entry = known.find((workspace) => workspace.path === real) ?? {
        id: workspaceIdSchema.parse(ids.next('workspace')),
        path: real,
      }
      settings.update({
        workspaces: [entry, ...known.filter((other) => other !== entry)].slice(0, MAX_WORKSPACES),
      })
      return asWorkspace(entry)
    },
  }
}

function asWorkspace(
  { id, path }: { id: WorkspaceId; path: string },
  isThere: boolean = isFolder(path),
): Workspace {
  const missing = !isThere
  return { id, path, name: basename(path) || path, branch: missing ? null : gitBranch(path), missing }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The checked-out branch, read from `.git` itself: starting git for a label would be slow and may run hooks. */
export function gitBranch(folder: string): string | null {
  try {
    let dir = folder
    while (!existsSync(join(dir, '.git'))) {
      const parent = resolve(dir, '..')
      if (parent === dir) return null
      dir = parent
    }
    let git = join(dir, '.git')
    if (statSync(git).isFile()) {
      // A worktree or submodule: the file names the real folder.
      const target = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1]
      if (!target) return null
      git = resolve(dir, target.trim())
    }
    const head = readFileSync(join(git, 'HEAD'), 'utf8').trim()
    return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 8)
  } catch {
    // An unreadable repository only costs the label.
    return null
  }
}
