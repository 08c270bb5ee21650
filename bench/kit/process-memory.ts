import { readFileSync, writeFileSync } from 'node:fs'

/** Resident memory of a process with all its threads, in MB; NaN where there is no /proc. */
export function residentMb(pid: number): number {
  return field(pid, 'VmRSS')
}

/** The most it ever had since {@link forgetPeak}. */
export function peakMb(pid: number): number {
  return field(pid, 'VmHWM')
}

export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // No /proc: the figures are NaN.
  }
}

function field(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
