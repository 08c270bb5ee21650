import { type PackedStyle, type StyledPiece, sameStyle } from './styled-text'
import { NORMALISER_CODE } from './wasm/normaliser-code'

// The memory of the normaliser in WebAssembly; normaliser.as knows the same places. It is one for all commands of a
// process, as what is done with a chunk is one step of its thread: a command that comes back brings its state along.

const PAGE = 64 * 1024
/** Room for the parameters of one colour sequence that came in parts. */
const SCRATCH = 1024
export const SCRATCH_BYTES = 512
const READ = PAGE
export const READ_BYTES = 64 * 1024
const COPY = 3 * PAGE
/** Bytes that come from elsewhere are taken in pieces of this size. */
export const COPY_BYTES = 64 * 1024
const ENCODE = 8 * PAGE
/** Most bytes of the style record that are encoded at once. */
export const ENCODE_BYTES = 64 * 1024
export const OUT = 9 * PAGE
/** Holds what can still be taken back, the open line, and what a chunk makes. */
const OUT_BYTES = 4 * PAGE
export const OUT_END = OUT + OUT_BYTES
const EVENTS = 16 * PAGE
/** Bytes of one event: foreground, background and flags of a style, then the place in the output buffer it begins at. */
const EVENT_BYTES = 16
/** Most events: one for each byte that is kept and for each colour sequence of a chunk, with room to spare. */
export const EVENTS_MAX = PAGE

/** The words of the state, in the order of normaliser.as. */
const LS = 0
const CUR = 1
const LEN = 2
const EVN = 3
const ELS = 4
const NEWLINES = 5
const SPILLED = 6
const PLAIN = 7
const FG = 8
const REC_FG = 12
const BASE_FG = 16
const ENCODED = 20
const STATE_WORDS = 21

type Exports = {
  memory: { buffer: ArrayBuffer }
  prepare(): void
  process(start: number, end: number): number
  colours(start: number, end: number): void
  record(at: number): void
  dropEvents(at: number): void
  compact(from: number, to: number): void
  isPlain(): number
  newline(): void
  eraseToEnd(): void
  encode(from: number, to: number, before: number, space: number): number
}

/** The state of one command while another one is worked on. */
export type EngineState = {
  readonly words: Int32Array
  out: Uint8Array
  events: Int32Array
}

export function newEngineState(): EngineState {
  const words = new Int32Array(STATE_WORDS)
  words.fill(OUT, LS, LEN + 1)
  return { words, out: new Uint8Array(0), events: new Int32Array(0) }
}

// `WebAssembly` is in no library that a program without a page is checked with.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (code: Uint8Array) => object
    Instance: new (module: object, imports: object) => { exports: unknown }
  }
}

/** The hot part of the normaliser. Everything here speaks of the command whose state was loaded last. */
export class ByteEngine {
  readonly bytes: Buffer
  private readonly calls: Exports
  private readonly words: Int32Array
  private readonly events: Int32Array
  private owner: EngineState | null = null

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(NORMALISER_CODE, 'base64'))
    this.calls = new WebAssembly.Instance(module, {}).exports as Exports
    this.calls.prepare()
    const { buffer } = this.calls.memory
    this.bytes = Buffer.from(buffer)
    this.words = new Int32Array(buffer, 0, STATE_WORDS)
    this.events = new Int32Array(buffer, EVENTS, EVENTS_MAX * (EVENT_BYTES / 4))
  }

  /** Makes a command's state the present one. */
  use(state: EngineState): void {
    if (this.owner === state) return
    if (this.owner) this.save(this.owner)
    this.owner = state
    this.words.set(state.words)
    this.bytes.set(state.out.subarray(0, this.length - OUT), OUT)
    this.events.set(state.events.subarray(0, this.eventCount * 4))
  }

  /** A command has ended: nothing of it is kept. */
  forget(state: EngineState): void {
    if (this.owner === state) this.owner = null
    state.out = new Uint8Array(0)
    state.events = new Int32Array(0)
  }

  /** Where the chunk lies in the memory, or 0 for one that does not. */
  placeOf(chunk: Uint8Array): number {
    return chunk.buffer === this.bytes.buffer ? chunk.byteOffset : 0
  }

  /** Brings bytes from elsewhere into the memory, at most {@link COPY_BYTES}. */
  bring(bytes: Uint8Array): number {
    this.bytes.set(bytes, COPY)
    return COPY
  }

  get lineStart(): number {
    return this.words[LS] as number
  }
  get cursor(): number {
    return this.words[CUR] as number
  }
  set cursor(at: number) {
    this.words[CUR] = at
  }
  /** Where the open line ends. */
  get length(): number {
    return this.words[LEN] as number
  }
  get eventCount(): number {
    return this.words[EVN] as number
  }
  /** Events before this one belong to what was handed on. */
  get firstOpenEvent(): number {
    return this.words[ELS] as number
  }
  get newlines(): number {
    return this.words[NEWLINES] as number
  }
  get hasSpilled(): boolean {
    return this.words[SPILLED] !== 0
  }

  /** The style that text gets now. */
  get style(): PackedStyle {
    return this.styleAt(FG)
  }

  /** The style before the first event there is. */
  get baseStyle(): PackedStyle {
    return this.styleAt(BASE_FG)
  }

  process(start: number, end: number): number {
    return this.calls.process(start, end)
  }

  /** Applies the parameters of a colour sequence, at most {@link SCRATCH_BYTES} of digits, semicolons and colons. */
  applyColours(parameters: string): void {
    const end = SCRATCH + this.bytes.write(parameters, SCRATCH, SCRATCH_BYTES, 'latin1')
    this.calls.colours(SCRATCH, end)
  }

  isPlain(): boolean {
    return this.calls.isPlain() !== 0
  }

  newline(): void {
    this.calls.newline()
  }

  eraseToEnd(): void {
    this.calls.eraseToEnd()
  }

  compact(from: number): void {
    this.calls.compact(from, OUT)
  }

  encode(from: number, to: number, before: number, space: number): { events: number; bytes: Buffer } {
    const events = this.calls.encode(from, to, before, Math.min(space, ENCODE_BYTES))
    return { events, bytes: this.bytes.subarray(ENCODE, ENCODE + (this.words[ENCODED] as number)) }
  }

  eventPlace(index: number): number {
    return this.events[index * 4 + 3] as number
  }

  eventStyle(index: number): PackedStyle {
    const at = index * 4
    return {
      fg: this.events[at] as number,
      bg: this.events[at + 1] as number,
      flags: this.events[at + 2] as number,
    }
  }

  /** The first event at `place` or behind it. */
  eventFrom(place: number): number {
    let low = 0
    let high = this.eventCount
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.eventPlace(middle) < place) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Forgets everything from `place`, the start of a line, on; the open line is empty then. */
  cutTo(place: number): void {
    this.calls.dropEvents(place)
    this.words.fill(place, LS, LEN + 1)
    this.words[ELS] = this.eventCount
    this.words[PLAIN] = 0
  }

  /** `count` completed lines are no longer complete; the caller cuts them off. */
  reopenLines(count: number): void {
    this.words[NEWLINES] = this.newlines - count
    this.words[SPILLED] = 0
  }

  /** The text `[from, to)` with its styles. */
  pieces(from: number, to: number): StyledPiece[] {
    const pieces: StyledPiece[] = []
    let next = this.eventFrom(from + 1)
    let style = next > 0 ? this.eventStyle(next - 1) : this.baseStyle
    for (let at = from; at < to; next++) {
      const end = next < this.eventCount ? Math.min(to, this.eventPlace(next)) : to
      if (end > at) pieces.push({ text: this.bytes.toString('utf8', at, end), style })
      at = end
      if (at < to) style = this.eventStyle(next)
    }
    return pieces
  }

  /** Hands the open line on as it is; what follows goes on with it. */
  settleLine(): void {
    if (this.length === this.lineStart) return
    this.words[LS] = this.length
    this.words[CUR] = this.length
    this.words[ELS] = this.eventCount
    this.words[SPILLED] = 1
    this.words[PLAIN] = 0
  }

  /** Appends to the open line, whose cursor stands at its end; the caller has made room and keeps lines short. */
  append(text: Uint8Array, style: PackedStyle): void {
    const present = this.style
    this.setStyle(style)
    if (!sameStyle(style, this.styleAt(REC_FG))) this.calls.record(this.length)
    this.setStyle(present)
    this.bytes.set(text, this.length)
    const end = this.length + text.length
    this.words[LEN] = end
    this.words[CUR] = end
    this.words[PLAIN] = 0
  }

  private setStyle(style: PackedStyle): void {
    this.words[FG] = style.fg
    this.words[FG + 1] = style.bg
    this.words[FG + 2] = style.flags
  }

  private styleAt(word: number): PackedStyle {
    return {
      fg: this.words[word] as number,
      bg: this.words[word + 1] as number,
      flags: this.words[word + 2] as number,
    }
  }

  private save(state: EngineState): void {
    state.words.set(this.words)
    const out = this.length - OUT
    if (state.out.length < out) state.out = new Uint8Array(roomFor(out))
    state.out.set(this.bytes.subarray(OUT, this.length))
    const events = this.eventCount * 4
    if (state.events.length < events) state.events = new Int32Array(roomFor(events))
    state.events.set(this.events.subarray(0, events))
  }
}

function roomFor(size: number): number {
  return 1 << Math.ceil(Math.log2(size))
}

let shared: ByteEngine | null = null

/** The engine of this process. */
export function byteEngine(): ByteEngine {
  shared ??= new ByteEngine()
  return shared
}

/** Where this process reads output to: bytes that are already there are not copied. Used by one reader at a time. */
export function sharedReadBuffer(): Buffer {
  return byteEngine().bytes.subarray(READ, READ + READ_BYTES)
}
