import { describe, expect, it } from 'vitest'
import { settingsSchema } from '../../../shared/settings'
import { decided } from '../../testing/approval-kit'
import { atTheCap, createRequestCaps } from './request-cap'

describe('request cap', () => {
  it('lets twenty commands of a task run by patterns alone, and then asks (S-398)', () => {
    const { maxRequests } = settingsSchema.parse({})
    expect(maxRequests).toBe(20)
    const caps = createRequestCaps()
    for (let request = 0; request < maxRequests; request++) expect(caps.take('a', maxRequests)).toBe(true)
    expect(caps.take('a', maxRequests)).toBe(false)
    expect(caps.take('b', maxRequests)).toBe(true)
  })

  it('counts anew once a person has answered in the chat (S-398)', () => {
    const caps = createRequestCaps()
    expect([caps.take('a', 1), caps.take('a', 1)]).toEqual([true, false])
    caps.answered('b')
    expect(caps.take('a', 1)).toBe(false)
    caps.answered('a')
    expect(caps.take('a', 1)).toBe(true)
  })

  it('says why it asks, and offers no pattern (S-398)', () => {
    const asks = atTheCap(decided('make test', { allow: ['make *'] }), 'make test', 3)
    expect(asks).toMatchObject({
      decision: 'ask',
      blocked: false,
      alwaysAllow: [],
      reasons: [{ rule: 'request-cap', subject: '3', start: 0, end: 9, segment: 'make test' }],
    })
  })
})
