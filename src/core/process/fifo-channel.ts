import { closeSync, constants, openSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { sharedReadBuffer } from '../output/byte-engine'

/**
 * One buffer for every channel: a read and what is done with it are one step of this thread, and what is read must not
 * be kept. A buffer per command would cost more than a short command itself. As large as the kernel's pipe.
 */
const READ_BUFFER = sharedReadBuffer()
/**
 * More than any pipe holds (Linux lets a user grow one to 1 MiB). Who has read this much after a moment has read all
 * that was in the pipe at that moment, even while somebody else floods it.
 */
const PIPE_MAX_BYTES = 1024 * 1024

/** Who receives what a channel reads; the chunk is borrowed. */
export type ChannelListener = {
  data(chunk: Buffer): void
  /** Nobody holds the pipe any more. */
  end(): void
}

/**
 * The reading side of one command's FIFO. Our own write end stays open, so that the reader sees no end before the
 * shell has opened its side; {@link drain} lets go of it when the shell has exited.
 */
export class FifoChannel {
  private readonly socket: Socket
  private readonly readEnd: number
  private writeEnd: number | null
  private isOver = false

  constructor(
    path: string,
    private readonly listener: ChannelListener,
  ) {
    this.readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      this.writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      closeSync(this.readEnd)
      throw error
    }
    // `onread` is in Node since 12 but not in its types.
    const options = {
      fd: this.readEnd,
      readable: true,
      writable: false,
      onread: {
        buffer: READ_BUFFER,
        callback: (count: number) => {
          if (!this.isOver) this.listener.data(READ_BUFFER.subarray(0, count))
          return true
        },
      },
    }
    this.socket = new Socket(options)
    this.socket.on('end', () => this.ended())
    // A broken pipe reads as its end.
    this.socket.on('error', () => this.ended())
    this.socket.resume()
  }

  /**
   * The shell has exited: reads at once all that is in the pipe, and says whether somebody else still holds it. What
   * the shell printed has then been read for certain, as the pipe was seen empty or read through after its end. (A
   * marker written behind it would say the same one turn of the loop later, and a full pipe refuses it.)
   */
  drain(): 'ended' | 'held' {
    if (this.isOver) return 'ended'
    this.closeWriteEnd()
    try {
      for (let bytes = 0; bytes < PIPE_MAX_BYTES; ) {
        const count = readSync(this.readEnd, READ_BUFFER, 0, READ_BUFFER.length, null)
        if (count === 0) {
          this.ended()
          return 'ended'
        }
        this.listener.data(READ_BUFFER.subarray(0, count))
        bytes += count
      }
    } catch (error) {
      // EAGAIN: empty, and somebody else could still write.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        this.ended()
        return 'ended'
      }
    }
    return 'held'
  }

  /** Keeps emptying the pipe for those who still hold it, without keeping this process alive (S-219, S-220). */
  detach(): void {
    this.socket.unref()
  }

  close(): void {
    this.isOver = true
    this.closeWriteEnd()
    this.socket.destroy()
  }

  private closeWriteEnd(): void {
    if (this.writeEnd === null) return
    closeSync(this.writeEnd)
    this.writeEnd = null
  }

  private ended(): void {
    if (this.isOver) return
    this.close()
    this.listener.end()
  }
}
