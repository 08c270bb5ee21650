import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SplitState } from './split-markdown'
import { BLOCK_HARD_CHARS, BLOCK_MIN_CHARS, codeAcrossBlocks, splitMarkdown } from './split-markdown'

const long = 'word '.repeat(BLOCK_MIN_CHARS / 5)
const texts = (text: string) => splitMarkdown(text).blocks.map((block) => block.text)

describe('splitting Markdown into blocks', () => {
  it('keeps a short text whole and adds up to the text in every case', () => {
    expect(texts('# a\n\nb\n')).toEqual(['# a\n\nb\n'])
    expect(texts('')).toEqual([''])
    expect(texts(`${long}\n\nnext\n\n${long}\n\nlast\n`)).toEqual([
      `${long}\n\n`,
      `next\n\n${long}\n\n`,
      'last\n',
    ])
  })

  it('never cuts inside a code fence, a list or a quote', () => {
    const fenced = `\`\`\`sh\n${long}\n\nls\n\`\`\`\n`
    expect(texts(fenced)).toEqual([fenced])
    const list = `- ${long}\n\n- two\n\n  more\n`
    expect(texts(list)).toEqual([list])
    expect(texts(`1. ${long}\n\n2. two\n\n> quote\n`)).toHaveLength(1)
  })

  it('says that a fence is open until its own closing line has come', () => {
    const open = (text: string) => splitMarkdown(text).blocks.at(-1)?.openFence
    expect(open('```ts\nconst a')).toBe(true)
    expect(open('```ts\nconst a\n```')).toBe(false)
    expect(open('````md\n```\nx\n```\n')).toBe(true)
    expect(open('~~~\n```\n')).toBe(true)
    expect(open('- item\n  ```sh\n  ls\n')).toBe(true)
    expect(open('a `code` b')).toBe(false)
    expect(open('``` not a fence ``` \n')).toBe(false)
  })

  it('cuts code of any length between its lines and can put it together again (A-111)', () => {
    const code = Array.from({ length: 40_000 }, (_, i) => `const line${i} = ${i}`).join('\n')
    const { blocks } = splitMarkdown(`before\n\n\`\`\`ts\n${code}\n\`\`\`\nafter\n`)
    expect(Math.max(...blocks.map((block) => block.text.length))).toBeLessThan(BLOCK_HARD_CHARS)
    expect(blocks[1]).toMatchObject({ reopen: '```ts\n', openFence: true })
    const first = (blocks[0]?.text ?? '').replace('before\n\n```ts\n', '').replace(/\n$/, '')
    expect(codeAcrossBlocks(blocks, 0, first)).toBe(code)
    expect(blocks.at(-1)?.text.endsWith('```\nafter\n')).toBe(true)
  })

  it('cuts a list without blank lines and a line without end', () => {
    const list = Array.from({ length: 20_000 }, (_, i) => `- item ${i}`).join('\n')
    const line = 'word '.repeat(200_000)
    for (const text of [list, line]) {
      const found = texts(text)
      expect(found.join('')).toBe(text)
      expect(Math.max(...found.map((one) => one.length))).toBeLessThanOrEqual(BLOCK_HARD_CHARS)
    }
  })

  it('gives the same blocks however the text grew (A-108)', () => {
    const piece = fc.constantFrom('a', '\n', '\n\n', '```\n', '- b\n', long, '# t\n', '> q\n', '  c\n')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(7), (pieces, seed) => {
        const text = pieces.join('')
        let grown: SplitState | undefined
        const before: string[] = []
        for (let end = 0; end < text.length; end += 1 + ((end * 31 + seed) % 997)) {
          grown = splitMarkdown(text.slice(0, end), grown)
          const settled = grown.blocks.slice(0, -1).map((block) => block.text)
          expect(settled.slice(0, before.length)).toEqual(before)
          before.splice(0, before.length, ...settled)
        }
        grown = splitMarkdown(text, grown)
        expect(grown).toEqual(splitMarkdown(text))
        expect(grown.blocks.map((block) => block.text).join('')).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  it('starts again when the text was replaced by a shorter one', () => {
    const state = splitMarkdown(`${long}\n\nnext\n\n${long}\n\nlast\n`)
    expect(splitMarkdown('short', state).blocks).toEqual([{ text: 'short', reopen: '', openFence: false }])
  })
})
