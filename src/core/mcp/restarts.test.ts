import { expect, it } from 'vitest'
import { Restarts } from './restarts'

it('pauses longer with every failure, and then leaves it to a person', () => {
  const restarts = new Restarts()
  const pauses = Array.from({ length: 6 }, () => restarts.afterFailure(0))
  expect(pauses).toEqual([1000, 2000, 5000, 15_000, 60_000, null])
  restarts.reset()
  expect(restarts.afterFailure(0)).toBe(1000)
})

it('begins anew after a server that ran well, not after one that ends at once', () => {
  const restarts = new Restarts()
  restarts.afterFailure(0)
  expect(restarts.afterFailure(59_999)).toBe(2000)
  expect(restarts.afterFailure(60_000)).toBe(1000)
})
