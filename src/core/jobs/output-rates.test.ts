import { describe, expect, it } from 'vitest'
import { type OutputRate, RATE_PERIOD_MS, RATE_SAMPLES } from '../../shared/command'
import { createCommandKit } from '../testing/command-kit'
import { OutputRates } from './output-rates'

function createRatesKit() {
  const kit = createCommandKit()
  const told: OutputRate[][] = []
  const rates = new OutputRates({
    onCard: kit.service.onCard,
    clock: kit.clock,
    changed: (some) => told.push(some),
  })
  const print = async (texts: string[]) => {
    for (const text of texts) {
      kit.host.last().write(text)
      await kit.clock.advance(RATE_PERIOD_MS)
    }
  }
  return { ...kit, rates, told, print }
}

describe('the output of the last minute', () => {
  it('is measured once a period, whatever the number of updates in it', async () => {
    const { call, host, clock, rates, told } = createRatesKit()
    const { id } = await call('npm test')
    for (let line = 0; line < 30; line++) {
      host.last().write('0123456789\n')
      await clock.advance(RATE_PERIOD_MS / 30)
    }
    expect(told).toEqual([[{ commandId: id, bytes: [330] }]])
    expect(rates.all()).toEqual(told[0])
  })

  it('is not nothing for a program that redraws its line', async () => {
    const { call, host, clock, rates } = createRatesKit()
    await call('curl')
    for (const line of ['10 %', '20 %', '30 %']) host.last().redraw(line)
    await clock.advance(RATE_PERIOD_MS)
    await clock.advance(RATE_PERIOD_MS)
    expect(rates.all()[0]?.bytes).toEqual([12, 0])
  })

  it('forgets what is older than a minute', async () => {
    const { call, print, rates } = createRatesKit()
    await call('npm test')
    await print(['first\n', ...Array.from({ length: RATE_SAMPLES }, () => 'ab\n')])
    expect(rates.all()[0]?.bytes).toEqual(Array.from({ length: RATE_SAMPLES }, () => 3))
  })

  it('is not told again of a command that stays quiet', async () => {
    const { call, print, clock, rates, told } = createRatesKit()
    await call('npm test')
    await print(['ab\n'])
    await clock.advance(RATE_PERIOD_MS * RATE_SAMPLES)
    const before = told.length
    await clock.advance(RATE_PERIOD_MS * 3)
    expect(told).toHaveLength(before)
    expect(rates.all()[0]?.bytes).toEqual(Array.from({ length: RATE_SAMPLES }, () => 0))
  })

  it('has one timer for all commands, and none when nothing runs', async () => {
    const { call, host, clock, rates } = createRatesKit()
    const idle = clock.pendingTimers
    await call('sleep 60')
    await call('sleep 61')
    await clock.advance(60_000)
    host.of('sleep 60').exit(0)
    host.of('sleep 61').exit(0)
    await clock.advance(0)
    expect(rates.all()).toEqual([])
    expect(clock.pendingTimers).toBe(idle)
  })
})
