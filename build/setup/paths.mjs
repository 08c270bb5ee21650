import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project folder, whatever the current directory is. */
export const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path inside the project. */
export const inProject = (...parts) => join(PROJECT, ...parts)

/** Where things that several clones can share are kept; outside the tree that is packaged. */
export function cacheFolder(env = process.env, home = homedir()) {
  const base = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache')
  return join(base, 'vigil')
}
