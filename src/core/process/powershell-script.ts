import { quotePowerShell } from './shell-quote'

/**
 * The command with what makes PowerShell's exit code true (S-074, S-075). Alone, `-Command` answers 1 for every
 * failure of a native program. The addition stands behind the command, on lines of its own and in the same scope:
 * only there `$?` still tells how the command's last pipeline went. A syntax error or a terminating error never
 * reaches it; PowerShell itself then exits with 1.
 */
export function powerShellScript(command: string): string {
  return [
    command,
    'if ($?) { exit 0 }',
    'if ($LASTEXITCODE -is [int] -and $LASTEXITCODE -ne 0) { exit $LASTEXITCODE }',
    'exit 1',
  ].join('\n')
}

/** What happens between PowerShell's profile and the command. */
export type PowerShellPrelude = { cwd: string; appendPath: string | null; token: string }

/**
 * One line in front of the command: the folder, in case the profile moved (S-037), the ripgrep folder (S-056), UTF-8,
 * and the token behind which the output of the command begins.
 */
export function powerShellPrelude({ cwd, appendPath, token }: PowerShellPrelude): string {
  const parts = [`Set-Location -LiteralPath ${quotePowerShell(cwd)}`]
  if (appendPath !== null) {
    const folder = quotePowerShell(appendPath)
    parts.push(
      `if (($env:PATH -split [IO.Path]::PathSeparator) -notcontains ${folder}) ` +
        `{ $env:PATH += [IO.Path]::PathSeparator + ${folder} }`,
    )
  }
  // Without a console there is no encoding to set, and none is needed.
  parts.push('try { [Console]::OutputEncoding = [Text.UTF8Encoding]::new($false) } catch { }')
  parts.push(`[Console]::Out.WriteLine(${quotePowerShell(token)})`, '$global:LASTEXITCODE = 0; ')
  return parts.join('; ')
}

/** Runs a script text from a file; execution policies apply to script files, not to text (S-075). */
export function powerShellFromFile(path: string): string {
  return `. ([scriptblock]::Create([IO.File]::ReadAllText(${quotePowerShell(path)})))`
}
