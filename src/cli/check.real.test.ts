import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RECORDED } from '../core/testing/approval-kit'
import { runCheck } from './check'
import { type RawCheckOptions, readCheckOptions } from './check-options'

let root = ''
let home = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'vigil-check-')))
  home = join(root, 'home')
  mkdirSync(home)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function check(
  words: string[],
  raw: RawCheckOptions = {},
  input = '',
): Promise<{ code: number; out: string }> {
  let out = ''
  const workspace = join(root, 'workspace')
  mkdirSync(workspace, { recursive: true })
  const facts = {
    version: '0',
    platform: 'linux' as const,
    osLabel: '',
    homeDir: home,
    systemLanguage: 'en',
    env: { HOME: home, PATH: process.env.PATH, SHELL: '/bin/bash' },
    ripgrepDir: null,
  }
  const code = await runCheck(readCheckOptions(words, raw), {
    facts,
    cwd: workspace,
    stdin: Readable.from([input]),
    out: (text) => {
      out += text
    },
  })
  return { code, out }
}
const json = async (command: string, raw: RawCheckOptions = {}) =>
  JSON.parse((await check([command], { json: true, ...raw })).out) as Record<string, unknown>

describe('vigil check', () => {
  it('prints the decision with its reasons and what “always allow” would remember', async () => {
    expect(await json('npm run test')).toEqual({
      decision: 'ask',
      readOnly: false,
      blocked: false,
      protected: false,
      reasons: [
        {
          segment: 'npm run test',
          start: 0,
          end: 12,
          rule: 'not-read-only',
          text: '`npm` with these words may do more than read',
        },
      ],
      alwaysAllow: ['npm run test'],
    })
    expect(await json('npm run test', { allow: ['npm run *'] })).toMatchObject({ decision: 'allow' })
  })

  it('says the same in words', async () => {
    const { out } = await check(['ls; make'])
    expect(out).toBe(
      'ask\n  make  [4–8] `make` with these words may do more than read (not-read-only)\n  “always allow” would remember: make\n',
    )
  })

  it('answers every line of standard input, in order and in one process', async () => {
    const lines = ['{"command":"ls"}', 'nonsense', '{"command":"rm x","mode":"bypass","allow":["*"]}']
    const { code, out } = await check([], { stdin: true }, `${lines.join('\n')}\n`)
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(answers).toMatchObject([
      { decision: 'allow' },
      { error: 'not a JSON object' },
      { decision: 'ask', blocked: true },
    ])
    expect(code).toBe(2)
  })

  it('follows links, and refuses what the ignore file hides (S-091, S-399)', async () => {
    const workspace = join(root, 'workspace')
    mkdirSync(join(workspace, '.git'), { recursive: true })
    mkdirSync(join(workspace, 'private'))
    writeFileSync(join(workspace, 'private', 'a'), '')
    writeFileSync(join(workspace, '.vigilignore'), 'private/\n')
    expect(await json('cat private/a')).toMatchObject({ decision: 'refuse' })
    expect(await json('cat private/a', { mode: 'bypass' })).toMatchObject({ decision: 'refuse' })
    expect(await json('cp private/a b', { allow: ['cp *'] })).toMatchObject({ decision: 'refuse' })
    expect(await json('cat priv*/a')).toMatchObject({ decision: 'refuse' })
    expect(await json('cat .vigilignore')).toMatchObject({ decision: 'refuse' })
    expect(await json('rg x')).toMatchObject({ decision: 'refuse' })
    expect(await json('echo private')).toMatchObject({ decision: 'allow' })
    expect(await json('ls', { workdir: '.git' })).toMatchObject({ decision: 'ask', protected: true })
  })

  it('does not take a program of the workspace for the system’s', async () => {
    const bin = join(root, 'workspace', 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'ls'), '#!/bin/sh\n', { mode: 0o755 })
    writeFileSync(join(home, '.bash_profile'), `PATH=${bin}:$PATH\n`)
    const { reasons } = await json('ls')
    expect(reasons).toMatchObject([{ rule: 'shadowed-program' }])
    writeFileSync(join(home, '.bash_profile'), 'PATH=.:$PATH\n')
    expect(await json('ls')).toMatchObject({ decision: 'ask' })
  })

  it.each([
    ['[core]\n\tfsmonitor = ./run.sh\n'],
    ['[core]\n\tpager = ./run.sh\n'],
    ['[diff]\n\texternal = ./run.sh\n'],
    ['[diff "x"]\n\ttextconv = ./run.sh\n'],
    ['[filter "x"]\n\tclean = ./run.sh\n'],
    ['[include]\n\tpath = evil\n'],
    ['[core]\n\tfsmonitor = "\\\n./run.sh"\n'],
    ['nonsense\n'],
  ])('asks for git when the repository’s settings are %j (B-166)', async (config) => {
    const git = join(root, 'workspace', '.git')
    mkdirSync(git, { recursive: true })
    writeFileSync(join(git, 'config'), config)
    writeFileSync(join(git, 'evil'), '[core]\n\tfsmonitor = ./run.sh\n')
    expect(await json('git status')).toMatchObject({ decision: 'ask', reasons: [{ rule: 'git-settings' }] })
    mkdirSync(join(root, 'workspace', 'src'))
    expect(await json('cd src && git status')).toMatchObject({ decision: 'ask' })
  })

  it('does not ask for git with ordinary settings, and asks for a hook that reading runs (B-166)', async () => {
    const git = join(root, 'workspace', '.git')
    mkdirSync(join(git, 'hooks'), { recursive: true })
    writeFileSync(
      join(git, 'config'),
      '[core]\n\tbare = false ; comment\n\tfsmonitor = true\n[remote "o"]\n\turl = x\n[filter "lfs"]\n\tclean = git-lfs clean -- %f\n',
    )
    expect(await json('git status')).toMatchObject({ decision: 'allow' })
    writeFileSync(join(git, 'hooks', 'post-index-change'), '#!/bin/sh\n', { mode: 0o755 })
    expect(await json('git status')).toMatchObject({ decision: 'ask' })
  })

  it('decides as recorded on a real disk, for all commands at once', async () => {
    const input = RECORDED.map(({ command }) => JSON.stringify({ command })).join('\n')
    const { out } = await check([], { stdin: true }, input)
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { decision: string })
    expect(answers).toHaveLength(RECORDED.length)
    const wrong = RECORDED.filter(
      (each, index) => !each.mayAutoApproveAsReadOnly && answers[index]?.decision === 'allow',
    )
    expect(wrong.map(({ command }) => command)).toEqual([])
    const asked = RECORDED.filter(
      (each, index) =>
        each.mayAutoApproveAsReadOnly && !each.debatable && answers[index]?.decision !== 'allow',
    )
    expect(asked.map(({ command }) => command)).toEqual([])
  })
})
