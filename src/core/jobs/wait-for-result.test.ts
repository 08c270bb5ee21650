import { describe, expect, it } from 'vitest'
import { createFakeClock, settle } from '../testing/fake-clock'
import { type WaitEnd, waitForResult } from './wait-for-result'

function waiting(waitMs = 5000) {
  const clock = createFakeClock()
  const stop = new AbortController()
  const message = new AbortController()
  const move = new AbortController()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const seen: WaitEnd[] = []
  const begin = () => {
    const end = waitForResult({
      clock,
      finished,
      waitMs,
      moved: move.signal,
      userSpoke: message.signal,
      aborted: stop.signal,
    })
    void end.then((value) => seen.push(value))
  }
  return { clock, stop, message, move, seen, begin, finish: () => finish() }
}

describe('waitForResult', () => {
  it('ends when the command ends, and leaves no timer (S-071)', async () => {
    const w = waiting()
    w.begin()
    await w.clock.advance(4999)
    w.finish()
    await settle()
    expect(w.seen).toEqual([{ kind: 'finished' }])
    expect(w.clock.pendingTimers).toBe(0)
  })

  it('runs out exactly when its time is over (S-166, S-172)', async () => {
    const w = waiting()
    w.begin()
    await w.clock.advance(4999)
    expect(w.seen).toEqual([])
    await w.clock.advance(1)
    expect(w.seen).toEqual([{ kind: 'background', reason: 'waiting-ran-out' }])
  })

  it('ends at once when the user sends a message, however long the timeout (S-184, S-185)', async () => {
    const w = waiting(60_000)
    w.begin()
    w.message.abort()
    await settle()
    expect(w.seen).toEqual([{ kind: 'background', reason: 'user-message' }])
    expect(w.clock.pendingTimers).toBe(0)
  })

  it('ends when the user moves the command to the background (S-188)', async () => {
    const w = waiting()
    w.begin()
    w.move.abort()
    await settle()
    expect(w.seen).toEqual([{ kind: 'background', reason: 'user' }])
  })

  it('ends on Stop, also before a message that came first (S-292)', async () => {
    const w = waiting()
    w.message.abort()
    w.stop.abort()
    w.begin()
    await settle()
    expect(w.seen).toEqual([{ kind: 'aborted' }])
  })

  it('reports the first cause only', async () => {
    const w = waiting()
    w.begin()
    w.move.abort()
    w.stop.abort()
    w.finish()
    await w.clock.advance(10_000)
    expect(w.seen).toEqual([{ kind: 'background', reason: 'user' }])
  })
})
