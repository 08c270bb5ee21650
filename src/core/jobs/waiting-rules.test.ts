import { describe, expect, it } from 'vitest'
import { HEADLESS_WAITING, WINDOW_WAITING, waitingFor, waitingForWaitOnly } from './waiting-rules'

describe('waitingFor', () => {
  it.each([
    ['absent (S-166)', undefined, 5000],
    ['in range (S-167)', 30_000, 30_000],
    ['shorter, also seconds by mistake (S-168)', 30, 5000],
    ['zero or negative (S-168, S-170)', -1, 5000],
    ['longer (S-169)', 600_000, 60_000],
    ['endless (S-169, S-170)', Number.POSITIVE_INFINITY, 60_000],
    ['text (S-171)', '30000', 5000],
    ['null (S-171)', null, 5000],
    ['NaN (S-171)', Number.NaN, 5000],
    ['an object (S-171)', { ms: 30_000 }, 5000],
  ])('a timeout that is %s', (_name, timeout, ms) => {
    expect(waitingFor(timeout, WINDOW_WAITING).waitMs).toBe(ms)
  })

  it.each([
    [undefined, 120_000],
    [1, 1000],
    [200_000, 200_000],
    [1e9, 300_000],
  ])('without a window a timeout of %s gives %d ms (S-367…S-370)', (timeout, ms) => {
    expect(waitingFor(timeout, HEADLESS_WAITING).waitMs).toBe(ms)
  })

  it('is explicit with any number, also a clamped one, and with nothing else (S-171, S-182, S-183)', () => {
    const isExplicit = (timeout: unknown) => waitingFor(timeout, WINDOW_WAITING).isExplicit
    expect([30_000, 1, 1e9].map(isExplicit)).toEqual([true, true, true])
    expect([undefined, null, '30000', Number.NaN].map(isExplicit)).toEqual([false, false, false, false])
  })

  it.each([
    [undefined, 60_000],
    [30_000, 30_000],
    [1000, 5000],
    [600_000, 60_000],
    ['soon', 60_000],
  ])('for a command that only waits, a timeout of %s gives %d ms (S-201, S-168)', (timeout, ms) => {
    expect(waitingForWaitOnly(timeout, WINDOW_WAITING).waitMs).toBe(ms)
    expect(waitingForWaitOnly(120_000, HEADLESS_WAITING).waitMs).toBe(60_000)
  })
})
