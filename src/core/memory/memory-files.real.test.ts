import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MEMORY_FILE_MAX_BYTES, MEMORY_FILES_MAX, MEMORY_LINES_MAX } from '../../shared/memory'
import { createFakeIds } from '../testing/fake-ids'
import { createMemoryFiles, type MemoryFiles, type MemoryPlace } from './memory-files'

let root = ''
let files: MemoryFiles
let here: MemoryPlace
const everywhere: MemoryPlace = { scope: 'global' }
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vigil-memory-'))
  mkdirSync(join(root, 'shop'))
  here = { scope: 'workspace', root: join(root, 'shop') }
  files = createMemoryFiles({ documentsDir: join(root, 'documents'), ids: createFakeIds() })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string, text: string | Buffer) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const names = async (place: MemoryPlace) => (await files.list(place)).files.map(({ name }) => name)

describe('memory on the disk', () => {
  it('is plain Markdown in the workspace and in the documents (A-145, A-150)', async () => {
    await files.write(here, 'tests.md', '# Tests\n')
    await files.write(everywhere, 'me.md', 'Tabs.\n')
    expect(read('shop/.vigil/memories/tests.md')).toBe('# Tests\n')
    expect(read('documents/Vigil/memories/me.md')).toBe('Tabs.\n')
    expect(readdirSync(join(root, 'shop/.vigil/memories'))).toEqual(['tests.md'])
    write('shop/.vigil/memories/by-hand.md', 'one\ntwo\n')
    expect(await files.list(here)).toMatchObject({
      path: join(root, 'shop/.vigil/memories'),
      files: [
        { name: 'by-hand.md', text: 'one\ntwo\n', lines: 2, loadedLines: 2 },
        { name: 'tests.md', text: '# Tests\n', lines: 1, loadedLines: 1 },
      ],
    })
  })

  it('reads the notes of the program before, and its own first (A-145)', async () => {
    write('shop/.kodik/memories/old.md', 'old')
    write('shop/.kodik/memories/both.md', 'old')
    write('shop/.vigil/memories/both.md', 'new')
    const { files: found } = await files.list(here)
    expect(found.map(({ name, text }) => [name, text])).toEqual([
      ['both.md', 'new'],
      ['old.md', 'old'],
    ])
    expect(await files.remove(here, 'both.md')).toBe(true)
    expect(await names(here)).toEqual(['old.md'])
    expect(await files.remove(here, 'both.md')).toBe(false)
  })

  it('replaces a note whatever the case of its name', async () => {
    await files.write(here, 'Style.md', 'one')
    await files.write(here, 'style.md', 'two')
    expect((await files.list(here)).files).toMatchObject([{ name: 'Style.md', text: 'two' }])
  })

  it('loads at most 50 files and 200 lines of a scope, and takes no 51st (A-147)', async () => {
    for (let n = 10; n < 10 + MEMORY_FILES_MAX; n++) write(`shop/.vigil/memories/n${n}.md`, 'a\nb\nc\nd\ne')
    const { files: found } = await files.list(here)
    expect(found.reduce((sum, file) => sum + file.loadedLines, 0)).toBe(MEMORY_LINES_MAX)
    expect(found.at(-1)).toMatchObject({ lines: 5, loadedLines: 0 })
    await expect(files.write(here, 'more.md', 'x')).rejects.toThrow(/50 are loaded/)
    await files.write(here, 'n10.md', 'x')
  })

  it('takes at most 16 KB, and shows no text of a larger file or a binary one (A-147)', async () => {
    await files.write(here, 'full.md', 'ж'.repeat(MEMORY_FILE_MAX_BYTES / 2))
    await expect(files.write(here, 'more.md', 'ж'.repeat(MEMORY_FILE_MAX_BYTES / 2 + 1))).rejects.toThrow(
      /at most 16384 bytes/,
    )
    write('shop/.vigil/memories/big.md', 'x'.repeat(MEMORY_FILE_MAX_BYTES + 1))
    write('shop/.vigil/memories/image.md', Buffer.from([1, 0, 2]))
    const { files: found } = await files.list(here)
    expect(found.filter(({ text }) => text === null).map(({ name }) => name)).toEqual(['big.md', 'image.md'])
  })

  it('never follows a link out of the workspace', async () => {
    write('elsewhere/private.md', 'private')
    mkdirSync(join(root, 'shop/.vigil'))
    symlinkSync(join(root, 'elsewhere'), join(root, 'shop/.vigil/memories'))
    expect(await files.list(here)).toMatchObject({ files: [], isOutside: true })
    await expect(files.write(here, 'a.md', 'x')).rejects.toThrow(/leads out of the workspace/)
    expect(await files.remove(here, 'private.md')).toBe(false)
    expect(readdirSync(join(root, 'elsewhere'))).toEqual(['private.md'])
    rmSync(join(root, 'shop/.vigil/memories'))
    mkdirSync(join(root, 'shop/.vigil/memories'))
    symlinkSync(join(root, 'elsewhere/private.md'), join(root, 'shop/.vigil/memories/link.md'))
    expect(await names(here)).toEqual([])
    await files.write(here, 'link.md', 'mine')
    expect(read('elsewhere/private.md')).toBe('private')
  })

  it('says when the disk refuses, and leaves nothing half written', async () => {
    write('shop/.vigil/memories', 'a file')
    await expect(files.write(here, 'a.md', 'x')).rejects.toMatchObject({ code: 'storage-failed' })
    expect(existsSync(join(root, 'shop/.vigil/memories/a.md'))).toBe(false)
  })
})
