/** Bytes at the start of a page in which it may name its own encoding; browsers look as far. */
const SNIFF_BYTES = 1024

/**
 * The text of a page: by the encoding of the header, its byte order mark, or its own word, else UTF-8, and where that does
 * not fit Windows-1252. Null when it is no text.
 */
export function decodePage(body: Buffer, charset: string | null): string | null {
  const label = markOf(body) ?? charset ?? ownWord(body)
  const decoder = label === null ? null : decoderFor(label)
  const text = decoder?.decode(body) ?? decodeUnnamed(body)
  return text.includes('\0') ? null : text
}

function markOf(body: Buffer): string | null {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : null
}

function ownWord(body: Buffer): string | null {
  const head = body.subarray(0, SNIFF_BYTES).toString('latin1')
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)|^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i
      .exec(head)
      ?.slice(1)
      .find((label) => label !== undefined) ?? null
  )
}

/** Null for a name that nobody knows. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

function decodeUnnamed(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return new TextDecoder('windows-1252').decode(body)
  }
}
