import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseExpired, isArtifact, RETENTION, type StoredOutput } from './retention'

const NOW = 1_700_000_000_000
const DAY = 24 * 60 * 60 * 1000
const MIB = 1024 * 1024
const nobody: ReadonlySet<string> = new Set()

const output = (name: string, bytes: number, ageMs: number): StoredOutput => ({
  file: `/outputs/chat/${name}.log`,
  commandId: name,
  bytes,
  writtenAt: NOW - ageMs,
})
const many = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, n) => output(`c${n}`, bytes, (count - n) * 1000))
const names = (outputs: readonly StoredOutput[]) => outputs.map(({ commandId }) => commandId)

describe('what is deleted', () => {
  it.each([
    ['is kept for seven days', 7 * DAY, []],
    ['is removed after that', 7 * DAY + 1, ['a']],
    ['is kept when the clock was set back', -DAY, []],
  ])('an artifact %s (S-142)', (_, age, expected) => {
    expect(names(chooseExpired([output('a', MIB, age)], nobody, NOW))).toEqual(expected)
  })

  it.each([
    [100, []],
    [101, ['c0']],
    [103, ['c0', 'c1', 'c2']],
  ])('of %i artifacts the oldest beyond a hundred go (S-143, S-145)', (count, expected) => {
    expect(names(chooseExpired(many(count, MIB), nobody, NOW))).toEqual(expected)
  })

  it.each([
    [4, []],
    [5, ['c0']],
    [6, ['c0', 'c1']],
  ])('of %i full logs of 512 MiB the oldest beyond 2 GiB go (S-144, S-145)', (count, expected) => {
    expect(names(chooseExpired(many(count, 512 * MIB), nobody, NOW))).toEqual(expected)
  })

  it('is never the log of a running command, whatever else must go for it (S-145)', () => {
    const all = many(6, 512 * MIB)
    expect(names(chooseExpired(all, new Set(['c0', 'c1']), NOW))).toEqual(['c2', 'c3'])
    expect(chooseExpired(all, new Set(names(all)), NOW)).toEqual([])
    expect(chooseExpired([output('old', MIB, 30 * DAY)], new Set(['old']), NOW)).toEqual([])
  })

  it('are not the short outputs of a chat, which are no artifacts (S-133, S-163)', () => {
    const short = Array.from({ length: 300 }, (_, n) => output(`s${n}`, 100, 30 * DAY))
    expect(chooseExpired(short, nobody, NOW)).toEqual([])
    expect(isArtifact(output('edge', 16_384, 0))).toBe(false)
    expect(isArtifact(output('edge', 16_385, 0))).toBe(true)
  })

  it('counts each limit on what the one before it left', () => {
    // One is too old: the hundred others are within the number.
    const all = [output('old', MIB, 8 * DAY), ...many(100, MIB)]
    expect(names(chooseExpired(all, nobody, NOW))).toEqual(['old'])
  })
})

describe('any folder', () => {
  const anyOutputs = fc
    .array(
      fc.record({
        bytes: fc.oneof(fc.nat(20_000), fc.nat(100 * MIB)),
        age: fc.integer({ min: -DAY, max: 10 * DAY }),
        used: fc.boolean(),
      }),
      { maxLength: 60 },
    )
    .map((list) => ({
      outputs: list.map(({ bytes, age }, n) => output(`c${n}`, bytes, age)),
      inUse: new Set(list.flatMap(({ used }, n) => (used ? [`c${n}`] : []))),
    }))
  const limits = { maxAgeMs: RETENTION.maxAgeMs, maxFiles: 10, maxTotalBytes: 300 * MIB }

  it('ends within the limits or holds nothing more that may go, oldest first, running ones untouched (S-142…S-145)', () => {
    fc.assert(
      fc.property(anyOutputs, ({ outputs, inUse }) => {
        const removed = chooseExpired(outputs, inUse, NOW, limits)
        const gone = new Set(removed)
        const left = outputs.filter((one) => !gone.has(one))
        expect(removed.some(({ commandId }) => inUse.has(commandId))).toBe(false)
        const removable = left.filter(({ commandId }) => !inUse.has(commandId))
        const artifacts = removable.filter(isArtifact)
        expect(artifacts.every(({ writtenAt }) => NOW - writtenAt <= limits.maxAgeMs)).toBe(true)
        if (left.filter(isArtifact).length > limits.maxFiles) expect(artifacts).toEqual([])
        const total = left.reduce((sum, { bytes }) => sum + bytes, 0)
        if (total > limits.maxTotalBytes) expect(removable).toEqual([])
        // No older artifact is kept while a younger one went.
        const youngestGone = Math.max(0, ...removed.filter(isArtifact).map(({ writtenAt }) => writtenAt))
        expect(artifacts.every(({ writtenAt }) => writtenAt >= youngestGone)).toBe(true)
        // Deciding again changes nothing.
        expect(chooseExpired(left, inUse, NOW, limits)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
