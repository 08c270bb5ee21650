import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../core/testing/fake-clock'
import type { HostState } from '../shared/host'
import { HostAnnouncer } from './host-state'

describe('what the window hears of its host', () => {
  it('is the newest state, once for changes that come together, and nothing after the end', async () => {
    const clock = createFakeClock()
    const told: HostState[] = []
    const state = { hasTray: false } as HostState
    const announcer = new HostAnnouncer(
      clock,
      () => ({ ...state }),
      (now) => told.push(now),
    )
    for (let n = 0; n < 100; n++) announcer.changed()
    state.hasTray = true
    await clock.advance(1000)
    expect(told).toEqual([{ hasTray: true }])
    announcer.changed()
    announcer.dispose()
    await clock.advance(1000)
    expect(told).toHaveLength(1)
  })
})
