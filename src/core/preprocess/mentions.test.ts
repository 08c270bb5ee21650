import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMentions, MENTIONS_MAX, mentionOf } from './mentions'

/** The first reading of each mention, as text. */
function read(message: string): string[] {
  return findMentions(message).map(({ readings }) => {
    const { path, range } = readings.at(-1) ?? { path: '', range: null }
    return range ? `${path}#${range.from}-${range.to}` : path
  })
}

describe('a mention', () => {
  it.each([
    ['look at @src/foo.ts', ['src/foo.ts']],
    ['@a.ts, @b.ts; (@c.ts)', ['a.ts', 'b.ts', 'c.ts']],
    ['@src/foo.ts:10-20 and @x.ts:7.', ['src/foo.ts#10-20', 'x.ts#7-7']],
    ['@"my notes/a b.md":3-4', ['my notes/a b.md#3-4']],
    ['the folder @docs/ and @./x', ['docs/', './x']],
    ['файл @Документы/план.md', ['Документы/план.md']],
  ])('is found in %j (A-042, A-059)', (message, paths) => {
    expect(read(message)).toEqual(paths)
  })

  it.each(['me@example.com', 'a@b', '@', 'x@@y', '"@"', 'git@github.com:a/b.git', 'foo.@bar'])(
    'is none in %j (A-061)',
    (message) => {
      expect(findMentions(message)).toEqual([])
    },
  )

  it('that may be something else is only one if it exists (A-060, A-061)', () => {
    const meant = (message: string) => findMentions(message).map(({ isMeant }) => isMeant)
    expect(meant('@Injectable() @types/node @app.get("/x") @babel')).toEqual([false, false, false, false])
    expect(meant('@src/foo.ts @./x @"any thing" @~/a @foo.ts:3')).toEqual([true, true, true, true, true])
  })

  it('is tried as it stands before what may be punctuation or a range is taken off', () => {
    expect(findMentions('@notes.')[0]?.readings.map(({ path }) => path)).toEqual(['notes.', 'notes'])
    expect(findMentions('@a:1')[0]?.readings).toEqual([
      { path: 'a:1', range: null },
      { path: 'a', range: { from: 1, to: 1 } },
    ])
  })

  it('of any path is found again as it is written', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((path) => !/["\n]/.test(path))
    fc.assert(
      fc.property(name, (path) => {
        expect(findMentions(`see ${mentionOf(path)} please`)[0]?.readings[0]?.path).toBe(path)
      }),
    )
  })

  it('is one of at most a few', () => {
    expect(findMentions('@a '.repeat(1000))).toHaveLength(MENTIONS_MAX)
  })
})
