import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withLock } from './build-lock.mjs'

describe('a build lock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-lock-'))
  const file = join(folder, 'out', 'lock')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('lets one in at a time, in whatever order, and is gone afterwards', async () => {
    const steps = []
    const work = (name) => async () => {
      steps.push(`${name} in`)
      await Promise.resolve()
      steps.push(`${name} out`)
    }
    await Promise.all([withLock(file, work('a')), withLock(file, work('b'))])
    expect(steps).toEqual(['a in', 'a out', 'b in', 'b out'])
    expect(existsSync(file)).toBe(false)
  })

  it('is released when the work fails', async () => {
    await expect(withLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(existsSync(file)).toBe(false)
  })

  it('is taken over from an owner that died', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(file, String(pid))
    expect(await withLock(file, async () => 'built')).toBe('built')
  })
})
