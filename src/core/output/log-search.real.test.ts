import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FindQuery } from '../../shared/find-query'
import { LineIndex } from './line-index'
import { SEARCH_BLOCK_BYTES, type SearchRange, searchLog } from './log-search'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigil-search-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const running = new AbortController().signal
const EVERYWHERE: SearchRange = { from: null, to: null, direction: 'forward', limit: 1000 }
const words = (text: string, more: Partial<FindQuery> = {}): FindQuery => ({
  text,
  regex: false,
  matchCase: false,
  ...more,
})
let files = 0
async function logOf(text: string | Buffer): Promise<string> {
  const file = join(folder, `${++files}.log`)
  await writeFile(file, text)
  return file
}
/** What stands at the places that were found. */
async function found(text: string, query: FindQuery, range: Partial<SearchRange> = {}): Promise<string[]> {
  const { hits } = await searchLog(await logOf(text), query, { ...EVERYWHERE, ...range }, running)
  const bytes = Buffer.from(text)
  return hits.map(({ at, bytes: size }) => `${at}:${bytes.toString('utf8', at, at + size)}`)
}

describe('a search in a small log', () => {
  const text = 'Error one\nno problem\nerror two: ошибка\nОШИБКА три\n'

  it.each([
    ['ignores case', words('error'), ['0:Error', '21:error']],
    ['minds case when asked', words('error', { matchCase: true }), ['21:error']],
    ['ignores the case of other scripts too', words('ошибка'), ['32:ошибка', '45:ОШИБКА']],
    ['minds it there too', words('ОШИБКА', { matchCase: true }), ['45:ОШИБКА']],
    ['takes signs literally', words('two: '), ['27:two: ']],
    ['takes expressions', words('^e\\w+', { regex: true }), ['0:Error', '21:error']],
    ['sees the end of a line', words('\\w+$', { regex: true }), ['6:one', '13:problem']],
    ['never spans lines', words('one\\s+no|one', { regex: true }), ['6:one']],
    ['knows older escapes', words('two\\: ', { regex: true }), ['27:two: ']],
    ['finds nothing empty', words('x*', { regex: true }), []],
  ] as const)('%s', async (_, query, expected) => {
    expect(await found(text, query)).toEqual(expected)
  })

  it('goes backward from a place and stops at its limits', async () => {
    expect(await found(text, words('error'), { direction: 'backward', limit: 1 })).toEqual(['21:error'])
    expect(await found(text, words('error'), { direction: 'backward', limit: 1, to: 21 })).toEqual([
      '0:Error',
    ])
    expect(await found(text, words('error'), { from: 1, limit: 1 })).toEqual(['21:error'])
    expect(await found(text, words('error'), { from: 1, to: 21 })).toEqual([])
  })

  it('says whether there may be more', async () => {
    const file = await logOf('aaa\n')
    const range = { ...EVERYWHERE, limit: 2 }
    expect(await searchLog(file, words('a'), range, running)).toMatchObject({ complete: false })
    expect(await searchLog(file, words('a'), EVERYWHERE, running)).toEqual({
      hits: [0, 1, 2].map((at) => ({ at, bytes: 1 })),
      complete: true,
      searchedTo: 4,
    })
  })

  it('refuses what is no expression, and one that would never end', async () => {
    const file = await logOf(`${'a'.repeat(60)}b\n`)
    const tries = [words('(', { regex: true }), words('(a+)+$', { regex: true })]
    for (const query of tries)
      await expect(searchLog(file, query, EVERYWHERE, running)).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('tells a log that is gone from one that cannot be read now (S-147, S-156)', async () => {
    const gone = searchLog(join(folder, 'gone.log'), words('a'), EVERYWHERE, running)
    await expect(gone).rejects.toMatchObject({ code: 'output-unavailable' })
  })

  it('stops when another search replaces it', async () => {
    const file = await logOf('a\n')
    await expect(searchLog(file, words('a'), EVERYWHERE, AbortSignal.abort())).rejects.toMatchObject({
      code: 'aborted',
    })
  })
})

describe('a search in a large log', () => {
  const block = SEARCH_BLOCK_BYTES

  it.each([
    ['across lines of any length', 'line\n'.repeat(600_000)],
    ['inside one line of 5 MB', 'x'.repeat(5 * block)],
    ['inside one line of wide characters', '漢'.repeat(block)],
  ])('finds every place around the borders of its blocks: %s', async (_, text) => {
    const bytes = Buffer.from(text)
    // Around each border, at whole characters: lines and wide characters are 5 and 3 bytes long.
    const unit = text.startsWith('漢') ? 3 : 1
    const places = [0, 1, 2].flatMap((n) =>
      [-3000, -65_541, -9, -3, 0, 3, 900].map((by) => {
        const at = Math.max(0, n * block + by)
        return at - (at % unit)
      }),
    )
    for (const at of places) bytes.write('needle', at - (at % unit), 'latin1')
    const wanted = [...new Set(places)].sort((a, b) => a - b)
    const lone = wanted.filter((at, i) => (wanted[i + 1] ?? Number.POSITIVE_INFINITY) - at >= 6)
    const file = await logOf(bytes)
    const tries = [
      words('needle', { matchCase: true }),
      words('NEEDLE'),
      words('n(e+)dle', { regex: true, matchCase: true }),
    ]
    for (const query of tries) {
      const { hits } = await searchLog(file, query, EVERYWHERE, running)
      const at = hits.map((hit) => hit.at)
      expect(at).toEqual(expect.arrayContaining(lone))
      expect(new Set(at).size).toBe(at.length)
      const back = await searchLog(file, query, { ...EVERYWHERE, direction: 'backward' }, running)
      expect(back.hits.map((hit) => hit.at).reverse()).toEqual(at)
    }
  })

  it('does not take the border of a block for the start of a line', async () => {
    const file = await logOf('x'.repeat(3 * block))
    const { hits } = await searchLog(file, words('^x', { regex: true }), EVERYWHERE, running)
    expect(hits).toEqual([{ at: 0, bytes: 1 }])
  })
})

describe('any log', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'ж', '漢', '😀', ' '), maxLength: 8 })
  const anyText = fc.array(line, { maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`)
  const anyNeedle = fc.string({
    unit: fc.constantFrom('a', 'b', 'ж', '漢', '😀'),
    minLength: 1,
    maxLength: 2,
  })

  it('is searched as a text in memory would be', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyNeedle, fc.boolean(), async (text, needle, matchCase) => {
        const pattern = new RegExp(needle, matchCase ? 'gu' : 'giu')
        const expected = [...text.matchAll(pattern)].map(
          (match) => `${Buffer.byteLength(text.slice(0, match.index))}:${match[0]}`,
        )
        expect(await found(text, words(needle, { matchCase }))).toEqual(expected)
        expect(await found(text, words(needle, { matchCase, regex: true }))).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })
})

describe('a jump to a line', () => {
  it('finds where lines begin, also while the log grows, and stops at the last one', async () => {
    const lines = Array.from({ length: 300_000 }, (_, n) => `line ${n + 1}\n`)
    const file = await logOf(lines.slice(0, 200_000).join(''))
    const index = new LineIndex(file)
    const startOf = (line: number) => Buffer.byteLength(lines.slice(0, line - 1).join(''))
    for (const line of [1, 2, 150_000, 99_999, 200_000])
      expect(await index.find(line, running)).toEqual({ at: startOf(line), line })
    expect(await index.find(250_000, running)).toEqual({ at: startOf(200_000), line: 200_000 })
    await writeFile(file, lines.join(''))
    expect(await index.find(250_000, running)).toEqual({ at: startOf(250_000), line: 250_000 })
    expect(await index.find(9e9, running)).toEqual({ at: startOf(300_000), line: 300_000 })
    await writeFile(file, 'one\ntwo')
    expect(await index.find(5, running)).toEqual({ at: 4, line: 2 })
  })

  it.each(['', 'a', 'a\n', '\n\n'])('ends in every log: %j', async (text) => {
    const { at, line } = await new LineIndex(await logOf(text)).find(7, running)
    expect([at <= Math.max(0, text.length - 1), line <= 2]).toEqual([true, true])
  })
})
