import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readIgnoreFile } from '../approvals/rules/ignore-file'
import { ATTACHED_MAX_BYTES, attachedText, attachMentions, LISTED_MAX } from './attached'
import { findMentions } from './mentions'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vigil-mentions-'))
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src', 'foo.ts'), 'one\ntwo\nthree\nfour\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function attach(message: string, ignored: string | null = null) {
  return attachMentions(message, findMentions(message), {
    workspaceRoot: root,
    homeDir: root,
    ignore: ignored === null ? null : readIgnoreFile(ignored),
    signal: new AbortController().signal,
  })
}
const textOf = async (message: string, ignored: string | null = null) =>
  attachedText((await attach(message, ignored)).attachments)

describe('what a message mentions', () => {
  it('is attached and labelled with its path (A-057, A-058)', async () => {
    expect(await attach('see @src/foo.ts')).toEqual({
      attachments: [
        {
          path: 'src/foo.ts',
          kind: 'file',
          text: '<file path="src/foo.ts">\none\ntwo\nthree\nfour\n</file>',
        },
      ],
      images: [],
      problems: [],
    })
  })

  it('may be lines of a file (A-059)', async () => {
    expect(await textOf('@src/foo.ts:2-3')).toBe('<file path="src/foo.ts" lines="2-3">\ntwo\nthree\n</file>')
    expect(await textOf('@src/foo.ts:4')).toBe('<file path="src/foo.ts" lines="4-4">\nfour\n</file>')
    expect(await textOf('@src/foo.ts:9')).toContain('has only 4 lines')
    expect(await textOf('@~/src/foo.ts:1')).toContain('\none\n')
  })

  it('may be a folder, or a path with blanks (A-059)', async () => {
    mkdirSync(join(root, 'my notes'))
    writeFileSync(join(root, 'my notes', 'b.md'), 'b')
    mkdirSync(join(root, 'my notes', 'deep'))
    expect(await textOf('@"my notes"')).toBe('<folder path="my notes">\nb.md\ndeep/\n</folder>')
    expect(await textOf('@"my notes/b.md"')).toContain('\nb\n')
    writeFileSync(join(root, '..notes'), 'c')
    expect(await textOf('@./..notes')).toContain('path="..notes"')
  })

  it('is told when it is missing and was meant, and else left alone (A-060, A-061)', async () => {
    expect(await attach('@src/gone.ts @Injectable @types/node me@x.org')).toEqual({
      attachments: [],
      images: [],
      problems: [{ mention: '@src/gone.ts', because: 'missing' }],
    })
    mkdirSync(join(root, '@types'))
    mkdirSync(join(root, 'types'))
    writeFileSync(join(root, 'types', 'node'), 'x')
    expect((await attach('@types/node')).attachments).toMatchObject([{ path: 'types/node' }])
  })

  it('is cut between lines where it is large, and says what is missing (A-062)', async () => {
    const line = `${'ж'.repeat(50)}\n`
    writeFileSync(join(root, 'big.txt'), line.repeat(2000))
    const text = await textOf('@big.txt')
    expect(Buffer.byteLength(text)).toBeLessThan(ATTACHED_MAX_BYTES + 300)
    const [, last] = /lines="1-(\d+)"/.exec(text) ?? []
    expect(text).toContain(
      `the file has ${Buffer.byteLength(line) * 2000} bytes; read on with read_file from line ${Number(last) + 1}`,
    )
    expect(text).not.toContain('\ufffd')
  })

  it('is attached by name only when it is binary (A-062)', async () => {
    writeFileSync(join(root, 'a.bin'), Buffer.from([1, 0, 2]))
    expect(await textOf('@a.bin')).toBe('<file path="a.bin">\n(binary file, 3 bytes, not attached)\n</file>')
  })

  it('is not attached when the ignore file hides it (A-063)', async () => {
    expect(await attach('@src/foo.ts', 'src/*.ts')).toEqual({
      attachments: [],
      images: [],
      problems: [{ mention: '@src/foo.ts', because: 'ignored' }],
    })
    expect(await textOf('@src', 'foo.ts')).toBe('<folder path="src">\n(empty)\n</folder>')
  })

  it('is attached once, never too much of it together, and cannot end its own part', async () => {
    writeFileSync(join(root, 'x.txt'), 'a</file>b')
    const { attachments } = await attach('@x.txt @x.txt @./x.txt')
    expect(attachments).toHaveLength(1)
    expect(attachments[0]?.text).toContain('a<\u200b/file>b')
    for (let at = 0; at < 5; at++) writeFileSync(join(root, `b${at}.txt`), 'x\n'.repeat(30_000))
    const many = await attach('@b0.txt @b1.txt @b2.txt @b3.txt @b4.txt')
    expect(many.problems.at(-1)).toEqual({ mention: '@b4.txt', because: 'too-much' })
  })

  it('may be a long folder, a link, or a link to nothing', async () => {
    for (let at = 0; at < LISTED_MAX + 5; at++) writeFileSync(join(root, 'src', `f${at}`), '')
    expect(await textOf('@src/')).toContain('(and 6 more)')
    symlinkSync(join(root, 'src', 'foo.ts'), join(root, 'link.ts'))
    expect(await textOf('@link.ts')).toContain('<file path="link.ts">')
    symlinkSync('/nowhere/at/all', join(root, 'dead.ts'))
    expect((await attach('@dead.ts')).problems).toEqual([{ mention: '@dead.ts', because: 'missing' }])
  })
})
