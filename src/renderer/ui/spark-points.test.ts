import { expect, it } from 'vitest'
import { sparkPoints } from './spark-points'

const size = { width: 40, height: 12 }

it('draws the newest value at the right and the highest at the top', () => {
  expect(sparkPoints([5, 10, 0], 5, size)).toBe('0.0,11.0 10.0,11.0 20.0,6.0 30.0,1.0 40.0,11.0')
})

it('draws a command that printed nothing as a flat line', () => {
  expect(sparkPoints([], 3, size)).toBe('0.0,11.0 20.0,11.0 40.0,11.0')
})

it('leaves out what is older than its values', () => {
  expect(sparkPoints([100, 1, 1], 2, size)).toBe('0.0,1.0 40.0,1.0')
})
