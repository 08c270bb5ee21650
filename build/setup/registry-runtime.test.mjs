import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { REGISTRY_RUNTIME, verifyIntegrity } from './registry-runtime.mjs'

describe('the runtime from the registry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-integrity-'))
  const file = join(folder, 'a.tgz')
  writeFileSync(file, 'the archive')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is taken when it is the one that was reviewed', async () => {
    const known = `sha512-${createHash('sha512').update('the archive').digest('base64')}`
    await expect(verifyIntegrity(file, known)).resolves.toBeUndefined()
  })

  it('is refused when the registry serves something else', async () => {
    await expect(verifyIntegrity(file, REGISTRY_RUNTIME.integrity)).rejects.toThrow(/served something else/)
  })
})
