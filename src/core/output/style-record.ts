import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { ByteEngine } from './byte-engine'
import { STYLE_BLOCK_BYTES, STYLE_HEADER_BYTES, type StyleChange, writeHeader } from './style-blocks'
import { PLAIN_STYLE } from './styled-text'

/**
 * Largest record, in bytes: an eighth of the largest log, enough for more than 20 million changes of style. What is
 * printed behind it has no colours. Records count against the limits of the whole cache as logs do.
 */
export const STYLE_RECORD_MAX_BYTES = 64 * 1024 * 1024
/** Blocks are gathered into writes of this size. */
const BUFFER_BYTES = 16 * STYLE_BLOCK_BYTES

/** Where the record of a log is kept. */
export function styleFileOf(logFile: string): string {
  return `${logFile.replace(/\.log$/, '')}.sgr`
}

/**
 * The colours of a log, kept beside it and made only when there are any: the agent's text and the log never hold them.
 * A record that cannot be written is given up without a word, as the text is complete without it.
 */
export class StyleRecord {
  private fd: number | null = null
  private isOver = false
  private buffer: Buffer | null = null
  /** Blocks in the file before the buffer. */
  private firstBlock = 0
  /** Where the present block begins in the buffer, and how much of it is used. */
  private block = 0
  private used = 0
  private start: StyleChange = { at: 0, style: PLAIN_STYLE }
  private last: StyleChange = this.start
  private fileEnd = 0
  /** Changes from here on are not kept, in bytes of the log. */
  private limit = Number.POSITIVE_INFINITY

  constructor(
    private readonly path: string,
    private readonly maxBytes = STYLE_RECORD_MAX_BYTES,
  ) {}

  /** Takes the events `[from, to)`, whose places in the log are `shift` from those in the engine. Never throws. */
  add(engine: ByteEngine, from: number, to: number, shift: number): void {
    if (this.isOver || from >= to) return
    let next = from
    let end = to
    while (end > from && engine.eventPlace(end - 1) + shift >= this.limit) end--
    this.buffer ??= Buffer.alloc(BUFFER_BYTES)
    while (next < end && !this.isOver) {
      const space = STYLE_BLOCK_BYTES - STYLE_HEADER_BYTES - this.used
      const { events, bytes } = engine.encode(next, end, this.last.at - shift, space)
      if (events > 0) {
        bytes.copy(this.buffer, this.block + STYLE_HEADER_BYTES + this.used)
        this.used += bytes.length
        next += events
        this.last = { at: engine.eventPlace(next - 1) + shift, style: engine.eventStyle(next - 1) }
      }
      if (next < end) this.nextBlock(this.last)
    }
    if (end < to) this.endAt(this.limit)
  }

  /** Shows also what may still change, as it stands now; the next call or the next blocks replace it. */
  show(engine: ByteEngine, from: number, to: number, shift: number): void {
    if (this.isOver || (this.buffer === null && from >= to)) return
    this.buffer ??= Buffer.alloc(BUFFER_BYTES)
    this.flush(this.block)
    const { firstBlock, used, start, last } = this
    const kept = Buffer.from(this.buffer.subarray(0, STYLE_BLOCK_BYTES))
    this.add(engine, from, to, shift)
    // The record may have reached its limit with it.
    if (this.isOver) return
    this.flush(this.block + STYLE_BLOCK_BYTES)
    kept.copy(this.buffer)
    Object.assign(this, { firstBlock, block: 0, used, start, last })
  }

  /** The log keeps no more than `bytes` bytes at its front; what else it holds has no colours. */
  stopAt(bytes: number): void {
    this.limit = Math.min(this.limit, bytes)
  }

  /** Writes what is left. Idempotent. */
  close(): void {
    if (!this.isOver && this.limit < Number.POSITIVE_INFINITY && this.buffer !== null) {
      this.endAt(this.limit)
      return
    }
    if (!this.isOver && this.buffer !== null) this.flush(this.block + STYLE_BLOCK_BYTES)
    this.isOver = true
    this.buffer = null
    if (this.fd !== null) closeSync(this.fd)
    this.fd = null
  }

  private nextBlock(start: StyleChange): void {
    this.sealBlock()
    this.block += STYLE_BLOCK_BYTES
    if (this.block === BUFFER_BYTES) this.flush(BUFFER_BYTES)
    this.used = 0
    this.start = start
    const blocks = this.firstBlock + this.block / STYLE_BLOCK_BYTES
    if ((blocks + 1) * STYLE_BLOCK_BYTES >= this.maxBytes) this.endAt(start.at)
  }

  /** From `at` on there are no colours; nothing is taken any more. */
  private endAt(at: number): void {
    if (this.used > 0) {
      this.sealBlock()
      this.block += STYLE_BLOCK_BYTES
      if (this.block === BUFFER_BYTES) this.flush(BUFFER_BYTES)
    }
    this.used = 0
    this.start = { at, style: PLAIN_STYLE }
    this.limit = Number.POSITIVE_INFINITY
    this.close()
  }

  private sealBlock(): void {
    if (this.buffer === null) return
    writeHeader(this.buffer.subarray(this.block), this.start, this.used)
  }

  /** Writes the first `bytes` of the buffer, whole blocks; the present block moves to its front. */
  private flush(bytes: number): void {
    const { buffer } = this
    if (buffer === null || bytes === 0) return
    if (bytes > this.block) this.sealBlock()
    try {
      this.fd ??= openSync(this.path, 'wx', 0o600)
      const at = this.firstBlock * STYLE_BLOCK_BYTES
      for (let done = 0; done < bytes; ) done += writeSync(this.fd, buffer, done, bytes - done, at + done)
      const end = at + bytes
      if (end < this.fileEnd) ftruncateSync(this.fd, end)
      this.fileEnd = end
    } catch {
      this.isOver = true
    }
    this.firstBlock += bytes / STYLE_BLOCK_BYTES
    if (bytes === this.block)
      buffer.copy(buffer, 0, this.block, Math.min(this.block + STYLE_BLOCK_BYTES, BUFFER_BYTES))
    this.block = 0
  }
}
