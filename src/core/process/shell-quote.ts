/**
 * One word of a POSIX shell that stands for exactly `text`. Single quotes switch off everything, also `!` and
 * backslashes, in every shell we drive; a quote itself leaves and re-enters them.
 */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A PowerShell string that stands for exactly `text`; the typographic quotes end a string there too. */
export function quotePowerShell(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, (quote) => quote + quote)}'`
}
