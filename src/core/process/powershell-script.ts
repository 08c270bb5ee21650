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
