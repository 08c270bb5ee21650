import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decided, RECORDED } from '../testing/approval-kit'
import { READING } from '../testing/reading-commands'

/** Longest that a reading command may take here, in milliseconds; those that follow a file never end by themselves. */
const LIMIT_MS = 5000

let root = ''
let workspace = ''
let home = ''
const env = () => ({
  HOME: home,
  PATH: process.env.PATH,
  LANG: 'C.UTF-8',
  USER: 'me',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_AUTHOR_NAME: 'me',
  GIT_AUTHOR_EMAIL: 'me@example.com',
  GIT_COMMITTER_NAME: 'me',
  GIT_COMMITTER_EMAIL: 'me@example.com',
})

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-scratch-')))
  workspace = join(root, 'workspace')
  home = join(root, 'home')
  mkdirSync(join(workspace, 'src'), { recursive: true })
  mkdirSync(join(workspace, 'docs'))
  mkdirSync(home)
  const write = (name: string, text: string) => writeFileSync(join(workspace, name), text)
  write('README.md', '# foo\n\nbar  \n')
  write('names.txt', 'bob:2\nann:1\nbob:2\n')
  write('notes.txt', 'never rm -rf / this\n')
  write('build.log', 'one\ntwo\n')
  write('package.json', '{"name":"x","scripts":{"test":"true"}}\n')
  write('src/a.ts', 'export const foo = 1\n// warn error\n')
  write('src/b.ts', 'export const bar = 2\n')
  write('docs/a.md', 'text\n')
  const run = (file: string, ...args: string[]) =>
    execFileSync(file, args, { cwd: workspace, env: env(), stdio: 'ignore' })
  run('git', 'init', '-q', '-b', 'main')
  run('git', 'add', '.')
  run('git', 'commit', '-q', '-m', 'first foo')
  write('src/a.ts', 'export const foo = 3\n// warn error\n')
  run('git', 'commit', '-q', '-am', 'second')
  run('git', 'tag', 'v1')
  run('tar', 'cf', 'archive.tar', 'src')
  run('tar', 'czf', 'archive.tar.gz', 'src')
  run('sh', '-c', 'gzip -c README.md > data.gz')
  // What git looks at again and may write down.
  write('src/b.ts', 'export const bar = 22\n')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Every file below the scratch folder with its content. git's index is compared by what it holds. */
function snapshot(): Map<string, string> {
  const files = new Map<string, string>()
  const waiting = [root]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isSymbolicLink()) files.set(path, readlinkSync(path))
      else if (path.endsWith('.git/index')) files.set(path, staged())
      else files.set(path, createHash('sha256').update(readFileSync(path)).digest('hex'))
    }
  }
  return files
}

/** git status may note when it looked at a file: that changes the index and nothing that anybody sees. */
function staged(): string {
  return execFileSync('git', ['ls-files', '--stage'], { cwd: workspace, env: env(), encoding: 'utf8' })
}

const runnable = [...RECORDED.map(({ command }) => command), ...READING].filter(
  (command) => decided(command).decision === 'allow',
)

describe('what runs without a question', () => {
  it('is most of the recorded reading commands', () => {
    expect(runnable.length).toBeGreaterThan(400)
  })

  it('changes no file of the workspace and none of the home folder (S-386, S-387)', () => {
    const before = snapshot()
    for (const command of runnable) {
      const endless = /^tail -f/.test(command)
      spawnSync('/bin/bash', ['-c', command], {
        cwd: workspace,
        env: env(),
        input: '',
        timeout: endless ? 300 : LIMIT_MS,
        killSignal: 'SIGKILL',
      })
      const after = snapshot()
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => before.get(path) !== after.get(path),
      )
      expect([command, changed]).toEqual([command, []])
    }
  })
})
