import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The latest change below these files and folders, in ms; folders count too, so that a deleted file is noticed. */
export function newestChange(paths) {
  let newest = 0
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (!stats) continue
    newest = Math.max(newest, stats.mtimeMs)
    if (stats.isDirectory())
      newest = Math.max(newest, newestChange(readdirSync(path).map((name) => join(path, name))))
  }
  return newest
}

/** True when the stamp was set after the latest change of the sources. */
export function isFresh(stamp, sources) {
  const stats = statSync(stamp, { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs >= newestChange(sources)
}

/** Marks a build as made from the sources as they were when it began: a change during the build counts as newer. */
export function writeStamp(stamp, startedAt) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, '')
  utimesSync(stamp, startedAt, startedAt)
}
