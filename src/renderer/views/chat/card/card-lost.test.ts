import { describe, expect, it } from 'vitest'
import { makeCard } from '../../../testing/make'
import { cardView } from './card-view'

describe('the card of a command that was lost with the process that ran it (S-239, S-347)', () => {
  it.each([
    ['awaited', false, null],
    ['in the background', true, 'A'],
  ] as const)('says so, %s', (_where, wasBackground, terminalId) => {
    const view = cardView(
      makeCard('a', 'chat', 'make', {
        kind: 'interrupted',
        startedAt: 1000,
        lastSeenAt: 3000,
        lost: { wasBackground },
      }),
    )
    expect(view).toMatchObject({
      status: 'interrupted',
      time: { kind: 'fixed', ms: 2000 },
      notes: [{ code: 'lost' }],
      terminalId,
    })
  })
})
