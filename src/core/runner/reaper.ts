import type { Clock } from '../clock'
import type { StopReport } from '../ports'
import { oncePerTurn } from '../process/once-per-turn'
import type { ProcessEntry, ProcessTable } from '../process/process-table'
import { maySignal, type ProcessIdentity, treeOf } from '../process/process-tree'
import { sendSignal, type TerminateDeps, terminateTree } from '../process/terminate'

/** Ends what a runner that died left running. */
export type Reaper = {
  /** Resolves also with those who could not be ended. */
  reap(orphans: Orphans): Promise<{ report: StopReport; left: number[] }>
}

/** The processes of one command whose runner died. */
export type Orphans = {
  /** The shell, if it was known. */
  root: ProcessIdentity | null
  /** More processes of the command. */
  known: readonly ProcessIdentity[]
  /** True when the shell had not ended before its runner died. */
  wasRunning: boolean
}

/**
 * Finds processes by pid *and* start time, never by pid alone (B-103): a living member of a group proves that the
 * group's number was not given away. When the shell ended after its runner, the members of its group prove it by their
 * age: the number was the shell's until the runner died, so whoever is in that group and older than this process, which
 * was started then, is one of them.
 *
 * @param bornAfter start time of this process, in the system's ticks; null where starts have no order
 */
export function createReaper(
  deps: { clock: Clock; table: ProcessTable; signal?: TerminateDeps['signal'] },
  bornAfter: number | null,
): Reaper {
  const { clock, table } = deps
  const ending = { clock, table: oncePerTurn(table), signal: deps.signal ?? sendSignal }
  return {
    async reap({ root, known, wasRunning }) {
      if (root === null && known.length === 0)
        return { report: { confirmed: false, signal: 'none' }, left: [] }
      const members = root === null ? [...known] : [root, ...known]
      if (root !== null && wasRunning) members.push(...olderMembers(table.list(), root, bornAfter))
      // Without a shell there is no group to signal: the number of a process that is not there.
      const target = { pid: root?.pid ?? known[0]?.pid ?? 0, isOurs: false }
      const report = await terminateTree(target, ending, members)
      const left = report.confirmed ? [] : treeOf(table.list(), target, members).map(({ pid }) => pid)
      return { report, left }
    },
  }
}

function olderMembers(
  all: readonly ProcessEntry[],
  { pid, startTime }: ProcessIdentity,
  bornAfter: number | null,
): ProcessIdentity[] {
  // A stranger has the number: then nobody of the group is left, as a living group keeps it.
  const isGivenAway = all.some((entry) => entry.pid === pid && entry.startTime !== startTime)
  if (bornAfter === null || isGivenAway) return []
  return all
    .filter((entry) => (entry.group === pid || entry.session === pid) && maySignal(entry.pid))
    .filter((entry) => entry.pid !== pid && Number(entry.startTime) < bornAfter)
    .map((entry) => ({ pid: entry.pid, startTime: entry.startTime }))
}
