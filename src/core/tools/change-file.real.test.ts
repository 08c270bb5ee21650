import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallAnswer, FileEditCard, ToolCard } from '../../shared/tool-card'
import type { ApprovalRules } from '../approvals/command-judge'
import { createEditGuard } from '../approvals/edit-guard'
import { createCallAsks } from '../asks/call-asks'
import { CHANGE_MAX_BYTES } from '../files/file-text'
import { createSeenFiles } from '../files/seen-files'
import { CHAT, TURN } from '../testing/command-kit'
import { createEditFileTool } from './edit-file'
import type { AnyTool, ToolAnswer, ToolContext } from './tool'
import { anyTool } from './tool'
import { createWriteFileTool } from './write-file'

let base = ''
let root = ''
let shown: ToolCard[] = []
let seen = createSeenFiles()
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'vigil-edit-'))
  root = join(base, 'app')
  await mkdir(root)
  shown = []
  seen = createSeenFiles()
})
afterEach(() => rm(base, { recursive: true, force: true }))

type Told = ApprovalRules & {
  subagent?: ToolContext['subagent']
  isUnattended?: boolean
  answer?: () => Promise<CallAnswer> | CallAnswer
  signal?: AbortSignal
}

/** Runs a call as the loop would; without an answer everything is allowed. */
async function call(kind: 'edit' | 'write', input: unknown, told: Told = {}): Promise<ToolAnswer> {
  const { answer, subagent, isUnattended = false, signal = new AbortController().signal, ...rules } = told
  const asks = createCallAsks({ isUnattended })
  asks.onAsked(async ({ chatId, callId }) => answer && asks.answer(chatId, callId, await answer()))
  let counter = 0
  const deps = {
    guard: createEditGuard(
      { of: () => ({ mode: answer ? 'standard' : 'bypass', ...rules }) },
      { homeDir: base, dataDir: join(base, 'data') },
    ),
    asks,
    seen,
    showCard: (_call: unknown, card: ToolCard) => void shown.push(card),
    clock: { now: () => 1 },
    ids: { next: () => `${++counter}` },
  }
  const tool: AnyTool =
    kind === 'edit' ? anyTool(createEditFileTool(deps)) : anyTool(createWriteFileTool(deps))
  const bound = tool.bind(input)
  if (!bound.ok) return { text: bound.message, isError: true }
  return bound.call.run({
    chatId: CHAT,
    turnId: TURN,
    callId: 'call-1',
    workspaceRoot: root,
    signal,
    ...(subagent ? { subagent } : {}),
  })
}
const edit = (path: string, oldText: string, newText: string, told?: Told) =>
  call('edit', { path, edits: [{ old_text: oldText, new_text: newText }] }, told)
const write = (path: string, content: string, told?: Told) => call('write', { path, content }, told)

/** Makes a file that the agent has read. */
async function known(name: string, content: string | Buffer): Promise<string> {
  const file = join(root, name)
  await writeFile(file, content)
  await seen.note(CHAT, file)
  return file
}
const card = (answer: ToolAnswer): FileEditCard => {
  if (answer.card?.kind !== 'file-edit') throw new Error(`No card: ${answer.text}`)
  return answer.card
}

describe('edit_file', () => {
  it('changes exactly what was named and leaves line ends, mark and rights as they are', async () => {
    const file = await known('run.sh', '\ufeffone\r\ntwo\r\nthree\r\n')
    await chmod(file, 0o750)
    await seen.note(CHAT, file)
    const answer = await edit('run.sh', 'one\ntwo', 'one\n2')
    expect(answer).toMatchObject({ isError: false, text: 'Changed run.sh: 1 line added, 1 removed.' })
    expect(await readFile(file, 'utf8')).toBe('\ufeffone\r\n2\r\nthree\r\n')
    expect((await stat(file)).mode & 0o777).toBe(0o750)
    expect(card(answer)).toMatchObject({
      path: 'run.sh',
      isNew: false,
      added: 1,
      removed: 1,
      stage: { kind: 'written' },
    })
    // Nothing is left beside it, and what it wrote it knows.
    expect(await readdir(root)).toEqual(['run.sh'])
    expect(await edit('run.sh', '2', '3')).toMatchObject({ isError: false })
  })

  it('keeps the bytes of another encoding, and adds none that it may not have', async () => {
    const bytes = Buffer.from([0xcf, 0xf0, 0x0a, 0x61, 0x0a])
    const file = await known('old.txt', bytes)
    expect(await edit('old.txt', 'a', 'ж')).toMatchObject({ isError: true })
    expect(await edit('old.txt', 'a', 'b')).toMatchObject({ isError: false })
    expect(await readFile(file)).toEqual(Buffer.from([0xcf, 0xf0, 0x0a, 0x62, 0x0a]))
  })

  it('makes several edits or none, in one step', async () => {
    const file = await known('a.txt', 'one two')
    const edits = [
      { old_text: 'one', new_text: '1' },
      { old_text: 'missing', new_text: '2' },
    ]
    expect(await call('edit', { path: 'a.txt', edits })).toMatchObject({ isError: true })
    expect(await readFile(file, 'utf8')).toBe('one two')
  })

  it('refuses a file that was never read, or that changed since, and says what to do', async () => {
    const file = join(root, 'a.txt')
    await writeFile(file, 'one')
    expect(await edit('a.txt', 'one', 'two')).toMatchObject({
      isError: true,
      text: 'Read a.txt with read_file before you change it.',
    })
    await seen.note(CHAT, file)
    await writeFile(file, 'one!')
    await utimes(file, 1, 1)
    expect((await edit('a.txt', 'one', 'two')).text).toContain('has changed since you read it')
    expect((await write('a.txt', 'two')).text).toContain('has changed since you read it')
    expect(await readFile(file, 'utf8')).toBe('one!')
  })

  it('refuses what is no text file of a size that can be changed', async () => {
    await known('bin', Buffer.from([1, 0, 2]))
    await known('big', Buffer.alloc(CHANGE_MAX_BYTES + 1, 0x61))
    await mkdir(join(root, 'dir'))
    expect((await edit('bin', 'a', 'b')).text).toContain('binary file')
    expect((await edit('big', 'a', 'b')).text).toContain(`more than ${CHANGE_MAX_BYTES} bytes`)
    expect((await edit('dir', 'a', 'b')).text).toContain('is a folder')
    expect((await edit('none', 'a', 'b')).text).toContain('does not exist')
    expect((await edit('', 'a', 'b')).text).toContain('"path"')
    expect((await call('edit', { path: 'bin', edits: [] })).isError).toBe(true)
    expect((await edit('bin', '', 'b')).text).toContain('must not be empty')
  })

  it('does not pass over a file that may not be written', async () => {
    if (process.getuid?.() === 0) return
    const file = await known('a.txt', 'one')
    await chmod(file, 0o444)
    await seen.note(CHAT, file)
    expect((await edit('a.txt', 'one', 'two')).text).toContain('permission denied')
  })
})

describe('write_file', () => {
  it('makes a file with the folders above it', async () => {
    const answer = await write('src/deep/a.ts', 'a\nb\n')
    expect(answer.text).toBe('Created src/deep/a.ts (2 lines).')
    expect(card(answer)).toMatchObject({ isNew: true, added: 2, removed: 0 })
    expect(await readFile(join(root, 'src/deep/a.ts'), 'utf8')).toBe('a\nb\n')
    // It knows what it wrote.
    expect(await write('src/deep/a.ts', 'c\n')).toMatchObject({ isError: false })
  })

  it('replaces a file that was read, with the line ends that it had', async () => {
    const file = await known('a.txt', 'one\r\ntwo\r\n')
    await write('a.txt', 'one\n2\n')
    expect(await readFile(file, 'utf8')).toBe('one\r\n2\r\n')
    expect((await write('a.txt', 'one\n2\n')).text).toContain('has this content already')
  })

  it('says that a part of the path is a file', async () => {
    await known('a', 'x')
    expect((await write('a/b.txt', 'y')).text).toContain('a part of its path is a file')
  })
})

describe('a change that asks', () => {
  it('shows the difference before anything is written, and writes after the answer (A-019)', async () => {
    const file = await known('a.txt', 'one\ntwo\n')
    let before = ''
    const answer = await edit('a.txt', 'two', '2', {
      answer: async () => {
        before = await readFile(file, 'utf8')
        return { kind: 'approve', remember: false }
      },
    })
    expect(before).toBe('one\ntwo\n')
    expect(shown).toMatchObject([
      { stage: { kind: 'asking', question: { permission: 'editFiles', reasons: [] } }, added: 1, removed: 1 },
    ])
    expect(answer.isError).toBe(false)
    expect(await readFile(file, 'utf8')).toBe('one\n2\n')
  })

  it('is not written after No, and the agent is told what the person says (A-035)', async () => {
    const file = await known('a.txt', 'one')
    const answer = await edit('a.txt', 'one', '1', { answer: () => ({ kind: 'reject', text: 'in words' }) })
    expect(answer).toMatchObject({ isError: true, card: { stage: { kind: 'rejected', text: 'in words' } } })
    expect(answer.text).toContain('The user says: in words')
    expect(await readFile(file, 'utf8')).toBe('one')
  })

  it('is void when the file changed between the question and the answer (A-037)', async () => {
    const file = await known('a.txt', 'one')
    const answer = await edit('a.txt', 'one', '1', {
      answer: async () => {
        await writeFile(file, 'one more')
        return { kind: 'approve', remember: false }
      },
    })
    expect(answer).toMatchObject({ isError: true, card: { stage: { kind: 'not-written' } } })
    expect(await readFile(file, 'utf8')).toBe('one more')
    // So is one of a new file that somebody else made meanwhile.
    const made = await write('new.txt', 'mine', {
      answer: async () => {
        await writeFile(join(root, 'new.txt'), 'theirs')
        return { kind: 'approve', remember: false }
      },
    })
    expect(made.isError).toBe(true)
    expect(await readFile(join(root, 'new.txt'), 'utf8')).toBe('theirs')
  })

  it('is rejected at once where nobody can answer (S-365)', async () => {
    const answer = await write('a.txt', 'x', { isUnattended: true, mode: 'standard' })
    expect(answer).toMatchObject({ isError: true, card: { stage: { kind: 'rejected' } } })
    expect(answer.text).toContain('nobody can answer')
    expect(await readdir(root)).toEqual([])
  })

  it('asks for a subagent as for the agent of a chat (A-038)', async () => {
    const subagent = { id: 'sub', name: 'Sub', chatId: CHAT } as unknown as NonNullable<
      ToolContext['subagent']
    >
    const answer = async () => ({ kind: 'reject' as const, text: 'Not now.' })
    expect(await write('a.txt', 'x', { subagent, mode: 'standard', answer })).toMatchObject({
      isError: true,
      card: { stage: { kind: 'rejected', text: 'Not now.' } },
    })
    expect(await write('a.txt', 'x', { subagent, mode: 'auto' })).toMatchObject({ isError: false })
  })

  it('ends with Stop, and nothing is written (A-009)', async () => {
    const stop = new AbortController()
    const file = await known('a.txt', 'one')
    const answer = await edit('a.txt', 'one', '1', {
      signal: stop.signal,
      answer: () => {
        stop.abort()
        return new Promise<never>(() => {})
      },
    })
    expect(answer).toMatchObject({ isError: true, card: { stage: { kind: 'not-written' } } })
    expect(await readFile(file, 'utf8')).toBe('one')
  })
})

describe('where a file really lies', () => {
  const no = { answer: (): CallAnswer => ({ kind: 'reject', text: null }) }

  it('counts: a link that leaves the workspace is outside (S-091, A-032)', async () => {
    await writeFile(join(base, 'other.txt'), 'one')
    await mkdir(join(base, 'elsewhere'))
    await symlink('../other.txt', join(root, 'link.txt'))
    await symlink('../elsewhere', join(root, 'dir'))
    await seen.note(CHAT, join(base, 'other.txt'))
    for (const [path, real] of [
      ['link.txt', join(base, 'other.txt')],
      ['dir/new.txt', join(base, 'elsewhere/new.txt')],
      ['../up.txt', join(base, 'up.txt')],
    ] as const) {
      shown = []
      await write(path, 'two', { ...no, mode: 'auto' })
      expect(shown).toMatchObject([
        { path: real, stage: { question: { reasons: [{ rule: 'outside-path', subject: real }] } } },
      ])
    }
    expect(await readFile(join(base, 'other.txt'), 'utf8')).toBe('one')
  })

  it('leads to a command for an existing file outside, which cannot be read first', async () => {
    await writeFile(join(base, 'other.txt'), 'one')
    expect((await edit('../other.txt', 'one', '1')).text).toContain('use a `shell` command')
    expect((await write('../fresh.txt', '1')).isError).toBe(false)
  })

  it('is written through a link inside, which stays one', async () => {
    const file = await known('a.txt', 'one')
    await symlink('a.txt', join(root, 'link.txt'))
    expect(await edit('link.txt', 'one', '1')).toMatchObject({ isError: false })
    expect(await readFile(file, 'utf8')).toBe('1')
    expect((await lstat(join(root, 'link.txt'))).isSymbolicLink()).toBe(true)
  })

  it('asks for protected paths, also behind a link (A-032, S-391)', async () => {
    await mkdir(join(root, '.git'))
    await symlink('.git/config', join(root, 'harmless'))
    for (const path of ['.git/hooks/pre-commit', 'harmless', '.env']) {
      shown = []
      await write(path, 'x', { ...no, mode: 'auto' })
      expect(shown).toMatchObject([
        { stage: { question: { permission: null, reasons: [{ rule: 'protected-path' }] } } },
      ])
    }
  })

  it('is never one that the ignore file hides, nor that file, in any mode (S-399)', async () => {
    await writeFile(join(root, '.vigilignore'), 'private/\n')
    await mkdir(join(root, 'private'))
    await symlink('private', join(root, 'public'))
    for (const mode of ['standard', 'auto', 'bypass'] as const)
      for (const path of ['private/a', 'public/a', './x/../private/a', '.vigilignore'])
        expect([path, (await write(path, 'x', { mode })).text]).toEqual([
          path,
          `${path} is hidden from you by the ignore file of the workspace.`,
        ])
  })
})
