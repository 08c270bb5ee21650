/**
 * How well a row fits what was typed, 0 for not at all: every word must occur; better at the start of the text, then at
 * the start of a word. Plain matching instead of fuzzy: "test" should not find "Migrate prices to Decimal".
 */
export function matchScore(query: string, keywords: readonly string[]): number {
  const words = normalise(query).split(' ').filter(Boolean)
  if (words.length === 0) return 1
  const texts = keywords.map(normalise)
  let total = 0
  for (const word of words) {
    const best = Math.max(0, ...texts.map((text) => wordScore(word, text)))
    if (best === 0) return 0
    total += best
  }
  return total / words.length
}

function wordScore(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at === -1) return 0
  if (at === 0) return 1
  return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') ? 0.8 : 0.5
}

function normalise(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase().replace(/\s+/g, ' ').trim()
}
