import { isAscii, isUtf8 } from 'node:buffer'
import { CleanScan } from './clean-scan'
import { ControlParser, type CsiMeaning, colourEnd } from './control-parser'
import { copyBytes, OpenLine } from './open-line'
import { incompleteTail, mayFollow, sequenceLength } from './utf8-stream'

const LF = 0x0a
const CR = 0x0d
const ESC = 0x1b

/** Small pieces are gathered into pieces of this size before they are handed on. */
const OUT_BYTES = 64 * 1024
/** Pieces from here on are handed on as they are, without a copy. */
const DIRECT_BYTES = 4 * 1024

const REPLACEMENT = Buffer.from('\ufffd')
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Turns the bytes of a command into plain lines of UTF-8: control sequences go (S-061), redraws with carriage returns
 * and backspaces end in their last state (S-064…S-066), broken bytes become U+FFFD (S-067), other control characters
 * go. The result depends on the bytes alone, never on how they were cut (S-062). Memory is bounded: one open line.
 *
 * `sink` receives finished text in borrowed pieces: it must use or copy them before it returns.
 */
export class TerminalText {
  private readonly line: OpenLine
  private readonly scan = new CleanScan()
  private readonly control = new ControlParser((meaning) => this.perform(meaning))
  /** Made when the first small piece comes. */
  private out: Buffer | null = null
  private outLength = 0
  /** The beginning of a character whose rest has not arrived. */
  private readonly carry = new Uint8Array(4)
  private carryLength = 0
  private completed = 0

  constructor(private readonly sink: (piece: Buffer) => void) {
    this.line = new OpenLine((bytes, start, end) => this.emit(bytes, start, end))
  }

  /** Lines ended by a newline, plus one while a line is open. */
  get lines(): number {
    return this.completed + (this.line.isOpen ? 1 : 0)
  }

  /** The unfinished line as a terminal would show it now. */
  openLine(): string {
    return this.line.text()
  }

  /** Takes a chunk; it is not kept. */
  push(chunk: Buffer): void {
    const { scan, control } = this
    const end = chunk.length
    let at = 0
    scan.begin(chunk)
    while (at < end) {
      if (control.isActive) {
        at = control.take(chunk, at)
        continue
      }
      if (this.carryLength > 0) {
        at = this.completeCharacter(chunk, at)
        continue
      }
      const stop = scan.run(at)
      if (stop > at) this.run(chunk, at, stop, scan.newlines, scan.hasHighBytes)
      at = stop < end ? this.controlCharacter(chunk, stop) : stop
    }
    this.flush()
  }

  /** The input is over: what is open is handed on without a newline. */
  finish(): void {
    if (this.carryLength > 0) this.breakCharacter()
    this.control.reset()
    this.line.finish()
    this.flush()
  }

  private run(chunk: Buffer, start: number, stop: number, newlines: number, hasHighBytes: boolean): void {
    if (!hasHighBytes) {
      this.text(chunk, start, stop, newlines, true)
      return
    }
    let end = stop
    if (stop === chunk.length) {
      const tail = incompleteTail(chunk, start, stop)
      end -= tail
      chunk.copy(this.carry, 0, end, stop)
      this.carryLength = tail
      if (end === start) return
    }
    const region = chunk.subarray(start, end)
    if (isUtf8(region) && !hasC1(region)) {
      this.text(chunk, start, end, newlines, false)
      return
    }
    const cleaned = Buffer.from(decoder.decode(region).replace(/[\u0080-\u009f]/g, ''))
    this.text(cleaned, 0, cleaned.length, newlines, false)
  }

  /** Valid text without controls other than tabs and newlines. */
  private text(bytes: Buffer, start: number, end: number, newlines: number, ascii: boolean): void {
    let from = start
    let missing = newlines
    if (missing > 0 && !this.line.isAtEnd) {
      const first = bytes.indexOf(LF, from)
      if (first > from) this.line.write(bytes, from, first, ascii)
      this.newline()
      missing--
      from = first + 1
    }
    if (missing > 0) {
      const last = bytes.lastIndexOf(LF, end - 1)
      this.line.commit()
      this.emit(bytes, from, last + 1)
      this.completed += missing
      from = last + 1
    }
    if (from < end) this.line.write(bytes, from, end, ascii || isAscii(bytes.subarray(from, end)))
  }

  /** Acts on one control character, and on what belongs to it where that is quick to see; returns what follows. */
  private controlCharacter(chunk: Buffer, at: number): number {
    switch (chunk[at]) {
      case ESC: {
        const end = colourEnd(chunk, at)
        if (end > 0) return end
        this.control.begin()
        return at + 1
      }
      case CR:
        if (chunk[at + 1] === LF) {
          this.newline()
          return at + 2
        }
        this.line.toStart()
        return at + 1
      case 0x08:
        this.line.back(1)
        return at + 1
      case 0x0b:
      case 0x0c:
        // Vertical tab and form feed move down as a newline does.
        this.newline()
        return at + 1
      default:
        return at + 1
    }
  }

  private perform(meaning: CsiMeaning): void {
    if (meaning.move === 'newline') this.newline()
    else if (meaning.move !== 'leave-line') this.line.edit(meaning.move, meaning.count)
    else if (this.line.hasContent) this.newline()
    else this.line.toStart()
  }

  private newline(): void {
    this.line.commit()
    this.emitByte(LF)
    this.completed++
  }

  private completeCharacter(chunk: Buffer, at: number): number {
    const lead = this.carry[0] ?? 0
    const byte = chunk[at] as number
    if (!mayFollow(lead, this.carryLength, byte)) {
      this.breakCharacter()
      return at
    }
    this.carry[this.carryLength++] = byte
    if (this.carryLength === sequenceLength(lead)) {
      const char = Buffer.from(this.carry.subarray(0, this.carryLength))
      this.carryLength = 0
      if (!hasC1(char)) this.text(char, 0, char.length, 0, false)
    }
    return at + 1
  }

  private breakCharacter(): void {
    this.carryLength = 0
    this.text(REPLACEMENT, 0, REPLACEMENT.length, 0, false)
  }

  private emit(bytes: Buffer, start: number, end: number): void {
    const length = end - start
    if (length >= DIRECT_BYTES) {
      this.flush()
      this.sink(bytes.subarray(start, end))
      return
    }
    if (this.outLength + length > OUT_BYTES) this.flush()
    this.out ??= Buffer.allocUnsafeSlow(OUT_BYTES)
    copyBytes(bytes, start, end, this.out, this.outLength)
    this.outLength += length
  }

  private emitByte(byte: number): void {
    if (this.outLength === OUT_BYTES) this.flush()
    this.out ??= Buffer.allocUnsafeSlow(OUT_BYTES)
    this.out[this.outLength++] = byte
  }

  private flush(): void {
    if (this.out === null || this.outLength === 0) return
    const length = this.outLength
    this.outLength = 0
    this.sink(this.out.subarray(0, length))
  }
}

/** True for U+0080…U+009F, the control characters of the second half (bytes C2 80 … C2 9F). */
function hasC1(bytes: Buffer): boolean {
  for (let i = bytes.indexOf(0xc2); i >= 0; i = bytes.indexOf(0xc2, i + 1)) {
    if ((bytes[i + 1] ?? 0xff) < 0xa0) return true
  }
  return false
}
