import type { ProcessEntry } from './process-table'

/** A process with its start, so that a pid that was given away again is not taken for it (B-103). */
export type ProcessIdentity = { pid: number; startTime: string }

const NO_GROUPS: ReadonlySet<number> = new Set()

/** The root of a tree. Its group and session count only while it is certain that the pid is still ours. */
export type TreeRoot = { pid: number; isOurs: boolean }

/**
 * Everything that belongs to a command: the members of its group and session, those known from before, and all their
 * descendants, also those that moved into a session of their own (S-287). Dead entries and the own process are no
 * members.
 *
 * @param groups numbers of groups and sessions that members were seen in a moment ago: who was started in one of them
 * between two looks, and whose parent died since, is found by them alone
 */
export function treeOf(
  table: readonly ProcessEntry[],
  root: TreeRoot,
  known: readonly ProcessIdentity[] = [],
  groups: ReadonlySet<number> = NO_GROUPS,
): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>()
  for (const entry of table) {
    const siblings = children.get(entry.parent)
    if (siblings) siblings.push(entry)
    else children.set(entry.parent, [entry])
  }
  const byPid = new Map(known.map((one) => [one.pid, one.startTime]))
  const isKnown = (entry: ProcessEntry) => byPid.get(entry.pid) === entry.startTime
  // A group keeps its number as long as one member lives, so a living member proves that the group is ours.
  const isOurs = root.isOurs || table.some((entry) => entry.group === root.pid && isKnown(entry))
  const queue = table.filter(
    (entry) =>
      isKnown(entry) ||
      groups.has(entry.group) ||
      groups.has(entry.session) ||
      (isOurs && (entry.pid === root.pid || entry.group === root.pid || entry.session === root.pid)),
  )
  const found = new Map<number, ProcessEntry>()
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    if (found.has(entry.pid) || !maySignal(entry.pid)) continue
    found.set(entry.pid, entry)
    queue.push(...(children.get(entry.pid) ?? []))
  }
  return [...found.values()].filter((entry) => !entry.isZombie)
}

/** Never the first process, a broken pid, or ourselves. */
export function maySignal(pid: number): boolean {
  return Number.isInteger(pid) && pid > 1 && pid !== process.pid
}
