import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXCERPT_END_BYTES, type Excerpt, excerpt, MODEL_OUTPUT_MAX_BYTES } from './excerpt'

/** Cuts a whole text as a caller does who reads only its two ends. */
function cut(text: string): Excerpt {
  const bytes = Buffer.from(text)
  const head = boundary(bytes, Math.min(bytes.length, EXCERPT_END_BYTES))
  const tail = boundary(bytes, Math.max(0, bytes.length - EXCERPT_END_BYTES))
  return excerpt({
    head: bytes.toString('utf8', 0, head),
    tail: bytes.toString('utf8', tail),
    totalBytes: bytes.length,
    totalLines: linesOf(text).length,
  })
}

function boundary(bytes: Buffer, at: number): number {
  let index = at
  while (index > 0 && index < bytes.length && ((bytes[index] ?? 0) & 0xc0) === 0x80) index--
  return index
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

const MARK = /^\[… .* …\]\n/m
const sizeOf = (text: string) => Buffer.byteLength(text)

/** The text before and behind the mark. */
function parts(text: string): [string, string] {
  const match = MARK.exec(text)
  if (!match) throw new Error('no mark')
  return [text.slice(0, match.index), text.slice(match.index + match[0].length)]
}

describe('what fits stays as it is', () => {
  it.each(['', 'a', 'a\nb\n', 'x'.repeat(MODEL_OUTPUT_MAX_BYTES)])('(S-114, S-116) %#', (text) => {
    expect(cut(text)).toEqual({ text, truncated: false, omittedLines: 0 })
  })
})

describe('what is too long', () => {
  it('keeps the beginning and the last lines and says how many are missing (S-117…S-119, B-080)', () => {
    const numbers = Array.from({ length: 20_000 }, (_, i) => `${i + 1}\n`).join('')
    const { text, truncated, omittedLines } = cut(`${numbers}FATAL: the real error\n`)
    expect(truncated).toBe(true)
    expect(text.startsWith('1\n2\n3\n')).toBe(true)
    expect(text.endsWith('\n20000\nFATAL: the real error\n')).toBe(true)
    expect(sizeOf(text)).toBeLessThanOrEqual(MODEL_OUTPUT_MAX_BYTES)
    const [before, after] = parts(text)
    expect(linesOf(before).length + linesOf(after).length + omittedLines).toBe(20_001)
    expect(text).toContain(`[… ${String(omittedLines).replace(/(\d)(?=(\d{3})+$)/g, '$1,')} lines left out (`)
    // The end gets the larger part, and room is used.
    expect(after.length).toBeGreaterThan(before.length)
    expect(sizeOf(text)).toBeGreaterThan(MODEL_OUTPUT_MAX_BYTES - 200)
  })

  it('breaks a line only if it alone is longer than the limit (S-121)', () => {
    const wide = `${'w'.repeat(9000)}\n`
    const { text, omittedLines } = cut(wide.repeat(4))
    expect(text).toBe(`[… 3 lines left out (27,003 bytes) …]\n${wide}`)
    expect(omittedLines).toBe(3)
  })

  it('cuts one long line in its middle (S-121, B-081)', () => {
    const { text, omittedLines } = cut(`START${'a'.repeat(80_000)}END\n`)
    expect(text).toMatch(/^STARTa+\n\[… [\d,]+ bytes in the middle of a line left out …\]\na+END\n$/)
    expect(omittedLines).toBe(0)
    expect(sizeOf(text)).toBeLessThanOrEqual(MODEL_OUTPUT_MAX_BYTES)
    expect(sizeOf(text)).toBeGreaterThan(MODEL_OUTPUT_MAX_BYTES - 200)
  })

  it('shows parts of two long lines around what is missing (S-119, S-121)', () => {
    const { text, omittedLines } = cut(`${'a'.repeat(40_000)}\nmiddle\n${'b'.repeat(40_000)}`)
    expect(text).toMatch(/^a+\n\[… 1 line left out \([\d,]+ bytes\); the line at this mark is cut …\]\nb+$/)
    expect(omittedLines).toBe(1)
  })

  it('never splits a character or what is seen as one (S-122, B-052)', () => {
    const emoji = cut(`x${'😀'.repeat(8000)}`).text
    expect(emoji).not.toMatch(/\ufffd/)
    expect(Buffer.from(emoji).toString('utf8')).toBe(emoji)
    const family = '👨‍👩‍👧'
    const [before, after] = parts(cut(family.repeat(4000)).text)
    expect(before.replaceAll(family, '')).toBe('\n')
    expect(after.replaceAll(family, '')).toBe('')
  })
})

describe('properties', () => {
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((count) => 'w'.repeat(count)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 9000 }).map((count) => '日😀'.repeat(count)) },
  )
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.nat(400), fc.boolean())
    .map(([lines, repeat, closed]) => {
      const once = lines.map((one) => one.replace(/[\r\n\u2028\u2029\v\f\u0085]/g, '')).join('\n')
      return `${`${once}\n`.repeat(repeat)}${once}${closed ? '\n' : ''}`
    })

  it('fits, is shortened once, and counts truthfully (S-114, S-116, S-119, S-124)', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const result = cut(whole)
        expect(sizeOf(result.text)).toBeLessThanOrEqual(MODEL_OUTPUT_MAX_BYTES)
        expect(cut(result.text)).toEqual({ text: result.text, truncated: false, omittedLines: 0 })
        expect(Buffer.from(result.text).toString('utf8') === result.text).toBe(true)
        if (!result.truncated) {
          expect(result.text).toBe(whole)
          return
        }
        const [before, after] = parts(result.text)
        const shownBefore = whole.startsWith(before) ? before : before.slice(0, -1)
        expect(whole.startsWith(shownBefore) && whole.endsWith(after)).toBe(true)
        const lines = linesOf(whole)
        const begun = linesOf(shownBefore).length
        const ended = linesOf(after).length
        const isOneLine = begun + ended === lines.length + 1
        expect(result.omittedLines).toBe(isOneLine ? 0 : lines.length - begun - ended)
        // A cut inside a line is allowed only where that line is longer than the limit.
        for (const [index, shown] of [
          [begun - 1, linesOf(shownBefore).at(-1)],
          [lines.length - ended, linesOf(after)[0]],
        ] as const) {
          const original = lines[index]
          if (shown === undefined || original === undefined || shown === original) continue
          expect(sizeOf(original)).toBeGreaterThan(MODEL_OUTPUT_MAX_BYTES)
        }
      }),
      { numRuns: 60 },
    )
  })
})
