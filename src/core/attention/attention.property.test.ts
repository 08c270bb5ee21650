import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AttentionWorld, type Death, type Happening } from '../testing/attention-world'

/** Random histories of each run. */
const HISTORIES = 10_000
/** Longest history, in happenings. */
const LENGTH = 45

// ── What must hold of every history ─────────────────────────────────────────────────────────────────────────

/** S-224, S-237, S-249: every end was told, and none twice. */
const everyEndToldOnce = ({ ends, told }: AttentionWorld) => {
  const times = new Map<string, number>()
  for (const job of told.flatMap((one) => one.jobs)) times.set(job, (times.get(job) ?? 0) + 1)
  return ends.every(({ job }) => times.get(job) === 1) && times.size === ends.length
}

/** S-246: what several messages carried was in the order of ending, within each and from one to the next. */
const inOrderOfEnding = ({ ends, told }: AttentionWorld) => {
  const order = new Map(ends.map((end) => [end.job, end.order]))
  return [0, 1].every((chat) => {
    const carried = told.filter((one) => one.chat === chat && one.by !== 'own-result')
    const orders = carried.flatMap((one) => one.jobs.map((job) => order.get(job) ?? -1))
    return orders.every((value, at) => at === 0 || value > (orders[at - 1] ?? 0))
  })
}

/** Nothing was told to a chat in which it did not run. */
const onlyToItsOwnChat = ({ told }: AttentionWorld) =>
  told.every(({ chat, jobs }) => jobs.every((job) => job.startsWith(`job-${chat}-`)))

/** S-251, S-255, S-264, S-305: after a stop nothing is told before the user speaks. */
const neverAfterStop = ({ told }: AttentionWorld) => told.every((one) => !one.isAfterStop)

/** When nothing runs and nothing is owed, no timer is left. */
const timersNeverLeak = ({ armed }: AttentionWorld) => armed.length === 0

/** S-254, S-257, S-322, S-329 and the timers of every moment; see the world. */
const nothingBrokenOnTheWay = ({ broken }: AttentionWorld) => broken.length === 0

const PREDICATES = {
  everyEndToldOnce,
  inOrderOfEnding,
  onlyToItsOwnChat,
  neverAfterStop,
  timersNeverLeak,
  nothingBrokenOnTheWay,
}

// ── Random histories ────────────────────────────────────────────────────────────────────────────────────────

const deaths = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Death>('none') },
  { weight: 1, arbitrary: fc.constantFrom<Death>('before-commit', 'after-commit') },
)
const of = <W extends Happening['do']>(...what: W[]) => fc.constantFrom(...what).map((one) => ({ do: one }))
const happenings = fc
  .tuple(
    fc.record({ chat: fc.nat({ max: 1 }), pick: fc.nat({ max: 5 }), death: deaths }),
    fc.oneof(
      { weight: 4, arbitrary: of('send') },
      { weight: 8, arbitrary: of('background') },
      { weight: 4, arbitrary: of('start') },
      { weight: 8, arbitrary: of('end-by-itself') },
      { weight: 4, arbitrary: of('print', 'sign', 'move', 'result') },
      { weight: 3, arbitrary: of('stop-one', 'end-with-result', 'subagent') },
      { weight: 2, arbitrary: of('stop', 'retry', 'open', 'crash', 'goal', 'goal-turn') },
      {
        weight: 3,
        arbitrary: fc
          .constantFrom<'done' | 'failed' | 'paused'>('done', 'done', 'done', 'failed', 'paused')
          .map((end) => ({ do: 'end-turn' as const, end })),
      },
      {
        weight: 6,
        arbitrary: fc
          .constantFrom(0, 1, 200, 499, 500, 1000, 2000, 5000, 31_000, 301_000)
          .map((ms) => ({ do: 'wait' as const, ms })),
      },
    ),
  )
  .map(([where, what]) => ({ ...where, ...what }) as Happening)

describe('the attention of a chat, in random histories with crashes anywhere', () => {
  it(`tells every end once, in order, to its own chat, never after a stop, and leaves no timer (S-224, S-237, S-246, S-249, S-251, S-255, S-257, S-329; ${HISTORIES} histories)`, () => {
    fc.assert(
      fc.property(fc.array(happenings, { maxLength: LENGTH, size: 'max' }), (history) => {
        const world = new AttentionWorld()
        for (const what of history) world.happen(what)
        world.settleDown()
        const broken = Object.entries(PREDICATES)
          .filter(([, holds]) => !holds(world))
          .map(([name]) => name)
        expect({ broken, details: world.broken }).toEqual({ broken: [], details: [] })
      }),
      { numRuns: HISTORIES },
    )
  }, 120_000)

  it.each(Object.entries(PREDICATES))('the predicate %s can fail', (name, holds) => {
    // A predicate that nothing can break proves nothing.
    const world = new AttentionWorld()
    for (const [key, value] of Object.entries(BROKEN_WORLDS[name] ?? {}))
      Object.defineProperty(world, key, { value })
    expect(holds(world)).toBe(false)
  })
})

const end = { chat: 0, job: 'job-0-1', order: 1, kind: 'completion' }
const told = { chat: 0, jobs: ['job-0-1'], by: 'wake', isAfterStop: false }
const BROKEN_WORLDS: Record<string, object> = {
  everyEndToldOnce: { ends: [end], told: [told, told] },
  inOrderOfEnding: {
    ends: [end, { ...end, job: 'job-0-2', order: 2 }],
    told: [{ ...told, jobs: ['job-0-2', 'job-0-1'] }],
  },
  onlyToItsOwnChat: { told: [{ ...told, chat: 1 }] },
  neverAfterStop: { told: [{ ...told, isAfterStop: true }] },
  timersNeverLeak: { armed: ['wake'] },
  nothingBrokenOnTheWay: { broken: ['something'] },
}
