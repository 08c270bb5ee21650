import { expect, it } from 'vitest'
import { durationText } from './duration-text'

it.each([
  [0, '0.0 s'],
  [-5, '0.0 s'],
  [420, '0.4 s'],
  [9949, '9.9 s'],
  [9950, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min 0 s'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
  [90_000_000, '25 h 0 min'],
])('says %d ms as %s (S-226)', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
