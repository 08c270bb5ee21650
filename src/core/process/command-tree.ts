import { execFile } from 'node:child_process'
import type { Clock } from '../clock'
import type { StopReport } from '../ports'
import { oncePerTurn } from './once-per-turn'
import type { ProcessEntry, ProcessTable } from './process-table'
import { maySignal, type ProcessIdentity, treeOf } from './process-tree'
import { sendSignal, terminateTree } from './terminate'

/** What the system can do with a command's processes. */
export type CommandTree = {
  /** Ends the whole tree and looks whether it is gone. `isOurs` is false once the root has been collected. */
  end(root: { pid: number; isOurs: boolean }, known: readonly ProcessIdentity[]): Promise<StopReport>
  /** Who lives on after the root's end (S-219). `mayBe` is false when nobody holds the pipe. */
  survivors(pid: number, mayBe: boolean): ProcessIdentity[]
  /** Who of the survivors still lives, with those that they started since; the root's number may be another's by now. */
  leftOf(pid: number, known: readonly ProcessIdentity[]): ProcessIdentity[]
}

/** Groups, signals and the process table (Linux, macOS). */
export function posixTree(clock: Clock, table: ProcessTable): CommandTree {
  const ending = { clock, table: oncePerTurn(table), signal: sendSignal }
  return {
    end: (root, known) => terminateTree(root, ending, known),
    survivors(pid, mayBe) {
      // Asked only where there can be any: the answer reads the whole process table.
      if (!mayBe && !isGroupAlive(pid)) return []
      try {
        return identitiesOf(treeOf(table.list(), { pid, isOurs: true }))
      } catch {
        // The process table gives no answer: the command's end is true all the same.
        return []
      }
    },
    leftOf(pid, known) {
      try {
        return identitiesOf(treeOf(table.list(), { pid, isOurs: false }, known))
      } catch {
        // No answer is no news.
        return [...known]
      }
    },
  }
}

function identitiesOf(entries: readonly ProcessEntry[]): ProcessIdentity[] {
  return entries.map(({ pid, startTime }) => ({ pid, startTime }))
}

/** Longest time `taskkill` may take, in milliseconds. */
const TASKKILL_TIMEOUT_MS = 10_000

/** `taskkill` ends a tree as a whole, by force; Windows has no polite signal for programs without a window (S-289). */
export const windowsTree: CommandTree = {
  end(root) {
    if (!maySignal(root.pid) || !root.isOurs)
      return Promise.resolve({ confirmed: !root.isOurs, signal: 'none' })
    return new Promise((resolve) => {
      execFile(
        'taskkill',
        ['/PID', String(root.pid), '/T', '/F'],
        { windowsHide: true, timeout: TASKKILL_TIMEOUT_MS },
        // 128: there was nobody left to end.
        (error) => resolve({ confirmed: error === null || error.code === 128, signal: 'SIGKILL' }),
      )
    })
  },
  // Without groups nobody can say who belonged to an ended shell.
  survivors: () => [],
  leftOf: () => [],
}

function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    // ESRCH: nobody is left. EPERM cannot be: they are our own children.
    return false
  }
}
