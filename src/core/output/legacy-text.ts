import { isUtf8 } from 'node:buffer'
import { incompleteTail } from './utf8-stream'

const LF = 0x0a

/**
 * Turns output of programs that still write the encoding of their locale into UTF-8, line by line: a line is UTF-8 up to
 * its first byte that is none, and in the older encoding from there to its end. So neither spoils the other, and one
 * odd line does not change how later ones are read. The result does not depend on how the bytes were cut; at most the
 * three bytes of an unfinished character are held back (S-067, S-068).
 */
export class LegacyText {
  /** The older encoding, from the first byte that is no UTF-8 to the end of the line. */
  private legacy: InstanceType<typeof TextDecoder> | null = null
  private carry: Buffer = Buffer.alloc(0)

  constructor(
    private readonly charset: string,
    private readonly sink: (piece: Buffer) => void,
  ) {}

  /** Takes a chunk; it is not kept. */
  push(chunk: Buffer): void {
    const bytes = this.carry.length > 0 ? Buffer.concat([this.carry, chunk]) : chunk
    this.carry = Buffer.alloc(0)
    let at = 0
    while (at < bytes.length) at = this.legacy ? this.olderLine(bytes, at) : this.utf8(bytes, at)
  }

  /** The input is over: an unfinished character is what it is. */
  finish(): void {
    if (this.carry.length > 0) this.sink(Buffer.from(new TextDecoder(this.charset).decode(this.carry)))
    this.carry = Buffer.alloc(0)
    if (this.legacy) this.emit(this.legacy.decode())
    this.legacy = null
  }

  private utf8(bytes: Buffer, start: number): number {
    const end = bytes.length - incompleteTail(bytes, start, bytes.length)
    const region = bytes.subarray(start, end)
    if (isUtf8(region)) {
      if (region.length > 0) this.sink(region)
      this.carry = Buffer.from(bytes.subarray(end))
      return bytes.length
    }
    const odd = start + validLength(region)
    if (odd > start) this.sink(bytes.subarray(start, odd))
    this.legacy = new TextDecoder(this.charset)
    return odd
  }

  /** To the end of the line; no encoding of a locale uses the newline byte inside a character. */
  private olderLine(bytes: Buffer, start: number): number {
    const newline = bytes.indexOf(LF, start)
    const end = newline < 0 ? bytes.length : newline
    this.emit(this.legacy?.decode(bytes.subarray(start, end), { stream: newline < 0 }) ?? '')
    if (newline >= 0) this.legacy = null
    return end
  }

  private emit(text: string): void {
    if (text !== '') this.sink(Buffer.from(text))
  }
}

/** How many bytes from the start on are valid UTF-8; the first invalid byte is found by halving. */
function validLength(bytes: Buffer): number {
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const whole = middle - incompleteTail(bytes, 0, middle)
    if (isUtf8(bytes.subarray(0, whole))) low = middle
    else high = middle - 1
  }
  return low - incompleteTail(bytes, 0, low)
}

/**
 * The encoding that the locale of an environment names, when it is an older one: `ru_RU.CP1251`, `zh_CN.GBK`. Null for
 * UTF-8, for a locale that names none, and for one that is not known here.
 */
export function legacyCharset(env: Readonly<Record<string, string | null | undefined>>): string | null {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  const name = /\.([^@]+)/.exec(locale)?.[1]?.toLowerCase() ?? ''
  const label = name.replace(/^cp(?=125\d$)/, 'windows-').replace(/^cp936$/, 'gbk')
  try {
    const { encoding } = new TextDecoder(label)
    return encoding === 'utf-8' ? null : encoding
  } catch {
    // Not an encoding that can be decoded; the bytes are shown as broken ones, as before.
    return null
  }
}
