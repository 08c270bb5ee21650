import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreRulesOf } from '../approvals/disk/ignored-paths'
import { type IgnoreRules, readIgnoreFile } from '../approvals/rules/ignore-file'
import type { Clock } from '../clock'

/** Most files and folders of a workspace that are offered; looking further would take noticeable time. */
export const PATHS_MAX = 20_000
/** Deepest folder that is looked into; deeper ones are generated. */
const DEPTH_MAX = 16
/** How long a list is used before the disk is asked again, in milliseconds: typing one word asks many times. */
const FRESH_MS = 5000
/** Workspaces whose lists are remembered. */
const LISTS_MAX = 4
/** Most paths one question is answered with. */
export const FOUND_MAX = 20
/** Folders nobody mentions and that hold most files of a project. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules'])

export type PathFinder = {
  /** Paths of a workspace that fit what was typed, best first; folders end in `/`. */
  find(workspaceRoot: string, query: string): Promise<string[]>
}

/** Creates the {@link PathFinder}. What `.gitignore` and the ignore file in the root hide is not offered. */
export function createPathFinder(clock: Pick<Clock, 'now'>): PathFinder {
  const lists = new Map<string, { at: number; paths: Promise<string[]> }>()
  return {
    async find(workspaceRoot, query) {
      const known = lists.get(workspaceRoot)
      const list =
        known && clock.now() - known.at < FRESH_MS
          ? known
          : { at: clock.now(), paths: listPaths(workspaceRoot) }
      lists.delete(workspaceRoot)
      lists.set(workspaceRoot, list)
      const oldest = lists.size > LISTS_MAX ? lists.keys().next().value : undefined
      if (oldest !== undefined) lists.delete(oldest)
      return bestPaths(await list.paths, query)
    },
  }
}

async function listPaths(root: string): Promise<string[]> {
  const rules = await Promise.all([rulesIn(join(root, '.gitignore')), ignoreRulesOf(root)])
  const isHidden = (path: string, isFolder: boolean) => rules.some((one) => one?.hides(path, isFolder))
  const paths: string[] = []
  // Breadth first: what is near the root is what people mention.
  let level = ['']
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth++) {
    const next: string[] = []
    for (const folder of level) {
      for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
        const path = `${folder}${entry.name}`
        const isFolder = entry.isDirectory()
        if ((isFolder && SKIPPED.has(entry.name)) || isHidden(path, isFolder)) continue
        paths.push(isFolder ? `${path}/` : path)
        if (paths.length >= PATHS_MAX) return paths
        if (isFolder) next.push(`${path}/`)
      }
    }
    level = next
  }
  return paths
}

async function rulesIn(file: string): Promise<IgnoreRules | null> {
  try {
    return readIgnoreFile(await readFile(file, 'utf8'))
  } catch {
    // No such file: it hides nothing.
    return null
  }
}

/** The paths that hold the typed letters in order; the name counts more than the folders, an earlier place more than a later. */
export function bestPaths(paths: readonly string[], query: string): string[] {
  const wanted = query.toLowerCase()
  const found: { path: string; rank: number }[] = []
  for (const path of paths) {
    const rank = rankOf(path, wanted)
    if (rank !== null) found.push({ path, rank })
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, FOUND_MAX)
    .map(({ path }) => path)
}

function rankOf(path: string, wanted: string): number | null {
  const whole = path.toLowerCase()
  const name = whole.replace(/\/$/, '').replace(/^.*\//, '')
  // Without a word only what lies in the root is offered.
  if (wanted === '') return whole.replace(/\/$/, '').includes('/') ? null : 0
  if (name.startsWith(wanted)) return 1
  if (whole.startsWith(wanted)) return 2
  if (name.includes(wanted)) return 3
  if (whole.includes(wanted)) return 4
  let at = 0
  for (const letter of wanted) {
    at = whole.indexOf(letter, at) + 1
    if (at === 0) return null
  }
  return 5
}
