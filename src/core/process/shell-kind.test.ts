import { describe, expect, it } from 'vitest'
import { flavourOf, isPosixKind, shellNameOf } from './shell-kind'

describe('which shell an executable is', () => {
  it.each([
    ['/bin/bash', 'bash'],
    ['/usr/local/bin/bash-5.2', 'bash'],
    ['/bin/rbash', 'bash'],
    ['/bin/zsh', 'zsh'],
    ['/opt/homebrew/bin/zsh-5.9', 'zsh'],
    ['/bin/ksh', 'ksh'],
    ['/usr/bin/ksh93', 'ksh'],
    ['/usr/bin/oksh', 'ksh'],
    ['/bin/mksh', 'mksh'],
    ['/bin/lksh', 'mksh'],
    ['/bin/dash', 'dash'],
    ['/bin/sh', 'sh'],
    ['/bin/ash', 'sh'],
    ['/usr/bin/pwsh', 'powershell'],
    ['/snap/bin/pwsh-preview', 'powershell'],
    ['C:\\Program Files\\Git\\bin\\bash.exe', 'bash'],
    ['C:\\cygwin64\\bin\\bash.exe', 'bash'],
    ['C:\\Windows\\System32\\cmd.exe', 'cmd'],
    ['C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', 'powershell'],
    ['C:\\Program Files\\PowerShell\\7\\PWSH.EXE', 'powershell'],
  ])('%s is %s (S-016, S-017)', (path, kind) => {
    expect(shellNameOf(path)).toEqual({ kind })
  })

  it.each([
    ['/usr/bin/fish', 'fish'],
    ['/usr/bin/nu', 'nushell'],
    ['C:\\nu\\nu.exe', 'nushell'],
    ['/bin/tcsh', 'other-shell'],
    ['C:\\Windows\\System32\\wsl.exe', 'other-shell'],
    ['/usr/bin/tmux', 'unknown'],
    ['', 'unknown'],
  ])('%s is not used: %s (S-020, S-021)', (path, unsupported) => {
    expect(shellNameOf(path)).toEqual({ unsupported })
  })

  it('knows who takes -lc (S-024)', () => {
    expect(isPosixKind('mksh')).toBe(true)
    expect([isPosixKind('powershell'), isPosixKind('cmd')]).toEqual([false, false])
  })
})

describe('where a shell lives', () => {
  it.each([
    ['/bin/bash', 'bash', 'linux', 'posix'],
    ['/usr/local/bin/pwsh', 'powershell', 'darwin', 'posix'],
    ['C:\\Program Files\\Git\\bin\\bash.exe', 'bash', 'win32', 'git-bash'],
    ['C:/msys64/usr/bin/bash.exe', 'bash', 'win32', 'git-bash'],
    ['C:\\cygwin64\\bin\\bash.exe', 'bash', 'win32', 'cygwin'],
    ['C:\\Windows\\System32\\bash.exe', 'bash', 'win32', 'wsl'],
    ['C:\\Windows\\System32\\cmd.exe', 'cmd', 'win32', 'windows'],
  ] as const)('%s (S-016)', (path, kind, platform, flavour) => {
    expect(flavourOf(path, kind, platform)).toBe(flavour)
  })
})
