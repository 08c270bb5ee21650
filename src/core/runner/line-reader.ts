const LF = 0x0a

/** Cuts a stream of bytes into lines, with bounded memory. */
export class LineReader {
  private held: Buffer[] = []
  private heldBytes = 0

  /**
   * @param maxBytes longest line
   * @param tooLong called once per stream, when a line is longer; nothing is read after that
   */
  constructor(
    private readonly maxBytes: number,
    private readonly line: (text: string) => void,
    private readonly tooLong: () => void,
  ) {}

  push(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      if (!this.keep(chunk.subarray(from, at))) return
      const text = this.held.length === 1 ? (this.held[0] ?? chunk) : Buffer.concat(this.held)
      this.held = []
      this.heldBytes = 0
      this.line(text.toString('utf8'))
      from = at + 1
    }
    if (from < chunk.length) this.keep(chunk.subarray(from))
  }

  private keep(piece: Buffer): boolean {
    if (this.heldBytes < 0) return false
    this.heldBytes += piece.length
    if (this.heldBytes <= this.maxBytes) {
      this.held.push(piece)
      return true
    }
    this.held = []
    this.heldBytes = Number.NEGATIVE_INFINITY
    this.tooLong()
    return false
  }
}
