import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LOG_CAP_BYTES, LOG_TAIL_BYTES, type LogFiles, OutputLog, systemLogFiles } from './output-log'

const folder = mkdtempSync(join(tmpdir(), 'vigil-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const fresh = () => join(folder, `sub${++count}`, 'x.log')

describe('the log file', () => {
  it('is readable by its owner only, in a folder of its owner (S-130, S-140)', () => {
    const path = fresh()
    new OutputLog(path).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  })

  it('holds everything at once, in order', () => {
    const path = fresh()
    const log = new OutputLog(path)
    log.append(Buffer.from('a\n'))
    expect([readFileSync(path, 'utf8'), log.bytes, log.trouble]).toEqual(['a\n', 2, 'none'])
    log.append(Buffer.from('b'))
    log.close()
    log.close()
    expect([readFileSync(path, 'utf8'), log.bytes]).toEqual(['a\nb', 3])
  })

  it('never takes a file that is there already (S-138)', () => {
    const path = join(folder, 'theirs.log')
    writeFileSync(path, 'theirs')
    const log = new OutputLog(path)
    log.append(Buffer.from('ours'))
    log.close()
    expect([log.trouble, log.bytes, readFileSync(path, 'utf8')]).toEqual(['write-failed', 0, 'theirs'])
  })
})

describe('the cap', () => {
  it('is 512 MiB (S-141)', () => {
    expect(LOG_CAP_BYTES).toBe(512 * 1024 * 1024)
  })

  it('keeps the beginning and the end of what does not fit, and says what is missing (S-117, S-141)', () => {
    const path = fresh()
    const cap = LOG_TAIL_BYTES + 1000
    const log = new OutputLog(path, systemLogFiles, cap)
    const line = (i: number) => `line ${String(i).padStart(6, '0')}\n`
    for (let i = 0; i < 20_000; i++) log.append(Buffer.from(line(i)))
    expect(log.trouble).toBe('capped')
    expect(log.bytes).toBeLessThanOrEqual(1000)
    log.close()
    const text = readFileSync(path, 'utf8')
    const size = Buffer.byteLength(text)
    expect(size).toBeLessThanOrEqual(cap)
    expect([size, log.trouble]).toEqual([log.bytes, 'capped'])
    expect(text.startsWith(line(0))).toBe(true)
    expect(text.endsWith(line(19_999))).toBe(true)
    const mark = /\[… (\d+) bytes not kept: the output reached its limit …\]\n/.exec(text)
    expect(
      text
        .replace(mark?.[0] ?? '', '')
        .split('\n')
        .every((one) => one === '' || /^line \d{6}$/.test(one)),
    ).toBe(true)
    expect(text.length - (mark?.[0].length ?? 0) + Number(mark?.[1])).toBe(20_000 * line(0).length)
  })

  it('has no mark when the end fits after all', () => {
    const path = fresh()
    const log = new OutputLog(path, systemLogFiles, LOG_TAIL_BYTES + 4)
    log.append(Buffer.from('abc\ndef\n'))
    log.close()
    expect([readFileSync(path, 'utf8'), log.trouble]).toEqual(['abc\ndef\n', 'capped'])
  })

  it('cuts a line without end between characters', () => {
    const path = fresh()
    const log = new OutputLog(path, systemLogFiles, LOG_TAIL_BYTES)
    for (let i = 0; i < 100; i++) log.append(Buffer.from('日本語'.repeat(300)))
    log.close()
    expect(readFileSync(path, 'utf8')).not.toContain('\ufffd')
  })
})

describe('an output that goes on beyond the cap', () => {
  const line = (i: number) => `line ${String(i).padStart(6, '0')}\n`
  const cap = LOG_TAIL_BYTES + 1000

  it('can be read at its beginning and its newest part, again and again (S-141, S-162)', () => {
    const path = fresh()
    const log = new OutputLog(path, systemLogFiles, cap)
    log.refresh()
    for (let i = 0; i < 40_000; i++) {
      log.append(Buffer.from(line(i)))
      if (i % 5000 !== 4999) continue
      log.refresh()
      const text = readFileSync(path, 'utf8')
      expect(text.startsWith(line(0))).toBe(true)
      expect(text.endsWith(line(i))).toBe(true)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(cap)
    }
    const kept = log.bytes
    // What the mark says is what the log tells, but for the part of a line that is not shown.
    const [, lost] = /(\d+) bytes not kept/.exec(readFileSync(path, 'utf8')) ?? []
    expect(Number(lost) - log.dropped).toBeGreaterThanOrEqual(0)
    expect(Number(lost) - log.dropped).toBeLessThan(line(0).length)
    expect(readFileSync(path, 'utf8')).toMatch(/\n\[… \d+ bytes not kept: the output reached its limit …\]\n/)
    log.append(Buffer.from('the end\n'))
    log.close()
    const text = readFileSync(path, 'utf8')
    expect(text.endsWith('the end\n')).toBe(true)
    expect(text.match(/bytes not kept/g)).toHaveLength(1)
    expect([log.bytes, kept < log.bytes]).toEqual([Buffer.byteLength(text), true])
  })

  it('never makes a file longer that somebody cut (S-148)', () => {
    const path = fresh()
    const log = new OutputLog(path, systemLogFiles, cap)
    for (let i = 0; i < 20_000; i++) log.append(Buffer.from(line(i)))
    writeFileSync(path, '')
    log.refresh()
    log.close()
    expect(readFileSync(path).includes(0)).toBe(false)
  })
})

describe('an output that is taken back to be redrawn', () => {
  it('is no longer in the file, and what follows stands in its place (S-064)', () => {
    const path = fresh()
    const log = new OutputLog(path)
    log.append(Buffer.from('one\ntwo\n'))
    log.takeBack(4)
    expect([readFileSync(path, 'utf8'), log.bytes]).toEqual(['one\n', 4])
    log.append(Buffer.from('2\n'))
    log.takeBack(100)
    log.append(Buffer.from('new\n'))
    log.close()
    log.takeBack(1)
    expect([readFileSync(path, 'utf8'), log.bytes]).toEqual(['new\n', 4])
  })

  it('goes from the newest part of a capped log, then from its beginning (S-064, S-141)', () => {
    const line = (i: number) => `line ${String(i).padStart(6, '0')}\n`
    const length = line(0).length
    for (const taken of [10, 300]) {
      const path = fresh()
      const log = new OutputLog(path, systemLogFiles, LOG_TAIL_BYTES + 1000 * length)
      const count = taken === 10 ? 20_000 : 1100
      for (let i = 0; i < count; i++) log.append(Buffer.from(line(i)))
      log.takeBack(taken * length)
      log.append(Buffer.from('redrawn\n'))
      log.close()
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
      expect(lines.slice(-2)).toEqual([line(count - taken - 1).trimEnd(), 'redrawn'])
      expect(statSync(path).size).toBe(log.bytes)
    }
  })
})

describe('failing writes', () => {
  const failing = (change: Partial<LogFiles>): LogFiles => ({ ...systemLogFiles, ...change })

  it('are told and do not throw; what was written stays (S-147)', () => {
    const path = fresh()
    let writes = 0
    const files = failing({
      write: (fd, bytes, offset, length) => {
        if (++writes > 1) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        return systemLogFiles.write(fd, bytes, offset, length)
      },
    })
    const log = new OutputLog(path, files)
    log.append(Buffer.from('kept\n'))
    log.append(Buffer.from('lost\n'))
    log.append(Buffer.from('lost too\n'))
    log.close()
    expect([readFileSync(path, 'utf8'), log.bytes, log.trouble]).toEqual(['kept\n', 5, 'write-failed'])
  })

  it('short writes go on where they stopped', () => {
    const path = fresh()
    const files = failing({
      write: (fd, bytes, offset, length) => systemLogFiles.write(fd, bytes, offset, Math.min(3, length)),
    })
    const log = new OutputLog(path, files)
    log.append(Buffer.from('0123456789'))
    log.close()
    expect(readFileSync(path, 'utf8')).toBe('0123456789')
  })

  it('a log that cannot be made is told (S-147)', () => {
    const log = new OutputLog(join('/dev/null', 'x.log'))
    log.append(Buffer.from('x'))
    log.close()
    expect([log.trouble, log.bytes, existsSync('/dev/null/x.log')]).toEqual(['write-failed', 0, false])
  })
})
