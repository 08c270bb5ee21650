/** Most calls that run at once: more would only compete for the disk. */
export const PARALLEL_MAX = 8

/**
 * Groups calls in their given order: neighbours that only read share a batch, any other call is one of its own (A-084…
 * A longer run of reading calls becomes several batches.
 */
export function batchesOf<T>(calls: readonly T[], onlyReads: (call: T) => boolean): T[][] {
  const batches: T[][] = []
  let isOpen = false
  for (const call of calls) {
    const reads = onlyReads(call)
    const last = batches.at(-1)
    if (reads && isOpen && last && last.length < PARALLEL_MAX) last.push(call)
    else batches.push([call])
    isOpen = reads
  }
  return batches
}
