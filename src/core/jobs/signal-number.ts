import { constants } from 'node:os'

/** Number of a signal on this machine; 0 for a name it does not know, so that 128 + n stays a number (S-082). */
export function signalNumber(signal: string): number {
  return (constants.signals as Record<string, number>)[signal] ?? 0
}
