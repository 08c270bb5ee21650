import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalRules } from '../approvals/command-judge'
import { createReadGuard } from '../approvals/read-guard'
import { DEFAULT_PERMISSIONS } from '../approvals/rules/permissions'
import { createOutputLogs } from '../jobs/output-logs'
import { MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'
import { createOutputReader } from '../output/output-reader'
import { CHAT, TURN } from '../testing/command-kit'
import { createReadFileTool, parseReadFileInput } from './read-file'
import type { ToolAnswer } from './tool'

let base = ''
let root = ''
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'vigil-read-'))
  root = join(base, 'app')
  await mkdir(root)
})
afterEach(() => rm(base, { recursive: true, force: true }))

async function read(input: Record<string, unknown>, rules: ApprovalRules = {}): Promise<ToolAnswer> {
  const tool = createReadFileTool({
    reader: createOutputReader(),
    logs: createOutputLogs(join(base, 'outputs')),
    mayRead: createReadGuard({ of: () => rules }),
  })
  const parsed = tool.parse(input)
  if (!parsed.ok) return { text: parsed.message, isError: true }
  return tool.run(parsed.input, {
    chatId: CHAT,
    turnId: TURN,
    callId: 'call-1',
    workspaceRoot: root,
    signal: new AbortController().signal,
  })
}
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

describe('read_file', () => {
  it('reads nothing that the ignore file hides, by whatever name, and not that file (S-399)', async () => {
    await writeFile(join(root, '.vigilignore'), 'private/\n*.pdf\n')
    await mkdir(join(root, 'private'))
    await writeFile(join(root, 'private', 'a'), 'secret')
    await writeFile(join(root, 'b.pdf'), 'secret')
    await symlink('private/a', join(root, 'link'))
    for (const path of ['private/a', 'b.pdf', 'link', './x/../private/a', '.vigilignore']) {
      const { text, isError } = await read({ path })
      expect([path, isError, text.includes('hidden from you')]).toEqual([path, true, true])
      expect((await read({ path }, { mode: 'bypass' })).isError).toBe(true)
    }
    // Changes count at once.
    await writeFile(join(root, '.vigilignore'), '')
    expect((await read({ path: 'private/a' })).isError).toBe(false)
  })

  it('leaves secrets, and everything while reading is off, to a command that asks (S-136, S-137, S-396)', async () => {
    await writeFile(join(root, '.env'), 'KEY=1')
    await writeFile(join(root, 'a.txt'), 'text')
    expect(await read({ path: '.env' })).toMatchObject({ isError: true })
    expect((await read({ path: '.env' })).text).toContain('the user is asked then')
    expect((await read({ path: '.env' }, { mode: 'bypass' })).isError).toBe(false)
    const permissions = { ...DEFAULT_PERMISSIONS, readFiles: false }
    expect((await read({ path: 'a.txt' }, { permissions })).isError).toBe(true)
    // So it is with a full output of a command (S-136).
    const outputs = createOutputLogs(join(base, 'outputs')).folderOf(CHAT)
    await mkdir(outputs, { recursive: true })
    await writeFile(join(outputs, 'cmd.log'), 'printed')
    expect((await read({ path: join(outputs, 'cmd.log') }, { permissions })).isError).toBe(true)
    expect((await read({ path: join(outputs, 'cmd.log') })).isError).toBe(false)
  })

  it('reads a file of the workspace', async () => {
    await writeFile(join(root, 'a.txt'), 'one\ntwo\n')
    expect(await read({ path: 'a.txt' })).toEqual({
      text: 'File: a.txt (lines 1-2 of 2, 8 bytes in all)\nContent:\none\ntwo\n',
      isError: false,
      card: { kind: 'read', lines: null },
    })
    expect((await read({ path: join(root, 'a.txt') })).isError).toBe(false)
  })

  it.each([
    [{ start_line: 3, end_line: 4 }, 'lines 3-4 of 9', 'line 3\nline 4\n'],
    [{ start_line: 9 }, 'lines 9-9 of 9', 'line 9\n'],
    [{ start_line: -2 }, 'lines 8-9 of 9', 'line 8\nline 9\n'],
    [{ start_line: -50 }, 'lines 1-9 of 9', lines(9)],
    [{ end_line: 1 }, 'lines 1-1 of 9', 'line 1\n'],
  ])('reads the range %j', async (range, place, text) => {
    await writeFile(join(root, 'a.txt'), lines(9))
    const answer = await read({ path: 'a.txt', ...range })
    expect(answer.text).toContain(`(${place}, `)
    expect(answer.text.endsWith(`Content:\n${text}`)).toBe(true)
  })

  it('stays within 16 KB at line ends and says how to go on (S-114)', async () => {
    await writeFile(join(root, 'a.txt'), lines(20_000))
    const { text } = await read({ path: 'a.txt' })
    const content = text.slice(text.indexOf('Content:\n') + 9)
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(MODEL_OUTPUT_MAX_BYTES)
    const shown = content.split('\n').length - 1
    expect(text).toContain(`Note: there is more; go on with start_line ${shown + 1}.`)
    const next = await read({ path: 'a.txt', start_line: shown + 1 })
    expect(next.text).toContain(`Content:\nline ${shown + 1}\n`)
  })

  it('finds a line across block borders, and reads the end of a long file', async () => {
    await writeFile(join(root, 'a.txt'), lines(200_000))
    expect((await read({ path: 'a.txt', start_line: 150_000, end_line: 150_000 })).text).toContain(
      'line 150000\n',
    )
    expect((await read({ path: 'a.txt', start_line: -1 })).text).toContain('Content:\nline 200000\n')
  })

  it('finds a line that begins exactly at a block border', async () => {
    await writeFile(join(root, 'a.txt'), `${'x'.repeat(65_535)}\nsecond\n`)
    expect((await read({ path: 'a.txt', start_line: 2 })).text).toContain('Content:\nsecond\n')
  })

  it('cuts a line that alone is too long between characters (S-121, S-122)', async () => {
    await writeFile(join(root, 'a.txt'), '😀'.repeat(10_000))
    const { text } = await read({ path: 'a.txt' })
    expect(text).toContain('longer than 16 KB')
    expect(text).not.toContain('\uFFFD')
  })

  it.each([
    [{ path: 'gone.txt' }, 'gone.txt does not exist.'],
    [{ path: 'folder' }, 'folder is a folder, not a file.'],
    [{ path: 'binary' }, 'binary is a binary file (4 bytes).'],
    [{ path: 'a.txt', start_line: 9 }, 'a.txt has only 2 lines; start_line 9 is past its end.'],
    [{ path: 'a.txt', start_line: 3 }, 'a.txt has only 2 lines; start_line 3 is past its end.'],
    [{ path: '../secret.txt' }, '../secret.txt is outside the workspace.'],
    [{ path: '../nothing-here' }, '../nothing-here is outside the workspace.'],
    [{ path: 'link' }, 'link is outside the workspace.'],
  ])('refuses %j plainly', async (input, message) => {
    await writeFile(join(root, 'a.txt'), 'one\ntwo\n')
    await writeFile(join(base, 'secret.txt'), 'secret')
    await writeFile(join(root, 'binary'), Buffer.from([1, 0, 2, 3]))
    await mkdir(join(root, 'folder'))
    await symlink(join(base, 'secret.txt'), join(root, 'link'))
    const answer = await read(input)
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain(message)
  })

  it('reads the chat’s own outputs, not another chat’s (S-120, S-139)', async () => {
    const own = join(base, 'outputs', CHAT)
    const other = join(base, 'outputs', 'chat-2')
    await mkdir(own, { recursive: true })
    await mkdir(other)
    await writeFile(join(own, 'cmd-1.log'), 'mine\n')
    await writeFile(join(other, 'cmd-2.log'), 'theirs\n')
    expect((await read({ path: join(own, 'cmd-1.log') })).text).toContain('mine')
    expect((await read({ path: join(other, 'cmd-2.log') })).isError).toBe(true)
  })

  it('says which lines it read, for its row in the conversation', async () => {
    await writeFile(join(root, 'a.txt'), lines(10))
    const cardOf = async (input: object) => (await read({ path: 'a.txt', ...input })).card
    expect(await cardOf({ start_line: 3, end_line: 5 })).toEqual({ kind: 'read', lines: { from: 3, to: 5 } })
    expect(await cardOf({ start_line: -2 })).toEqual({ kind: 'read', lines: { from: 9, to: 10 } })
    expect(await cardOf({ end_line: 10 })).toEqual({ kind: 'read', lines: null })
  })

  it('says that an empty file is empty', async () => {
    await writeFile(join(root, 'a.txt'), '')
    expect(await read({ path: 'a.txt' })).toMatchObject({ text: 'File: a.txt (empty)', isError: false })
  })

  it.each([
    [null, '"path"'],
    [{ path: '' }, '"path"'],
    [{ path: 'a', start_line: 0 }, '"start_line"'],
    [{ path: 'a', start_line: 1.5 }, '"start_line"'],
    [{ path: 'a', start_line: 5, end_line: 4 }, '"end_line"'],
    [{ path: 'a', start_line: -5, end_line: 4 }, '"end_line"'],
  ])('names what is wrong with %j (A-007)', (input, words) => {
    const parsed = parseReadFileInput(input)
    expect(parsed.ok ? '' : parsed.message).toContain(words)
  })
})
