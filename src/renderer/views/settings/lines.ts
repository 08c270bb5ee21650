import { PRICE_MAX } from '../../../shared/models'

/** Lines of a text field that say something. */
export function filledLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
}

/** `Name: value` per line; null when a line is something else. */
export function parseHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const line of filledLines(text)) {
    const match = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*:\s*(.*)$/.exec(line)
    const name = match?.[1]
    if (name === undefined) return null
    headers[name] = match?.[2] ?? ''
  }
  return headers
}
/** Back from {@link parseHeaders}. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** `NAME=value` sets, `-NAME` removes (S-041, S-042); null when a line is something else. */
export function parseEnv(text: string): Record<string, string | null> | null {
  const env: Record<string, string | null> = {}
  for (const line of filledLines(text)) {
    const removes = /^\s*-\s*([A-Za-z_][A-Za-z0-9_]*)\s*$/.exec(line)?.[1]
    if (removes !== undefined) {
      env[removes] = null
      continue
    }
    const sets = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line)
    const name = sets?.[1]
    if (name === undefined) return null
    env[name] = sets?.[2] ?? ''
  }
  return env
}
/** Back from {@link parseEnv}. */
export function envLines(env: Readonly<Record<string, string | null>>): string {
  return Object.entries(env)
    .map(([name, value]) => (value === null ? `-${name}` : `${name}=${value}`))
    .join('\n')
}

/** A count of tokens: empty is null, anything but a positive whole number is `bad`. Spaces and separators are fine. */
export function parseTokens(text: string): number | null | 'bad' {
  const digits = text.replace(/[\s,_.\u00a0\u202f]/g, '')
  if (digits === '') return null
  if (!/^\d{1,9}$/.test(digits)) return 'bad'
  const value = Number(digits)
  return value > 0 ? value : 'bad'
}

/** Reads a price such as `0.25` or `0,25`, in US dollars; null when empty, `bad` for anything else. */
export function parsePrice(text: string): number | null | 'bad' {
  const typed = text.trim().replace(/^\$/, '').replace(',', '.')
  if (typed === '') return null
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(typed)) return 'bad'
  const value = Number(typed)
  return value <= PRICE_MAX ? value : 'bad'
}
