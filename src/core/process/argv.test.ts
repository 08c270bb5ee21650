import { describe, expect, it } from 'vitest'
import type { ResolvedShell, ShellKind } from '../ports'
import { shellArgv } from './argv'

function shell(kind: ShellKind, args: string[] = []): ResolvedShell {
  return { kind, path: `/x/${kind}`, args, env: {}, flavour: 'posix', note: null }
}

describe('how a shell takes a command', () => {
  it.each(['bash', 'zsh', 'ksh', 'mksh', 'dash', 'sh'] as const)('%s gets -lc (S-023, S-024)', (kind) => {
    expect(shellArgv(shell(kind), 'TEXT', { login: true })).toEqual({
      file: `/x/${kind}`,
      args: ['-lc', 'TEXT'],
      verbatim: false,
    })
    const second = kind === 'zsh' ? ['-f', '-c', 'TEXT'] : ['-c', 'TEXT']
    expect(shellArgv(shell(kind), 'TEXT', { login: false }).args).toEqual(second)
  })

  it('keeps the profile\u2019s other arguments in front (S-034)', () => {
    expect(shellArgv(shell('bash', ['--norc', '-o', 'vi']), 'T', { login: true }).args).toEqual([
      '--norc',
      '-o',
      'vi',
      '-lc',
      'T',
    ])
  })

  it('PowerShell gets -Command (S-025)', () => {
    expect(shellArgv(shell('powershell', ['-nologo']), 'T', { login: true }).args).toEqual([
      '-nologo',
      '-NonInteractive',
      '-Command',
      'T',
    ])
    expect(shellArgv(shell('powershell'), 'T', { login: false }).args).toContain('-NoProfile')
  })

  it('Command Prompt gets /c with its text unquoted by anybody else (S-026)', () => {
    expect(shellArgv(shell('cmd', ['/q']), 'echo "a & b" ^& c', { login: true })).toEqual({
      file: '/x/cmd',
      args: ['/q', '/d', '/s', '/c', '"echo "a & b" ^& c"'],
      verbatim: true,
    })
  })
})
