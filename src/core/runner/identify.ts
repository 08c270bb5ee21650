import { execFile } from 'node:child_process'
import { parsePs, systemProcessTable } from '../process/process-table'
import type { ProcessIdentity } from '../process/process-tree'

/** Longest time the system's `ps` may take, in milliseconds. */
const PS_TIMEOUT_MS = 5000

/** Says when a process started, without holding anything up; null when it is gone or the system does not tell. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  if (process.platform === 'win32') return null
  const entry = process.platform === 'linux' ? systemProcessTable().find(pid) : await askPs(pid)
  return entry ? { pid, startTime: entry.startTime } : null
}

function askPs(pid: number): Promise<{ startTime: string } | null> {
  return new Promise((resolve) => {
    execFile(
      '/bin/ps',
      ['-p', String(pid), '-o', 'pid=,ppid=,pgid=,stat=,lstart='],
      { timeout: PS_TIMEOUT_MS, env: { LC_ALL: 'C' } },
      // `ps` exits with 1 when there is no such process.
      (_error, text) => resolve(parsePs(text)[0] ?? null),
    )
  })
}
