import { closeSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Linux' bit of "closed when a program is executed", as /proc prints it. */
const CLOSE_ON_EXEC = 0o2000000

/** One open descriptor as /proc shows it. */
export type Descriptor = { fd: number; target: string; closesOnExec: boolean }

/**
 * Descriptors that came from the parent and are nobody's business here (B-036). Electron leaves sockets, shared memory
 * and databases open for children; a command would hold them for as long as it lives, and a runner would keep the
 * app's other processes waiting after the app's death. macOS and Windows give children nothing they were not meant to have.
 *
 * What the runtime itself opened has the same look, so it is decided by what the parent has: the same thing under the
 * same number, not marked to be closed, was inherited. Of what the parent closed meanwhile only files could be the
 * runtime's own: it marks everything else.
 *
 * @param kept not to be touched: the standard streams and the channel
 */
export function inheritedDescriptors(
  own: readonly Descriptor[],
  parent: readonly Descriptor[],
  kept: ReadonlySet<number>,
): number[] {
  const theirs = new Map(parent.map((one) => [one.fd, one]))
  return own
    .filter(({ fd, target, closesOnExec }) => {
      if (kept.has(fd)) return false
      const other = theirs.get(fd)
      if (other && other.target === target && !other.closesOnExec) return true
      return !closesOnExec && !isFile(target)
    })
    .map(({ fd }) => fd)
}

function isFile(target: string): boolean {
  return (
    target.startsWith('/') && !/^\/dev\/|\/memfd:|^\/memfd:/.test(target) && !target.endsWith(' (deleted)')
  )
}

/** Closes what was inherited; does nothing where there is no /proc. */
export function closeInherited(kept: ReadonlySet<number>): void {
  for (const fd of inheritedDescriptors(descriptorsOf('self'), descriptorsOf(String(process.ppid)), kept)) {
    try {
      closeSync(fd)
    } catch {
      // Closed meanwhile.
    }
  }
}

function descriptorsOf(process: string): Descriptor[] {
  try {
    return readdirSync(`/proc/${process}/fd`).flatMap((fd) => descriptorOf(process, fd))
  } catch {
    // No /proc, or not ours to look at.
    return []
  }
}

function descriptorOf(process: string, fd: string): Descriptor[] {
  try {
    const target = readlinkSync(`/proc/${process}/fd/${fd}`)
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/${process}/fdinfo/${fd}`, 'latin1'))?.[1]
    const closesOnExec = (Number.parseInt(flags ?? '0', 8) & CLOSE_ON_EXEC) !== 0
    return [{ fd: Number(fd), target, closesOnExec }]
  } catch {
    // The descriptor of the listing itself, or closed meanwhile.
    return []
  }
}
