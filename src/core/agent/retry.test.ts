import { describe, expect, it } from 'vitest'
import type { ModelFailure } from '../../shared/models'
import { createFakeIds } from '../testing/fake-ids'
import { chanceFrom, planRetry } from './retry'

const failed = (code: ModelFailure['code'], retryable = true, retryAfterMs: number | null = null) => ({
  failure: { code, server: 's', detail: '', status: null },
  retryable,
  retryAfterMs,
})

describe('planRetry', () => {
  it('waits longer each time, up to a limit (A-162)', () => {
    const waits = [1, 2, 3, 4, 5].map((retry) => planRetry(failed('overloaded'), retry, 0.5))
    expect(waits.map((plan) => plan.wait && plan.ms)).toEqual([1000, 2000, 4000, 8000, 16000])
  })

  it('spreads the delay by chance, by a quarter at most (A-162)', () => {
    expect(planRetry(failed('overloaded'), 3, 0)).toMatchObject({ ms: 3000 })
    expect(planRetry(failed('overloaded'), 3, 0.999)).toMatchObject({ ms: 4998 })
  })

  it('gives up after five retries, and after three where nobody answers (A-162)', () => {
    expect(planRetry(failed('rate-limit'), 5, 0)).toMatchObject({ wait: true, of: 5 })
    expect(planRetry(failed('rate-limit'), 6, 0)).toEqual({ wait: false })
    expect(planRetry(failed('unreachable'), 3, 0)).toMatchObject({ wait: true, of: 3 })
    expect(planRetry(failed('unreachable'), 4, 0)).toEqual({ wait: false })
  })

  it('waits as long as the server asks (A-162)', () => {
    expect(planRetry(failed('rate-limit', true, 20_000), 1, 0)).toMatchObject({ ms: 20_000 })
    expect(planRetry(failed('rate-limit', true, 10), 1, 0)).toMatchObject({ ms: 750 })
  })

  it('does not wait for a server that asks for too long (A-162)', () => {
    expect(planRetry(failed('rate-limit', true, 3_600_000), 1, 0)).toEqual({ wait: false })
  })

  it.each(['auth', 'invalid-request', 'model-missing', 'window-too-small', 'protocol'] as const)(
    'never repeats a request that failed with %s (A-164)',
    (code) => expect(planRetry(failed(code, false), 1, 0)).toEqual({ wait: false }),
  )

  it('draws chance from the identifiers', () => {
    const ids = createFakeIds()
    const drawn = Array.from({ length: 50 }, () => chanceFrom(ids))
    expect(drawn.every((chance) => chance >= 0 && chance < 1)).toBe(true)
    expect(new Set(drawn).size).toBe(50)
    expect(chanceFrom(createFakeIds())).toBe(drawn[0])
  })
})
