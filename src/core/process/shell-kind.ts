import type { ShellKind } from '../ports'

/** What an executable's name says about it: a kind we can drive, a shell we know and do not use, or a stranger. */
export type ShellName = { kind: ShellKind } | { unsupported: 'fish' | 'nushell' | 'other-shell' | 'unknown' }

// Version suffixes (`bash-5.2`, `zsh-5.9`, `ksh93`) belong to the same shell.
const NAMES: ReadonlyArray<[RegExp, ShellName]> = [
  [/^r?bash[-\d.]*$/, { kind: 'bash' }],
  [/^r?zsh[-\d.]*$/, { kind: 'zsh' }],
  [/^(mksh|lksh)[-\d.]*$/, { kind: 'mksh' }],
  [/^(r?ksh|pdksh|oksh|loksh)[-\d.a-z+]*$/, { kind: 'ksh' }],
  [/^dash[-\d.]*$/, { kind: 'dash' }],
  [/^(sh|ash|bosh|yash|posh)$/, { kind: 'sh' }],
  [/^(pwsh(-preview|-lts)?|powershell)[-\d.]*$/, { kind: 'powershell' }],
  [/^cmd$/, { kind: 'cmd' }],
  [/^fish[-\d.]*$/, { unsupported: 'fish' }],
  [/^(nu|nushell)[-\d.]*$/, { unsupported: 'nushell' }],
  [/^(t?csh|elvish|xonsh|ion|rc|es|murex|wsl|ubuntu|debian)[-\d.]*$/, { unsupported: 'other-shell' }],
]

/** The shell behind an executable path, judged by its name alone (S-016, S-017, S-020, S-021). */
export function shellNameOf(path: string): ShellName {
  const base = path.split(/[\\/]/).pop() ?? ''
  const name = base.toLowerCase().replace(/\.(exe|com|cmd|bat)$/, '')
  for (const [pattern, result] of NAMES) if (pattern.test(name)) return result
  return { unsupported: 'unknown' }
}

/** True for shells that take `-lc` (S-024). */
export function isPosixKind(kind: ShellKind): boolean {
  return kind !== 'powershell' && kind !== 'cmd'
}

/** Where a shell lives. Git Bash and MSYS2 share their path notation; WSL's `bash.exe` is another machine. */
export type Flavour = 'posix' | 'windows' | 'git-bash' | 'cygwin' | 'wsl'

/** The flavour of a shell by its path (S-016). */
export function flavourOf(path: string, kind: ShellKind, platform: 'linux' | 'darwin' | 'win32'): Flavour {
  if (platform !== 'win32') return 'posix'
  if (!isPosixKind(kind)) return 'windows'
  const lower = path.toLowerCase().replace(/\//g, '\\')
  if (/\\windows\\(system32|sysnative|syswow64)\\/.test(lower) || /\\windowsapps\\/.test(lower)) return 'wsl'
  if (/\\cygwin(64)?\\/.test(lower)) return 'cygwin'
  return 'git-bash'
}
