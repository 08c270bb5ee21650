import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LegacyText, legacyCharset } from './legacy-text'

// 中文输出 in GBK and "Привет, мир" in Windows-1251.
const GBK = Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0xca, 0xe4, 0xb3, 0xf6])
const CP1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0])
const lines = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

function decoded(charset: string, chunks: readonly Buffer[]): string {
  const pieces: Buffer[] = []
  const text = new LegacyText(charset, (piece) => pieces.push(Buffer.from(piece)))
  for (const chunk of chunks) text.push(chunk)
  text.finish()
  return Buffer.concat(pieces).toString('utf8')
}

describe('output in the encoding of a locale', () => {
  it.each([
    ['gbk', lines(GBK, ' tail-ascii\n'), '中文输出 tail-ascii\n'],
    ['windows-1251', lines(CP1251, '\n'), 'Привет, мир\n'],
    ['windows-1251', lines('plain: ', CP1251), 'plain: Привет, мир'],
  ])('%s is read', (charset, bytes, expected) => {
    expect(decoded(charset, [bytes])).toBe(expected)
  })

  it('does not spoil UTF-8 before or after it (S-067)', () => {
    const bytes = lines('до\n', CP1251, '\nпосле 😀\n', CP1251, '\nконец')
    expect(decoded('windows-1251', [bytes])).toBe('до\nПривет, мир\nпосле 😀\nПривет, мир\nконец')
  })

  it('is not changed where everything is UTF-8, and hands whole chunks on as they are', () => {
    const chunk = Buffer.from('ошибка 漢字\n')
    const pieces: Buffer[] = []
    new LegacyText('gbk', (piece) => pieces.push(piece)).push(chunk)
    expect(pieces).toHaveLength(1)
    expect(pieces[0]?.buffer).toBe(chunk.buffer)
  })

  it('is the same for any cut of the bytes (S-062)', () => {
    const part = fc.oneof(
      fc.constant(GBK),
      fc.constant(Buffer.from('\n')),
      fc.constant(Buffer.from('漢😀ж')),
      fc.constant(Buffer.from('text ')),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
    )
    const cut = (bytes: Buffer, sizes: readonly number[]): Buffer[] => {
      const chunks: Buffer[] = []
      let at = 0
      for (let i = 0; at < bytes.length; i++) {
        const size = Math.max(1, sizes[i % Math.max(1, sizes.length)] ?? 1)
        chunks.push(bytes.subarray(at, at + size))
        at += size
      }
      return chunks
    }
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), fc.array(fc.nat(5)), (parts, sizes) => {
        const bytes = Buffer.concat(parts)
        const whole = decoded('gbk', [bytes])
        expect(decoded('gbk', cut(bytes, sizes))).toBe(whole)
        expect(decoded('gbk', cut(bytes, [1]))).toBe(whole)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the encoding that a locale names', () => {
  it.each([
    [{ LANG: 'en_US.UTF-8' }, null],
    [{ LANG: 'C' }, null],
    [{}, null],
    [{ LANG: 'ru_RU.CP1251' }, 'windows-1251'],
    [{ LANG: 'ru_RU.KOI8-R' }, 'koi8-r'],
    [{ LANG: 'zh_CN.GBK' }, 'gbk'],
    [{ LANG: 'zh_CN.GB18030' }, 'gb18030'],
    [{ LANG: 'de_DE.ISO-8859-15@euro' }, 'iso-8859-15'],
    [{ LANG: 'zh_CN.GBK', LC_ALL: 'en_US.UTF-8' }, null],
    [{ LANG: 'en_US.UTF-8', LC_CTYPE: 'ru_RU.CP1251' }, 'windows-1251'],
    [{ LANG: 'xx.NO-SUCH' }, null],
  ])('%j is %s (S-067)', (env, expected) => {
    expect(legacyCharset(env)).toBe(expected)
  })
})
