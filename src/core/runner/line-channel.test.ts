import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLineChannel } from './line-channel'

/** A stream whose other side is the test. */
class TestStream extends Duplex {
  readonly sent: string[] = []
  private pending: (() => void) | null = null
  isSlow = false

  override _read(): void {}
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.sent.push(chunk.toString())
    if (this.isSlow) this.pending = done
    else done()
  }
  catchUp(): void {
    this.isSlow = false
    this.pending?.()
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

function channel(maxLineBytes = 1000) {
  const stream = new TestStream()
  const made = createLineChannel(stream, maxLineBytes)
  const lines: string[] = []
  const ends: string[] = []
  made.onLine((line) => lines.push(line))
  made.onClose((why) => ends.push(why))
  return { stream, channel: made, lines, ends }
}

describe('a channel of lines', () => {
  it('carries messages both ways', async () => {
    const { stream, channel: made, lines } = channel()
    made.send({ type: 'ping' })
    stream.push('{"a":1}\n{"b"')
    stream.push(':2}\n')
    await turn()
    expect(stream.sent).toEqual(['{"type":"ping"}\n'])
    expect(lines).toEqual(['{"a":1}', '{"b":2}'])
  })

  it('tells its end once, and then swallows what is sent', async () => {
    const { stream, channel: made, ends } = channel()
    stream.push(null)
    await turn()
    stream.destroy(new Error('late'))
    await turn()
    made.send({ type: 'ping' })
    expect(ends).toEqual(['the other side ended'])
    expect(stream.sent).toEqual([])
  })

  it('tells why it broke', async () => {
    const { stream, ends } = channel()
    stream.destroy(new Error('reset'))
    await turn()
    expect(ends).toEqual(['reset'])
  })

  it('closes on a message that is too long', async () => {
    const { stream, lines, ends } = channel(10)
    stream.push('{"text":"far too long"}\n{}\n')
    await turn()
    expect(lines).toEqual([])
    expect(ends).toEqual(['a message was longer than 10 bytes'])
  })

  it('says when the other side does not keep up, and when it does again', async () => {
    const { stream, channel: made } = channel()
    let room = 0
    made.onRoom(() => {
      room += 1
    })
    stream.isSlow = true
    expect(made.isCongested).toBe(false)
    made.send({ text: 'x'.repeat(300_000) })
    expect(made.isCongested).toBe(true)
    stream.catchUp()
    await turn()
    expect([made.isCongested, room]).toEqual([false, 1])
  })

  it('leaves nothing when it is disposed', async () => {
    const { stream, channel: made, ends } = channel()
    made.dispose()
    await turn()
    expect([stream.destroyed, ends]).toEqual([true, []])
  })
})
