import type { ResolvedShell } from '../ports'
import { powerShellScript } from './powershell-script'

/** A program, its arguments, and whether Windows must take them unquoted. */
export type Argv = { file: string; args: string[]; verbatim: boolean }

/**
 * How a shell takes a command: POSIX shells `-lc` (S-024), PowerShell `-Command` (S-025), Command Prompt `/c` (S-026).
 * `login: false` is the second attempt after a login profile that ended or hung the shell.
 */
export function shellArgv(shell: ResolvedShell, text: string, options: { login: boolean }): Argv {
  const { kind, path: file, args } = shell
  switch (kind) {
    case 'powershell':
      return {
        file,
        args: [...args, ...missing(args, ['-NoLogo', '-NonInteractive']), '-Command', powerShellScript(text)],
        verbatim: false,
      }
    case 'cmd':
      // `/s` makes cmd strip exactly the outer quotes and take everything between them as it stands; no other
      // quoting may touch the text, so Node must not quote either.
      return { file, args: [...args, ...missing(args, ['/d', '/s']), '/c', `"${text}"`], verbatim: true }
    default:
      return { file, args: [...args, options.login ? '-lc' : '-c', text], verbatim: false }
  }
}

function missing(present: readonly string[], wanted: readonly string[]): string[] {
  const lower = present.map((arg) => arg.toLowerCase())
  return wanted.filter((arg) => !lower.includes(arg.toLowerCase()))
}
