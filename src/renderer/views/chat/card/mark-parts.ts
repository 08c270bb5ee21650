/** A stretch of a command, and whether it is what asks. */
export type Part = { text: string; isMarked: boolean }
type Place = { start?: number; end?: number }

/**
 * Cuts a command into what asks and the rest (places in UTF-16 units). A mark over all of it would say nothing, so there
 * is none then.
 */
export function markParts(text: string, places: readonly Place[]): Part[] {
  const whole = [{ text, isMarked: false }]
  const known = places
    .flatMap(({ start, end }) => (start === undefined || end === undefined ? [] : [{ start, end }]))
    .map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(text.length, end) }))
    .filter(({ start, end }) => start < end && text.slice(start, end).trim() !== '')
    .sort((a, b) => a.start - b.start)
  const parts: Part[] = []
  let at = 0
  for (const { start, end } of known) {
    if (end <= at) continue
    const from = Math.max(at, start)
    if (from > at) parts.push({ text: text.slice(at, from), isMarked: false })
    const last = parts.at(-1)
    if (last?.isMarked && from === at) last.text += text.slice(from, end)
    else parts.push({ text: text.slice(from, end), isMarked: true })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false })
  const isAll = parts.every((part) => part.isMarked || part.text.trim() === '')
  return isAll ? whole : parts
}
