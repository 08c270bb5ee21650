import type { ShellKind } from '../ports'

/** Shells that know pipefail (S-072); the others run unchanged (S-073). */
export function hasPipefail(kind: ShellKind): boolean {
  return kind === 'bash' || kind === 'zsh' || kind === 'ksh' || kind === 'mksh'
}

/** True where the text has a pipe between two commands as far as a glance can tell; quotes are not looked at. */
export function mentionsPipe(command: string): boolean {
  return /(^|[^|])\|(?!\|)/.test(command)
}
