import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Largest log, in bytes (S-141): without a cap one background `yes` fills a disk in minutes. */
export const LOG_CAP_BYTES = 512 * 1024 * 1024
/** The part of the cap kept free for the end of an output that reached it, so that its last lines are not lost. */
export const LOG_TAIL_BYTES = 64 * 1024

const LF = 0x0a

/** The system calls of a log; tests let them fail. */
export type LogFiles = {
  /** Creates the file, owner-only, in an owner-only folder; fails when it exists (S-130, S-138, S-140). */
  create(path: string): number
  write(fd: number, bytes: Uint8Array, offset: number, length: number): number
  /** Makes a file shorter; never longer, also when somebody else cut it. */
  shorten(fd: number, size: number): void
  close(fd: number): void
}

/** Files of this machine. */
export const systemLogFiles: LogFiles = {
  create(path) {
    try {
      return openSync(path, 'ax', 0o600)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      return openSync(path, 'ax', 0o600)
    }
  },
  write: (fd, bytes, offset, length) => writeSync(fd, bytes, offset, length),
  shorten(fd, size) {
    if (fstatSync(fd).size > size) ftruncateSync(fd, size)
  },
  close: (fd) => closeSync(fd),
}

/**
 * The append-only file that holds a command's whole output. Writing is synchronous and in large pieces: a slow disk
 * slows the command down instead of filling memory. What cannot be written is told, never thrown: the command runs on.
 */
export class OutputLog {
  private fd: number | null = null
  private written = 0
  private state: 'open' | 'capped' | 'write-failed' = 'open'
  private tail: TailRing | null = null
  /** Bytes that came after the cap. */
  private beyond = 0
  /** {@link dropped} once the output has ended. */
  private lost = 0
  /** `beyond` when the newest part was last put into the file. */
  private shownBeyond = 0

  constructor(
    path: string,
    private readonly files: LogFiles = systemLogFiles,
    private readonly capBytes = LOG_CAP_BYTES,
  ) {
    try {
      this.fd = files.create(path)
    } catch {
      // Reported by `trouble`; a command must not fail because its log could not be made (S-147).
      this.state = 'write-failed'
    }
  }

  /**
   * Bytes the file holds for good. What `refresh` puts behind them is the newest part of an output that goes on, and
   * counts only once the output has ended.
   */
  get bytes(): number {
    return this.written
  }

  /** Bytes that are kept nowhere: between the beginning and the newest part of an output that reached the cap (S-119). */
  get dropped(): number {
    return this.tail ? Math.max(0, this.beyond - this.tail.held) : this.lost
  }

  get trouble(): 'none' | 'capped' | 'write-failed' {
    return this.state === 'open' ? 'none' : this.state
  }

  /** Appends; the piece is not kept. */
  append(piece: Buffer): void {
    if (this.state === 'open') {
      const room = this.capBytes - LOG_TAIL_BYTES - this.written
      if (piece.length <= room) {
        this.put(piece)
        return
      }
      const end = piece.lastIndexOf(LF, Math.max(0, room - 1)) + 1
      this.put(piece.subarray(0, end > room ? 0 : end))
      if (this.state !== 'open') return
      this.state = 'capped'
      // Room for the mark that `close` writes before the tail.
      this.tail = new TailRing(LOG_TAIL_BYTES - MARK_BYTES)
      this.keepTail(piece.subarray(end > room ? 0 : end))
      return
    }
    if (this.state === 'capped') this.keepTail(piece)
  }

  /** Takes the last bytes off again: a program moved up to redraw them. What a failing log did not keep stays lost. */
  takeBack(bytes: number): void {
    if (this.fd === null || this.state === 'write-failed') return
    const fromTail = this.tail ? Math.min(bytes, this.beyond) : 0
    this.tail?.drop(fromTail)
    this.beyond -= fromTail
    const fromFile = Math.min(this.written, bytes - fromTail)
    if (fromFile === 0) return
    try {
      this.files.shorten(this.fd, this.written - fromFile)
      this.written -= fromFile
    } catch {
      this.state = 'write-failed'
    }
  }

  /**
   * Puts the newest part of an output that reached the cap behind its beginning, in place of the one before, so that
   * both can be read while the command runs on. Does nothing while nothing is left out.
   */
  refresh(): void {
    if (this.fd === null || !this.tail || this.beyond === this.shownBeyond) return
    const end = this.tailText(this.tail)
    try {
      this.files.shorten(this.fd, this.written)
      for (let done = 0; done < end.length; ) done += this.files.write(this.fd, end, done, end.length - done)
      this.shownBeyond = this.beyond
    } catch {
      // The next one or the end of the output tries again; what is kept for good is not touched.
    }
  }

  /** Writes what was kept beyond the cap, and closes the file. Idempotent. */
  close(): void {
    if (this.fd === null) return
    if (this.tail) {
      const end = this.tailText(this.tail)
      this.lost = this.dropped
      this.tail = null
      try {
        this.files.shorten(this.fd, this.written)
        this.put(end)
      } catch {
        this.state = 'write-failed'
      }
    }
    try {
      this.files.close(this.fd)
    } catch {
      // Some file systems report a failed write only here.
      this.state = 'write-failed'
    }
    this.fd = null
  }

  /** What was kept beyond the cap, after a line that says how much was not (S-119). */
  private tailText(tail: TailRing): Buffer {
    const kept = tail.wholeLines()
    const lost = this.beyond - kept.length
    const mark = lost > 0 ? `[… ${lost} bytes not kept: the output reached its limit …]\n` : ''
    return Buffer.concat([Buffer.from(mark), kept])
  }

  private keepTail(piece: Buffer): void {
    this.beyond += piece.length
    this.tail?.add(piece)
  }

  private put(piece: Buffer): void {
    if (this.fd === null) return
    let done = 0
    try {
      while (done < piece.length) {
        done += this.files.write(this.fd, piece, done, piece.length - done)
      }
    } catch {
      this.state = 'write-failed'
    }
    this.written += done
  }
}

const MARK_BYTES = 128

/** The last bytes of a stream. */
class TailRing {
  private readonly bytes: Buffer
  private end = 0
  private isFull = false

  constructor(private readonly size: number) {
    this.bytes = Buffer.allocUnsafe(size)
  }

  add(piece: Buffer): void {
    const kept = piece.length > this.size ? piece.subarray(piece.length - this.size) : piece
    const first = Math.min(kept.length, this.size - this.end)
    kept.copy(this.bytes, this.end, 0, first)
    kept.copy(this.bytes, 0, first)
    if (this.end + kept.length >= this.size) this.isFull = true
    this.end = (this.end + kept.length) % this.size
  }

  get held(): number {
    return this.isFull ? this.size : this.end
  }

  /** Forgets the last bytes; more than are held is all of them. */
  drop(bytes: number): void {
    const kept = this.held - Math.min(this.held, bytes)
    if (!this.isFull) {
      this.end = kept
      return
    }
    // Laid out anew: it is not full any more.
    const all = Buffer.concat([this.bytes.subarray(this.end), this.bytes.subarray(0, this.end)])
    if (bytes === 0) return
    all.copy(this.bytes, 0, 0, kept)
    this.end = kept
    this.isFull = false
  }

  /** What is held, from the first line start on; without one, from the first character start on. */
  wholeLines(): Buffer {
    const all = this.isFull
      ? Buffer.concat([this.bytes.subarray(this.end), this.bytes.subarray(0, this.end)])
      : this.bytes.subarray(0, this.end)
    if (!this.isFull) return all
    const newline = all.indexOf(LF)
    if (newline >= 0 && newline + 1 < all.length) return all.subarray(newline + 1)
    let start = 0
    while (start < 4 && ((all[start] ?? 0) & 0xc0) === 0x80) start++
    return all.subarray(start)
  }
}
