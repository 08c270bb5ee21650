import { lstat, readlink, realpath } from 'node:fs/promises'
import { posix } from 'node:path'
import type { PathFact } from '../facts'

/** Links in a row that are followed where nothing exists at their end; the system has the same bound. */
const LINKS_MAX = 40

/**
 * Where a path leads, links followed. What does not exist yet is taken from the nearest folder above that does; a link to
 * nothing counts as what it names, since writing to it creates that.
 */
export async function realPathOf(path: string, links = 0): Promise<PathFact> {
  const found = await real(path)
  if (found !== null) return { real: found, exists: true }
  const parent = posix.dirname(path)
  if (parent === path) return { real: path, exists: false }
  const target = links < LINKS_MAX ? await linkTarget(path) : null
  if (target !== null) {
    const { real: end } = await realPathOf(posix.resolve(parent, target), links + 1)
    return { real: end, exists: true }
  }
  const above = await realPathOf(parent, links)
  return { real: posix.join(above.real, posix.basename(path)), exists: false }
}

async function real(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    // Missing, a loop, or hidden behind a folder that may not be entered.
    return null
  }
}

async function linkTarget(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null
  } catch {
    // Nothing is there.
    return null
  }
}
