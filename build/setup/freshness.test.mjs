import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFresh, writeStamp } from './freshness.mjs'

/** Seconds; far enough apart for every file system. */
const [OLD, BUILD, NEW] = [1_000, 2_000, 3_000]

describe('a build', () => {
  let folder, stamp, source
  const touch = (path, at) => utimesSync(path, at, at)
  const age = () => {
    for (const path of [join(folder, 'src', 'a.ts'), join(folder, 'src'), folder]) touch(path, OLD)
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-freshness-'))
    source = join(folder, 'src')
    stamp = join(folder, 'out', 'stamp')
    mkdirSync(source)
    writeFileSync(join(source, 'a.ts'), '')
    age()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is stale before the first one', () => {
    expect(isFresh(stamp, [source])).toBe(false)
  })

  it('is fresh when every source is older than its beginning', () => {
    writeStamp(stamp, BUILD)
    expect(isFresh(stamp, [source])).toBe(true)
  })

  it('is stale after a change, also one made while it ran', () => {
    writeStamp(stamp, BUILD)
    touch(join(source, 'a.ts'), NEW)
    expect(isFresh(stamp, [source])).toBe(false)
  })

  it('is stale after a file was deleted', () => {
    writeStamp(stamp, BUILD)
    rmSync(join(source, 'a.ts'))
    expect(isFresh(stamp, [source])).toBe(false)
  })

  it('does not mind a source that does not exist', () => {
    writeStamp(stamp, BUILD)
    expect(isFresh(stamp, [source, join(folder, 'nowhere')])).toBe(true)
  })
})
