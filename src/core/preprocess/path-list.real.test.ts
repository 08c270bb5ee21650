import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bestPaths, createPathFinder, FOUND_MAX } from './path-list'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vigil-paths-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
}

describe('paths to mention (A-052)', () => {
  it('are those of the workspace without what is ignored (A-063)', async () => {
    write(
      'src/app.ts',
      'src/app.test.ts',
      'README.md',
      'node_modules/app/x.js',
      '.git/app',
      'out/app.js',
      'app.key',
    )
    writeFileSync(join(root, '.gitignore'), 'out/\n')
    writeFileSync(join(root, '.vigilignore'), '*.key\n')
    const finder = createPathFinder({ now: () => 0 })
    expect(await finder.find(root, 'app')).toEqual(['src/app.ts', 'src/app.test.ts'])
    expect(await finder.find(root, '')).toEqual(['src/', 'README.md', '.gitignore'])
  })

  it('are asked of the disk again after a while, and there are none where nothing can be read', async () => {
    let now = 0
    const finder = createPathFinder({ now: () => now })
    expect(await finder.find(root, 'a')).toEqual([])
    write('a')
    expect(await finder.find(root, 'a')).toEqual([])
    now = 60_000
    expect(await finder.find(root, 'a')).toEqual(['a'])
    expect(await finder.find(join(root, 'gone'), 'a')).toEqual([])
  })

  it('come best first, and not too many', () => {
    const paths = ['lib/chat.ts', 'chat/', 'chat/view.ts', 'src/my-chat.ts', 'c/h/a/t', 'other']
    expect(bestPaths(paths, 'chat')).toEqual([
      'chat/',
      'lib/chat.ts',
      'chat/view.ts',
      'src/my-chat.ts',
      'c/h/a/t',
    ])
    expect(bestPaths(paths, 'CHVIEW')).toEqual(['chat/view.ts'])
    expect(
      bestPaths(
        Array.from({ length: 100 }, (_unused, at) => `f${at}`),
        'f',
      ),
    ).toHaveLength(FOUND_MAX)
  })
})
