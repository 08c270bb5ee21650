import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync } from 'node:fs'

type Stream = 'ignore' | 'pipe' | number

/** As for `spawn`, with the three streams only. */
export type ShieldedOptions = Omit<SpawnOptions, 'stdio'> & { stdio: readonly [Stream, Stream, Stream] }

/**
 * Spawns a child that gets nothing of this process but its three streams (B-036). Node opens everything close-on-exec,
 * but Chromium does not: it closes what is open in the children that it starts itself. Through Node's `spawn` a command
 * would hold the window's sockets and the locks of its files, also when the app has died. Node cannot mark or close a
 * descriptor that it did not open, so the child gets the null device in the place of everything that is open here.
 * libuv does this by itself on macOS, and Windows has a list of what is inherited.
 */
export function spawnShielded(file: string, args: readonly string[], options: ShieldedOptions): ChildProcess {
  if (process.platform !== 'linux' || process.versions.electron === undefined) {
    return spawn(file, args, { ...options, stdio: [...options.stdio] })
  }
  const nullDevice = openSync('/dev/null', 'r+')
  try {
    return spawn(file, args, {
      ...options,
      stdio: shieldedStdio(options.stdio, openDescriptors(), nullDevice),
    })
  } finally {
    closeSync(nullDevice)
  }
}

/** The streams, then the null device wherever something is open; `ignore` leaves a number alone that is free. */
export function shieldedStdio(
  streams: readonly [Stream, Stream, Stream],
  open: readonly number[],
  nullDevice: number,
): Stream[] {
  const stdio: Stream[] = [...streams]
  for (const descriptor of open.filter((one) => one >= streams.length).sort((a, b) => a - b)) {
    while (stdio.length < descriptor) stdio.push('ignore')
    stdio.push(nullDevice)
  }
  return stdio
}

function openDescriptors(): number[] {
  return readdirSync('/proc/self/fd').map(Number)
}
