import { expect, it } from 'vitest'
import { formatSize, formatTokens } from './size'

it('a size has the unit a person would say', () => {
  expect(formatSize(0, 'en')).toBe('0 bytes')
  expect(formatSize(214_000, 'en')).toBe('214 kB')
  expect(formatSize(999_700, 'en')).toBe('1 MB')
  expect(formatSize(12_400_000, 'en')).toBe('12.4 MB')
  expect(formatSize(1_000_000_000, 'ru')).toMatch(/^1.ГБ$/)
})

it('a window of tokens is called by its round name', () => {
  expect(formatTokens(32_768, 'en')).toBe('32K')
  expect(formatTokens(131_072, 'en')).toBe('128K')
  expect(formatTokens(200_000, 'en')).toBe('200K')
  expect(formatTokens(1_000_000, 'en')).toBe('1M')
})
