import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitSettings } from './git-settings'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-git-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function git(cwd: string, ...args: string[]): string {
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

function repository(name: string): string {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  writeFileSync(join(folder, 'a'), 'x\n')
  git(folder, 'add', 'a')
  git(folder, 'commit', '-q', '-m', 'first')
  return folder
}
const settings = async (folder: string) => (await gitSettings(folder, root)).settings

describe('gitSettings', () => {
  it('has nothing against an ordinary repository, nor where there is none', async () => {
    const folder = repository('r')
    mkdirSync(join(folder, 'src'))
    expect(await settings(join(folder, 'src'))).toEqual([])
    expect(await settings(root)).toEqual([])
  })

  it('finds them from a folder below, from a worktree, and in its own settings (B-166)', async () => {
    const folder = repository('r')
    git(folder, 'worktree', 'add', '-q', '../w')
    git(folder, 'config', 'core.fsmonitor', './run.sh')
    mkdirSync(join(folder, 'src'))
    expect(await settings(join(folder, 'src'))).toEqual(['core.fsmonitor'])
    expect(await settings(join(root, 'w'))).toEqual(['core.fsmonitor'])
    git(folder, 'config', 'core.fsmonitor', 'true')
    expect(await settings(folder)).toEqual([])
    git(folder, 'config', 'extensions.worktreeConfig', 'true')
    git(join(root, 'w'), 'config', '--worktree', 'diff.external', './run.sh')
    expect(await settings(join(root, 'w'))).toEqual(['diff.external'])
  })

  it('finds them in a repository without a working tree, and below one (B-166)', async () => {
    const bare = join(root, 'bare')
    mkdirSync(bare)
    git(bare, 'init', '-q', '--bare')
    git(bare, 'config', 'core.fsmonitor', './run.sh')
    expect(await settings(bare)).toEqual(['core.fsmonitor'])
    expect(await settings(join(bare, 'objects'))).toEqual(['core.fsmonitor'])
  })

  it.each([2, 4])(
    'finds them in repositories inside, whatever the version of the index (B-166): %i',
    async (version) => {
      const outer = repository('r')
      const inner = repository('r/deep/inner')
      repository('r/deep/other')
      git(outer, 'add', 'deep/inner', 'deep/other')
      for (let file = 0; file < 40; file++) writeFileSync(join(outer, `deep-${file}-é`), '')
      git(outer, 'add', '.')
      git(outer, 'update-index', '--index-version', String(version))
      expect(git(outer, 'ls-files', '--stage')).toContain('160000')
      expect(await settings(outer)).toEqual([])
      git(inner, 'config', 'filter.x.clean', './run.sh')
      expect(await settings(outer)).toEqual(['filter.x.clean'])
    },
  )

  it('counts an index in two files as such a setting', async () => {
    const folder = repository('r')
    git(folder, 'update-index', '--split-index')
    expect(await settings(folder)).toEqual(['an index that cannot be read'])
  })

  it('counts what it cannot read as such a setting', async () => {
    const folder = repository('r')
    writeFileSync(join(folder, '.git', 'index'), 'nonsense')
    expect(await settings(folder)).toEqual(['an index that cannot be read'])
    rmSync(join(folder, '.git'), { recursive: true })
    writeFileSync(join(folder, '.git'), 'nonsense')
    expect(await settings(folder)).toEqual(['a .git that cannot be read'])
  })
})
