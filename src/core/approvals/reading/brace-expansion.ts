/** A character or an expansion of a word, on the way to what the program gets. */
export type Piece = { kind: 'text'; text: string; isQuoted: boolean } | { kind: 'other'; index: number }

/** Words one word may become; more is somebody's joke. */
const WORDS_MAX = 64
const SEQUENCE = /^(?:(-?\d{1,6})\.\.(-?\d{1,6})|([A-Za-z])\.\.([A-Za-z]))$/

/**
 * Replaces `a{b,c}d` and `{1..3}` by their words, before anything else is expanded. Null for forms that shells read
 * differently or that become too many.
 */
export function expandBraces(pieces: readonly Piece[]): Piece[][] | null {
  const open = pieces.findIndex(isChar('{'))
  if (open < 0) return [[...pieces]]
  let depth = 0
  const commas: number[] = []
  let close = -1
  for (let at = open; at < pieces.length; at++) {
    const piece = pieces[at]
    if (piece?.kind !== 'text' || piece.isQuoted) continue
    if (piece.text === '{') depth += 1
    else if (piece.text === '}' && --depth === 0) {
      close = at
      break
    } else if (piece.text === ',' && depth === 1) commas.push(at)
  }
  // Not closed: this brace is a character. Whether a later one still begins a list depends on the shell.
  if (close < 0) return pieces.slice(open + 1).some(isChar('{')) ? null : [[...pieces]]
  const inner = pieces.slice(open + 1, close)
  const choices = commas.length > 0 ? alternatives(pieces, open, commas, close) : sequence(inner)
  if (choices === null) return null
  if (choices.length === 0) {
    // `{}` and `{a}` stay as they are; what is inside may be a list.
    return withHead(pieces.slice(0, open + 1), expandBraces(pieces.slice(open + 1)))
  }
  const rests = expandBraces(pieces.slice(close + 1))
  if (rests === null) return null
  const words: Piece[][] = []
  for (const choice of choices) {
    const expanded = expandBraces(choice)
    if (expanded === null) return null
    for (const middle of expanded)
      for (const rest of rests) words.push([...pieces.slice(0, open), ...middle, ...rest])
    if (words.length > WORDS_MAX) return null
  }
  return words
}

function alternatives(pieces: readonly Piece[], open: number, commas: number[], close: number): Piece[][] {
  const borders = [open, ...commas, close]
  return borders.slice(1).map((end, index) => pieces.slice((borders[index] ?? open) + 1, end))
}

/** The words of `1..3`; none when it is no sequence, null when it is one that is too long or too odd. */
function sequence(inner: readonly Piece[]): Piece[][] | null {
  const text = inner.map((piece) => (piece.kind === 'text' && !piece.isQuoted ? piece.text : '\0')).join('')
  if (!text.includes('..')) return []
  const found = SEQUENCE.exec(text)
  if (!found) return null
  const isNumeric = found[1] !== undefined
  const from = isNumeric ? Number(found[1]) : (found[3] ?? '').charCodeAt(0)
  const to = isNumeric ? Number(found[2]) : (found[4] ?? '').charCodeAt(0)
  // A leading zero pads, and letters of both cases have punctuation between them.
  if (/(?:^|\.|-)0\d/.test(text) || Math.abs(to - from) >= WORDS_MAX) return null
  if (!isNumeric && /[a-z]/.test(found[3] ?? '') !== /[a-z]/.test(found[4] ?? '')) return null
  const step = from <= to ? 1 : -1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => {
    const value = from + index * step
    const piece: Piece = {
      kind: 'text',
      text: isNumeric ? String(value) : String.fromCharCode(value),
      isQuoted: false,
    }
    return [piece]
  })
}

function withHead(head: readonly Piece[], rests: Piece[][] | null): Piece[][] | null {
  return rests?.map((rest) => [...head, ...rest]) ?? null
}

function isChar(char: string): (piece: Piece) => boolean {
  return (piece) => piece.kind === 'text' && !piece.isQuoted && piece.text === char
}
