import { describe, expect, it } from 'vitest'
import { sleep } from '../clock'
import { createFakeClock, settle, until } from './fake-clock'

describe('fake clock', () => {
  it('fires timers in order of time, then of setting', async () => {
    const clock = createFakeClock(0)
    const seen: string[] = []
    clock.setTimer(20, () => seen.push('late'))
    clock.setTimer(10, () => seen.push('first'))
    clock.setTimer(10, () => seen.push('second'))
    await clock.advance(15)
    expect(seen).toEqual(['first', 'second'])
    expect(clock.now()).toBe(15)
    await clock.advance(5)
    expect(seen).toEqual(['first', 'second', 'late'])
  })

  it('fires a timer that a timer set, and not one that was disposed', async () => {
    const clock = createFakeClock(0)
    const seen: number[] = []
    clock.setTimer(10, () => clock.setTimer(10, () => seen.push(clock.now())))
    clock.setTimer(5, () => seen.push(-1)).dispose()
    await clock.advance(100)
    expect(seen).toEqual([20])
    expect(clock.pendingTimers).toBe(0)
  })

  it('drives sleep and releases its timer on abort', async () => {
    const clock = createFakeClock()
    const controller = new AbortController()
    let ended = ''
    sleep(clock, 1000, controller.signal).catch((reason: unknown) => {
      ended = String(reason)
    })
    controller.abort('stop')
    await settle()
    expect(ended).toBe('stop')
    expect(clock.pendingTimers).toBe(0)
  })

  it('says what never happened', async () => {
    await expect(until(() => false, 'a miracle')).rejects.toThrow('Never happened: a miracle')
  })
})
