import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createOutputReader } from './output-reader'

const folder = mkdtempSync(join(tmpdir(), 'vigil-reader-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const reader = createOutputReader()
let count = 0

function log(text: string): string {
  const file = join(folder, `${++count}.log`)
  writeFileSync(file, text)
  return file
}

const MANY = 100_000

describe('the last lines', () => {
  it.each<[string, string, number, string]>([
    ['an unfinished last line counts', 'a\nb\nc', 2, 'b\nc'],
    ['a finished one too', 'a\nb\nc\n', 2, 'b\nc\n'],
    ['blank lines are lines', 'a\n\n\n', 2, '\n\n'],
    ['fewer than asked for', 'a\nb\n', 9, 'a\nb\n'],
    ['nothing', '', 5, ''],
  ])('%s (S-153)', async (_name, text, lines, expected) => {
    const slice = await reader.before(log(text), null, lines, MANY)
    expect(slice).toEqual({
      from: text.length - expected.length,
      to: text.length,
      text: expected,
      size: text.length,
    })
  })

  it('goes back page by page without gap or overlap (S-154, S-155)', async () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `line ${i}`).join('\n')
    const file = log(text)
    let before: number | null = null
    let seen = ''
    do {
      const slice = await reader.before(file, before, 1000, MANY)
      seen = slice.text + seen
      before = slice.from
    } while (before > 0)
    expect(seen).toBe(text)
  })
})

describe('the next lines', () => {
  it('goes forward page by page (S-282)', async () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `line ${i}`).join('\n')
    const file = log(text)
    let from = 0
    let seen = ''
    for (let size = 1; from < size; ) {
      const slice = await reader.after(file, from, 777, 20_000)
      expect(slice.to).toBeGreaterThan(from)
      seen += slice.text
      from = slice.to
      size = slice.size
    }
    expect(seen).toBe(text)
  })

  it('is empty at the end', async () => {
    expect(await reader.after(log('abc'), 3, 10, MANY)).toEqual({ from: 3, to: 3, text: '', size: 3 })
  })
})

it('breaks a line longer than a page between characters, both ways (S-122)', async () => {
  const text = `é${'日本😀'.repeat(500)}\nend\n`
  const size = Buffer.byteLength(text)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 8, max: 400 }), async (page) => {
      const file = log(text)
      let forward = ''
      for (let from = 0; from < size; ) {
        const slice = await reader.after(file, from, 100, page)
        forward += slice.text
        from = slice.to
      }
      expect(forward).toBe(text)
      let backward = ''
      for (let before = size; before > 0; ) {
        const slice = await reader.before(file, before, 100, page)
        backward = slice.text + backward
        before = slice.from
      }
      expect(backward).toBe(text)
    }),
    { numRuns: 10 },
  )
})

describe('a log that was touched from outside', () => {
  it('is unavailable when it is gone (S-147)', async () => {
    await expect(reader.before(join(folder, 'gone'), null, 10, MANY)).rejects.toMatchObject({
      code: 'output-unavailable',
    })
  })

  it('is unavailable when it is shorter than the offset (S-156)', async () => {
    const file = log('0123456789')
    truncateSync(file, 4)
    await expect(reader.after(file, 8, 10, MANY)).rejects.toMatchObject({ code: 'output-unavailable' })
    await expect(reader.before(file, 8, 10, MANY)).rejects.toMatchObject({ code: 'output-unavailable' })
    expect((await reader.before(file, null, 10, MANY)).text).toBe('0123')
  })

  it('is unavailable when it is a folder', async () => {
    await expect(reader.before(folder, null, 10, MANY)).rejects.toMatchObject({ code: 'output-unavailable' })
  })
})
