/** Control characters, invisible and direction-changing ones, private and broken ones; not tab and newline. */
const HIDDEN = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu
/** Joins two emoji to one picture: it hides nothing. */
const JOINER = '\u200d'
const PICTURE_BEFORE = /(?:\p{Extended_Pictographic}|\u{fe0f}|[\u{1f3fb}-\u{1f3ff}])$/u

/** Blanks that look like a separator to a person and are none to a shell. */
export const ODD_BLANK = /[^\P{Zs} ]/u

/**
 * The place of the first character that a person could not see, or null. A question about such a text would show
 * something else than what runs (B-173).
 */
export function hiddenCharacterAt(text: string): number | null {
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    // Two units: a picture beyond the basic plane and its modifier.
    if (found === JOINER && PICTURE_BEFORE.test(text.slice(Math.max(0, index - 2), index))) continue
    return index
  }
  return null
}
