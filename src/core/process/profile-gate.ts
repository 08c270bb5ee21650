const LF = 0x0a

/** What a piece of early output means. */
export type GateAnswer = { kind: 'waiting' } | { kind: 'begun'; rest: Buffer } | { kind: 'lost' }

/**
 * Holds back everything a shell prints before it says, by a random word on a line of its own, that its profile is done
 * (B-041). Keeps no more than the word itself.
 */
export class ProfileGate {
  private held: Buffer = Buffer.alloc(0)
  private readonly token: Buffer
  private readonly lostToken: Buffer

  /** @param lostToken printed instead when the folder has vanished */
  constructor(token: string, lostToken: string) {
    this.token = Buffer.from(token)
    this.lostToken = Buffer.from(lostToken)
  }

  push(chunk: Buffer): GateAnswer {
    const all = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk
    if (all.includes(this.lostToken)) return { kind: 'lost' }
    const at = all.indexOf(this.token)
    if (at >= 0) {
      const end = all.indexOf(LF, at + this.token.length)
      if (end >= 0) {
        this.held = Buffer.alloc(0)
        return { kind: 'begun', rest: all.subarray(end + 1) }
      }
    }
    const keep = Math.max(this.token.length, this.lostToken.length) + 2
    this.held = Buffer.from(at >= 0 ? all.subarray(at) : all.subarray(Math.max(0, all.length - keep)))
    return { kind: 'waiting' }
  }
}
