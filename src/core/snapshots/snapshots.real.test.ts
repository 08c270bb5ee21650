import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock'
import { createGit } from '../process/git-process'
import { createSnapshots, type Snapshots } from './snapshots'
import { LIMITS, type ListLimits } from './workspace-files'

const never = new AbortController().signal
let root = ''
let ws = ''
let data = ''
let snapshots: Snapshots
const make = (limits?: ListLimits, env: Record<string, string | undefined> = process.env) =>
  createSnapshots({
    git: createGit({ env: { ...env, HOME: root }, platform: 'linux' }),
    clock: systemClock,
    dataDir: data,
    ...(limits ? { limits } : {}),
  })
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-snapshot-')))
  ws = join(root, 'ws')
  data = join(root, 'data')
  mkdirSync(ws)
  mkdirSync(data)
  snapshots = make()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, text: string, mode?: number) => {
  mkdirSync(dirname(join(ws, path)), { recursive: true })
  writeFileSync(join(ws, path), text)
  if (mode !== undefined) chmodSync(join(ws, path), mode)
}
const read = (path: string) => readFileSync(join(ws, path), 'utf8')
const has = (path: string) => existsSync(join(ws, path))
const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: ws,
    encoding: 'utf8',
    env: { ...process.env, HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
  })
const commitAll = () => {
  git('add', '-A')
  git('-c', 'user.name=me', '-c', 'user.email=me@x', 'commit', '-qm', 'one')
}
/** Every file of the person's own repository with its bytes and its time. */
function repositoryState(folder = join(ws, '.git')): Record<string, string> {
  const state: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) state[path] = `${statSync(path).mtimeMs} ${readFileSync(path).toString('base64')}`
  }
  return state
}
const take = (name = 'chat/1/entry') => snapshots.take(ws, name, never)
const restore = (commit: string, keepCreated = false) =>
  snapshots.restore(ws, commit, { undoName: 'chat/1/undo', keepCreated }, never)

describe('snapshots', () => {
  it('hold what is tracked and what is new, not what is ignored, and leave the person’s repository alone (A-024, A-142)', async () => {
    git('init', '-q')
    put('.gitignore', 'build/\n*.log\n')
    put('a.txt', 'one\n')
    put('forced.log', 'tracked all the same\n')
    commitAll()
    git('add', '-f', 'forced.log')
    put('staged.txt', 'staged\n')
    git('add', 'staged.txt')
    put('new.txt', 'new\n')
    put('build/out.bin', 'built\n')
    put('debug.log', 'noise\n')
    const before = repositoryState()
    const { files, skipped, commit } = await take()
    expect({ files, skipped }).toEqual({ files: 5, skipped: { count: 0, files: [] } })
    expect(repositoryState()).toEqual(before)

    put('a.txt', 'two\n')
    put('forced.log', 'other\n')
    rmSync(join(ws, 'new.txt'))
    put('since.txt', 'since\n')
    put('build/out.bin', 'built again\n')
    expect(await snapshots.preview(ws, commit, never)).toMatchObject({
      changed: ['a.txt', 'forced.log'],
      deleted: ['new.txt'],
      created: ['since.txt'],
      counts: { changed: 2, deleted: 1, created: 1 },
    })
    expect(read('a.txt')).toBe('two\n')
    const { report } = await restore(commit)
    expect(report).toEqual({ restored: 3, removed: 1, kept: 0, failed: [] })
    expect([read('a.txt'), read('forced.log'), read('new.txt')]).toEqual([
      'one\n',
      'tracked all the same\n',
      'new\n',
    ])
    expect(has('since.txt')).toBe(false)
    expect(read('build/out.bin')).toBe('built again\n')
    expect(repositoryState()).toEqual(before)
    expect(statSync(join(data, 'snapshots')).isDirectory()).toBe(true)
  })

  it('work without a repository of the person, and can be taken back (A-024)', async () => {
    put('src/a.ts', 'a')
    put('.gitignore', 'dist\n')
    put('dist/x', 'x')
    const { files, commit } = await take()
    expect(files).toBe(2)
    put('src/a.ts', 'b')
    put('src/deep/er/c.ts', 'c')
    put('dist/x', 'y')
    const { undo } = await restore(commit)
    expect([read('src/a.ts'), has('src/deep'), read('dist/x')]).toEqual(['a', false, 'y'])
    const { report } = await restore(undo.commit)
    expect(report).toMatchObject({ restored: 2, failed: [] })
    expect([read('src/a.ts'), read('src/deep/er/c.ts')]).toEqual(['b', 'c'])
    expect(has('.git')).toBe(false)
  })

  it('keep bytes, permissions and links exactly, whatever the attributes of the project say', async () => {
    git('init', '-q')
    git('config', 'core.autocrlf', 'true')
    put('.gitattributes', '* text=auto eol=crlf ident\n*.enc working-tree-encoding=UTF-16\n')
    put('mixed.txt', 'a\r\nb\n$Id$\n')
    put('x.enc', 'plain')
    put('run.sh', 'echo', 0o755)
    put('secret', 'key', 0o600)
    symlinkSync('mixed.txt', join(ws, 'link'))
    const { commit } = await take()
    put('mixed.txt', 'changed')
    put('x.enc', 'changed')
    rmSync(join(ws, 'run.sh'))
    rmSync(join(ws, 'secret'))
    rmSync(join(ws, 'link'))
    put('link', 'a file now')
    expect((await restore(commit)).report.failed).toEqual([])
    expect([read('mixed.txt'), read('x.enc')]).toEqual(['a\r\nb\n$Id$\n', 'plain'])
    expect(statSync(join(ws, 'run.sh')).mode & 0o777).toBe(0o755)
    expect(statSync(join(ws, 'secret')).mode & 0o777).toBe(0o600)
    expect(readlinkSync(join(ws, 'link'))).toBe('mixed.txt')
  })

  it('run nothing that the person’s repository names: no hook, filter, monitor or signing (B-166)', async () => {
    git('init', '-q')
    const mark = join(root, 'ran')
    const script = join(root, 'evil.sh')
    writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${mark}\ncat\n`, { mode: 0o755 })
    put('a.evil', 'text')
    commitAll()
    put('.gitattributes', '*.evil filter=evil diff=evil\n')
    for (const [name, value] of [
      ['core.fsmonitor', script],
      ['core.hooksPath', join(root, 'hooks')],
      ['filter.evil.clean', script],
      ['filter.evil.smudge', script],
      ['filter.evil.process', script],
      ['diff.evil.textconv', script],
      ['diff.external', script],
      ['commit.gpgsign', 'true'],
      ['gpg.program', script],
      ['core.pager', script],
    ] as const) {
      git('config', name, value)
      git('config', '--global', name, value)
    }
    mkdirSync(join(root, 'hooks'))
    for (const hook of ['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction'])
      writeFileSync(join(root, 'hooks', hook), `#!/bin/sh\necho ${hook} >> ${mark}\n`, { mode: 0o755 })
    rmSync(mark, { force: true })
    const { commit } = await take()
    put('a.evil', 'other')
    expect((await restore(commit)).report).toMatchObject({ restored: 1, failed: [] })
    expect(read('a.evil')).toBe('text')
    expect(existsSync(mark)).toBe(false)
  })

  it('copy the files of repositories inside the workspace, and leave new repositories alone', async () => {
    git('init', '-q')
    put('lib/b.txt', 'b')
    put('lib/.gitignore', 'tmp\n')
    put('lib/tmp', 'tmp')
    execFileSync('git', ['init', '-q', join(ws, 'lib')])
    put('sub/c.txt', 'c')
    execFileSync('git', ['init', '-q', join(ws, 'sub')])
    execFileSync('git', ['-C', join(ws, 'sub'), 'add', '-A'])
    execFileSync('git', [
      ...['-C', join(ws, 'sub'), '-c', 'user.name=me', '-c', 'user.email=me@x'],
      ...['commit', '-qm', 'x'],
    ])
    // As a submodule: a commit in the place of a folder.
    const head = execFileSync('git', ['-C', join(ws, 'sub'), 'rev-parse', 'HEAD'], {
      encoding: 'utf8',
    }).trim()
    git('update-index', '--add', '--cacheinfo', `160000,${head},sub`)
    const { files, commit } = await take()
    expect(files).toBe(3)
    put('lib/b.txt', 'changed')
    put('sub/c.txt', 'changed')
    put('lib/tmp', 'changed')
    put('cloned/d.txt', 'd')
    execFileSync('git', ['init', '-q', join(ws, 'cloned')])
    const { report } = await restore(commit)
    expect(report).toEqual({ restored: 2, removed: 0, kept: 0, failed: [] })
    expect([read('lib/b.txt'), read('sub/c.txt'), read('lib/tmp'), read('cloned/d.txt')]).toEqual([
      'b',
      'c',
      'changed',
      'd',
    ])
  })

  it('never remove what was ignored before, also when the ignore file has changed since', async () => {
    git('init', '-q')
    put('.gitignore', 'node_modules\nlocal.db\n')
    put('node_modules/p/index.js', 'p')
    put('local.db', 'rows')
    const { commit } = await take()
    put('.gitignore', '')
    put('fresh.txt', 'fresh')
    expect((await snapshots.preview(ws, commit, never)).created).toEqual(['fresh.txt'])
    expect((await restore(commit)).report).toMatchObject({ restored: 1, removed: 1 })
    expect([has('node_modules/p/index.js'), has('local.db'), has('fresh.txt')]).toEqual([true, true, false])
  })

  it('leave out what is too large or no file, say so, and never touch it', async () => {
    snapshots = make({ ...LIMITS, fileBytes: 100 })
    put('small', 'small')
    put('grows', 'was small')
    put('big', 'x'.repeat(101))
    execFileSync('mkfifo', [join(ws, 'pipe')])
    const { files, skipped, commit } = await take()
    expect(files).toBe(2)
    expect(skipped.count).toBe(1)
    expect(skipped.files).toEqual([{ path: 'big', because: 'too-large' }])
    put('grows', 'y'.repeat(101))
    put('big', 'z')
    put('new-big', 'n'.repeat(101))
    expect((await restore(commit)).report).toEqual({ restored: 0, removed: 0, kept: 0, failed: [] })
    expect([read('grows').length, read('big'), has('new-big')]).toEqual([101, 'z', true])
  })

  it('copy a part of a workspace that is too large, and then remove nothing (A-024)', async () => {
    snapshots = make({ ...LIMITS, files: 3 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) put(name, name)
    const { files, skipped, commit } = await take()
    expect([files, skipped.count]).toEqual([3, 2])
    expect(skipped.files[0]).toMatchObject({ because: 'limit' })
    snapshots = make()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) put(name, 'changed')
    const { report } = await restore(commit)
    expect(report).toMatchObject({ restored: 3, removed: 0 })
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map(read).filter((text) => text === 'changed')).toHaveLength(3)
  })

  it('keep what was made since when that is wished, and say what was in the way', async () => {
    put('doc', 'a file')
    put('dir/x', 'x')
    const { commit } = await take()
    rmSync(join(ws, 'doc'))
    put('doc/inner', 'a folder now')
    rmSync(join(ws, 'dir'), { recursive: true })
    put('dir', 'a file now')
    const kept = await restore(commit, true)
    expect(kept.report).toMatchObject({ restored: 0, removed: 0, kept: 2 })
    expect(kept.report.failed.map(({ path }) => path).sort()).toEqual(['dir/x', 'doc'])
    expect([read('doc/inner'), read('dir')]).toEqual(['a folder now', 'a file now'])
    expect((await restore(commit)).report).toEqual({ restored: 2, removed: 2, kept: 0, failed: [] })
    expect([read('doc'), read('dir/x')]).toEqual(['a file', 'x'])
  })

  it('write nothing through a link that stands where a folder was', async () => {
    put('src/a', 'a')
    const { commit } = await take()
    const outside = join(root, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'a'), 'theirs')
    rmSync(join(ws, 'src'), { recursive: true })
    symlinkSync(outside, join(ws, 'src'))
    expect((await restore(commit)).report).toMatchObject({ restored: 1, removed: 1, failed: [] })
    expect([readFileSync(join(outside, 'a'), 'utf8'), read('src/a')]).toEqual(['theirs', 'a'])
    expect(lstatSync(join(ws, 'src')).isDirectory()).toBe(true)
  })

  it('take names as they are', async () => {
    const names = [
      '-rf',
      'a b',
      'new\nline',
      "quo'te",
      'ünï',
      '*',
      ':(top)x',
      'back\\slash',
      'git~1',
      'tab\t.txt',
    ]
    for (const name of names) put(name, name)
    const { files, commit, skipped } = await take()
    expect([files, skipped.count]).toEqual([names.length, 0])
    for (const name of names) put(name, 'changed')
    expect((await restore(commit)).report).toMatchObject({ restored: names.length, failed: [] })
    expect(names.map(read)).toEqual(names)
  })

  it('look at the folder itself when a repository further up knows nothing of it', async () => {
    writeFileSync(join(root, '.gitignore'), '*\n')
    execFileSync('git', ['init', '-q', root])
    put('a', 'a')
    expect((await take()).files).toBe(1)
  })

  it('never copy the data of the app', async () => {
    data = join(ws, '.vigil-data')
    mkdirSync(data)
    snapshots = make()
    put('.vigil-data/secrets', 'x')
    put('a', 'a')
    expect((await take()).files).toBe(1)
    expect((await take()).files).toBe(1)
  })

  it('say that git is missing, and that it was cancelled', async () => {
    put('a', 'a')
    const without = createSnapshots({ clock: systemClock, dataDir: data })
    await expect(without.take(ws, 'x', never)).rejects.toMatchObject({
      code: 'snapshot-failed',
      because: 'no-git',
    })
    const stop = new AbortController()
    const taking = snapshots.take(ws, 'x', stop.signal)
    stop.abort()
    await expect(taking).rejects.toMatchObject({ code: 'aborted', because: 'cancelled' })
    // Nothing of it is in the way of the next.
    expect((await take()).files).toBe(1)
  })

  it('forget a chat, and with the last one the whole repository (A-141)', async () => {
    put('a', 'a')
    const first = await take('chat/1/entry')
    put('a', 'b')
    await take('chat/2/entry')
    await snapshots.forget(ws, ['chat/1/'], never)
    await expect(snapshots.preview(ws, first.commit, never)).rejects.toMatchObject({ code: 'no-snapshot' })
    expect(readdirSync(join(data, 'snapshots'))).toHaveLength(1)
    await snapshots.forget(ws, ['chat/2/'], never)
    expect(readdirSync(join(data, 'snapshots'))).toHaveLength(0)
  })

  it('go on after an app that died in the middle of one', async () => {
    put('a', 'a')
    const { commit } = await take()
    const [name = ''] = readdirSync(join(data, 'snapshots'))
    for (const lock of ['index.lock', 'restore-index.lock'])
      writeFileSync(join(data, 'snapshots', name, lock), '')
    put('a', 'b')
    expect((await restore(commit)).report).toMatchObject({ restored: 1, failed: [] })
  })

  it('run one after another for a workspace', async () => {
    put('a', 'a')
    const [one, two, three] = await Promise.all([
      take('chat/1/entry'),
      take('chat/2/entry'),
      take('chat/3/entry'),
    ])
    expect([one.files, two.files, three.files]).toEqual([1, 1, 1])
  })

  it('follow a folder that was moved no further than its path', async () => {
    put('a', 'a')
    const { commit } = await take()
    renameSync(ws, join(root, 'moved'))
    await expect(snapshots.preview(ws, commit, never)).rejects.toMatchObject({ code: 'snapshot-failed' })
  })
})
