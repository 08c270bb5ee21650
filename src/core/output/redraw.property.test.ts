import xterm from '@xterm/headless'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cuts, normalise, normaliseInTurns } from '../testing/normalised'
import { EDITABLE_BYTES, EDITABLE_LINES } from './editable'

const ESC = '\x1b'
/** Enough for seconds, not for minutes; the count is printed. */
const FUZZ_MS = 8_000

/** What a terminal shows: wide, so that nothing wraps, and high enough that nothing leaves the screen. */
async function shown(input: string): Promise<string> {
  const terminal = new xterm.Terminal({
    cols: 2000,
    rows: 500,
    scrollback: 5000,
    convertEol: true,
    allowProposedApi: true,
  })
  await new Promise<void>((resolve) => terminal.write(input, resolve))
  const { active } = terminal.buffer
  const lines = Array.from(
    { length: active.length },
    (_, i) => active.getLine(i)?.translateToString(true) ?? '',
  )
  terminal.dispose()
  return lines.join('\n').trimEnd()
}

/**
 * Our text as a terminal would show it. Not compared, as a screen cannot tell: blanks at the end of a line, blank lines
 * at the end, and tabs, which the log keeps as tabs where the line was not redrawn. A mark without a letter before it
 * has a cell of its own in a terminal; none is generated at the start of a line.
 */
function visible(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

const word = fc.constantFrom('a', 'bc', 'progress 10%', '日本', 'x日y', '10/20', '   ', 'long text here', 'é')
const colour = fc.constantFrom(
  `${ESC}[31m`,
  `${ESC}[0m`,
  `${ESC}[m`,
  `${ESC}[1;38;5;120m`,
  `${ESC}[48;2;1;2;3m`,
  `${ESC}[22;39;49m`,
)
const withinLine = fc.constantFrom(
  '\r',
  '\r',
  `${ESC}[K`,
  `${ESC}[1K`,
  `${ESC}[2K`,
  `${ESC}[0K`,
  '\r\n',
  '\n',
)

/** A frame as docker, yarn or a test runner draws it: up to its first line, erase, print again, perhaps shorter. */
const frame = fc
  .record({
    lines: fc.array(fc.tuple(colour, word, fc.constantFrom('', `${ESC}[K`)), { minLength: 1, maxLength: 6 }),
    up: fc.double({ min: 0, max: 1, noNaN: true }),
    erase: fc.constantFrom('', `${ESC}[J`, `${ESC}[2K`, `${ESC}[0J`),
    how: fc.constantFrom('A', 'F'),
  })
  .map(({ lines, up, erase, how }) => ({
    text: lines.map((parts) => `${parts.join('')}\n`).join(''),
    up,
    erase,
    how,
    height: lines.length,
  }))

describe('the text that is left after redraws', () => {
  it('is what a terminal shows: colours, returns and erasures within lines (S-064…S-066)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(word, colour, withinLine), { maxLength: 40 }).map((parts) => parts.join('')),
        async (input) => {
          expect(visible(normalise([Buffer.from(input)]).text)).toBe(visible(await shown(input)))
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)

  it('is what a terminal shows: frames of several lines drawn over each other (S-064…S-066)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 6 }), async (frames) => {
        let input = 'before\n'
        let below = 0
        for (const { text, up, erase, how, height } of frames) {
          // Only as far up as there are lines of earlier frames: a movement beyond the first line of an output begins
          // another line here, as nobody knows what stands above it; a terminal stays in the first one.
          const rows = Math.floor(up * (below + 0.99))
          input +=
            (rows > 0 ? `${ESC}[${rows}${how}` : '') + (erase === '' || rows === 0 ? '' : `\r${erase}`) + text
          below = Math.max(below - rows, 0) + height
        }
        expect(visible(normalise([Buffer.from(input)]).text)).toBe(visible(await shown(input)))
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  it.each<[string, string, string]>([
    [
      'docker: two layers, each redrawn',
      `a: Pulling\nb: Pulling\n${ESC}[2A\r${ESC}[2Ka: Done\n${ESC}[1B${ESC}[1A\r${ESC}[2Kb: Done\n`,
      'a: Done\nb: Done\n',
    ],
    ['a frame that gets shorter', `1\n2\n3\n${ESC}[3A${ESC}[Jdone\n`, 'done\n'],
    [
      'erasing line by line on the way up',
      `1\n2\n${ESC}[2K${ESC}[1A${ESC}[2K${ESC}[1A${ESC}[2K${ESC}[Gend`,
      'end',
    ],
    [
      'text between frames stays',
      `log\nbar 1\n${ESC}[1A${ESC}[Jlog 2\nbar 2\n${ESC}[F${ESC}[Jbar 3\n`,
      'log\nlog 2\nbar 3\n',
    ],
    ['one line up by an escape', `one\ntwo${ESC}M\rONE\n`, 'ONE\ntwo'],
    ['nothing above: another line begins', `one${ESC}[1Atwo\n`, 'one\ntwo\n'],
    ['what a cleared screen had is final', `one\n${ESC}[2J${ESC}[Htwo\n${ESC}[5Athree\n`, 'one\nthree\n'],
  ])('%s (S-064…S-066)', (_name, input, expected) => {
    for (const pieces of cuts(Buffer.from(input), [0.3, 0.6])) expect(normalise(pieces).text).toBe(expected)
  })

  it('is final once it left the window of lines or bytes', () => {
    const many = Array.from({ length: EDITABLE_LINES * 2 }, (_, i) => `line ${i}\n`).join('')
    const { text } = normalise([Buffer.from(`${many}${ESC}[500A${ESC}[Jend\n`)])
    expect(text).toBe(
      `${many
        .split('\n')
        .slice(0, EDITABLE_LINES + 1)
        .join('\n')}\nend\n`,
    )
    const wide = `${'x'.repeat(EDITABLE_BYTES - 10)}\n`
    expect(normalise([Buffer.from(`${wide}${wide}${ESC}[2AY\n`)]).text).toBe(`${wide}Y${wide.slice(1)}`)
  })
})

describe('every cut of the stream gives the same text and styles (S-062)', () => {
  const token = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 4,
      arbitrary: fc
        .oneof(
          word,
          colour,
          withinLine,
          fc.constantFrom('\b', '\t', 'e\u0301', '\0', '👩‍👩‍👧', '\v', '\f', '\u0085', '\x18', '\x7f'),
          fc
            .constantFrom('3D', '5C', '2G', '2P', '3@', '4X', 'J', '2J', 'H', '?1049h', '4:3m')
            .map((end) => `${ESC}[${end}`),
          fc
            .tuple(fc.constantFrom('A', 'A', 'B', 'E', 'F'), fc.constantFrom('', '1', '2', '5', '300'))
            .map(([final, count]) => `${ESC}[${count}${final}`),
          fc.constantFrom(
            `${ESC}]0;t\x07`,
            `${ESC}]8;;u${ESC}\\`,
            `${ESC}(B`,
            ESC,
            `${ESC}[`,
            `${ESC}]`,
            `${ESC}Pq`,
            `${ESC}M`,
            `${ESC}P1$r0m${ESC}\\`,
          ),
        )
        .map((text) => Buffer.from(text)),
    },
  )
  const piece = fc.oneof(
    { weight: 30, arbitrary: token },
    // Long enough that what can be redrawn, and the engine's own buffer, come to their ends.
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('a', 'é', '日', 'line\n', `${ESC}[32mok${ESC}[0m\n`),
          fc.integer({ min: 1, max: 20_000 }),
        )
        .map(([text, times]) => Buffer.from(text.repeat(times))),
    },
  )
  const stream = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.concat(pieces))
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })

  it('whole, byte by byte, and cut at random', () => {
    let inputs = 0
    fc.assert(
      fc.property(stream, shares, (bytes, at) => {
        inputs++
        // A very long stream byte by byte would be most of the time.
        const [whole, byByte, random] = cuts(bytes, at)
        const expected = normalise(whole ?? [])
        expect(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(expected.text)).toBe(false)
        for (const pieces of bytes.length < 4000 ? [byByte, random] : [random]) {
          const { text, lines, styles } = normalise(pieces ?? [])
          expect(text === expected.text).toBe(true)
          expect({ lines, styles }).toEqual({ lines: expected.lines, styles: expected.styles })
        }
      }),
      { numRuns: 100_000, interruptAfterTimeLimit: FUZZ_MS },
    )
    console.log(`${inputs} generated outputs gave the same for every cut`)
  }, 60_000)

  it('also when several commands print in turns', () => {
    fc.assert(
      fc.property(stream, stream, shares, (a, b, at) => {
        const alone = [a, b].map((bytes) => normalise([bytes]).text)
        const [, , piecesA] = cuts(a, at)
        const [, , piecesB] = cuts(b, at)
        const logs = normaliseInTurns([piecesA ?? [], piecesB ?? []])
        expect(logs.every(({ text }, i) => text === alone[i])).toBe(true)
      }),
      { numRuns: 60 },
    )
  }, 60_000)
})
