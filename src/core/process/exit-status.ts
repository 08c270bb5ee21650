import { constants } from 'node:os'

/** Exit code by the shell convention 128 + number (S-082); 128 for a signal this system has no number for. */
export function codeOfSignal(signal: string): number {
  const numbers: Record<string, number | undefined> = constants.signals
  return 128 + (numbers[signal] ?? 0)
}
