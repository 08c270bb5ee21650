import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { LOG_TAIL_BYTES, OutputLog, systemLogFiles } from './output-log'
import { OutputPipeline, UPDATE_WINDOW_MS } from './output-pipeline'
import { STYLE_BLOCK_BYTES } from './style-blocks'
import { readStyles } from './style-reader'
import { STYLE_RECORD_MAX_BYTES, StyleRecord, styleFileOf } from './style-record'

const folder = mkdtempSync(join(tmpdir(), 'vigil-styles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const ESC = '\x1b'
let count = 0

function start({ recordBytes = STYLE_RECORD_MAX_BYTES, logBytes = 512 * 1024 * 1024 } = {}) {
  const file = join(folder, `${++count}.log`)
  const clock = createFakeClock()
  const pipeline = new OutputPipeline(
    new OutputLog(file, systemLogFiles, logBytes),
    clock,
    null,
    new StyleRecord(styleFileOf(file), recordBytes),
  )
  return {
    file,
    clock,
    pipeline,
    write: (text: string) => pipeline.write(Buffer.from(text)),
    /** The text of each run of a part of the log, with its style. */
    async shown(from = 0, to?: number) {
      const text = readFileSync(file).subarray(from, to).toString('utf8')
      const runs = (await readStyles(file, from, text)) ?? []
      return runs.map(({ start, end, style }) => [text.slice(start, end), style])
    },
  }
}

describe('the colours of a log', () => {
  it.each<[string, string, [string, object][]]>([
    [
      'palette, bright and true colours',
      `${ESC}[31ma${ESC}[92mb${ESC}[38;5;200mc${ESC}[38;2;1;2;255md${ESC}[0me`,
      [
        ['a', { fg: 1 }],
        ['b', { fg: 10 }],
        ['c', { fg: 200 }],
        ['d', { fg: '#0102ff' }],
      ],
    ],
    [
      'backgrounds',
      `${ESC}[41ma${ESC}[104mb${ESC}[48;5;17mc${ESC}[48;2;9;9;9md${ESC}[49me`,
      [
        ['a', { bg: 1 }],
        ['b', { bg: 12 }],
        ['c', { bg: 17 }],
        ['d', { bg: '#090909' }],
      ],
    ],
    [
      'colons',
      `${ESC}[38:2::255:0:0ma${ESC}[38:5:7mb${ESC}[m`,
      [
        ['a', { fg: '#ff0000' }],
        ['b', { fg: 7 }],
      ],
    ],
    [
      'attributes come and go',
      `${ESC}[1;2;3;4;7;8;9ma${ESC}[22;23;24;27;28;29mb${ESC}[4:3mc${ESC}[4:0md`,
      [
        [
          'a',
          { bold: true, dim: true, italic: true, underline: true, strike: true, inverse: true, hidden: true },
        ],
        ['c', { underline: true }],
      ],
    ],
    [
      'codes in one sequence',
      `${ESC}[1;31;44mx${ESC}[39my${ESC}[0;3mz`,
      [
        ['x', { fg: 1, bg: 4, bold: true }],
        ['y', { bg: 4, bold: true }],
        ['z', { italic: true }],
      ],
    ],
    ['units of UTF-16', `日${ESC}[31m🎉é${ESC}[mb`, [['🎉é', { fg: 1 }]]],
    ['what nobody knows changes nothing', `${ESC}[31;5;73mx${ESC}[>4;1my${ESC}[?4mz`, [['xyz', { fg: 1 }]]],
    [
      'redrawn text keeps the style of what remains',
      `${ESC}[31mabcdef${ESC}[0m\r${ESC}[32mXY${ESC}[0m\n`,
      [
        ['XY', { fg: 2 }],
        ['cdef', { fg: 1 }],
      ],
    ],
    ['erased text has none', `${ESC}[31mred\r${ESC}[K${ESC}[32mgreen${ESC}[0m\n`, [['green', { fg: 2 }]]],
    [
      'several lines drawn again',
      `${ESC}[31mone\ntwo${ESC}[0m\n${ESC}[2A${ESC}[32mONE${ESC}[0m\n${ESC}[Kx\n`,
      [['ONE', { fg: 2 }]],
    ],
  ])('%s (S-061, S-064)', async (_name, input, expected) => {
    const { pipeline, write, shown } = start()
    write(input)
    pipeline.end()
    expect(await shown()).toEqual(expected)
  })

  it('are kept for the owner only, and only when there are any (S-130, S-140)', () => {
    const plain = start()
    plain.write(`plain\n${ESC}[0m${ESC}[K`)
    plain.pipeline.end()
    expect(existsSync(styleFileOf(plain.file))).toBe(false)
    const coloured = start()
    coloured.write(`${ESC}[31mred\n`)
    coloured.pipeline.end()
    expect(statSync(styleFileOf(coloured.file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(coloured.file, 'utf8')).toBe('red\n')
  })

  it('can be read anywhere in a long log', async () => {
    const { pipeline, write, shown } = start()
    const line = (i: number) => `line ${String(i).padStart(6, '0')} ${ESC}[3${i % 8}mcolour${ESC}[0m end\n`
    const length = 'line 000000 colour end\n'.length
    for (let i = 0; i < 60_000; i += 1000) write(Array.from({ length: 1000 }, (_, k) => line(i + k)).join(''))
    pipeline.end()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 59_990 }), async (first) => {
        expect(await shown(first * length, (first + 3) * length)).toEqual(
          [0, 1, 2].map((k) => ['colour', { fg: (first + k) % 8 }]),
        )
      }),
      { numRuns: 100 },
    )
  })

  it('are there while the command runs, with what is still redrawn (S-151)', async () => {
    const { pipeline, clock, write, shown } = start()
    write(`${ESC}[31mred${ESC}[0m\n${ESC}[32mopen`)
    await clock.advance(UPDATE_WINDOW_MS)
    expect(await shown()).toEqual([['red', { fg: 1 }]])
    expect(pipeline.stats()).toMatchObject({
      openLine: 'open',
      openLineStyles: [{ start: 0, end: 4, style: { fg: 2 } }],
    })
    // Up, and another colour over it: what was shown is replaced.
    write(`${ESC}[0m\n${ESC}[2A${ESC}[33mRED${ESC}[0m`)
    expect(pipeline.stats()).toMatchObject({
      bytes: 0,
      openLine: 'RED\nopen\n',
      openLineStyles: [
        { start: 0, end: 3, style: { fg: 3 } },
        { start: 4, end: 8, style: { fg: 2 } },
      ],
    })
    await clock.advance(UPDATE_WINDOW_MS)
    pipeline.end()
    expect(await shown()).toEqual([
      ['RED', { fg: 3 }],
      ['open', { fg: 2 }],
    ])
  })

  it('stay right when a program redraws again and again, and each state is shown', async () => {
    const { file, pipeline, clock, write, shown } = start()
    for (let i = 0; i < 30; i++) {
      const row = `${`${ESC}[3${i % 8}mx${ESC}[0my`.repeat(60 - i)}\n`
      write((i > 0 ? `${ESC}[40A${ESC}[J` : '') + row.repeat(40))
      await clock.advance(UPDATE_WINDOW_MS)
    }
    pipeline.end()
    const text = readFileSync(file, 'utf8')
    expect(text).toBe(`${'xy'.repeat(31)}\n`.repeat(40))
    expect(await shown()).toEqual(Array.from({ length: 40 * 31 }, () => ['x', { fg: 29 % 8 }]))
  })
})

describe('the bounds of the record', () => {
  it('have no colours behind them', async () => {
    const { file, pipeline, write, shown } = start({ recordBytes: 4 * STYLE_BLOCK_BYTES })
    const one = `${ESC}[31mred${ESC}[0mplain\n`
    write(one.repeat(20_000))
    pipeline.end()
    expect(statSync(styleFileOf(file)).size).toBeLessThanOrEqual(4 * STYLE_BLOCK_BYTES)
    expect(await shown(0, 18)).toEqual([
      ['red', { fg: 1 }],
      ['red', { fg: 1 }],
    ])
    expect(await shown(9 * 19_000)).toEqual([])
  })

  it('end where a log stops at its limit (S-141)', async () => {
    const { file, pipeline, write, shown } = start({ logBytes: LOG_TAIL_BYTES + 1000 })
    for (let i = 0; i < 20_000; i++) write(`${ESC}[31mred ${i}\n`)
    pipeline.end()
    expect((await shown(0, 6))[0]).toEqual(['red 0', { fg: 1 }])
    const size = statSync(file).size
    expect(await shown(size - 2000)).toEqual([])
  })
})

describe('a record that is missing or broken', () => {
  it('costs the colours only', async () => {
    const { file, pipeline, write, shown } = start()
    write(`${ESC}[31mred${ESC}[0m\n`.repeat(5000))
    pipeline.end()
    const record = styleFileOf(file)
    truncateSync(record, STYLE_BLOCK_BYTES + 100)
    expect(await shown(0, 4)).toEqual([['red', { fg: 1 }]])
    writeFileSync(record, Buffer.alloc(3 * STYLE_BLOCK_BYTES, 0xff))
    expect(await shown(0, 4)).toEqual([])
    rmSync(record)
    expect(await shown(0, 4)).toEqual([])
  })

  it('never takes a file that is there already (S-138)', () => {
    const { file, pipeline, write } = start()
    writeFileSync(styleFileOf(file), 'theirs')
    write(`${ESC}[31mred\n`)
    pipeline.end()
    expect(readFileSync(styleFileOf(file), 'utf8')).toBe('theirs')
    expect(readFileSync(file, 'utf8')).toBe('red\n')
  })
})
