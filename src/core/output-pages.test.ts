import { describe, expect, it } from 'vitest'
import { EngineError } from '../shared/errors'
import { commandIdSchema } from '../shared/ids'
import type { CommandRecord } from './jobs/command-record'
import { createOutputPages, type PagedCommand } from './output-pages'
import { createFakeOutputLogs } from './testing/fake-output-logs'

const id = commandIdSchema.parse('cmd-1')
const FILE = '/outputs/chat/cmd-1.log'

/** A command whose log and open line a test changes at will, also while a read is under way. */
function setUp(text = '') {
  const logs = createFakeOutputLogs()
  logs.append(FILE, text)
  const now = {
    openLine: '',
    bytes: Buffer.byteLength(text),
    known: 0,
    logFile: FILE as string | null,
    state: { kind: 'preparing', since: 0 } as CommandRecord['state'],
  }
  const gone: string[] = []
  let onRead = () => {}
  const lookUp = (): PagedCommand => ({
    record: {
      id,
      logFile: now.logFile,
      state: now.state,
      output: { bytes: now.known, lines: 0, lastLine: '', full: { kind: 'none' } },
    } as CommandRecord,
    openLine: now.openLine,
    bytes: now.bytes,
  })
  const pages = createOutputPages(
    {
      before: async (...input) => {
        const slice = await logs.before(...input)
        onRead()
        return slice
      },
      after: logs.after,
    },
    lookUp,
    (which) => gone.push(which),
  )
  return { pages, logs, now, gone, whileReading: (run: () => void) => (onRead = run) }
}

describe('the unfinished line of a page', () => {
  it('is given with the page that reaches exactly the place it begins at (S-151, S-162)', async () => {
    const { pages, now } = setUp('one\ntwo\n')
    now.openLine = 'thr'
    expect(await pages.tail(id, 10)).toMatchObject({ text: 'one\ntwo\n', openLine: 'thr', atEnd: true })
    expect(await pages.after(id, 4, 10)).toMatchObject({ text: 'two\n', openLine: 'thr' })
    expect(await pages.before(id, 4, 10)).toMatchObject({ text: 'one\n', openLine: '' })
  })

  it('is not shown twice when it was finished while the page was read (S-162)', async () => {
    const { pages, logs, now, whileReading } = setUp('one\n')
    now.openLine = 'two'
    logs.append(FILE, 'two\n')
    whileReading(() => Object.assign(now, { openLine: '', bytes: 8 }))
    expect(await pages.tail(id, 10)).toMatchObject({ text: 'one\ntwo\n', openLine: '' })
  })

  it('is not glued to a line it does not follow when the log grew meanwhile (S-162)', async () => {
    const { pages, now, whileReading } = setUp('one\n')
    whileReading(() => Object.assign(now, { openLine: 'three', bytes: 8 }))
    expect(await pages.tail(id, 10)).toMatchObject({ text: 'one\n', openLine: '' })
    expect(await pages.text(id)).toEqual({ text: 'one\n', whole: true })
  })

  it('is copied with the text it follows', async () => {
    const { pages, now } = setUp('one\n')
    now.openLine = 'tw'
    expect(await pages.text(id)).toEqual({ text: 'one\ntw', whole: true })
  })

  it('is all there is before anything was spawned', async () => {
    const { pages, now } = setUp()
    now.logFile = null
    expect(await pages.tail(id, 10)).toMatchObject({ text: '', atStart: true, atEnd: true, totalLines: 0 })
  })
})

describe('the page around an offset', () => {
  const lines = Array.from({ length: 100 }, (_, n) => `line ${n}\n`)
  const text = lines.join('')
  const startOf = (n: number) => lines.slice(0, n).join('').length

  it.each([
    ['the start of a line', startOf(50)],
    ['inside a line', startOf(50) + 3],
    ['the end of a line', startOf(50) + 6],
  ])('holds whole lines before and after it: %s', async (_, at) => {
    const { pages } = setUp(text)
    const page = await pages.around(id, at, 10)
    expect(page.text).toBe(lines.slice(45, 55).join(''))
    expect([page.from, page.to]).toEqual([startOf(45), startOf(55)])
  })

  it('holds the place itself in the middle of a line longer than any page', async () => {
    const { pages } = setUp('x'.repeat(1_000_000))
    const page = await pages.around(id, 500_000, 200)
    expect([page.from < 450_000, page.to > 550_000]).toEqual([true, true])
  })

  it('stops at both ends of the log', async () => {
    const { pages } = setUp(text)
    expect(await pages.around(id, 0, 10)).toMatchObject({ from: 0, atStart: true, to: startOf(5) })
    expect(await pages.around(id, text.length, 10)).toMatchObject({ from: startOf(95), atEnd: true })
  })
})

describe('a log that cannot be read', () => {
  it('is told to the card when it is gone, and stays an error (S-147, S-148)', async () => {
    const { pages, logs, gone } = setUp('one\n')
    logs.failReads(new EngineError('output-unavailable', 'gone'))
    await expect(pages.tail(id, 10)).rejects.toMatchObject({ code: 'output-unavailable' })
    expect(gone).toEqual([id])
  })

  it('stays on offer when the failure may pass, and is read by the next try (S-156, S-157)', async () => {
    const { pages, logs, gone } = setUp('one\n')
    logs.failReads(new EngineError('output-read-failed', 'EIO'))
    await expect(pages.tail(id, 10)).rejects.toMatchObject({ code: 'output-read-failed' })
    expect(gone).toEqual([])
    logs.failReads(null)
    expect((await pages.tail(id, 10)).text).toBe('one\n')
  })

  it('is shown as it is now while a program redraws its last lines (S-064)', async () => {
    const { pages, now, gone } = setUp('one\n')
    Object.assign(now, { known: 8, state: { kind: 'running', startedAt: 0, pid: 1 } })
    expect(await pages.tail(id, 10)).toMatchObject({ text: 'one\n', atEnd: true })
    expect(await pages.after(id, 8, 10)).toMatchObject({ from: 0, to: 4, text: 'one\n', atEnd: true })
    expect(gone).toEqual([])
  })

  it('is not shown as if it were whole when somebody cut it (S-148)', async () => {
    const { pages, now, gone } = setUp('one\n')
    now.known = 400
    await expect(pages.tail(id, 10)).rejects.toMatchObject({ code: 'output-unavailable' })
    expect(gone).toEqual([id])
  })
})
