const TEXT = 0
const NEWLINE = 1
const CONTROL = 2
const DEL = 0x7f

/** What a byte means in plain text: text (tabs too), a newline, or a control that ends a clean run. */
const CLASS = new Uint8Array(256)
for (let byte = 0; byte < 0x20; byte++) CLASS[byte] = CONTROL
CLASS[0x09] = TEXT
CLASS[0x0a] = NEWLINE
CLASS[DEL] = CONTROL

/**
 * Finds clean runs: text, tabs and newlines up to the next control character. Looks at four bytes at a time; only words
 * that hold a byte below the blank (in usual text: a newline) are looked at byte by byte.
 */
export class CleanScan {
  /** Newlines of the last run. */
  newlines = 0
  /** True when the last run held bytes beyond ASCII. */
  hasHighBytes = false
  private chunk: Uint8Array = new Uint8Array(0)
  private words: Int32Array | null = null

  begin(chunk: Uint8Array): void {
    this.chunk = chunk
    // DEL is no byte below the blank; it is so rare that its chunks may take the slow way.
    const isUsual = chunk.byteOffset % 4 === 0 && chunk.length >= 64 && !chunk.includes(DEL)
    this.words = isUsual ? new Int32Array(chunk.buffer, chunk.byteOffset, chunk.length >> 2) : null
  }

  /** Where the clean run that begins at `start` ends. */
  run(start: number): number {
    const { chunk, words } = this
    const end = chunk.length
    let at = start
    let newlines = 0
    let seen = 0
    while (at < end) {
      if (words !== null && (at & 3) === 0) {
        let word = at >> 2
        let bits = 0
        for (; word < words.length; word++) {
          const four = words[word] as number
          // Not zero exactly when one of the four bytes is below 0x20.
          if (((four - 0x20202020) & ~four & 0x80808080) !== 0) break
          bits |= four
        }
        if ((bits & 0x80808080) !== 0) seen = 0x80
        at = word << 2
        if (at >= end) break
      }
      const stop = words === null ? end : Math.min(end, (at | 3) + 1)
      for (; at < stop; at++) {
        const byte = chunk[at] as number
        const kind = CLASS[byte]
        if (kind === TEXT) seen |= byte
        else if (kind === NEWLINE) newlines++
        else {
          this.newlines = newlines
          this.hasHighBytes = seen >= 0x80
          return at
        }
      }
    }
    this.newlines = newlines
    this.hasHighBytes = seen >= 0x80
    return end
  }
}
