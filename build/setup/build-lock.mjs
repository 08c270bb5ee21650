import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 200

/** Runs `work` while no other process holds the same lock file; a lock whose owner died is taken over. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  while (!take(file)) await sleep(RETRY_MS)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (!ownerIsAlive(file)) rmSync(file, { force: true })
  return false
}

function ownerIsAlive(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    // Empty for the moment between creating and writing: its owner is at work.
    if (!pid) return true
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
