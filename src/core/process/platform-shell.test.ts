import { describe, expect, it } from 'vitest'
import { platformShell, type ShellWorld } from './platform-shell'
import { detectProfiles } from './profile-detection'

function world(
  platform: ShellWorld['platform'],
  files: readonly string[],
  env: Record<string, string> = {},
  shells: string | null = null,
): ShellWorld {
  return {
    platform,
    env,
    files: { isExecutable: async (path) => files.includes(path), readText: async () => shells },
  }
}

const PWSH = 'C:\\Program Files\\PowerShell\\7\\pwsh.exe'
const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const CMD = 'C:\\Windows\\System32\\cmd.exe'
const windowsEnv = { SystemRoot: 'C:\\Windows', ProgramFiles: 'C:\\Program Files' }

describe('the platform shell (S-019…S-022)', () => {
  it.each<[string, ShellWorld, string]>([
    ['Windows: PowerShell 7 first', world('win32', [PWSH, POWERSHELL, CMD], windowsEnv), PWSH],
    [
      'Windows: PowerShell 7 found on PATH',
      world('win32', ['D:\\ps\\pwsh.exe', CMD], { ...windowsEnv, Path: 'D:\\ps\\' }),
      'D:\\ps\\pwsh.exe',
    ],
    ['Windows: else Windows PowerShell', world('win32', [POWERSHELL, CMD], windowsEnv), POWERSHELL],
    ['Windows: else Command Prompt', world('win32', [CMD], windowsEnv), CMD],
    [
      'macOS: zsh',
      world('darwin', ['/bin/zsh', '/bin/bash'], { SHELL: '/opt/homebrew/bin/fish' }),
      '/bin/zsh',
    ],
    [
      'Linux: $SHELL if it is a POSIX shell',
      world('linux', ['/usr/bin/mksh', '/bin/bash'], { SHELL: '/usr/bin/mksh' }),
      '/usr/bin/mksh',
    ],
    [
      'Linux: not a fish',
      world('linux', ['/usr/bin/fish', '/bin/bash'], { SHELL: '/usr/bin/fish' }),
      '/bin/bash',
    ],
    ['Linux: not a missing $SHELL', world('linux', ['/bin/bash'], { SHELL: '/gone/zsh' }), '/bin/bash'],
    ['Linux: else sh', world('linux', ['/bin/sh']), '/bin/sh'],
  ])('%s', async (_name, where, path) => {
    expect((await platformShell(where)).path).toBe(path)
  })
})

describe('finding profiles (S-014)', () => {
  const { signal } = new AbortController()

  it('reads /etc/shells and the usual folders, once per name', async () => {
    const found = await detectProfiles(
      world(
        'linux',
        ['/bin/bash', '/usr/bin/bash', '/opt/odd/zsh', '/usr/bin/fish', '/usr/bin/screen'],
        { SHELL: '/usr/bin/bash' },
        '# comment\n/opt/odd/zsh\n/usr/bin/screen\n',
      ),
      signal,
    )
    expect(found.map(({ name, path }) => [name, path])).toEqual([
      ['bash', '/usr/bin/bash'],
      ['zsh', '/opt/odd/zsh'],
      ['fish', '/usr/bin/fish'],
    ])
    expect(found.every((profile) => profile.source === 'detected')).toBe(true)
  })

  it('knows the places of Windows (S-016)', async () => {
    const gitBash = 'C:\\Program Files\\Git\\bin\\bash.exe'
    const found = await detectProfiles(
      world('win32', [CMD, POWERSHELL, gitBash, 'C:\\cygwin64\\bin\\bash.exe'], windowsEnv),
      signal,
    )
    expect(found.map((profile) => profile.name)).toEqual([
      'Windows PowerShell',
      'Command Prompt',
      'Git Bash',
      'Cygwin',
    ])
    expect(found.find((profile) => profile.name === 'Git Bash')?.args).toEqual(['--login', '-i'])
  })

  it('can be cancelled (S-306)', async () => {
    const abort = new AbortController()
    abort.abort()
    await expect(detectProfiles(world('linux', []), abort.signal)).rejects.toThrow()
  })
})
