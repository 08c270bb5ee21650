import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** One read; the kernel's pipe holds as much. */
const READ_BYTES = 64 * 1024
/** Pause before a full pipe is asked again to take the marker, in milliseconds. */
const RETRY_MS = 5

/** Long enough never to be printed by chance, shorter than what a pipe takes as one piece. */
const MARKER_BYTES = 24

/** A marker for {@link FifoChannel.mark}. */
export function randomMarker(): Buffer {
  return randomBytes(MARKER_BYTES)
}

/**
 * The reading side of one command's FIFO. Our own write end stays open, so that the reader sees no end before the
 * shell has opened its side; when the shell has exited, a random marker is written into it and it is closed. All the
 * shell printed stands before the marker. An end right behind it means that nobody else holds the pipe.
 */
export class FifoChannel {
  private readonly socket: Socket
  private writeEnd: number | null
  private marker: Buffer | null = null
  /** The last bytes read, while a marker may begin in them. */
  private held: Buffer = Buffer.alloc(0)
  private isPast = false
  private retry: NodeJS.Timeout | null = null

  constructor(
    path: string,
    private readonly listener: {
      data(chunk: Buffer): void
      /** Everything written before `mark` has been read. */
      marked(): void
      /** Nobody holds the pipe any more. */
      end(): void
    },
  ) {
    const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      this.writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      closeSync(readEnd)
      throw error
    }
    const buffer = Buffer.allocUnsafe(READ_BYTES)
    this.socket = new Socket({
      fd: readEnd,
      readable: true,
      writable: false,
      onread: {
        buffer,
        callback: (count: number) => {
          this.read(buffer.subarray(0, count))
          return true
        },
      },
    } as ConstructorParameters<typeof Socket>[0])
    this.socket.on('end', () => this.ended())
    // A broken pipe reads as its end.
    this.socket.on('error', () => this.ended())
    this.socket.resume()
  }

  /** Writes the marker as soon as the pipe takes it, then lets go of the write end. */
  mark(marker: Buffer): void {
    if (this.writeEnd === null || this.marker !== null) return
    this.marker = marker
    this.writeMarker()
  }

  /** Keeps emptying the pipe for those who still hold it, without keeping this process alive (S-219, S-220). */
  detach(): void {
    this.socket.unref()
  }

  close(): void {
    if (this.retry) clearTimeout(this.retry)
    this.closeWriteEnd()
    this.socket.destroy()
  }

  private writeMarker(): void {
    this.retry = null
    if (this.writeEnd === null || this.marker === null) return
    try {
      // Shorter than PIPE_BUF: it goes in as a whole or not at all.
      writeSync(this.writeEnd, this.marker)
      this.closeWriteEnd()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        this.closeWriteEnd()
        return
      }
      this.retry = setTimeout(() => this.writeMarker(), RETRY_MS)
    }
  }

  private closeWriteEnd(): void {
    if (this.writeEnd === null) return
    closeSync(this.writeEnd)
    this.writeEnd = null
  }

  private read(chunk: Buffer): void {
    if (this.marker === null || this.isPast) {
      if (chunk.length > 0) this.listener.data(chunk)
      return
    }
    // Somebody floods the pipe: right after a read is when it has room.
    if (this.retry) {
      clearTimeout(this.retry)
      this.writeMarker()
    }
    const all = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk
    const at = all.indexOf(this.marker)
    if (at < 0) {
      const keep = Math.min(all.length, this.marker.length - 1)
      if (all.length > keep) this.listener.data(all.subarray(0, all.length - keep))
      this.held = Buffer.from(all.subarray(all.length - keep))
      return
    }
    this.isPast = true
    this.held = Buffer.alloc(0)
    if (at > 0) this.listener.data(all.subarray(0, at))
    this.listener.marked()
    const rest = all.subarray(at + this.marker.length)
    if (rest.length > 0) this.listener.data(rest)
  }

  private ended(): void {
    if (this.held.length > 0) this.listener.data(this.held)
    this.held = Buffer.alloc(0)
    this.close()
    this.listener.end()
  }
}
