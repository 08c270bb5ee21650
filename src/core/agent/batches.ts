/**
 * Groups calls in their given order: neighbours that only read share a batch, any other call is one of its own (A-084…
 * More reading calls in a row than `max` become several batches.
 */
export function batchesOf<T>(calls: readonly T[], onlyReads: (call: T) => boolean, max: number): T[][] {
  const batches: T[][] = []
  let isOpen = false
  for (const call of calls) {
    const reads = onlyReads(call)
    const last = batches.at(-1)
    if (reads && isOpen && last && last.length < max) last.push(call)
    else batches.push([call])
    isOpen = reads
  }
  return batches
}
