import { readFileSync } from 'node:fs'
import { inProject } from './paths.mjs'

/**
 * True when npm's own record of what it installed agrees with the lock file. Comparing the two notices an install that
 * was interrupted or that was done by hand, which a stamp of ours would not.
 */
export function matchesLock(lock, installed) {
  if (!installed) return false
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '') continue
    const have = installed.packages[path]
    // npm leaves out optional packages that are meant for other systems.
    if (!have && (wanted.optional || wanted.devOptional)) continue
    if (have?.version !== wanted.version || have?.integrity !== wanted.integrity) return false
  }
  return true
}

/** Reads both records of this project. */
export function dependenciesAreInstalled() {
  const lock = readJson(inProject('package-lock.json'))
  return lock !== null && matchesLock(lock, readJson(inProject('node_modules', '.package-lock.json')))
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null // missing or half written: both mean "not installed"
  }
}
