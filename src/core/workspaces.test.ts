import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeIds } from './testing/fake-ids'
import { createMemorySettings } from './testing/memory-settings'
import { createWorkspaces, gitBranch } from './workspaces'

describe('gitBranch', () => {
  let dir: string
  beforeEach(() => {
    dir = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-ws-')))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const head = (folder: string, text: string) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'HEAD'), text)
  }

  it('reads the branch, also from a folder below', () => {
    head(join(dir, '.git'), 'ref: refs/heads/fix/checkout-race\n')
    mkdirSync(join(dir, 'a', 'b'), { recursive: true })
    expect(gitBranch(join(dir, 'a', 'b'))).toBe('fix/checkout-race')
  })

  it('shows a short id when no branch is checked out', () => {
    head(join(dir, '.git'), '0123456789abcdef0123456789abcdef01234567\n')
    expect(gitBranch(dir)).toBe('01234567')
  })

  it('follows the file of a worktree', () => {
    head(join(dir, 'real'), 'ref: refs/heads/tree\n')
    mkdirSync(join(dir, 'wt'))
    writeFileSync(join(dir, 'wt', '.git'), `gitdir: ${join(dir, 'real')}\n`)
    expect(gitBranch(join(dir, 'wt'))).toBe('tree')
  })

  it('has none outside a repository and for a broken one', () => {
    expect(gitBranch(dir)).toBeNull()
    writeFileSync(join(dir, '.git'), 'nonsense')
    expect(gitBranch(dir)).toBeNull()
  })
})

describe('the folders a person opened', () => {
  it('are looked at afresh each time they are asked for', async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-ws-')))
    const folder = join(root, 'shop')
    mkdirSync(folder)
    const workspaces = createWorkspaces(createMemorySettings(), createFakeIds())
    workspaces.open(folder)
    const missing = async () => (await workspaces.check()).map((one) => one.missing)
    expect(await missing()).toEqual([false])
    rmSync(root, { recursive: true })
    expect(await missing()).toEqual([true])
    mkdirSync(folder, { recursive: true })
    expect(await missing()).toEqual([false])
    rmSync(root, { recursive: true })
  })
})
