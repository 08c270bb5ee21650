import type { ProcessTable } from './process-table'

/**
 * A table that is read once for everybody who asks in the same turn of the event loop, so who was started later in it may
 * be missing. Whoever ends many commands at once would otherwise read all processes of the machine once for each of them,
 * and a machine with many commands has many.
 */
export function oncePerTurn(table: ProcessTable): ProcessTable {
  let held: ReturnType<ProcessTable['list']> | null = null
  return {
    list() {
      if (held) return held
      held = table.list()
      setImmediate(() => {
        held = null
      })
      return held
    },
    find: (pid) => table.find(pid),
  }
}
