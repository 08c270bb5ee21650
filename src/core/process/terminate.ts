import { type Clock, sleep } from '../clock'
import type { StopReport } from '../ports'
import type { ProcessEntry, ProcessTable } from './process-table'
import { maySignal, type ProcessIdentity, type TreeRoot, treeOf } from './process-tree'

/** Time between the polite and the hard signal, in milliseconds (S-289). */
export const GRACE_MS = 2000
/** How long a killed tree is watched before we say that we could not confirm its end, in milliseconds. */
export const CONFIRM_MS = 2000
/** Between two looks at the process table, in milliseconds; the first look comes sooner. */
const LOOK_MS = 50
const FIRST_LOOK_MS = 10

/** What `terminateTree` needs of the system; tests supply their own. */
export type TerminateDeps = {
  clock: Clock
  table: ProcessTable
  /** Sends a signal; false when there is nobody (any more) to receive it. */
  signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): boolean
}

/** The signals of this machine. */
export function sendSignal(pid: number, name: 'SIGTERM' | 'SIGKILL'): boolean {
  if (!maySignal(Math.abs(pid))) return false
  try {
    process.kill(pid, name)
    return true
  } catch {
    // Gone, or not ours to signal: the look at the table afterwards says which.
    return false
  }
}

/** The processes with the root among them, also when it was started after they were read. */
function withRoot(table: ProcessTable, { pid, isOurs }: TreeRoot): readonly ProcessEntry[] {
  const all = table.list()
  if (!isOurs || all.some((entry) => entry.pid === pid)) return all
  const root = table.find(pid)
  return root ? [...all, root] : all
}

/**
 * Ends a command's whole tree (S-287, S-289): TERM to its group and to those of its descendants, KILL to what is left
 * after the grace, and then looks whether anything lives. `known` are members found earlier, whose parents may be
 * gone by now; their start times are compared before any signal.
 */
export async function terminateTree(
  root: TreeRoot,
  deps: TerminateDeps,
  known: readonly ProcessIdentity[] = [],
): Promise<StopReport> {
  if (!maySignal(root.pid)) return { confirmed: false, signal: 'none' }
  const { signal: never } = new AbortController()
  const members = new Map<number, ProcessIdentity>()
  for (const one of known) members.set(one.pid, one)
  // A look takes place every few milliseconds, so that no number can have been given away in between.
  const groups = new Set<number>()
  const look = (all: readonly ProcessEntry[] = deps.table.list()): ProcessEntry[] => {
    const alive = treeOf(all, root, [...members.values()], groups)
    for (const entry of alive) {
      members.set(entry.pid, { pid: entry.pid, startTime: entry.startTime })
      if (maySignal(entry.group)) groups.add(entry.group)
      if (maySignal(entry.session)) groups.add(entry.session)
    }
    return alive
  }
  const strike = (alive: readonly ProcessEntry[], name: 'SIGTERM' | 'SIGKILL') => {
    const sizes = new Map<number, number>()
    for (const { group } of alive) sizes.set(group, (sizes.get(group) ?? 0) + 1)
    // Whole groups at once, so that nobody in one can start another process between two signals.
    for (const [group, size] of sizes) if (group === root.pid || size > 1) deps.signal(-group, name)
    for (const { pid, group } of alive)
      if (group !== root.pid && sizes.get(group) === 1) deps.signal(pid, name)
  }
  /** True as soon as nothing lives; new members are struck as well. */
  const watch = async (ms: number, name: 'SIGTERM' | 'SIGKILL'): Promise<boolean> => {
    const end = deps.clock.now() + ms
    const struck = new Set([...members.keys()])
    for (let pause = FIRST_LOOK_MS; ; pause = LOOK_MS) {
      await sleep(deps.clock, pause, never)
      const alive = look()
      if (alive.length === 0) return true
      if (deps.clock.now() >= end) return false
      const fresh = name === 'SIGKILL' ? alive : alive.filter((entry) => !struck.has(entry.pid))
      for (const entry of fresh) struck.add(entry.pid)
      if (fresh.length > 0) strike(fresh, name)
    }
  }

  try {
    const first = look(withRoot(deps.table, root))
    if (first.length === 0) return { confirmed: true, signal: 'none' }
    strike(first, 'SIGTERM')
    if (await watch(GRACE_MS, 'SIGTERM')) return { confirmed: true, signal: 'SIGTERM' }
    strike(look(), 'SIGKILL')
    return { confirmed: await watch(CONFIRM_MS, 'SIGKILL'), signal: 'SIGKILL' }
  } catch {
    // The process table gives no answer: end the group if it is certainly ours, and claim nothing.
    if (root.isOurs) deps.signal(-root.pid, 'SIGKILL')
    return { confirmed: false, signal: 'SIGKILL' }
  }
}
