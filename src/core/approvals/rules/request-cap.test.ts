import { describe, expect, it } from 'vitest'
import { countRequest, isAtCap, MAX_REQUESTS_BY_DEFAULT, type RequestCount } from './request-cap'

describe('request cap', () => {
  it('asks after twenty requests that nobody answered (S-398)', () => {
    let count: RequestCount = { automatic: 0 }
    for (let request = 0; request < MAX_REQUESTS_BY_DEFAULT; request++) {
      expect(isAtCap(count, MAX_REQUESTS_BY_DEFAULT)).toBe(false)
      count = countRequest(count, 'automatic')
    }
    expect(MAX_REQUESTS_BY_DEFAULT).toBe(20)
    expect(isAtCap(count, MAX_REQUESTS_BY_DEFAULT)).toBe(true)
  })

  it('counts anew once a person has answered (S-398)', () => {
    expect(countRequest({ automatic: 20 }, 'person')).toEqual({ automatic: 0 })
  })
})
