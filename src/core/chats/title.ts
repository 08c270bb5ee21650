/** Longest automatic title, in UTF-16 units; a row of the chat list shows about 30. */
const TITLE_CHARS = 60

/** A chat is named after the first line of its first message that says something. */
export function titleFrom(message: string): string {
  const line = message
    .split('\n')
    .map((text) => text.replace(/^[#>*\-\s]+/, '').trim())
    .find((text) => text !== '' && !text.startsWith('```'))
  const text = line ?? message.trim().slice(0, TITLE_CHARS)
  if (text.length <= TITLE_CHARS) return text
  const cut = text.slice(0, TITLE_CHARS - 1)
  // A cut inside a surrogate pair would show as a broken character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}
