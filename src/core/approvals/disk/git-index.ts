/** Mode of an entry that is another repository. */
const GITLINK = 0o160000
const HEADER_BYTES = 12
/** Times, device, owner, size, object name and flags of an entry, before its name; SHA-1 and SHA-256. */
const FIXED_BYTES = { sha1: 62, sha256: 74 } as const
const MODE_AT = 24
/** At the end of the file, behind its extensions. */
const CHECKSUM_MIN_BYTES = 20

/**
 * Paths of repositories inside a repository, from its index; git status goes into each, whatever `.gitmodules` says. Null
 * when the file is none that is known.
 */
export function gitlinksIn(index: Buffer, hash: keyof typeof FIXED_BYTES): string[] | null {
  if (index.length < HEADER_BYTES || index.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = index.readUInt32BE(4)
  if (version < 2 || version > 4) return null
  const count = index.readUInt32BE(8)
  const fixed = FIXED_BYTES[hash]
  const links: string[] = []
  let at = HEADER_BYTES
  let name = ''
  for (let entry = 0; entry < count; entry++) {
    const start = at
    if (start + fixed > index.length) return null
    const isExtended = (index.readUInt16BE(start + fixed - 2) & 0x4000) !== 0
    at += fixed + (isExtended && version >= 3 ? 2 : 0)
    if (version === 4) {
      const strip = variableNumber(index, at)
      if (strip === null) return null
      at = strip.end
      name = name.slice(0, Math.max(0, name.length - strip.value))
    } else name = ''
    const end = index.indexOf(0, at)
    if (end < 0) return null
    // One byte a character, so that lengths count bytes; decoded when it is used.
    name += index.toString('latin1', at, end)
    at = version === 4 ? end + 1 : start + Math.ceil((end - start + 1) / 8) * 8
    if (index.readUInt32BE(start + MODE_AT) === GITLINK)
      links.push(Buffer.from(name, 'latin1').toString('utf8'))
  }
  return isSplit(index, at) ? null : links
}

/** Whether the rest of the entries is in a file of its own. */
function isSplit(index: Buffer, from: number): boolean {
  for (let at = from; at + 8 <= index.length - CHECKSUM_MIN_BYTES; at += 8 + index.readUInt32BE(at + 4))
    if (index.toString('latin1', at, at + 4) === 'link') return true
  return false
}

/** git's own way to store how much of the name before is dropped. */
function variableNumber(index: Buffer, from: number): { value: number; end: number } | null {
  let at = from
  let byte = index[at]
  if (byte === undefined) return null
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    at += 1
    byte = index[at]
    if (byte === undefined || value > 0xffff) return null
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return { value, end: at + 1 }
}
