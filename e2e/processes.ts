import { readdirSync, readFileSync } from 'node:fs'

/** Ids of living processes whose command line contains the marker; a zombie has no command line any more. */
export function processesWith(marker: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLine(pid).includes(marker))
    .map(Number)
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it ended while we looked
  }
}
