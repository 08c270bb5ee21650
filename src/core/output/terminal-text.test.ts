import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OPEN_LINE_BYTES } from './editable'
import { TerminalText } from './terminal-text'

/** What a command printed, as a log would hold it. */
function clean(...chunks: (string | Buffer)[]): string {
  return run(chunks).text
}

function run(chunks: (string | Buffer)[]): { text: string; lines: number } {
  const pieces: Buffer[] = []
  const text = new TerminalText((piece) => pieces.push(Buffer.from(piece)))
  for (const chunk of chunks) text.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  text.finish()
  return { text: Buffer.concat(pieces).toString('utf8'), lines: text.lines }
}

const ESC = '\x1b'

describe('plain text', () => {
  it.each([
    ['indentation and blank lines stay (S-063)', '   indented\n\n\tx\n', '   indented\n\n\tx\n'],
    ['an unfinished last line stays (S-063)', 'a\nb', 'a\nb'],
    ['CRLF is a line end (S-065, B-061)', 'line one\r\nline two\r\n', 'line one\nline two\n'],
    ['CRCRLF is one line end too (S-065)', 'a\r\r\nb', 'a\nb'],
    ['NUL and other controls go (B-055)', 'a\0b\x07\x7f\x0ec\n', 'abc\n'],
    ['form feed and vertical tab move down as a newline', 'a\fb\vc', 'a\nb\nc'],
    ['a literal replacement mark is text (B-059)', 'keep \ufffd this\n', 'keep \ufffd this\n'],
    ['a byte order mark is text', '\ufeffx', '\ufeffx'],
    ['C1 controls go (S-061)', 'a\u0085b\u009bc', 'abc'],
  ])('%s', (_name, input, expected) => {
    expect(clean(input)).toBe(expected)
  })

  it('replaces broken bytes and goes on right behind them (S-067)', () => {
    expect(clean(Buffer.from([0x61, 0xff, 0x62, 0xe4, 0xb8, 0x63, 0x0a, 0xc3]))).toBe(
      'a\ufffdb\ufffdc\n\ufffd',
    )
    // GBK bytes are no UTF-8; ASCII around them survives (B-053).
    expect(clean(Buffer.from([0xd6, 0xd0, 0xce, 0xc4]), ' tail-ascii\n')).toMatch(/ tail-ascii\n$/)
  })

  it('decodes characters that arrive byte by byte (S-062, B-050)', () => {
    const bytes = [...Buffer.from('日本語🎉é\n')].map((byte) => Buffer.from([byte]))
    expect(clean(...bytes)).toBe('日本語🎉é\n')
  })
})

describe('control sequences', () => {
  it.each([
    ['colours (S-061, B-064)', `${ESC}[2m${ESC}[48;2;38;38;38mtext${ESC}[0m plain${ESC}[K\n`, 'text plain\n'],
    [
      'links ended by BEL and by ST (B-063)',
      `${ESC}]8;;http://a${'\x07'}L1${ESC}]8;;\x07 and ${ESC}]8;;http://b${ESC}\\L2${ESC}]8;;${ESC}\\ end\n`,
      'L1 and L2 end\n',
    ],
    ['titles (S-061)', `${ESC}]0;my title\x07x${ESC}k screen title${ESC}\\y`, 'xy'],
    ['character sets and keypad modes', `${ESC}(B${ESC}=${ESC}>${ESC}#8${ESC}7a${ESC}8`, 'a'],
    ['device strings', `${ESC}P1$r0m${ESC}\\a${ESC}_app${ESC}\\b${ESC}^pm${ESC}\\c`, 'abc'],
    ['cursor shapes, with an intermediate', `${ESC}[2 qa${ESC}[!pb`, 'ab'],
    [
      'a full-screen program leaves no codes, and text after it stands alone (B-067)',
      `${ESC}[?1049h${ESC}[2J${ESC}[Hfull screen app${ESC}[?1049lback-to-normal\n`,
      'full screen app\nback-to-normal\n',
    ],
    ['a string that is never closed costs its line only', `a${ESC}]0;never\nb\n`, 'a\nb\n'],
    ['a cancelled sequence', `a${ESC}[12\x18b`, 'ab'],
    ['an escape inside a sequence starts anew', `${ESC}[3${ESC}[31mred`, 'red'],
  ])('%s', (_name, input, expected) => {
    expect(clean(input)).toBe(expected)
  })

  it('removes a sequence split across chunks (S-062)', () => {
    expect(clean('a\x1b', '[3', '1', 'mred\x1b]8;;u', 'rl\x1b', '\\x')).toBe('aredx')
  })

  it('keeps text that follows binary data (B-057)', () => {
    const binary = Buffer.from(Array.from({ length: 30_000 }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256))
    const text = clean(binary, '\nend-of-binary\n')
    expect(text).toMatch(/end-of-binary\n$/)
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/)
  })
})

describe('redraws', () => {
  const progress = Array.from({ length: 100 }, (_, i) => `\rProgress ${i + 1}%`).join('')
  it.each([
    ['a progress bar ends in its last state (S-064, B-060)', `${progress}\nDone\n`, 'Progress 100%\nDone\n'],
    ['a shorter redraw leaves the tail (S-066)', 'downloading\rdone\n', 'doneloading\n'],
    ['… unless it was erased (S-066)', `downloading\r${ESC}[Kdone\n`, 'done\n'],
    ['… or erased afterwards', `downloading\rdone${ESC}[K\n`, 'done\n'],
    ['… or as a whole', `downloading${ESC}[2K\rdone\n`, 'done\n'],
    ['a spinner with backspaces (B-069)', 'working |\b/\b-\b\\\b|\bdone\n', 'working done\n'],
    [
      'stderr redraws do not swallow a result line (B-071)',
      '\r1/6\r2/6\r3/6\nRESULT-LINE\n\r4/6\r5/6\r6/6\n',
      '3/6\nRESULT-LINE\n6/6\n',
    ],
    ['the column can be set', `abcdef${ESC}[3GX\n`, 'abXdef\n'],
    ['moving forward pads', `a${ESC}[3Cb\n`, 'a   b\n'],
    ['moving back overwrites', `abc${ESC}[2DX\n`, 'aXc\n'],
    [
      'characters are deleted, inserted and blanked',
      `abcdef\r${ESC}[2P${ESC}[1@\r${ESC}[4C${ESC}[1X\n`,
      ' cde \n',
    ],
    ['wide characters cover two columns (S-066)', '日本\rab\n', 'ab本\n'],
    ['half a wide character becomes a blank', '日本\ra\n', 'a 本\n'],
    ['marks stay with their character', 'e\u0301x\rE\n', 'Ex\n'],
    ['tabs are columns when a line is redrawn', 'a\tb\rXYZ\n', 'XYZ     b\n'],
    ['erasing everything keeps the column', `ab${ESC}[2Kc\n`, '  c\n'],
    ['another row begins another line', `one${ESC}[1Atwo\n`, 'one\ntwo\n'],
  ])('%s', (_name, input, expected) => {
    expect(clean(input)).toBe(expected)
  })

  it('shows the open line as a terminal would, before its newline (S-064)', () => {
    const text = new TerminalText(() => {})
    const open = ['10%', '\r20%', '\r30', '%\nnext'].map((chunk) => {
      text.push(Buffer.from(chunk))
      return text.openLine()
    })
    expect(open).toEqual(['10%', '20%', '30%', 'next'])
  })
})

describe('bounds', () => {
  it('hands a line without end on in pieces and loses nothing (S-126, B-081)', () => {
    const long = `START${'a'.repeat(5 * OPEN_LINE_BYTES)}END`
    const { text, lines } = run([long])
    expect(text).toBe(long)
    expect(lines).toBe(1)
  })

  it('counts lines, an open one included', () => {
    expect(run(['a\nb\nc']).lines).toBe(3)
    expect(run(['a\nb\n']).lines).toBe(2)
    expect(run(['']).lines).toBe(0)
    expect(run(['\n\n']).lines).toBe(2)
    expect(run(['\x1b[31m\r']).lines).toBe(0)
  })
})

describe('every cut of the stream gives the same text (S-062)', () => {
  const token = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '\n',
        '\r',
        '\r\n',
        '\b',
        '\t',
        'ab',
        '日本',
        '🎉',
        'e\u0301',
        '\0',
        'long text here',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        `${ESC}[31m`,
        `${ESC}[K`,
        `${ESC}[2K`,
        `${ESC}[1K`,
        `${ESC}[3D`,
        `${ESC}[5C`,
        `${ESC}[2G`,
        `${ESC}[A`,
        `${ESC}[2P`,
        `${ESC}[3@`,
        `${ESC}[4X`,
        `${ESC}]0;t\x07`,
        `${ESC}]8;;u${ESC}\\`,
        `${ESC}(B`,
        `${ESC}`,
        `${ESC}[`,
        `${ESC}]`,
        `${ESC}[?1049h`,
        `${ESC}Pq`,
        '\u0085',
        '\x18',
      ),
    },
  )
  /** Pieces of text or bytes; a piece may stand many times, so that counterexamples stay short to read. */
  type Piece = { what: string | Uint8Array; times: number }
  const short: fc.Arbitrary<Piece[]> = fc.oneof(
    fc.array(
      token.map((what) => ({ what, times: 1 }) as Piece),
      { maxLength: 40 },
    ),
    fc.uint8Array({ maxLength: 200 }).map((what) => [{ what, times: 1 }]),
  )
  // Long lines, so that handing a piece on falls inside edits.
  const long: fc.Arbitrary<Piece[]> = fc
    .tuple(
      fc.array(token, { maxLength: 6 }),
      fc.integer({ min: OPEN_LINE_BYTES - 8, max: OPEN_LINE_BYTES + 8 }),
      fc.constantFrom('a', 'é', '日'),
      fc.array(token, { maxLength: 12 }),
    )
    .map(([before, times, what, after]) => [
      ...before.map((one) => ({ what: one, times: 1 })),
      { what, times },
      ...after.map((one) => ({ what: one, times: 1 })),
    ])
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
  const bytesOf = (pieces: Piece[]) =>
    Buffer.concat(
      pieces.map(({ what, times }) =>
        typeof what === 'string' ? Buffer.from(what.repeat(times)) : Buffer.from(what),
      ),
    )

  it.each([
    ['short streams', short, 300],
    ['long lines', long, 15],
  ])('%s: whole, byte by byte, and cut at random', (_name, stream, numRuns) => {
    fc.assert(
      fc.property(stream, cuts, (pieces, shares) => {
        const bytes = bytesOf(pieces)
        const whole = run([bytes])
        const byByte = run(Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)))
        const at = shares.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b)
        const random = run([0, ...at].map((start, i) => bytes.subarray(start, at[i] ?? bytes.length)))
        expect(byByte.text === whole.text && random.text === whole.text).toBe(true)
        expect([byByte.lines, random.lines]).toEqual([whole.lines, whole.lines])
        expect(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(whole.text)).toBe(false)
      }),
      { numRuns },
    )
  })
})
