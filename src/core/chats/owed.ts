import type { JobId } from '../attention/attention-state'
import type { Entry } from './entry'

/**
 * Ends that were told in the part from `from` on, of jobs that were started before it: once that part is gone, the
 * agent knows of the job and not of its end.
 */
export function owedAfter(entries: readonly Entry[], from: number): JobId[] {
  const known = new Set<JobId>()
  const told = new Set<JobId>()
  for (const entry of entries) {
    if (entry.seq >= from && 'tells' in entry) for (const id of entry.tells ?? []) told.add(id)
    if (entry.seq < from && entry.kind === 'call')
      for (const id of [entry.commandId, entry.subagentId]) if (id) known.add(id)
  }
  return [...told].filter((id) => known.has(id))
}
