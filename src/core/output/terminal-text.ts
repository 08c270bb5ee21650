import { isAscii, isUtf8 } from 'node:buffer'
import {
  type ByteEngine,
  byteEngine,
  COPY_BYTES,
  EVENTS_MAX,
  newEngineState,
  OUT,
  OUT_END,
} from './byte-engine'
import { ControlParser, type CsiMeaning, type LineMove } from './control-parser'
import { EditScreen } from './edit-screen'
import { EDITABLE_BYTES, EDITABLE_LINES, OPEN_LINE_BYTES } from './editable'
import type { StyleRecord } from './style-record'
import type { StyledPiece } from './styled-text'
import { incompleteTail, mayFollow, sequenceLength } from './utf8-stream'

const LF = 0x0a
const CR = 0x0d
const ESC = 0x1b
const TAB = 0x09
const DEL = 0x7f

const REPLACEMENT = Buffer.from('\ufffd')
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Who takes the text, and what can be done about text that was handed on already. */
export type TextOwner = {
  /**
   * Takes back the last bytes that were handed on: a program has moved up and redraws them. Without it, a movement up
   * begins another line.
   */
  retract?(bytes: number): void
  /** Where colours are kept. */
  record?: StyleRecord
}

/**
 * Turns the bytes of a command into plain lines of UTF-8: control sequences go (S-061), redraws end in their last state,
 * also those of several lines (S-064…S-066), broken bytes become U+FFFD (S-067), other control characters go. The
 * result depends on the bytes alone, never on how they were cut (S-062). Memory is bounded: what can still be redrawn.
 *
 * `sink` receives finished text in borrowed pieces: it must use or copy them before it returns.
 */
export class TerminalText {
  private readonly state = newEngineState()
  private readonly engine: ByteEngine = byteEngine()
  private readonly control = new ControlParser((meaning) => this.perform(meaning))
  /** Rows in columns, while bytes do not do. The open line of the engine is empty then. */
  private screen: EditScreen | null = null
  /** Set while lines are held that a program has moved up to. */
  private isHolding = false
  /** Lines since the last movement up. */
  private linesSinceUp = 0
  /** The beginning of a character whose rest has not arrived. */
  private readonly carry = new Uint8Array(4)
  private carryLength = 0
  /** Places in the output buffer: up to where text was handed on, … */
  private done = OUT
  /** … up to where its styles were recorded, … */
  private recorded = OUT
  /** … what a movement up does not pass, … */
  private barrier = OUT
  /** … and the farthest start of an open line. */
  private highest = OUT
  /** Bytes of text that have left the output buffer. */
  private base = 0
  private linesAtEnd: number | null = null

  constructor(
    private readonly sink: (piece: Buffer) => void,
    private readonly owner: TextOwner = {},
  ) {}

  /** Lines ended by a newline, plus one while a line is open. */
  get lines(): number {
    if (this.linesAtEnd !== null) return this.linesAtEnd
    const engine = this.present()
    if (!this.screen) return engine.newlines + (engine.hasSpilled || engine.length > engine.lineStart ? 1 : 0)
    const { height, hasOpenLine } = this.screen
    const isOpen = hasOpenLine || (height === 1 && engine.hasSpilled)
    return engine.newlines + height - 1 + (isOpen ? 1 : 0)
  }

  /** The unfinished line, or the lines that are being redrawn, as a terminal would show them now. */
  openLine(): string {
    if (this.linesAtEnd !== null) return ''
    if (this.screen) return this.screen.text()
    const engine = this.present()
    return engine.bytes.toString('utf8', engine.lineStart, engine.length)
  }

  /** {@link openLine} with its styles. */
  openPieces(): StyledPiece[] {
    if (this.linesAtEnd !== null) return []
    if (this.screen) return this.screen.pieces()
    const engine = this.present()
    return engine.pieces(engine.lineStart, engine.length)
  }

  /** Takes a chunk; it is not kept. */
  push(chunk: Buffer): void {
    this.present()
    let at = 0
    while (at < chunk.length && this.carryLength > 0) at = this.completeCharacter(chunk, at)
    const tail = incompleteTail(chunk, at, chunk.length)
    const region = chunk.subarray(at, chunk.length - tail)
    if (tail > 0) {
      chunk.copy(this.carry, 0, chunk.length - tail)
      this.carryLength = tail
    }
    if (isAscii(region) || (isUtf8(region) && !hasC1(region))) this.take(region)
    else this.take(Buffer.from(decoder.decode(region).replace(/[\u0080-\u009f]/g, '')))
    this.handOn()
  }

  /** What can still be redrawn is put into the record of styles as it stands, so that pages can show it. */
  showStyles(): void {
    if (this.linesAtEnd !== null || !this.owner.record) return
    const engine = this.present()
    this.recordUpTo(this.highest - EDITABLE_BYTES)
    this.owner.record.show(engine, engine.eventFrom(this.recorded), engine.firstOpenEvent, this.base - OUT)
  }

  /** The input is over: what is open is handed on without a newline. */
  finish(): void {
    if (this.linesAtEnd !== null) return
    const engine = this.present()
    if (this.carryLength > 0) this.breakCharacter()
    this.control.reset()
    if (this.screen) this.leaveScreen()
    engine.settleLine()
    this.handOn()
    this.recordUpTo(engine.length)
    const lines = this.lines
    this.linesAtEnd = lines
    engine.forget(this.state)
  }

  private present(): ByteEngine {
    this.engine.use(this.state)
    return this.engine
  }

  // ── Valid text in ─────────────────────────────────────────────────────────────────────────────────────────

  private take(bytes: Buffer): void {
    if (bytes.length === 0) return
    const place = this.engine.placeOf(bytes)
    if (place > 0) {
      this.feed(place, place + bytes.length)
      return
    }
    for (let at = 0; at < bytes.length; ) {
      let end = Math.min(at + COPY_BYTES, bytes.length)
      while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end--
      const start = this.engine.bring(bytes.subarray(at, end))
      this.feed(start, start + end - at)
      at = end
    }
  }

  private feed(start: number, end: number): void {
    const { engine, control } = this
    let at = start
    while (at < end) {
      if (control.isActive) at = control.take(engine.bytes, at, end)
      else if (this.screen) at = this.redraw(this.screen, at, end)
      else {
        this.makeRoom(end - at, (end - at) >> 2)
        at = engine.process(at, end)
        if (at < end) at = this.special(engine.bytes[at] as number, at)
      }
    }
  }

  /** What the engine stops at: a control character, or text that needs columns. */
  private special(byte: number, at: number): number {
    switch (byte) {
      case ESC:
        this.control.begin()
        return at + 1
      case 0x08:
        this.back(1)
        return at + 1
      case 0x0b:
      case 0x0c:
        // Vertical tab and form feed move down as a newline does.
        this.engine.newline()
        return at + 1
    }
    if (!isText(byte)) return at + 1
    this.openScreen()
    return at
  }

  private redraw(screen: EditScreen, start: number, end: number): number {
    const { bytes } = this.engine
    let at = start
    while (at < end && isText(bytes[at] as number)) at++
    if (at > start) return this.redrawText(screen, start, at)
    switch (bytes[at]) {
      case ESC:
        this.control.begin()
        break
      case LF:
      case 0x0b:
      case 0x0c:
        this.newline()
        break
      case CR:
        screen.toStart()
        this.dropEmptyScreen()
        break
      case 0x08:
        screen.back(1)
        break
    }
    return at + 1
  }

  private redrawText(screen: EditScreen, start: number, end: number): number {
    const { style } = this.engine
    let at = start
    for (const char of this.engine.bytes.toString('utf8', start, end)) {
      screen.write(char, style)
      at += Buffer.byteLength(char)
      if (screen.columns < OPEN_LINE_BYTES) continue
      this.leaveScreen()
      this.engine.settleLine()
      return at
    }
    return end
  }

  // ── Movements and erasures ────────────────────────────────────────────────────────────────────────────────

  private perform(meaning: CsiMeaning): void {
    if (meaning.move === 'style') {
      this.engine.applyColours(meaning.parameters)
      return
    }
    const { move, count } = meaning
    switch (move) {
      case 'newline':
        this.newline()
        break
      case 'leave-line':
        this.leaveLine()
        this.barrier = this.engine.lineStart
        break
      case 'up':
      case 'previous-line':
        this.up(count)
        if (move === 'previous-line') this.toStart()
        break
      case 'down':
      case 'next-line':
        if (this.screen && !this.screen.isAtBottom) this.screen.moveRows(count)
        else this.leaveLine()
        if (move === 'next-line') this.toStart()
        break
      default:
        this.edit(move, count)
    }
  }

  private edit(move: LineMove, count: number): void {
    const { engine } = this
    if (!this.screen) {
      if (move === 'back') {
        this.back(count)
        return
      }
      if (move === 'erase-to-end' || move === 'erase-below') {
        engine.eraseToEnd()
        return
      }
      // At the end of the line there is nothing to erase.
      if (engine.cursor === engine.length && (move === 'erase-cells' || move === 'delete-cells')) return
    }
    this.openScreen().edit(move, count)
    this.dropEmptyScreen()
  }

  private back(count: number): void {
    const { engine } = this
    if (engine.cursor === engine.lineStart) return
    if (engine.isPlain()) engine.cursor = Math.max(engine.lineStart, engine.cursor - count)
    else this.openScreen().back(count)
  }

  private toStart(): void {
    if (this.screen) this.screen.toStart()
    else this.engine.cursor = this.engine.lineStart
  }

  private newline(): void {
    const { engine, screen } = this
    if (!screen) {
      this.makeRoom(1, 0)
      engine.newline()
      return
    }
    if (!screen.isAtBottom) {
      screen.moveRows(1)
      screen.toStart()
      return
    }
    if (!this.isHolding) {
      this.leaveScreen()
      engine.newline()
      return
    }
    screen.addBelow()
    screen.moveRows(1)
    screen.toStart()
    this.linesSinceUp++
    if (this.linesSinceUp >= EDITABLE_LINES) this.leaveScreen()
    else this.trim(screen)
  }

  /** Lines at the top are final when there are too many. */
  private trim(screen: EditScreen): void {
    while (screen.rowsAbove > 0 && (screen.height > EDITABLE_LINES || screen.size > EDITABLE_BYTES)) {
      this.write(screen.takeFirst())
      this.newlineIn()
    }
  }

  /** To a row of its own, unless the present one is empty. */
  private leaveLine(): void {
    const { engine } = this
    if (this.screen) this.leaveScreen()
    this.makeRoom(1, 0)
    if (engine.length > engine.lineStart) engine.newline()
    else engine.cursor = engine.lineStart
  }

  private up(count: number): void {
    const above = this.screen?.rowsAbove ?? 0
    if (count > above) {
      const rows = this.takeBack(Math.min(count, EDITABLE_LINES) - above)
      if (rows.length > 0) {
        this.screen = this.openScreenAbove(rows)
        this.isHolding = true
      } else if (above === 0) {
        this.leaveLine()
        return
      }
    }
    this.linesSinceUp = 0
    this.screen?.moveRows(-count)
  }

  /** The newest complete lines, at most `count`, if they can still be redrawn; they are no longer in the output. */
  private takeBack(count: number): StyledPiece[][] {
    const { engine, owner } = this
    const retract = owner.retract?.bind(owner)
    const height = this.screen?.height ?? 1
    if (!retract) return []
    this.highest = Math.max(this.highest, engine.lineStart)
    const floor = Math.max(this.barrier, this.highest - EDITABLE_BYTES)
    const rows: StyledPiece[][] = []
    let start = engine.lineStart
    while (rows.length < count && height + rows.length < EDITABLE_LINES) {
      const end = start - 1
      if (end < floor || engine.bytes[end] !== LF) break
      // The newline before the row, or the start of what can be redrawn where that is the start of a line.
      const before = engine.bytes.subarray(floor - 1, end).lastIndexOf(LF)
      const isFirst = floor === this.barrier || floor + this.base === OUT
      if (before < 0 && !isFirst) break
      const from = before < 0 ? floor : floor + before
      rows.unshift(engine.pieces(from, end))
      start = from
    }
    if (rows.length === 0) return rows
    // The open line is taken along.
    this.openScreen()
    engine.cutTo(start)
    engine.reopenLines(rows.length)
    if (this.done > start) {
      retract(this.done - start)
      this.done = start
    }
    return rows
  }

  // ── Rows in columns ───────────────────────────────────────────────────────────────────────────────────────

  private openScreen(): EditScreen {
    const { engine } = this
    if (this.screen) return this.screen
    const { lineStart, cursor, length } = engine
    const column = cursor === length ? null : cursor - lineStart
    this.screen = new EditScreen(engine.pieces(lineStart, length), column)
    engine.cutTo(lineStart)
    return this.screen
  }

  private openScreenAbove(rows: StyledPiece[][]): EditScreen {
    const screen = this.openScreen()
    screen.addAbove(rows)
    return screen
  }

  /** An empty line with the cursor at its start is the same in every form; bytes are the cheaper one. */
  private dropEmptyScreen(): void {
    const { screen } = this
    if (screen && !this.isHolding && screen.columns === 0 && screen.isAtStart) this.screen = null
  }

  /** The rows are final, the last one is the open line. */
  private leaveScreen(): void {
    const { screen } = this
    if (!screen) return
    screen.dropBlankEnd()
    this.screen = null
    this.isHolding = false
    for (const [i, row] of screen.takeAll().entries()) {
      if (i > 0) this.newlineIn()
      this.write(row)
    }
  }

  private newlineIn(): void {
    this.makeRoom(1, 0)
    this.engine.newline()
  }

  private write(row: readonly StyledPiece[]): void {
    const { engine } = this
    for (const { text, style } of row) {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; at += OPEN_LINE_BYTES) {
        const part = bytes.subarray(at, at + OPEN_LINE_BYTES)
        // Marks can make a row longer than a line may be; it is final, so its front can go.
        if (engine.length - engine.lineStart > OPEN_LINE_BYTES) engine.settleLine()
        this.makeRoom(part.length, 1)
        engine.append(part, style)
      }
    }
  }

  // ── Broken characters ─────────────────────────────────────────────────────────────────────────────────────

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
      if (!hasC1(char)) this.take(char)
    }
    return at + 1
  }

  private breakCharacter(): void {
    this.carryLength = 0
    this.take(REPLACEMENT)
  }

  // ── Text out ──────────────────────────────────────────────────────────────────────────────────────────────

  /** Makes room in the output buffer; what can still be taken back stays. */
  private makeRoom(bytes: number, events: number): void {
    const { engine } = this
    if (engine.length + bytes + 1 <= OUT_END && engine.eventCount + events + 2 <= EVENTS_MAX) return
    this.handOn()
    const by = Math.min(this.done, Math.max(OUT, this.highest - EDITABLE_BYTES - 1)) - OUT
    if (by <= 0) return
    engine.compact(OUT + by)
    this.base += by
    this.done -= by
    this.recorded = Math.max(OUT, this.recorded - by)
    this.barrier = Math.max(OUT, this.barrier - by)
    this.highest -= by
  }

  private handOn(): void {
    const { engine, done } = this
    const end = engine.lineStart
    if (end > done) {
      this.done = end
      this.highest = Math.max(this.highest, end)
      this.sink(engine.bytes.subarray(done, end))
    }
    this.recordUpTo(this.highest - EDITABLE_BYTES)
  }

  /** Styles of what is final go into their record. */
  private recordUpTo(place: number): void {
    if (place <= this.recorded) return
    const { engine, owner } = this
    if (owner.record && engine.eventCount > 0) {
      const from = engine.eventFrom(this.recorded)
      const to = engine.eventFrom(place)
      if (to > from) owner.record.add(engine, from, to, this.base - OUT)
    }
    this.recorded = place
  }
}

function isText(byte: number): boolean {
  return byte >= 0x20 ? byte !== DEL : byte === TAB
}

/** True for U+0080…U+009F, the control characters of the second half (bytes C2 80 … C2 9F). */
function hasC1(bytes: Buffer): boolean {
  for (let i = bytes.indexOf(0xc2); i >= 0; i = bytes.indexOf(0xc2, i + 1)) {
    if ((bytes[i + 1] ?? 0xff) < 0xa0) return true
  }
  return false
}
