/** Bytes of UTF-8 text per token, on the safe side for prose and code of every script. */
const BYTES_PER_TOKEN = 3.5

/** Estimates the tokens of a text or of a number of UTF-8 bytes. */
export function estimateTokens(text: string | number): number {
  const bytes = typeof text === 'number' ? text : utf8Length(text)
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

const encoder = new TextEncoder()
/** Scratch space: lengths are counted without keeping an encoded copy of the text. */
const scratch = new Uint8Array(16 * 1024)

/** Length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let bytes = 0
  let rest = text
  while (rest !== '') {
    const { read, written } = encoder.encodeInto(rest, scratch)
    bytes += written
    rest = rest.slice(read)
  }
  return bytes
}
