import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chatIdSchema } from '../../shared/ids'
import { createFakeShellResolver } from '../testing/fake-shell-resolver'
import { type Approval, createApprove } from './approve'
import { createCommandJudge } from './command-judge'
import { loadGrammars } from './syntax/grammars'

const grammars = await loadGrammars()
const never = new AbortController().signal
const CHAT = chatIdSchema.parse('chat-1')

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-approve-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function kit(part: { grammars?: () => Promise<typeof grammars>; homeDir?: string } = {}) {
  const shells = createFakeShellResolver()
  const bugs: unknown[] = []
  const judge = createCommandJudge({
    facts: { homeDir: part.homeDir ?? '/home/me', env: { PATH: '/usr/bin:/bin' }, platform: 'linux' },
    dataDir: null,
    grammars: part.grammars ?? (async () => grammars),
  })
  const approve = createApprove({ shells, judge, reportBug: (error) => bugs.push(error) })
  return {
    shells,
    bugs,
    ask: (command: string, cwd = root) => approve({ chatId: CHAT, command, cwd, workspaceRoot: root }, never),
  }
}

function unchanged(approval: Approval, cwd = root): Promise<boolean> {
  if (approval.kind !== 'ask') throw new Error(`It did not ask but ${approval.kind}`)
  return approval.isUnchanged(cwd)
}

describe('createApprove', () => {
  it('runs what only reads and asks about the rest, with the place and the rule of each cause (S-004)', async () => {
    const { ask } = kit()
    expect(await ask('ls')).toEqual({ kind: 'run' })
    expect(await ask('ls; make')).toMatchObject({
      kind: 'ask',
      reasons: [{ code: 'not-read-only', segment: 'make', start: 4, end: 8, rule: 'not-read-only' }],
    })
    expect(await ask('ls > a')).toMatchObject({ reasons: [{ code: 'writes-file' }] })
    expect(await ask('cat /etc/hosts')).toMatchObject({ reasons: [{ code: 'workdir-outside' }] })
    expect(await ask('ls &&')).toMatchObject({ reasons: [{ code: 'opaque' }] })
  })

  it('asks in a shell that it does not know, and when nothing can read the command', async () => {
    const { ask, shells } = kit()
    shells.shell = { ...shells.shell, kind: 'cmd' }
    expect(await ask('for %i in (a) do b')).toMatchObject({ kind: 'ask' })
    const broken = kit({ grammars: () => Promise.reject(new Error('no file')) })
    expect(await broken.ask('ls')).toMatchObject({ kind: 'ask', reasons: [{ code: 'opaque' }] })
    const noShell = kit()
    noShell.shells.resolve = () => Promise.reject(new Error('none'))
    expect(await noShell.ask('ls')).toMatchObject({ kind: 'ask', reasons: [{ code: 'opaque' }] })
  })

  it('tells the agent what was refused and why (S-399)', async () => {
    writeFileSync(join(root, '.vigilignore'), 'private\n')
    mkdirSync(join(root, 'private'))
    const { ask } = kit()
    expect(await ask('cat private/a')).toEqual({
      kind: 'refuse',
      message: 'Not allowed, and nobody was asked: cat private/a – private/a is hidden by the ignore file.',
    })
    // Changes count at once.
    rmSync(join(root, '.vigilignore'))
    expect(await ask('cat private/a')).toEqual({ kind: 'run' })
  })

  it('sees that nothing changed between question and run (A-037)', async () => {
    writeFileSync(join(root, 'run.sh'), 'true\n')
    const { ask } = kit()
    for (const command of ['make', './run.sh', 'bash run.sh', 'python3 missing.py'])
      expect(await unchanged(await ask(command))).toBe(true)
  })

  it.each([
    './run.sh',
    'bash run.sh',
    'sh ./run.sh --fast',
    '. ./run.sh',
    'python3 run.sh',
    'cd src && ../run.sh',
    'sudo bash run.sh',
    'make; ./run.sh',
  ])('is void for %j once the script changed (A-037)', async (command) => {
    mkdirSync(join(root, 'src'))
    writeFileSync(join(root, 'run.sh'), 'true\n')
    const { ask } = kit()
    const approval = await ask(command)
    writeFileSync(join(root, 'run.sh'), 'fals\n')
    expect(await unchanged(approval)).toBe(false)
    // Back as it was: that is what was approved.
    writeFileSync(join(root, 'run.sh'), 'true\n')
    expect(await unchanged(approval)).toBe(true)
    rmSync(join(root, 'run.sh'))
    expect(await unchanged(approval)).toBe(false)
  })

  it('is void once a script appears, or its link leads elsewhere (A-037)', async () => {
    writeFileSync(join(root, 'one'), '1\n')
    writeFileSync(join(root, 'two'), '2\n')
    const { ask } = kit()
    const missing = await ask('bash later.sh')
    writeFileSync(join(root, 'later.sh'), '')
    expect(await unchanged(missing)).toBe(false)
    symlinkSync('one', join(root, 'link'))
    const linked = await ask('bash link')
    rmSync(join(root, 'link'))
    symlinkSync('two', join(root, 'link'))
    expect(await unchanged(linked)).toBe(false)
  })

  it('is void in another folder, another shell and another environment (A-037)', async () => {
    const { ask, shells } = kit()
    const approval = await ask('make')
    expect(await unchanged(approval, join(root, 'other'))).toBe(false)
    const { shell } = shells
    shells.shell = { ...shell, path: '/bin/dash', kind: 'dash' }
    expect(await unchanged(approval)).toBe(false)
    shells.shell = { ...shell, env: { PATH: '/evil' } }
    expect(await unchanged(approval)).toBe(false)
    shells.shell = shell
    expect(await unchanged(approval)).toBe(true)
  })
})
