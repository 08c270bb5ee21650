import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  PROJECT_INSTRUCTIONS_MAX_BYTES,
  projectInstructionsText,
  readProjectInstructions,
} from './project-instructions'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vigil-agents-'))
  mkdirSync(join(root, 'packages', 'tax'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const texts = async (folder: string) =>
  (await readProjectInstructions(join(root, folder))).map(({ text }) => text)

describe('project instructions (A-015)', () => {
  it('come from the root of the repository down to the working folder', async () => {
    mkdirSync(join(root, '.git'))
    write('AGENTS.md', 'root')
    write('packages/AGENTS.md', 'packages')
    write('packages/tax/AGENTS.md', 'tax')
    expect(await texts('packages/tax')).toEqual(['root', 'packages', 'tax'])
    expect(await texts('.')).toEqual(['root'])
    const text = projectInstructionsText(await readProjectInstructions(join(root, 'packages')))
    expect(text).toBe(
      `# Project instructions\n\n## ${join(root, 'AGENTS.md')}\nroot\n\n## ${join(root, 'packages/AGENTS.md')}\npackages`,
    )
  })

  it('come only from the working folder without a repository, also of a worktree', async () => {
    write('AGENTS.md', 'root')
    write('packages/AGENTS.md', 'packages')
    expect(await texts('packages')).toEqual(['packages'])
    write('.git', 'gitdir: elsewhere')
    expect(await texts('packages')).toEqual(['root', 'packages'])
  })

  it('are one file a folder, the override before the other', async () => {
    write('AGENTS.md', 'shared')
    write('AGENTS.override.md', 'mine')
    expect(await texts('.')).toEqual(['mine'])
  })

  it('are cut at the limit for all of them, never inside a character', async () => {
    mkdirSync(join(root, '.git'))
    write('AGENTS.md', 'ж'.repeat(PROJECT_INSTRUCTIONS_MAX_BYTES / 2 - 3))
    write('packages/AGENTS.md', 'яяяяяя')
    write('packages/tax/AGENTS.md', 'never read')
    const found = await readProjectInstructions(join(root, 'packages/tax'))
    expect(found.map(({ text }) => text.length)).toEqual([PROJECT_INSTRUCTIONS_MAX_BYTES / 2 - 3, 3])
    expect(projectInstructionsText(found)).toContain('яяя\n(cut here: too long)')
  })

  it('are none where nothing can be read', async () => {
    mkdirSync(join(root, 'AGENTS.md'))
    expect(await readProjectInstructions(root)).toEqual([])
    expect(await readProjectInstructions(join(root, 'gone'))).toEqual([])
    expect(projectInstructionsText([])).toBe('')
  })
})
