import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateTokens, utf8Length } from './token-estimate'

it('counts bytes of UTF-8 for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text))
    }),
  )
  const long = 'ж😀a'.repeat(20_000)
  expect(utf8Length(long)).toBe(Buffer.byteLength(long))
})

it('estimates on the safe side (A-071, A-138)', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateTokens('hello')).toBe(2)
  expect(estimateTokens('привет')).toBe(4)
  expect(estimateTokens(7)).toBe(2)
})
