import type { Duplex } from 'node:stream'
import type { Disposable } from '../disposable'
import { Emitter, type Event } from '../events'
import { LineReader } from './line-reader'

/** One end of the stream of lines between a runner and its owner. */
export type LineChannel = Disposable & {
  /** A line that came in. */
  readonly onLine: Event<string>
  /** Nobody is at the other end any more, or what came was no line; told once. */
  readonly onClose: Event<string>
  /** Room again after {@link isCongested}. */
  readonly onRoom: Event<void>
  /** The other side does not keep up: what can wait should. */
  readonly isCongested: boolean
  /** Sends a message as a line; after the close it does nothing. */
  send(message: object): void
}

/** What may wait unsent before the channel counts as congested, in bytes. */
const CONGESTED_BYTES = 256 * 1024

/** Lines over a stream that works both ways; it takes the stream over. */
export function createLineChannel(stream: Duplex, maxLineBytes: number): LineChannel {
  const lines = new Emitter<string>()
  const closes = new Emitter<string>()
  const rooms = new Emitter<void>()
  let isClosed = false
  const close = (why: string) => {
    if (isClosed) return
    isClosed = true
    stream.destroy()
    closes.fire(why)
  }
  const reader = new LineReader(
    maxLineBytes,
    (line) => {
      if (!isClosed) lines.fire(line)
    },
    () => close(`a message was longer than ${maxLineBytes} bytes`),
  )
  stream.on('data', (chunk: Buffer) => reader.push(chunk))
  stream.on('drain', () => rooms.fire())
  stream.on('end', () => close('the other side ended'))
  stream.on('close', () => close('the other side ended'))
  stream.on('error', (error) => close(error.message))
  return {
    onLine: lines.event,
    onClose: closes.event,
    onRoom: rooms.event,
    get isCongested() {
      return stream.writableLength > CONGESTED_BYTES
    },
    send(message) {
      if (!isClosed) stream.write(`${JSON.stringify(message)}\n`)
    },
    dispose() {
      isClosed = true
      stream.destroy()
      for (const emitter of [lines, closes, rooms]) emitter.dispose()
    },
  }
}
