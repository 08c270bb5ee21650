import { describe, expect, it } from 'vitest'
import type { ShellKind } from '../ports'
import { removeInteractiveFlags } from './interactive-flags'

describe('interactive flags of a profile', () => {
  it.each<[ShellKind, string[], string[], string]>([
    ['bash', ['-i'], [], 'S-027'],
    ['bash', ['-il'], ['-l'], 'S-028'],
    ['bash', ['-li'], ['-l'], 'S-028'],
    ['zsh', ['-lif'], ['-lf'], 'S-028'],
    ['bash', ['--login', '-i'], ['--login'], 'S-027, S-034'],
    ['bash', ['--rcfile', '-i', '-l'], ['--rcfile', '-i', '-l'], 'S-034: a value is no flag'],
    ['bash', ['--noprofile', '--norc'], ['--noprofile', '--norc'], 'S-034'],
    ['bash', ['-O', 'extglob', '-i'], ['-O', 'extglob'], 'S-034'],
    ['bash', ['-o', 'vi'], ['-o', 'vi'], 'S-034'],
    ['bash', ['-io', 'vi'], ['-o', 'vi'], 'S-028'],
    ['zsh', ['-o', 'interactive', '-l'], ['-l'], 'S-029'],
    ['zsh', ['-o', 'INTERACTIVE'], [], 'S-029'],
    ['zsh', ['--interactive', '-l'], ['-l'], 'S-029'],
    ['zsh', ['-ointeractive'], [], 'S-029'],
    ['zsh', ['-lo', 'interactive'], ['-l'], 'S-029'],
    ['zsh', ['-o', 'interactivecomments'], ['-o', 'interactivecomments'], 'S-030'],
    ['zsh', ['--interactive-comments', '-l'], ['--interactive-comments', '-l'], 'S-030'],
    ['zsh', ['+o', 'interactive_comments'], ['+o', 'interactive_comments'], 'S-030'],
    ['ksh', ['-i', '-l'], ['-l'], 'S-027'],
    ['mksh', ['-il'], ['-l'], 'S-028'],
    ['dash', ['-i'], [], 'S-027'],
    ['sh', ['-l', '-i', '--', '-i'], ['-l', '--', '-i'], 'S-034: operands stay'],
    ['powershell', ['-NoLogo', '-NoExit'], ['-NoLogo'], 'S-031'],
    ['powershell', ['-noe', '-NoProfile'], ['-NoProfile'], 'S-031'],
    ['powershell', ['/NoExit'], [], 'S-031'],
    ['cmd', ['/K', '/q'], ['/q'], 'S-031'],
  ])('%s %j becomes %j (%s)', (kind, args, expected) => {
    expect(removeInteractiveFlags(kind, args)).toEqual(expected)
  })

  it('leaves the profile itself alone (S-035)', () => {
    const args = ['-il']
    removeInteractiveFlags('bash', args)
    expect(args).toEqual(['-il'])
  })
})
