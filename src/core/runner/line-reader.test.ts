import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineReader } from './line-reader'

function read(chunks: Buffer[], maxBytes = 1000) {
  const lines: string[] = []
  let tooLong = 0
  const reader = new LineReader(
    maxBytes,
    (line) => lines.push(line),
    () => {
      tooLong += 1
    },
  )
  for (const chunk of chunks) reader.push(chunk)
  return { lines, tooLong }
}

describe('lines of a channel', () => {
  it('are the same for every cut of the stream', () => {
    const word = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\n', ''))
    fc.assert(
      fc.property(fc.array(word), fc.array(fc.nat(300)), (words, cuts) => {
        const whole = Buffer.from(words.map((each) => `${each}\n`).join(''))
        const marks = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length]
        const chunks = marks.slice(1).map((mark, i) => whole.subarray(marks[i], mark))
        expect(read(chunks).lines).toEqual(read([whole]).lines)
        expect(read([whole]).lines).toEqual(words.map((each) => Buffer.from(each).toString('utf8')))
      }),
    )
  })

  it('wait for their end', () => {
    expect(read([Buffer.from('a\nb')]).lines).toEqual(['a'])
  })

  it('that are too long end the reading, once, and are never held in memory', () => {
    const chunk = Buffer.alloc(600, 'x')
    expect(read([Buffer.from('ok\n'), chunk, chunk, chunk, Buffer.from('\nlater\n')])).toEqual({
      lines: ['ok'],
      tooLong: 1,
    })
    expect(read([Buffer.from(`${'x'.repeat(1001)}\nlater\n`)])).toEqual({ lines: [], tooLong: 1 })
  })
})
