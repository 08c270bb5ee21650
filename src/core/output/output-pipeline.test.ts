import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LAST_LINE_CHARS } from '../../shared/command'
import type { OutputStats } from '../ports'
import { createFakeClock } from '../testing/fake-clock'
import { OutputLog, systemLogFiles } from './output-log'
import { OutputPipeline, UPDATE_WINDOW_MS } from './output-pipeline'

const folder = mkdtempSync(join(tmpdir(), 'vigil-pipeline-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

function start() {
  const clock = createFakeClock()
  const file = join(folder, `${++count}.log`)
  const pipeline = new OutputPipeline(new OutputLog(file), clock)
  const told: OutputStats[] = []
  pipeline.onOutput((stats) => told.push(stats))
  return {
    clock,
    pipeline,
    told,
    write: (text: string) => pipeline.write(Buffer.from(text)),
    log: () => readFileSync(file, 'utf8'),
  }
}

describe('updates', () => {
  it('are merged into windows of 250 ms (S-159)', async () => {
    const { clock, told, write } = start()
    for (let i = 0; i < 50; i++) write(`line ${i}\n`)
    expect(told).toEqual([])
    await clock.advance(UPDATE_WINDOW_MS)
    expect(told.map((stats) => stats.lines)).toEqual([50])
    await clock.advance(10 * UPDATE_WINDOW_MS)
    expect(told).toHaveLength(1)
  })

  it('skip a state that did not change (S-160)', async () => {
    const { clock, told, write } = start()
    write('50%')
    await clock.advance(UPDATE_WINDOW_MS)
    write('\r50%')
    await clock.advance(UPDATE_WINDOW_MS)
    expect(told).toHaveLength(1)
  })

  it('come at once for the end (S-161)', () => {
    const { pipeline, told, write, log } = start()
    write('a\nb')
    pipeline.end()
    pipeline.end()
    expect(told).toEqual([{ bytes: 3, lines: 2, lastLine: 'b', openLine: '', trouble: 'none', dropped: 0 }])
    expect(log()).toBe('a\nb')
  })

  it('lose nothing in between: the log has every byte at once (S-162)', () => {
    const { pipeline, write, log } = start()
    write('one\ntwo')
    expect([log(), pipeline.stats().bytes, pipeline.stats().openLine]).toEqual(['one\n', 4, 'two'])
  })

  it('are over after the end', async () => {
    const { clock, pipeline, told, write, log } = start()
    pipeline.end()
    write('late\n')
    await clock.advance(UPDATE_WINDOW_MS)
    expect([told.length, log()]).toEqual([1, ''])
  })
})

describe('the last line', () => {
  it.each<[string, string[], string]>([
    ['is the open one', ['a\nb'], 'b'],
    ['skips blank ones', ['a\n\n   \n'], 'a'],
    ['is trimmed', ['  x  \n'], 'x'],
    ['is the last state of a redraw', ['1%\r2%'], '2%'],
    ['is found across pieces', ['ab', 'c\n'], 'abc'],
    ['survives a flood of blank lines', ['before\n', '\n'.repeat(20_000)], 'before'],
    [
      'survives many blank writes',
      ['before\n', ...Array.from({ length: 200 }, () => '\n'.repeat(100))],
      'before',
    ],
    ['is empty without output', [], ''],
  ])('%s (S-261)', (_name, chunks, expected) => {
    const { pipeline, write } = start()
    for (const chunk of chunks) write(chunk)
    expect(pipeline.stats().lastLine).toBe(expected)
  })

  it('is short', () => {
    const { pipeline, write } = start()
    write(`${'x'.repeat(3000)}\n`)
    expect(pipeline.stats().lastLine).toHaveLength(LAST_LINE_CHARS)
  })
})

it('takes lines back that a program redraws, shows them as open, and completes the log with them (S-064, S-161)', async () => {
  const { clock, pipeline, told, write, log } = start()
  write('log\na: 10%\nb: 10%\n')
  expect(log()).toBe('log\na: 10%\nb: 10%\n')
  write('\u001b[2A\r\u001b[2Ka: done\n')
  await clock.advance(UPDATE_WINDOW_MS)
  expect(told.at(-1)).toEqual({
    bytes: 4,
    lines: 3,
    lastLine: 'b: 10%',
    openLine: 'a: done\nb: 10%\n',
    trouble: 'none',
    dropped: 0,
  })
  expect(log()).toBe('log\n')
  write('\u001b[2Kb: done\n')
  pipeline.end()
  expect(log()).toBe('log\na: done\nb: done\n')
  expect(pipeline.stats()).toMatchObject({ bytes: log().length, lines: 3, lastLine: 'b: done', openLine: '' })
})

it('tells that the log is capped and goes on counting (S-119, S-141)', () => {
  const pipeline = new OutputPipeline(
    new OutputLog(join(folder, `${++count}.log`), systemLogFiles, 70_000),
    createFakeClock(),
  )
  for (let i = 0; i < 1000; i++) pipeline.write(Buffer.from(`${'x'.repeat(99)}\n`))
  expect(pipeline.stats()).toMatchObject({ trouble: 'capped', lines: 1000 })
  pipeline.end()
  expect(pipeline.stats().bytes).toBeLessThanOrEqual(70_000)
})

it('reads colours and redraws also in the encoding of a locale (S-061, S-064, S-067)', () => {
  const file = join(folder, `${++count}.log`)
  const pipeline = new OutputPipeline(new OutputLog(file), createFakeClock(), 'windows-1251')
  const hello = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
  const chunks = [
    Buffer.from('10%\r\u001b[32m'),
    hello.subarray(0, 3),
    hello.subarray(3),
    Buffer.from('\u001b[0m\n'),
  ]
  for (const chunk of chunks) pipeline.write(chunk)
  pipeline.write(hello)
  pipeline.end()
  expect(readFileSync(file, 'utf8')).toBe('Привет\nПривет')
})
