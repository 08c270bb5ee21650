import { expect, it } from 'vitest'
import { formatMoney } from './money'

it('an amount is rounded to cents, a small one to less, and none becomes nothing', () => {
  expect(formatMoney(0, 'en')).toBe('$0.00')
  expect(formatMoney(12.345, 'en')).toBe('$12.35')
  expect(formatMoney(0.0421, 'en')).toBe('$0.0421')
  expect(formatMoney(0.000_01, 'en')).toBe('<$0.0001')
  expect(formatMoney(1.5, 'ru')).toMatch(/^1,50.\$$/)
  expect(formatMoney(1.5, 'uk')).toMatch(/^1,50.\$$/)
})
