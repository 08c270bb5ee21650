import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchesOf } from './batches'

const reads = (call: string) => /^(?:read|grep)/.test(call)

describe('batches of calls', () => {
  it('are three for read, read, read, grep, edit, read (A-084…A-087, A-089)', () => {
    expect(batchesOf(['read 1', 'read 2', 'read 3', 'grep', 'edit', 'read 4'], reads, 8)).toEqual([
      ['read 1', 'read 2', 'read 3', 'grep'],
      ['edit'],
      ['read 4'],
    ])
  })

  it('keep the order, put a change alone, and are never too large (A-086, A-088, A-093)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('read', 'edit'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (calls, max) => {
          const batches = batchesOf(calls, reads, max)
          expect(batches.flat()).toEqual(calls)
          for (const batch of batches) {
            expect(batch.length).toBeLessThanOrEqual(max)
            if (batch.includes('edit')) expect(batch).toHaveLength(1)
          }
        },
      ),
    )
  })
})
