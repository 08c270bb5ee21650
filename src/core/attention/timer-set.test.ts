import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { TimerSet } from './timer-set'

function timers() {
  const clock = createFakeClock(0)
  const fired: string[] = []
  const set = new TimerSet<string>(clock, (name) => fired.push(`${name}@${clock.now()}`))
  return { clock, fired, set }
}

describe('TimerSet', () => {
  it('fires each timer once, at its time', async () => {
    const { clock, fired, set } = timers()
    set.arm('b', 200)
    set.arm('a', 100)
    await clock.advance(1000)
    expect(fired).toEqual(['a@100', 'b@200'])
    expect(clock.pendingTimers).toBe(0)
  })

  it('moves a timer to a later time without setting another', async () => {
    const { clock, fired, set } = timers()
    set.arm('a', 100)
    for (let at = 200; at <= 1000; at += 100) set.arm('a', at)
    expect(clock.pendingTimers).toBe(1)
    await clock.advance(999)
    expect(fired).toEqual([])
    await clock.advance(1)
    expect(fired).toEqual(['a@1000'])
  })

  it('moves a timer to an earlier time', async () => {
    const { clock, fired, set } = timers()
    set.arm('a', 500)
    set.arm('a', 100)
    await clock.advance(1000)
    expect(fired).toEqual(['a@100'])
  })

  it('forgets what is cleared, and everything at its end', async () => {
    const { clock, fired, set } = timers()
    set.arm('a', 100)
    set.arm('b', 100)
    set.clear('a')
    set.clear('unknown')
    set.dispose()
    await clock.advance(1000)
    expect(fired).toEqual([])
    expect(clock.pendingTimers).toBe(0)
  })

  it('fires what is due already, as soon as anything can', async () => {
    const { clock, fired, set } = timers()
    await clock.advance(500)
    set.arm('a', 100)
    await clock.advance(0)
    expect(fired).toEqual(['a@500'])
  })
})
