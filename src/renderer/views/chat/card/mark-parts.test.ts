import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markParts } from './mark-parts'

const shown = (text: string, places: { start: number; end: number }[]) =>
  markParts(text, places)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

describe('the parts of a command that ask', () => {
  it.each([
    ['npm test && git push', [{ start: 12, end: 20 }], 'npm test && [git push]'],
    [
      'a; b; c',
      [
        { start: 3, end: 4 },
        { start: 0, end: 1 },
      ],
      '[a]; [b]; c',
    ],
    [
      'abcdef',
      [
        { start: 1, end: 4 },
        { start: 2, end: 5 },
      ],
      'a[bcde]f',
    ],
    [
      'abcdef',
      [
        { start: 1, end: 5 },
        { start: 2, end: 3 },
      ],
      'a[bcde]f',
    ],
  ])('of %j are marked', (text, places, expected) => {
    expect(shown(text, places)).toBe(expected)
  })

  it.each([[[{ start: 0, end: 20 }]], [[]], [[{ start: 0, end: 0 }]], [[{ start: 9, end: 99 }]]])(
    'are not marked when that says nothing: %j',
    (places) => {
      expect(shown('git push', places)).toBe('git push')
    },
  )

  it('lose and change nothing of the text', () => {
    const place = fc.record({
      start: fc.integer({ min: -5, max: 40 }),
      end: fc.integer({ min: -5, max: 40 }),
    })
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.array(place, { maxLength: 6 }), (text, places) => {
        expect(
          markParts(text, places)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
