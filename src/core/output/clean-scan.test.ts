import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CleanScan } from './clean-scan'

/** The same by looking at every byte alone. */
function naive(bytes: Uint8Array, start: number) {
  let at = start
  let newlines = 0
  let high = false
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === 0x0a) newlines++
    else if ((byte < 0x20 && byte !== 0x09) || byte === 0x7f) break
    if (byte >= 0x80) high = true
  }
  return { at, newlines, high }
}

describe('finding clean runs', () => {
  it('four bytes at a time finds what byte by byte finds, at every alignment', () => {
    const byte = fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
      { weight: 3, arbitrary: fc.integer({ min: 0x80, max: 0xff }) },
      { weight: 2, arbitrary: fc.constantFrom(0x0a, 0x09) },
      { weight: 1, arbitrary: fc.constantFrom(0x00, 0x0d, 0x1b, 0x1f, 0x7f) },
    )
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 300 }), fc.nat(4), (values, offset) => {
        const bytes = new Uint8Array(new ArrayBuffer(values.length + offset), offset)
        bytes.set(values)
        const scan = new CleanScan()
        scan.begin(bytes)
        for (let at = 0; at < bytes.length; at++) {
          const expected = naive(bytes, at)
          expect([scan.run(at), scan.newlines, scan.hasHighBytes]).toEqual([
            expected.at,
            expected.newlines,
            expected.high,
          ])
          at = expected.at
        }
      }),
      { numRuns: 300 },
    )
  })
})
