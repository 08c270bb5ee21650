import { numberFormat } from './intl'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in decimal units through Intl, for example 214 kB or 12.4 MB. */
export function formatSize(bytes: number, language: string): string {
  let value = Math.max(0, bytes)
  let index = 0
  while (value >= 999.5 && index < UNITS.length - 1) {
    value /= 1000
    index++
  }
  return numberFormat(language, {
    style: 'unit',
    unit: UNITS[index] ?? 'byte',
    unitDisplay: index === 0 ? 'long' : 'short',
    maximumFractionDigits: index >= 2 && value < 100 ? 1 : 0,
  }).format(value)
}

/** A count of tokens as short as a menu row needs. Windows are often binary sizes: 32768 is called 32K. */
export function formatTokens(tokens: number, language: string): string {
  const called = tokens >= 1024 && tokens % 1024 === 0 ? (tokens / 1024) * 1000 : tokens
  return numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(called)
}
