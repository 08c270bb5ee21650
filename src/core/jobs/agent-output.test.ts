import { describe, expect, it } from 'vitest'
import { MODEL_OUTPUT_MAX_BYTES } from '../output/excerpt'
import { createFakeLogFolder } from '../testing/fake-log-folder'
import { createFakeOutputLogs } from '../testing/fake-output-logs'
import { type AgentRange, readAgentOutput } from './agent-output'

function log(text: string) {
  const reader = createFakeOutputLogs()
  reader.append('/log', text)
  const bytes = Buffer.byteLength(text)
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return {
    reader,
    bytes,
    read: (part: Partial<AgentRange> = {}) =>
      readAgentOutput(reader, createFakeLogFolder(reader), {
        file: '/log',
        from: 0,
        to: bytes,
        totalLines: lines,
        openLine: '',
        seenOpenLine: '',
        ...part,
      }),
  }
}

const manyLines = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

describe('readAgentOutput', () => {
  it('gives short output as it is, its indentation included (S-063)', async () => {
    expect(await log('   indented\nnext\n').read()).toEqual({
      text: '   indented\nnext\n',
      truncated: false,
      omittedLines: 0,
      bytes: 17,
      fullOutputPath: null,
      failure: null,
    })
  })

  it('gives only what is new, with the open line (S-227, S-282)', async () => {
    const output = await log('old\nnew\n').read({ from: 4, openLine: '50 %' })
    expect(output.text).toBe('new\n50 %')
  })

  it('gives of a line shown unfinished only the rest (S-227)', async () => {
    expect((await log('begin\nend\n').read({ seenOpenLine: 'beg' })).text).toBe('in\nend\n')
  })

  it('gives lines that a program took back to redraw them as they are now (S-064, S-282)', async () => {
    const output = await log('log\n').read({ from: 20, to: 4, openLine: 'a: done\nb: 50%' })
    expect(output).toMatchObject({ text: 'a: done\nb: 50%', failure: null })
  })

  it('gives a redrawn line whole', async () => {
    expect((await log('100 %\n').read({ seenOpenLine: '50 %' })).text).toBe('100 %\n')
  })

  it('is not made shorter by being stored elsewhere (S-107)', async () => {
    const fits = 'x'.repeat(MODEL_OUTPUT_MAX_BYTES - 1)
    expect(await log(`${fits}\n`).read()).toMatchObject({ text: `${fits}\n`, truncated: false })
    const stored = await log(manyLines(20_000)).read()
    expect(stored.fullOutputPath).toBe('/log')
    expect(Buffer.byteLength(stored.text)).toBeGreaterThan(MODEL_OUTPUT_MAX_BYTES * 0.9)
  })

  it('keeps both ends of long output and says what is missing and where it is (S-117…S-120, S-124)', async () => {
    const text = manyLines(20_000)
    const output = await log(text).read()
    expect(Buffer.byteLength(output.text)).toBeLessThanOrEqual(MODEL_OUTPUT_MAX_BYTES)
    expect(output).toMatchObject({ truncated: true, bytes: Buffer.byteLength(text), fullOutputPath: '/log' })
    expect(output.text.startsWith('line 1\nline 2\n')).toBe(true)
    expect(output.text.endsWith('line 19999\nline 20000\n')).toBe(true)
    const shown = output.text.match(/^line \d+$/gm)?.length ?? 0
    expect(shown + output.omittedLines).toBe(20_000)
  })

  it('counts the lines left out of a later part (S-119)', async () => {
    const text = manyLines(20_000)
    const from = Buffer.byteLength(manyLines(10_000))
    const output = await log(text).read({ from, openLine: 'open' })
    expect(output.text.startsWith('line 10001\n')).toBe(true)
    expect(output.text.endsWith('line 20000\nopen')).toBe(true)
    const shown = output.text.match(/^line \d+$/gm)?.length ?? 0
    expect(shown + output.omittedLines).toBe(10_000)
  })

  it('keeps the open line of output over the limit', async () => {
    const text = manyLines(2000)
    const output = await log(text).read({ openLine: 'Password:', totalLines: 2001 })
    expect(output.truncated).toBe(true)
    expect(output.text.endsWith('line 2000\nPassword:')).toBe(true)
  })

  it('shows the short line after a long one, and the parts of the long one that fit (S-117, S-121, B-085)', async () => {
    const output = await log(`${'e'.repeat(300_000)}\nout-done\n`).read()
    expect(output.text.startsWith('eee')).toBe(true)
    expect(output.text.endsWith('\nout-done\n')).toBe(true)
    expect(Buffer.byteLength(output.text)).toBeLessThanOrEqual(MODEL_OUTPUT_MAX_BYTES)
  })

  it('shows the short line before a long one (S-117, S-121)', async () => {
    const output = await log(`first\n${'e'.repeat(300_000)}`).read()
    expect(output.text.startsWith('first\nee')).toBe(true)
  })

  it('answers with the reason when the log cannot be read (S-147)', async () => {
    const gone = log('x\n')
    gone.reader.failReads(new Error('The output cannot be read: no such file'))
    expect(await gone.read()).toMatchObject({ text: '', failure: 'The output cannot be read: no such file' })
  })
})
