const ESC = 0x1b
const LF = 0x0a
const BEL = 0x07
const CAN = 0x18
const SUB = 0x1a

/** Longest parameter text of a control sequence; a longer one is no control sequence of any terminal. */
const MAX_PARAMETER_BYTES = 256
/**
 * Longest title, link, picture or other string. Such a string also ends at a newline, so that one that is never
 * closed (binary data holds such beginnings) costs the rest of a line and not the rest of the output.
 */
const MAX_STRING_BYTES = 4 * 1024 * 1024

/**
 * What a control sequence does to the line; `leave-line` is a movement to a row of a screen that nobody knows, `style`
 * a colour sequence with its parameters.
 */
export type CsiMeaning = { move: 'style'; parameters: string } | { move: LineMove; count: number }
export type LineMove =
  | 'forward'
  | 'back'
  | 'column'
  | 'erase-to-end'
  | 'erase-to-start'
  | 'erase-all'
  | 'erase-cells'
  | 'delete-cells'
  | 'insert-cells'
  | 'up'
  | 'down'
  | 'previous-line'
  | 'next-line'
  | 'erase-below'
  | 'leave-line'
  | 'newline'

type State = 'ground' | 'escape' | 'escape-more' | 'csi' | 'string' | 'string-escape'

/**
 * Consumes one control sequence after another, byte by byte and across chunks (S-061, S-062): CSI with parameters, OSC
 * and the other strings ended by BEL or ST, escapes with intermediates. Reports what moves or erases within the line.
 */
export class ControlParser {
  private state: State = 'ground'
  private parameters = ''
  private hasIntermediate = false
  private stringLength = 0

  /** @param perform told of every sequence that moves or erases */
  constructor(private readonly perform: (meaning: CsiMeaning) => void) {}

  get isActive(): boolean {
    return this.state !== 'ground'
  }

  /** An ESC was read in plain text. */
  begin(): void {
    this.state = 'escape'
  }

  reset(): void {
    this.state = 'ground'
  }

  /** Consumes `[start, end)` while a sequence lasts; returns where plain text goes on. */
  take(chunk: Uint8Array, start: number, end: number): number {
    let at = start
    while (at < end && this.state !== 'ground') {
      const byte = chunk[at] as number
      switch (this.state) {
        case 'escape':
          at += this.escape(byte)
          break
        case 'escape-more':
          at += this.escapeMore(byte)
          break
        case 'csi':
          at += this.csi(byte)
          break
        case 'string':
          at = this.string(chunk, at, end)
          break
        case 'string-escape':
          // ESC \ ends the string; any other ESC ends it too and begins a sequence of its own.
          this.state = byte === 0x5c ? 'ground' : 'escape'
          if (byte === 0x5c) at++
          break
      }
    }
    return at
  }

  // Each of these returns how many bytes it used: 0 leaves the byte to plain text or to the next state.

  private escape(byte: number): 0 | 1 {
    switch (byte) {
      case 0x5b: // [
        this.state = 'csi'
        this.parameters = ''
        this.hasIntermediate = false
        return 1
      case 0x5d: // ] title, link
      case 0x50: // P
      case 0x58: // X
      case 0x5e: // ^
      case 0x5f: // _
      case 0x6b: // k, the window title of screen
        this.state = 'string'
        this.stringLength = 0
        return 1
      case 0x4d: // M, up
        this.state = 'ground'
        this.perform({ move: 'up', count: 1 })
        return 1
      case 0x45: // E, next line
        this.state = 'ground'
        this.perform({ move: 'newline', count: 1 })
        return 1
      case ESC:
        return 1
    }
    if (byte >= 0x20 && byte <= 0x2f) {
      this.state = 'escape-more'
      return 1
    }
    return this.leave(byte)
  }

  private escapeMore(byte: number): 0 | 1 {
    if (byte >= 0x20 && byte <= 0x2f) return 1
    return this.leave(byte)
  }

  private csi(byte: number): 0 | 1 {
    if (byte >= 0x30 && byte <= 0x3f) {
      if (this.parameters.length >= MAX_PARAMETER_BYTES) return this.leave(0)
      this.parameters += String.fromCharCode(byte)
      return 1
    }
    if (byte >= 0x20 && byte <= 0x2f) {
      this.hasIntermediate = true
      return 1
    }
    if (byte >= 0x40 && byte <= 0x7e) {
      this.state = 'ground'
      if (!this.hasIntermediate) {
        const meaning = csiMeaning(byte, this.parameters)
        if (meaning) this.perform(meaning)
      }
      return 1
    }
    if (byte === 0x7f) return 1
    return this.leave(byte)
  }

  private string(chunk: Uint8Array, start: number, end: number): number {
    for (let at = start; at < end; at++) {
      const byte = chunk[at] as number
      if (byte === ESC) {
        this.state = 'string-escape'
        return at + 1
      }
      if (byte === BEL || byte === CAN || byte === SUB) {
        this.state = 'ground'
        return at + 1
      }
      if (byte === LF || this.stringLength >= MAX_STRING_BYTES) {
        this.state = 'ground'
        return at
      }
      this.stringLength++
    }
    return end
  }

  /** Ends a sequence at a byte that is no part of it: finals and cancels are used up, everything else is text. */
  private leave(byte: number): 0 | 1 {
    if (byte === ESC) {
      this.state = 'escape'
      return 1
    }
    this.state = 'ground'
    return (byte >= 0x30 && byte <= 0x7f) || byte === CAN || byte === SUB ? 1 : 0
  }
}

function csiMeaning(final: number, parameters: string): CsiMeaning | null {
  if (/^[<=>?]/.test(parameters)) {
    // Entering or leaving the alternate screen: what follows stands elsewhere.
    const isScreenSwitch =
      (final === 0x68 || final === 0x6c) && /^\?(.*;)?(47|1047|1049)(;|$)/.test(parameters)
    return isScreenSwitch ? { move: 'leave-line', count: 1 } : null
  }
  if (final === 0x6d) return /^[\d;:]*$/.test(parameters) ? { move: 'style', parameters } : null
  const numbers = parameters.split(';')
  const first = Number.parseInt(numbers[0] ?? '', 10)
  const count = Number.isNaN(first) || first < 1 ? 1 : first
  switch (String.fromCharCode(final)) {
    case 'C':
    case 'a':
      return { move: 'forward', count }
    case 'D':
    case 'j':
      return { move: 'back', count }
    case 'G':
    case '`':
      return { move: 'column', count }
    case 'K':
      if (Number.isNaN(first) || first === 0) return { move: 'erase-to-end', count }
      return first === 1 || first === 2 ? { move: first === 1 ? 'erase-to-start' : 'erase-all', count } : null
    case 'J':
      if (Number.isNaN(first) || first === 0) return { move: 'erase-below', count }
      return first === 1 ? { move: 'erase-to-start', count } : { move: 'leave-line', count }
    case 'X':
      return { move: 'erase-cells', count }
    case 'P':
      return { move: 'delete-cells', count }
    case '@':
      return { move: 'insert-cells', count }
    case 'A':
    case 'k':
      return { move: 'up', count }
    case 'B':
    case 'e':
      return { move: 'down', count }
    case 'E':
      return { move: 'next-line', count }
    case 'F':
      return { move: 'previous-line', count }
    case 'H':
    case 'f':
    case 'd':
      return { move: 'leave-line', count }
    default:
      return null
  }
}
