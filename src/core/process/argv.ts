import type { ResolvedShell } from '../ports'

/** A program, its arguments, and whether Windows must take them unquoted. */
export type Argv = { file: string; args: string[]; verbatim: boolean }

/**
 * How a shell takes a command: POSIX shells `-lc` (S-024), PowerShell `-Command` (S-025), Command Prompt `/c` (S-026).
 * `login: false` is the second attempt after a login profile that ended or hung the shell.
 */
export function shellArgv(shell: ResolvedShell, text: string, options: { login: boolean }): Argv {
  const { kind, path: file, args } = shell
  switch (kind) {
    case 'powershell': {
      const noProfile = options.login ? [] : ['-NoProfile']
      const wanted = missing(args, ['-NoLogo', '-NonInteractive', ...noProfile])
      return { file, args: [...args, ...wanted, '-Command', text], verbatim: false }
    }
    case 'cmd':
      // `/s` makes cmd strip exactly the outer quotes and take everything between them as it stands; no other
      // quoting may touch the text, so Node must not quote either. `/d` keeps AutoRun commands, cmd's only profile,
      // from printing into every result.
      return { file, args: [...args, ...missing(args, ['/d', '/s']), '/c', `"${text}"`], verbatim: true }
    case 'zsh':
      // Without `-f` zsh would read `.zshenv` again, which may be what ended the first attempt.
      return { file, args: [...args, ...(options.login ? ['-lc'] : ['-f', '-c']), text], verbatim: false }
    default:
      return { file, args: [...args, options.login ? '-lc' : '-c', text], verbatim: false }
  }
}

function missing(present: readonly string[], wanted: readonly string[]): string[] {
  const lower = present.map((arg) => arg.toLowerCase())
  return wanted.filter((arg) => !lower.includes(arg.toLowerCase()))
}
