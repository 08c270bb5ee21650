import { describe, expect, it } from 'vitest'
import type { OutputPage } from '../../../shared/command'
import type { OutputReader } from './output-feed'
import { OutputFeed } from './output-feed'
import { visibleRows } from './output-pages'

/** A log that grows by hand and answers when told to. */
function fakeLog(initial: number) {
  let count = initial
  let waiting: { name: string; answer: () => void; fail: () => void }[] = []
  const asked: string[] = []
  // Every line is `0000`, so that offsets are easy: five bytes each.
  const page = (first: number, last: number): OutputPage => ({
    from: first * 5,
    to: last * 5,
    text: Array.from({ length: last - first }, (_, i) => `${String(first + i).padStart(4, '0')}\n`).join(''),
    firstLine: first + 1,
    atStart: first === 0,
    atEnd: last === count,
    totalBytes: count * 5,
    totalLines: count,
    openLine: '',
  })
  const later = (name: string, make: () => OutputPage) =>
    new Promise<OutputPage>((resolve, reject) => {
      asked.push(name)
      waiting.push({ name, answer: () => resolve(make()), fail: () => reject(new Error('disk')) })
    })
  const reader: OutputReader = {
    tail: (lines) => later('tail', () => page(Math.max(0, count - lines), count)),
    before: (before, lines) => later('before', () => page(Math.max(0, before / 5 - lines), before / 5)),
    after: (from, lines) => later('after', () => page(from / 5, Math.min(count, from / 5 + lines))),
    around: (at, lines) =>
      later('around', () => {
        const line = Math.floor(at / 5)
        return page(Math.max(0, line - lines / 2), Math.min(count, line + lines / 2))
      }),
  }
  const settle = async (how: 'answer' | 'fail') => {
    const [first, ...rest] = waiting
    waiting = rest
    first?.[how]()
    for (let i = 0; i < 5; i++) await Promise.resolve()
  }
  return {
    reader,
    asked,
    answer: () => settle('answer'),
    fail: () => settle('fail'),
    underWay: () => waiting.length,
    grow: (lines: number) => {
      count += lines
    },
    sign: (alive = true) => ({ bytes: count * 5, lines: count, alive }),
  }
}

function openFeed(lines: number) {
  const log = fakeLog(lines)
  const feed = new OutputFeed(log.reader, log.sign(), () => 'storage-failed')
  const leave = feed.show()
  const shown = () => visibleRows(feed.state().window ?? fail()).map((row) => row.text)
  return { log, feed, leave, shown }
}
const fail = (): never => {
  throw new Error('no window yet')
}

describe('output feed', () => {
  it('reads the end anew when a program took lines back to redraw them (S-064, S-153)', async () => {
    const { log, feed, shown } = openFeed(10)
    await log.answer()
    log.grow(-4)
    feed.signal(log.sign())
    expect(log.asked).toEqual(['tail', 'tail'])
    await log.answer()
    expect(shown().at(-1)).toBe('0005')
    log.grow(2)
    feed.signal(log.sign())
    await log.answer()
    expect(shown().at(-1)).toBe('0007')
    expect(log.asked).toEqual(['tail', 'tail', 'after'])
  })

  it('reads the end first and nothing earlier unasked (S-151, S-153, S-155)', async () => {
    const { log, feed, shown } = openFeed(1000)
    expect(feed.state()).toMatchObject({ window: null, reading: 'end' })
    await log.answer()
    expect(shown().at(-1)).toBe('0999')
    expect(shown()[0]).toBe('0800')
    expect(log.asked).toEqual(['tail'])
    feed.earlier()
    expect(feed.state().reading).toBe('earlier')
    await log.answer()
    expect(shown()[0]).toBe('0600')
  })

  it('reads on while it follows, one request at a time', async () => {
    const { log, feed, shown } = openFeed(10)
    await log.answer()
    for (let i = 0; i < 5; i++) {
      log.grow(2)
      feed.signal(log.sign())
    }
    expect(log.underWay()).toBe(1)
    await log.answer()
    expect(shown().at(-1)).toBe('0019')
    await log.answer()
    feed.signal(log.sign(false))
    await log.answer()
    expect(log.underWay()).toBe(0)
    expect(shown()).toHaveLength(20)
  })

  it('jumps over lines it would only drop when it is far behind', async () => {
    const { log, feed, shown } = openFeed(10)
    await log.answer()
    log.grow(5000)
    feed.signal(log.sign())
    await log.answer()
    expect(log.asked).toEqual(['tail', 'tail'])
    expect(shown().at(-1)).toBe('5009')
  })

  it('counts what was printed while the person reads earlier lines, and jumps to it', async () => {
    const { log, feed, shown } = openFeed(300)
    await log.answer()
    feed.follow(false)
    log.grow(14)
    feed.signal(log.sign())
    expect(feed.state()).toMatchObject({ behind: 14, following: false })
    expect(log.underWay()).toBe(0)
    feed.jumpToEnd()
    await log.answer()
    expect(shown().at(-1)).toBe('0313')
    expect(feed.state()).toMatchObject({ behind: 0, following: true })
  })

  it('keeps the lines when reading fails, and Retry repeats what failed (S-156, S-157)', async () => {
    const { log, feed, shown } = openFeed(1000)
    await log.answer()
    feed.earlier()
    await log.fail()
    expect(feed.state().failed).toEqual({ want: 'earlier', code: 'storage-failed' })
    expect(shown()[0]).toBe('0800')
    feed.retry()
    await log.answer()
    expect(feed.state().failed).toBeNull()
    expect(shown()[0]).toBe('0600')
  })

  it('recovers by itself from a failed read on when the command prints more (S-156)', async () => {
    const { log, feed, shown } = openFeed(10)
    await log.fail()
    expect(feed.state()).toMatchObject({ window: null, failed: { want: 'end' } })
    feed.retry()
    await log.answer()
    log.grow(1)
    feed.signal(log.sign())
    await log.fail()
    expect(log.underWay()).toBe(0)
    log.grow(1)
    feed.signal(log.sign())
    await log.answer()
    expect(feed.state().failed).toBeNull()
    expect(shown().at(-1)).toBe('0011')
  })

  it('asks for nothing while no viewer is on screen and catches up when one is', async () => {
    const { log, feed, leave, shown } = openFeed(10)
    await log.answer()
    leave()
    log.grow(3)
    feed.signal(log.sign())
    expect(log.underWay()).toBe(0)
    feed.show()
    await log.answer()
    expect(shown().at(-1)).toBe('0012')
  })

  it('stops following when earlier lines pushed the end out, and loads it again below', async () => {
    const { log, feed, shown } = openFeed(2000)
    await log.answer()
    for (let i = 0; i < 3; i++) {
      feed.earlier()
      await log.answer()
    }
    expect(feed.state()).toMatchObject({ following: false, window: { atEnd: false } })
    feed.follow(true)
    expect(feed.state().following).toBe(false)
    feed.later()
    await log.answer()
    expect(shown()).toHaveLength(400)
  })

  it('ignores an answer that arrives after it was disposed', async () => {
    const { log, feed } = openFeed(10)
    feed.dispose()
    await log.answer()
    expect(feed.state().window).toBeNull()
  })
})

describe('jumping to a place', () => {
  it('loads the page around it and stops following (S-154, S-155)', async () => {
    const { log, feed, shown } = openFeed(10_000)
    await log.answer()
    feed.goTo(5 * 5000, true)
    await log.answer()
    expect(log.asked).toEqual(['tail', 'around'])
    expect(feed.state()).toMatchObject({ following: false, place: { at: 25_000, lit: true } })
    expect([shown()[0], shown().at(-1)]).toEqual(['4900', '5099'])
  })

  it('asks for nothing when the place is loaded, and moves there all the same', async () => {
    const { log, feed } = openFeed(300)
    await log.answer()
    feed.goTo(5 * 200)
    feed.goTo(5 * 200)
    expect(log.asked).toEqual(['tail'])
    expect(feed.state().place).toMatchObject({ at: 1000, moved: 2 })
  })

  it('reads on from there in both directions, and the end follows again', async () => {
    const { log, feed, shown } = openFeed(10_000)
    await log.answer()
    feed.goTo(0)
    await log.answer()
    expect(feed.state().window).toMatchObject({ atStart: true, atEnd: false })
    feed.later()
    await log.answer()
    expect(shown().at(-1)).toBe('0299')
    feed.jumpToEnd()
    await log.answer()
    expect(feed.state()).toMatchObject({ following: true, place: null })
    expect(shown().at(-1)).toBe('9999')
  })

  it('is another jump after the end was followed in between', async () => {
    const { log, feed } = openFeed(300)
    await log.answer()
    feed.goTo(5 * 200)
    const first = feed.state().place?.moved
    feed.jumpToEnd()
    feed.goTo(5 * 200)
    expect(feed.state().place?.moved).not.toBe(first)
  })

  it('is tried again after a failure, with the lines kept (S-156, S-157)', async () => {
    const { log, feed, shown } = openFeed(10_000)
    await log.answer()
    feed.goTo(0)
    await log.fail()
    expect(feed.state().failed).toEqual({ want: 'place', code: 'storage-failed' })
    expect(shown().at(-1)).toBe('9999')
    feed.retry()
    await log.answer()
    expect(feed.state().failed).toBeNull()
    expect(shown()[0]).toBe('0000')
  })
})
