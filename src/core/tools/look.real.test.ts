import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalRules } from '../approvals/command-judge'
import { createLookGuard } from '../approvals/look-guard'
import { DEFAULT_PERMISSIONS } from '../approvals/rules/permissions'
import { bundledRipgrepDir } from '../process/bundled-ripgrep'
import { createRipgrep } from '../process/ripgrep'
import { CHAT, TURN } from '../testing/command-kit'
import { createListFilesTool } from './list-files'
import { createSearchTool } from './search'
import { anyTool, type ToolAnswer } from './tool'

const ripgrep = createRipgrep({
  ripgrepDir: bundledRipgrepDir(import.meta.url, process),
  platform: 'linux',
  env: {},
})
let base = ''
let root = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'vigil-look-'))
  root = join(base, 'app')
  await mkdir(join(root, 'src'), { recursive: true })
})
afterEach(() => rm(base, { recursive: true, force: true }))

type Told = ApprovalRules & { signal?: AbortSignal }

async function call(name: 'search' | 'list', input: unknown, told: Told = {}): Promise<ToolAnswer> {
  if (!ripgrep) throw new Error('There is no ripgrep for this machine.')
  const { signal = new AbortController().signal, ...rules } = told
  const deps = { ripgrep, mayLook: createLookGuard({ of: () => rules }) }
  const tool = name === 'search' ? anyTool(createSearchTool(deps)) : anyTool(createListFilesTool(deps))
  const bound = tool.bind(input)
  if (!bound.ok) return { text: bound.message, isError: true }
  expect(bound.call.isReadOnly).toBe(true)
  return bound.call.run({ chatId: CHAT, turnId: TURN, callId: 'call-1', workspaceRoot: root, signal })
}
const write = (name: string, text: string) => writeFile(join(root, name), text)
/** The lines behind the facts. */
const found = ({ text }: ToolAnswer, facts: number) => text.split('\n').slice(facts)

describe('search', () => {
  it('gives path, line and text, sorted, also of hidden files', async () => {
    await write('src/b.ts', 'one\nneedle two\n')
    await write('src/a.ts', 'needle\n')
    await write('.hidden', 'a needle\n')
    await mkdir(join(root, '.git'))
    await write('.git/config', 'needle\n')
    const answer = await call('search', { pattern: 'needle' })
    expect(found(answer, 2)).toEqual(['.hidden:1:a needle', 'src/a.ts:1:needle', 'src/b.ts:2:needle two'])
    expect(answer).toMatchObject({ isError: false, card: { kind: 'search', matches: 3, isMore: false } })
    expect(found(await call('search', { pattern: 'needle', path: 'src', glob: 'b*' }), 2)).toEqual([
      'src/b.ts:2:needle two',
    ])
    expect(found(await call('search', { pattern: 'needle', path: 'src/a.ts' }), 2)).toEqual([
      'src/a.ts:1:needle',
    ])
  })

  it('takes a text as it is, or small letters for capital ones, and a pattern that looks like an option', async () => {
    await write('a', 'x.y --Flag\nxzy\n')
    expect(found(await call('search', { pattern: 'x.y', literal: true }), 2)).toHaveLength(1)
    expect(found(await call('search', { pattern: 'x.y' }), 2)).toHaveLength(2)
    expect(found(await call('search', { pattern: '--flag', ignore_case: true }), 2)).toEqual([
      'a:1:x.y --Flag',
    ])
  })

  it('says so when nothing is found, and why a pattern is none', async () => {
    expect(await call('search', { pattern: 'nothing' })).toMatchObject({
      isError: false,
      card: { matches: 0 },
    })
    const bad = await call('search', { pattern: 'a(' })
    expect(bad).toMatchObject({ isError: true, text: expect.stringContaining('unclosed group') })
    expect((await call('search', { pattern: '' })).isError).toBe(true)
    expect((await call('search', { pattern: 'a', path: 'gone' })).text).toBe('gone does not exist.')
  })

  it('is bounded in matches, in the length of a line and in all (S-114)', async () => {
    await write('many', 'needle\n'.repeat(1000))
    const many = await call('search', { pattern: 'needle' })
    expect(many).toMatchObject({ card: { matches: 200, isMore: true } })
    expect(many.text).toContain('there are more')
    await write('many', `needle ${'x'.repeat(100_000)}\n`.repeat(100))
    const long = await call('search', { pattern: 'needle' })
    expect(Buffer.byteLength(long.text)).toBeLessThan(17 * 1024)
  })

  it('shows nothing that the ignore file hides, nor what holds secrets (S-137, S-399)', async () => {
    await write('.vigilignore', 'private/\n')
    await mkdir(join(root, 'private'))
    await write('private/a', 'needle\n')
    await write('.env', 'KEY=needle\n')
    await write('open', 'needle\n')
    expect(found(await call('search', { pattern: 'needle' }), 2)).toEqual(['open:1:needle'])
    expect((await call('search', { pattern: 'private' })).text).toContain('Nothing found')
    expect((await call('search', { pattern: 'needle', path: 'private' })).text).toContain('hidden from you')
    const secret = await call('search', { pattern: 'KEY', path: '.env' })
    expect(secret).toMatchObject({ isError: true, text: expect.stringContaining('usually holds keys') })
    const bypass = await call('search', { pattern: 'needle' }, { mode: 'bypass' })
    expect(found(bypass, 2)).toEqual(['.env:1:KEY=needle', 'open:1:needle'])
  })

  it('stays inside without a permission for more, also through a link (S-396)', async () => {
    await writeFile(join(base, 'other'), 'needle\n')
    await symlink('..', join(root, 'up'))
    for (const path of ['..', 'up', base, '/'])
      expect((await call('search', { pattern: 'needle', path })).text).toContain('is outside the workspace')
    const permissions = { ...DEFAULT_PERMISSIONS, rgExternally: true }
    const out = await call('search', { pattern: 'needle', path: '..' }, { permissions })
    expect(found(out, 2)).toEqual(['../other:1:needle'])
    const off = await call('search', { pattern: 'a' }, { permissions: { ...DEFAULT_PERMISSIONS, rg: false } })
    expect(off.isError).toBe(true)
  })

  it('ends with Stop', async () => {
    await write('a', 'needle\n')
    const answer = await call('search', { pattern: 'needle' }, { signal: AbortSignal.abort() })
    expect(answer).toEqual({ text: 'The search was stopped by the user.', isError: true })
  })
})

describe('list_files', () => {
  it('lists a folder in order, or everything below it that git does not ignore', async () => {
    await mkdir(join(root, '.git'))
    await write('.gitignore', 'built\n')
    await write('built', '')
    await write('b.ts', '')
    await write('src/a.ts', '')
    expect(found(await call('list', {}), 1)).toEqual(['.git/', '.gitignore', 'b.ts', 'built', 'src/'])
    const deep = await call('list', { recursive: true })
    expect(found(deep, 1)).toEqual(['.gitignore', 'b.ts', 'src/a.ts'])
    expect(deep).toMatchObject({ card: { kind: 'list', entries: 3, isMore: false } })
    expect(found(await call('list', { glob: '*.ts', path: 'src' }), 1)).toEqual(['a.ts'])
  })

  it('is bounded, and names what it cannot list', async () => {
    for (let n = 0; n < 1100; n++) await write(`f${n}`, '')
    for (const input of [{}, { recursive: true }])
      expect(await call('list', input)).toMatchObject({ card: { entries: 1000, isMore: true } })
    expect((await call('list', { path: 'f1' })).text).toBe('f1 is a file; read it with read_file.')
    expect((await call('list', { path: 'gone' })).text).toBe('gone does not exist.')
    expect((await call('list', { path: '..' })).text).toContain('is outside the workspace')
    const permissions = { ...DEFAULT_PERMISSIONS, listFiles: false }
    expect((await call('list', {}, { permissions })).isError).toBe(true)
  })

  it('shows nothing that the ignore file hides, nor that file (S-399)', async () => {
    await write('.vigilignore', 'private/\n')
    await mkdir(join(root, 'private'))
    await write('private/a', '')
    expect(found(await call('list', {}), 1)).toEqual(['src/'])
    expect((await call('list', { recursive: true })).text).toContain('Nothing to list')
    expect((await call('list', { path: 'private' })).text).toContain('hidden from you')
  })
})
