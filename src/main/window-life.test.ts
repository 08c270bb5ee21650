import { describe, expect, it } from 'vitest'
import { settle } from '../core/testing/fake-clock'
import { type WindowEnd, WindowLife } from './window-life'

function bond(ownsJobs = true) {
  const ends: { how: WindowEnd; done: () => void; fail: (error: unknown) => void }[] = []
  const bugs: unknown[] = []
  const life = new WindowLife({
    endWindow: (how) =>
      new Promise<void>((resolve, reject) => {
        ends.push({ how, done: resolve, fail: reject })
      }),
    ownsJobs: () => ownsJobs,
    reportBug: (error) => bugs.push(error),
  })
  return { life, ends, bugs }
}

async function isSettled(life: WindowLife): Promise<boolean> {
  let isDone = false
  void life.settled().then(() => {
    isDone = true
  })
  await settle()
  return isDone
}

describe('a window and its jobs', () => {
  it('end together, and the next page is answered when that is known (S-339, S-346)', async () => {
    const { life, ends } = bond()
    expect(await isSettled(life)).toBe(true)
    life.ended('crashed')
    life.ended('closed')
    expect(ends.map(({ how }) => how)).toEqual(['crashed', 'closed'])
    ends[1]?.done()
    expect(await isSettled(life)).toBe(false)
    ends[0]?.done()
    expect(await isSettled(life)).toBe(true)
  })

  it('are apart when the person lets jobs run without it', async () => {
    const { life, ends } = bond(false)
    life.ended('closed')
    expect(ends).toEqual([])
  })

  it('a failure to end them is reported and does not lock the page out', async () => {
    const { life, ends, bugs } = bond()
    life.ended('closed')
    ends[0]?.fail(new Error('disk'))
    expect(await isSettled(life)).toBe(true)
    expect(bugs).toEqual([new Error('disk')])
  })
})
