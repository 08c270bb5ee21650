import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveText } from './save-text'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-save-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('writes all pieces into a file that only its owner reads', async () => {
  const file = join(folder, 'a.md')
  await saveText(file, ['one ', 'два', '\n'])
  expect(readFileSync(file, 'utf8')).toBe('one два\n')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('leaves what was there, and nothing else, when it cannot go on', async () => {
  const file = join(folder, 'a.md')
  writeFileSync(file, 'before')
  function* breaking() {
    yield 'half'
    throw new Error('gone')
  }
  await expect(saveText(file, breaking())).rejects.toMatchObject({ code: 'storage-failed' })
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['before', ['a.md']])
  await expect(saveText(join(folder, 'no', 'b.md'), ['x'])).rejects.toMatchObject({ code: 'storage-failed' })
})
