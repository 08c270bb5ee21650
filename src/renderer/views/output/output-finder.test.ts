import { describe, expect, it } from 'vitest'
import type { FindHit } from '../../../shared/find-query'
import type { FoundInOutput } from '../../../shared/ipc'
import type { FindRequest } from './output-finder'
import { OutputFinder } from './output-finder'

/** A log of a given length with hits at given places, answered at once or when told to. */
function setUp(places: number[], size = 10_000) {
  const log = { places, size, fails: null as string | null, limit: 1000 }
  const asked: string[] = []
  const jumps: number[] = []
  let stops = 0
  let loaded = { from: size - 1000, to: size }
  const answer = ({ from, to, direction, limit }: FindRequest): FoundInOutput => {
    const hits: FindHit[] = log.places
      .filter((at) => at >= (from ?? 0) && at < (to ?? log.size))
      .map((at) => ({ at, bytes: 4 }))
    if (direction === 'backward') hits.reverse()
    const most = Math.min(limit, log.limit)
    return { hits: hits.slice(0, most), complete: hits.length < most, searchedTo: log.size }
  }
  const finder = new OutputFinder({
    async find(request) {
      asked.push(request.lane)
      if (log.fails) throw new Error(log.fails)
      return answer(request)
    },
    stop: () => stops++,
    goTo(at) {
      jumps.push(at)
      loaded = { from: Math.max(0, at - 500), to: Math.min(log.size, at + 500) }
      finder.show(loaded, log.size)
    },
    codeOf: (error) => (error as Error).message,
  })
  finder.show(loaded, size)
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve()
  }
  const ask = async (text: string) => {
    finder.ask({ text })
    await settle()
  }
  const step = async (direction: 1 | -1) => {
    finder.step(direction)
    await settle()
    return finder.state().current?.at
  }
  return {
    finder,
    log,
    asked,
    jumps,
    ask,
    step,
    settle,
    stops: () => stops,
    show: (r: typeof loaded) => finder.show(r, log.size),
  }
}

describe('finding in an output of which only the end is loaded', () => {
  it('marks what is loaded, counts everything, and stands on the last place', async () => {
    const { finder, ask, jumps } = setUp([10, 5000, 9100, 9800])
    await ask('warn')
    expect(finder.state()).toMatchObject({ current: { at: 9800 }, complete: true, failed: null })
    expect(finder.state().marks.map(({ at }) => at)).toEqual([9100, 9800])
    expect(finder.state().all).toHaveLength(4)
    expect(finder.position).toBe(4)
    expect(jumps).toEqual([])
  })

  it('steps through what is loaded and on into what is not, around both ends', async () => {
    const { ask, step, jumps } = setUp([10, 5000, 9100, 9800])
    await ask('warn')
    expect([await step(-1), await step(-1), await step(-1)]).toEqual([9100, 5000, 10])
    expect(jumps).toEqual([5000, 10])
    expect([await step(-1), await step(1), await step(1)]).toEqual([9800, 10, 5000])
  })

  it('goes to the nearest earlier place when none is loaded', async () => {
    const { finder, ask, jumps } = setUp([10, 5000])
    await ask('warn')
    expect(jumps).toEqual([5000])
    expect(finder.state().current?.at).toBe(5000)
    expect(finder.position).toBe(2)
  })

  it('says so when there is nothing, and stays where it is', async () => {
    const { finder, ask, step, jumps } = setUp([])
    await ask('warn')
    expect(finder.state()).toMatchObject({ all: [], complete: true, current: null })
    expect(await step(1)).toBeUndefined()
    expect(jumps).toEqual([])
  })

  it('does not pretend to know a count that it does not', async () => {
    const { finder, log, ask } = setUp([10, 20, 30, 9800])
    log.limit = 2
    await ask('warn')
    expect(finder.state()).toMatchObject({ complete: false })
    expect(finder.position).toBeNull()
  })

  it('keeps its place when lines arrive, and counts them', async () => {
    const { finder, log, ask, settle, show, asked } = setUp([9100])
    await ask('warn')
    const { moved } = finder.state()
    Object.assign(log, { places: [9100, 10_500], size: 11_000 })
    show({ from: 9000, to: 11_000 })
    await settle()
    expect(finder.state()).toMatchObject({ current: { at: 9100 }, moved })
    expect(finder.state().all?.map(({ at }) => at)).toEqual([9100, 10_500])
    expect(finder.state().marks.map(({ at }) => at)).toEqual([9100, 10_500])
    expect(asked).toEqual(['count', 'marks', 'marks', 'count'])
  })

  it('shows an expression that is not valid, and is cured by the next one', async () => {
    const { finder, log, ask } = setUp([9100])
    log.fails = 'bad-input'
    await ask('(')
    expect(finder.state().failed).toBe('bad-input')
    log.fails = null
    await ask('warn')
    expect(finder.state()).toMatchObject({ failed: null, current: { at: 9100 } })
  })

  it('takes no notice of searches that newer ones ended', async () => {
    const { finder, log, ask } = setUp([9100])
    log.fails = 'aborted'
    await ask('w')
    expect(finder.state().failed).toBeNull()
  })

  it('ends its searches when the text or the field goes', async () => {
    const { finder, ask, stops } = setUp([9100])
    await ask('warn')
    await ask('')
    expect(finder.state()).toMatchObject({ marks: [], current: null })
    await ask('warn')
    finder.close()
    expect(finder.state()).toMatchObject({ marks: [], current: null, query: { text: 'warn' } })
    expect(stops()).toBe(2)
  })
})
