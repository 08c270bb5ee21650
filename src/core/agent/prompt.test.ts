import { describe, expect, it } from 'vitest'
import { dayOf, type PromptFacts, systemInstructions } from './prompt'

const FACTS: PromptFacts = {
  osLabel: 'Linux 6.1',
  shell: { kind: 'bash', path: '/bin/bash', flavour: 'posix' },
  workspaceRoot: '/home/ada/engine',
  date: '2025-03-09',
}

describe('systemInstructions', () => {
  const text = systemInstructions(FACTS)

  it.each(['Linux 6.1', '/bin/bash', '/home/ada/engine', '2025-03-09', 'Standard'])(
    'name %s (A-014)',
    (fact) => {
      expect(text).toContain(fact)
    },
  )

  it('hold what is remembered, before what the project tells (A-013, A-016)', () => {
    expect(systemInstructions({ ...FACTS, memory: '# Remembered notes', project: '# Project' })).toBe(
      `${text}\n\n# Remembered notes\n\n# Project`,
    )
  })

  it('end with what the project tells, if anything (A-015)', () => {
    expect(systemInstructions({ ...FACTS, project: '# Project instructions\n\nUse tabs.' })).toBe(
      `${text}\n\n# Project instructions\n\nUse tabs.`,
    )
  })

  it.each<[string, PromptFacts['shell']]>([
    ['write commands in zsh syntax', { kind: 'zsh', path: '/bin/zsh', flavour: 'posix' }],
    ['write commands in PowerShell syntax', { kind: 'powershell', path: 'C:\\pwsh.exe', flavour: 'windows' }],
    ['Windows Command Prompt', { kind: 'cmd', path: 'C:\\cmd.exe', flavour: 'windows' }],
    ['bash from Git for Windows', { kind: 'bash', path: 'C:\\Git\\bash.exe', flavour: 'git-bash' }],
    ['bash from Cygwin', { kind: 'bash', path: 'C:\\cygwin\\bash.exe', flavour: 'cygwin' }],
  ])('say %s (S-015)', (words, shell) => {
    expect(systemInstructions({ ...FACTS, shell })).toContain(words)
  })

  it.each<[string, RegExp]>([
    [
      'each command is a fresh shell (S-084, S-408)',
      /starts a new shell.*`cd`, `export`, aliases and functions do not carry over/,
    ],
    ['workdir (S-408)', /`workdir`/],
    [
      'closed input, and who runs interactive commands (S-110, S-408)',
      /Standard input is closed[\s\S]*ask the user to run such a command in a terminal of their own/,
    ],
    ['how long a call waits (S-408)', /waits 5 seconds[\s\S]*60000/],
    [
      'results arrive by themselves, polling does not help (S-407, S-408)',
      /arrives by itself[\s\S]*checking again does not speed it up/,
    ],
    [
      'tools for files before commands',
      /`read_file` instead of cat[\s\S]*`edit_file` and `write_file` instead of sed/,
    ],
    ['whose words are whose', /from Vigil, not from the user/],
  ])('state %s', (_what, words) => expect(text).toMatch(words))

  it('are the same bytes for the same facts (A-017)', () => {
    expect(systemInstructions(structuredClone(FACTS))).toBe(text)
  })
})

it('dayOf gives the day of the user and no time (A-014, A-017)', () => {
  expect(dayOf(new Date(2025, 2, 9, 0, 0, 1).getTime())).toBe('2025-03-09')
  expect(dayOf(new Date(2025, 2, 9, 23, 59, 59).getTime())).toBe('2025-03-09')
})

it('name the waits of the host (S-367, S-408)', () => {
  const waiting = { defaultMs: 120_000, minMs: 1000, maxMs: 300_000 }
  const text = systemInstructions({ ...FACTS, waiting })
  expect(text).toContain('waits 2 minutes for its command')
  expect(text).toContain('within 5 minutes, set `timeout` in milliseconds (up to 300000)')
})
