// The rules of the WHATWG decoder: which byte may follow, and one mark for each broken sequence.

/** How many bytes a sequence that begins with `lead` has; 0 for a byte that begins none. */
export function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xc2) return 0
  if (lead < 0xe0) return 2
  if (lead < 0xf0) return 3
  return lead < 0xf5 ? 4 : 0
}

/** True when `byte` may stand at `index` (1…3) of a sequence that begins with `lead`. */
export function mayFollow(lead: number, index: number, byte: number): boolean {
  if (index === 1) {
    if (lead === 0xe0) return byte >= 0xa0 && byte <= 0xbf
    if (lead === 0xed) return byte >= 0x80 && byte <= 0x9f
    if (lead === 0xf0) return byte >= 0x90 && byte <= 0xbf
    if (lead === 0xf4) return byte >= 0x80 && byte <= 0x8f
  }
  return (byte & 0xc0) === 0x80
}

/** Bytes at the end of `[start, end)` that are the beginning of a character whose rest has not arrived (S-062). */
export function incompleteTail(bytes: Uint8Array, start: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= start; back++) {
    const lead = bytes[end - back] ?? 0
    if ((lead & 0xc0) === 0x80) continue
    if (sequenceLength(lead) <= back) return 0
    for (let i = 1; i < back; i++) if (!mayFollow(lead, i, bytes[end - back + i] ?? 0)) return 0
    return back
  }
  return 0
}
