import { describe, expect, it } from 'vitest'
import type { CommandId } from '../../shared/ids'
import type { ResolvedShell } from '../ports'
import { commandTransport, type TransportInput } from './command-transport'

function transport(command: string, shell: Partial<ResolvedShell>, change: Partial<TransportInput> = {}) {
  return commandTransport({
    spec: {
      commandId: 'c' as CommandId,
      command,
      cwd: '/work/it\u2019s',
      shell: { kind: 'bash', path: '/bin/bash', args: [], env: {}, flavour: 'posix', note: null, ...shell },
      logFile: '/log',
    },
    platform: 'linux',
    startPath: '/a:/b',
    ripgrepDir: '/rg',
    outputPath: '/run/p1',
    token: 'TOKEN',
    lostToken: 'LOST',
    scriptPath: '/run/s1',
    probePath: '/run/x1',
    ...change,
  })
}

describe('POSIX shells', () => {
  it('carries the text in one line before it, quoted as a whole (S-024, S-036)', () => {
    const { text, script } = transport("echo 'a'\necho b", {})
    expect(text.split('\n')).toHaveLength(2)
    expect(text.endsWith("\\builtin eval 'echo '\\''a'\\''\necho b'")).toBe(true)
    expect(script).toBeNull()
  })

  it('puts a long text into a file (B-196)', () => {
    const long = `echo ${'x'.repeat(130_000)}`
    expect(transport(long, {})).toMatchObject({ script: { path: '/run/s1', content: long } })
    expect(transport(long, {}).text.endsWith('\\builtin eval "$(<\'/run/s1\')"')).toBe(true)
    expect(transport(long, { kind: 'dash' }).text.endsWith("\\. '/run/s1'")).toBe(true)
    // Quoting makes it longer: what counts is what the system gets.
    expect(transport("'".repeat(40_000), {}).script).not.toBeNull()
  })

  it.each([
    ['bash', true],
    ['zsh', true],
    ['ksh', true],
    ['mksh', true],
    ['dash', false],
    ['sh', false],
  ] as const)('%s: pipefail %s (S-072, S-073)', (kind, expected) => {
    expect(transport('a', { kind }).text.includes('set -o pipefail')).toBe(expected)
  })

  it('watches pipelines only where there is one (S-076)', () => {
    expect(transport('a | b', {})).toMatchObject({ probePath: '/run/x1' })
    expect(transport('a || b', {})).toMatchObject({ probePath: null })
    expect(transport('a || b', {}).text).not.toContain('PIPESTATUS')
  })

  it('leaves pagers alone that the terminal profile sets (S-049)', () => {
    expect(transport('a', { env: { PAGER: 'less' } }).text).not.toContain(' PAGER=cat')
    expect(transport('a', { env: { PAGER: 'less' } }).text).toContain('GIT_PAGER=cat')
  })

  it('Git Bash: own notation, streams joined, no FIFO (S-016, S-037, S-053)', () => {
    const { text, opensOutput } = transport(
      'pwd',
      { path: 'C:\\Program Files\\Git\\bin\\bash.exe', flavour: 'git-bash' },
      { platform: 'win32', startPath: 'C:\\a;D:\\b', ripgrepDir: 'C:\\app\\rg', outputPath: null },
    )
    expect(opensOutput).toBe(false)
    expect(text).toContain("'/c/a:/d/b'")
    expect(text).toContain("'/c/app/rg'")
    expect(text).toContain('\\command exec 2>&1')
  })
})

describe('PowerShell', () => {
  const shell = { kind: 'powershell', path: 'pwsh' } as const

  it('gives the command its own lines and a true exit code (S-025, S-074, S-075)', () => {
    const { text } = transport('git status # x', shell)
    expect(text.split('\n').slice(1)).toEqual([
      'if ($?) { exit 0 }',
      'if ($LASTEXITCODE -is [int] -and $LASTEXITCODE -ne 0) { exit $LASTEXITCODE }',
      'exit 1',
    ])
    expect(text.split('\n')[0]?.endsWith('git status # x')).toBe(true)
  })

  it('enters the folder, appends ripgrep and says when its profile is done (S-037, S-056, B-041)', () => {
    const { text, announces, opensOutput } = transport('x', shell)
    expect(text).toContain("Set-Location -LiteralPath '/work/it’’s'")
    expect(text).toContain("-notcontains '/rg'")
    expect(text).toContain("[Console]::Out.WriteLine('TOKEN')")
    expect([announces, opensOutput]).toEqual([true, false])
  })

  it('reads a long text from a file as a block, which no execution policy stops (B-196)', () => {
    const { text, script } = transport('x'.repeat(30_000), shell, { platform: 'win32' })
    expect(script?.path).toBe('/run/s1.ps1')
    expect(script?.content.startsWith('\ufeffxxx')).toBe(true)
    expect(text).toContain("ReadAllText('/run/s1.ps1')")
  })
})

describe('Command Prompt', () => {
  const shell = { kind: 'cmd', path: 'cmd.exe' } as const

  it('takes one line as it stands (S-026)', () => {
    expect(transport('dir "a b" & echo %X%', shell)).toMatchObject({
      text: 'dir "a b" & echo %X%',
      script: null,
      announces: false,
    })
  })

  it('takes several lines from a batch file', () => {
    expect(transport('a\nb\r\nc', shell)).toMatchObject({
      text: '"/run/s1.cmd"',
      script: { path: '/run/s1.cmd', content: '@echo off\r\na\r\nb\r\nc\r\n' },
    })
  })
})
