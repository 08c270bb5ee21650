import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeFile, encodeFile, withEol } from './file-text'

describe('the bytes of a file', () => {
  it('come back as they were, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, hasBom) => {
        const file = Buffer.concat([hasBom ? Buffer.from([0xef, 0xbb, 0xbf]) : Buffer.alloc(0), bytes])
        const { text, form } = decodeFile(file)
        expect(encodeFile(text, form).equals(file)).toBe(true)
      }),
    )
  })

  it('are UTF-8 with or without a mark, or one byte for each character', () => {
    expect(decodeFile(Buffer.from('\ufeffпривет\r\n'))).toEqual({
      text: 'привет\r\n',
      form: { encoding: 'utf-8', hasBom: true, eol: '\r\n' },
    })
    expect(decodeFile(Buffer.from([0xcf, 0xf0, 0x0a])).form.encoding).toBe('bytewise')
  })

  it('get the line ends that are asked for, once', () => {
    expect(withEol('a\r\nb\nc', '\r\n')).toBe('a\r\nb\r\nc')
    expect(withEol('a\r\nb\nc', '\n')).toBe('a\nb\nc')
  })
})
