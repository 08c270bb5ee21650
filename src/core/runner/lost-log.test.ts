import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { OutputStats } from '../ports'
import { readLostLog } from './lost-log'

const folder = mkdtempSync(join(tmpdir(), 'vigil-lost-'))
const file = join(folder, 'log')
afterAll(() => rmSync(folder, { recursive: true }))
const last = (part: Partial<OutputStats>): OutputStats => ({
  bytes: 0,
  lines: 0,
  lastLine: '',
  openLine: '',
  trouble: 'none',
  dropped: 0,
  ...part,
})

describe('what a log holds whose writer died', () => {
  it('is counted from the last update on (S-161, S-162)', async () => {
    writeFileSync(file, 'one\ntwo\nthree\n')
    expect(await readLostLog(file, last({ bytes: 4, lines: 2, lastLine: 'tw', openLine: 'tw' }))).toEqual(
      last({ bytes: 14, lines: 3, lastLine: 'three' }),
    )
  })

  it('is more than one read, and may end in the middle of a line', async () => {
    const lines = 200_000
    writeFileSync(file, `${'a line\n'.repeat(lines)}the end`)
    expect(await readLostLog(file, last({}))).toEqual(
      last({ bytes: 7 * lines + 7, lines: lines + 1, lastLine: 'the end' }),
    )
  })

  it('is the last update, without its open line, when there is nothing newer or the file is gone', async () => {
    writeFileSync(file, 'one\n')
    const told = last({ bytes: 4, lines: 2, lastLine: 'open', openLine: 'open', trouble: 'capped' })
    const closed = { ...told, openLine: '', lines: 1 }
    expect(await readLostLog(file, told)).toEqual(closed)
    expect(await readLostLog(join(folder, 'gone'), told)).toEqual(closed)
  })
})
