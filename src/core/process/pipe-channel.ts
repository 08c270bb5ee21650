import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { ChannelListener } from './fifo-channel'

/** The reading side of a child's two pipes. */
export class PipeChannel {
  private readonly streams: Readable[]
  private open: number
  private isOver = false

  /** @param joinsStreams the shell sends both streams to the first pipe; the second one holds start-up noise only */
  constructor(
    child: ChildProcess,
    joinsStreams: boolean,
    private readonly listener: ChannelListener,
  ) {
    this.streams = [child.stdout, child.stderr].filter((stream): stream is Readable => stream !== null)
    this.open = this.streams.length
    for (const [index, stream] of this.streams.entries()) {
      const isRead = index === 0 || !joinsStreams
      stream.on('data', (chunk: Buffer) => {
        if (isRead && !this.isOver) this.listener.data(chunk)
      })
      stream.on('close', () => this.closed())
      stream.on('error', () => {
        // A broken pipe ends; `close` follows.
      })
    }
  }

  drain(): 'ended' | 'held' {
    return this.open === 0 ? 'ended' : 'held'
  }

  detach(): void {
    for (const stream of this.streams)
      if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }

  close(): void {
    this.isOver = true
    for (const stream of this.streams) stream.destroy()
  }

  private closed(): void {
    this.open--
    if (this.open > 0 || this.isOver) return
    this.isOver = true
    this.listener.end()
  }
}
