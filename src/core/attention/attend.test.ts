import { describe, expect, it } from 'vitest'
import type { CommandId, SubagentId, TurnId } from '../../shared/ids'
import { type Attended, attend } from './attend'
import type { AttentionEffect, AttentionEvent } from './attention-event'
import { type Attention, UNOPENED, type UntoldKind } from './attention-state'
import { dueTimers } from './due-timers'
import { waitingOf } from './waiting-line'

type Timeless = AttentionEvent extends infer E ? (E extends AttentionEvent ? Omit<E, 'at'> : never) : never

const A = 'a' as CommandId
const B = 'b' as CommandId
const SUB = 's' as SubagentId
const TURN = 't1' as TurnId

/** A chat told by its events; `at` moves with `after`. */
class Story {
  state: Attention = UNOPENED
  now = 1000
  effects: AttentionEffect[] = []

  constructor(isHeld = false, untold: Attention['untold'] = []) {
    this.do({ type: 'opened', isHeld, untold })
  }

  do(...events: Timeless[]): this {
    for (const event of events) {
      const next: Attended = attend(this.state, { ...event, at: this.now } as AttentionEvent)
      this.state = next.state
      this.effects = next.effects
    }
    return this
  }

  /** Moves time on and fires what is due, in order. */
  after(ms: number): this {
    const until = this.now + ms
    const seen: AttentionEffect[] = []
    for (;;) {
      const next = [...dueTimers(this.state)].filter(([, at]) => at <= until).sort((a, b) => a[1] - b[1])[0]
      if (!next) break
      this.now = Math.max(this.now, next[1])
      this.do({ type: 'timer', name: next[0] })
      seen.push(...this.effects)
    }
    this.now = until
    this.effects = seen
    return this
  }

  turn(cause: 'message' | 'retry' | 'wake' | 'pulse' | 'goal' = 'message'): this {
    return this.do({ type: 'turn-started', turnId: TURN, cause })
  }

  /** A command in the background, moved there by a turn that is over. */
  background(...jobs: CommandId[]): this {
    this.turn()
    for (const job of jobs) this.do({ type: 'job-started', job, kind: 'command' }, { type: 'job-moved', job })
    return this.do({ type: 'turn-ended', end: 'done' })
  }

  ends(job: CommandId, notice: UntoldKind | null = 'completion', order = 1): this {
    return this.do({ type: 'job-ended', job, notice, order })
  }

  waits(job: CommandId, part: Partial<Extract<Timeless, { type: 'wait-started' }>['wait']> = {}): this {
    return this.do(
      { type: 'job-started', job, kind: 'command' },
      {
        type: 'wait-started',
        wait: {
          id: job,
          job,
          kind: 'call',
          until: this.now + 5000,
          mayEndEarly: true,
          quietMs: null,
          isSearching: false,
          seen: { bytes: 0, openLine: false },
          ...part,
        },
      },
    )
  }

  /** The effects of this type of the last step. */
  of<T extends AttentionEffect['type']>(type: T) {
    return this.effects.filter(
      (effect): effect is Extract<AttentionEffect, { type: T }> => effect.type === type,
    )
  }

  get delivered(): string[] {
    return this.of('deliver').flatMap(({ delivery }) => delivery.untold.map((one) => one.job))
  }
  get ended() {
    return this.of('end-wait').map(({ wait, end }) => [wait, end.kind])
  }
  get notified() {
    return this.of('notify').map(({ notification }) => notification.kind)
  }
}

describe('waking', () => {
  it('wakes an idle chat half a second after the first end, once for all that end in it (S-242, S-244, S-245)', () => {
    const story = new Story().background(A, B).ends(A)
    expect(story.after(499).of('start-turn')).toEqual([])
    story.ends(B, 'completion', 2)
    expect(story.after(1).of('start-turn')).toEqual([{ type: 'start-turn', cause: 'wake' }])
    expect(story.turn('wake').delivered).toEqual([A, B])
  })

  it('gives ends in their order, however late one was stored (S-246)', () => {
    const story = new Story().background(A, B).ends(B, 'completion', 2).ends(A, 'completion', 1)
    expect(story.turn('wake').delivered).toEqual([A, B])
  })

  it('lets a message of the half second take the ends with it (S-256)', () => {
    const story = new Story().background(A).ends(A).after(200)
    expect(story.turn('message').delivered).toEqual([A])
    story.do({ type: 'told', jobs: [A] }, { type: 'turn-ended', end: 'done' })
    expect(story.after(10_000).of('start-turn')).toEqual([])
  })

  it('never starts a turn while one runs (S-257)', () => {
    const story = new Story().background(A).turn().ends(A)
    expect(story.after(10_000).of('start-turn')).toEqual([])
    story.do({ type: 'turn-ended', end: 'done' })
    expect(story.after(499).of('start-turn')).toEqual([])
    expect(story.after(1).of('start-turn')).toHaveLength(1)
  })

  it.each(['stopped', 'failed', 'paused'] as const)(
    'does not wake a chat whose last turn %s; the user’s message takes the end (S-251, S-252, S-305)',
    (end) => {
      const story = new Story().background(A).turn().do({ type: 'turn-ended', end }).ends(A)
      expect(story.after(3_600_000).of('start-turn')).toEqual([])
      expect(story.turn('message').delivered).toEqual([A])
    },
  )

  it('does not wake for what the user stopped (S-254, S-315)', () => {
    const story = new Story().background(A).ends(A, 'terminal-event')
    expect(story.after(3_600_000).of('start-turn')).toEqual([])
    expect(story.turn().delivered).toEqual([A])
  })

  it('leaves the end to the goal’s next turn (S-253)', () => {
    const story = new Story().do({ type: 'goal', isPursued: true }).background(A).ends(A)
    expect(story.after(3_600_000).of('start-turn')).toEqual([{ type: 'start-turn', cause: 'goal' }])
    expect(story.turn('goal').delivered).toEqual([A])
  })

  it('pursues no goal any more once Stop was pressed (S-251, S-264)', () => {
    const story = new Story().do({ type: 'goal', isPursued: true }).background(A)
    expect(story.do({ type: 'stop-pressed' }).state.pursuesGoal).toBe(false)
    expect(story.ends(A).after(3_600_000).of('start-turn')).toEqual([])
  })

  it('is told of a server’s end like of any other (S-193, S-194)', () => {
    const story = new Story().background(A)
    story.do({ type: 'output', job: A, bytes: 9, hasOpenLine: false }).after(2000)
    const changedAt = story.of('look')[0]?.changedAt ?? 0
    story.do({ type: 'server-seen', job: A, changedAt }).ends(A)
    expect(story.after(500).of('start-turn')).toHaveLength(1)
  })

  it('tells nothing by retrying alone; the next result brings it (S-252)', () => {
    const story = new Story(true).ends(A)
    expect(story.turn('retry').delivered).toEqual([])
    expect(story.do({ type: 'result', tells: [] }).delivered).toEqual([A])
  })
})

describe('a chat that is opened again', () => {
  const stored = [{ job: A, kind: 'completion', order: 3 } as const]
  it('wakes at once for a stored end, and not before it is opened (S-247, S-248)', () => {
    expect(dueTimers(UNOPENED).size).toBe(0)
    const story = new Story(false, stored)
    expect(story.after(0).of('start-turn')).toHaveLength(1)
  })
  it('stays quiet when it was stopped (S-255)', () => {
    expect(new Story(true, stored).after(3_600_000).of('start-turn')).toEqual([])
  })
  it('is not woken by what ended with the window, which goes along with another end (S-343)', () => {
    const lost = { job: B, kind: 'window-ended', order: 4 } as const
    expect(new Story(false, [lost]).after(3_600_000).of('start-turn')).toEqual([])
    const both = new Story(false, [...stored, lost]).after(0)
    expect(both.of('start-turn')).toHaveLength(1)
    expect(both.turn('wake').delivered).toEqual([A, B])
  })
})

describe('a chat whose window ended', () => {
  it('starts nothing until it is opened again (S-339, S-343)', () => {
    const story = new Story().background(A, B).ends(A).do({ type: 'closed' }).ends(B, 'window-ended', 2)
    expect(waitingOf(story.state)).toBeNull()
    expect(story.after(3_600_000).of('start-turn')).toEqual([])
    story.do({ type: 'opened', isHeld: false, untold: story.state.untold })
    expect(story.after(0).of('start-turn')).toHaveLength(1)
    expect(story.turn('wake').delivered).toEqual([A, B])
  })
})

describe('a running turn', () => {
  it('delivers with the next result of whatever tool, until it is stored (S-240)', () => {
    const story = new Story().background(A).turn().ends(A)
    expect(story.do({ type: 'result', tells: [] }).delivered).toEqual([A])
    expect(story.do({ type: 'result', tells: [] }).delivered).toEqual([A])
    story.do({ type: 'told', jobs: [A] })
    expect(story.do({ type: 'result', tells: [] }).delivered).toEqual([])
  })
  it('delivers with a queued message (S-314)', () => {
    const story = new Story().background(A).turn().ends(A, 'terminal-event')
    expect(story.do({ type: 'message-taken' }).delivered).toEqual([A])
  })
  it('does not tell what the result itself reports (S-284)', () => {
    const story = new Story().background(A, B).turn().ends(A).ends(B, 'completion', 2)
    expect(story.do({ type: 'result', tells: [A] }).delivered).toEqual([B])
  })
  it.each(['done', 'failed', 'stopped'] as const)(
    'that is stopped while it ends (%s) leaves a stopped chat (S-251)',
    (end) => {
      const story = new Story().background(A).turn().do({ type: 'stop-pressed' })
      expect(story.do({ type: 'turn-ended', end }).notified).toEqual([])
      expect(story.ends(A).after(3_600_000).of('start-turn')).toEqual([])
    },
  )
  it('tells nothing more once Stop was pressed (S-251)', () => {
    const story = new Story().background(A).turn().do({ type: 'stop-pressed' }).ends(A)
    expect(story.do({ type: 'result', tells: [] }).delivered).toEqual([])
  })
})

describe('the list of what still runs', () => {
  const list = (story: Story) => story.of('deliver')[0]?.delivery.withList
  it('follows a completion while others run (S-232, S-234)', () => {
    expect(list(new Story().background(A, B).ends(A).turn())).toBe(true)
  })
  it('is left out when nothing else runs, or only a server (S-235, S-236)', () => {
    expect(list(new Story().background(A).ends(A).turn())).toBe(false)
    const story = new Story().background(A, B)
    story.do({ type: 'output', job: B, bytes: 9, hasOpenLine: false }).after(2000)
    story.do({ type: 'server-seen', job: B, changedAt: story.now - 2000 })
    expect(list(story.ends(A).turn())).toBe(false)
  })
  it('counts subagents (S-232)', () => {
    const story = new Story().background(A).do({ type: 'job-started', job: SUB, kind: 'subagent' })
    expect(list(story.ends(A).turn())).toBe(true)
  })
  it('does not come with a Terminal event alone', () => {
    expect(list(new Story().background(A, B).ends(A, 'terminal-event').turn())).toBe(false)
  })
})

describe('waiting for a command', () => {
  const step = (story: Story, calls: number, done: number) => {
    story.do({ type: 'answered', calls })
    for (let n = 0; n < done; n++) story.do({ type: 'result', tells: [] })
    return story
  }

  it('runs out (S-166)', () => {
    const story = new Story().turn().waits(A)
    expect(story.after(4999).ended).toEqual([])
    expect(story.after(1).ended).toEqual([[A, 'ran-out']])
  })
  it('ends one second after another call of the step is done (S-177, S-178)', () => {
    const story = step(new Story().turn(), 2, 0).waits(A).after(1500).do({ type: 'result', tells: [] })
    expect(story.after(999).ended).toEqual([])
    expect(story.after(1).ended).toEqual([[A, 'other-calls']])
  })
  it('has one second from its own start when the other call was done before (S-181)', () => {
    const story = step(new Story().turn(), 2, 1).after(60_000).waits(A)
    expect(story.after(999).ended).toEqual([])
    expect(story.after(1).ended).toEqual([[A, 'other-calls']])
  })
  it('waits its whole time when it is the only call (S-166)', () => {
    const story = step(new Story().turn(), 2, 2).do({ type: 'answered', calls: 1 }).waits(A)
    expect(story.after(4999).ended).toEqual([])
  })
  it('does not count calls of an earlier step (S-177)', () => {
    const story = step(new Story().turn(), 3, 3)
    expect(step(story, 2, 0).waits(A).after(4999).ended).toEqual([])
  })
  it('is never made longer by another call', () => {
    const story = step(new Story().turn(), 2, 0).waits(A).after(4500).do({ type: 'result', tells: [] })
    expect(story.after(500).ended).toEqual([[A, 'ran-out']])
  })
  it('is not ended early with an explicit timeout (S-182)', () => {
    const story = step(new Story().turn(), 2, 1).waits(A, { mayEndEarly: false })
    story.do({ type: 'output', job: A, bytes: 5, hasOpenLine: false }).after(2000)
    story.do({ type: 'server-seen', job: A, changedAt: story.now - 2000 })
    expect(story.state.jobs.get(A)?.isServer).toBe(true)
    expect(story.after(2999).ended).toEqual([])
    expect(story.after(1).ended).toEqual([[A, 'ran-out']])
  })
  it('ends with a message of the user, for every command the step waits for (S-184, S-185)', () => {
    const story = new Story().turn().waits(A).waits(B, { mayEndEarly: false })
    expect(story.do({ type: 'user-spoke' }).ended).toEqual([
      [A, 'user-message'],
      [B, 'user-message'],
    ])
  })
  it('ends when the user moves it (S-188)', () => {
    expect(new Story().turn().waits(A).do({ type: 'moved-by-user', wait: A }).ended).toEqual([
      [A, 'moved-by-user'],
    ])
  })
  it('leaves no timer behind when its call is dropped', () => {
    const story = new Story().turn().waits(A).do({ type: 'wait-dropped', wait: A })
    story.ends(A, null)
    expect([...dueTimers(story.state)]).toEqual([])
  })
})

describe('a command that only waits', () => {
  const sleeping = (story: Story) =>
    story.waits(B, { kind: 'wait-only', until: story.now + 60_000, mayEndEarly: false })
  it('ends when a background command ends (S-202)', () => {
    const story = sleeping(new Story().background(A).turn()).after(7000).ends(A)
    expect(story.of('end-wait')).toEqual([
      { type: 'end-wait', wait: B, end: { kind: 'others-ended', jobs: [A] } },
    ])
    expect(story.do({ type: 'result', tells: [] }).delivered).toEqual([A])
  })
  it('ends when a subagent reports (S-203)', () => {
    const story = new Story().turn().do({ type: 'job-started', job: SUB, kind: 'subagent' })
    sleeping(story).do({ type: 'job-ended', job: SUB, notice: 'completion', order: 1 })
    expect(story.ended).toEqual([[B, 'others-ended']])
  })
  it('ends at once when there already is something to hear (S-202)', () => {
    expect(sleeping(new Story().background(A).turn().ends(A)).ended).toEqual([[B, 'others-ended']])
  })
  it('reaches its limit, and goes on through its own end (S-201, S-206)', () => {
    expect(sleeping(new Story().turn()).after(60_000).ended).toEqual([[B, 'ran-out']])
    expect(sleeping(new Story().turn()).ends(B, null).ended).toEqual([[B, 'ended']])
  })
  it('is not sent away by other calls, but ended by a message (S-208)', () => {
    const story = sleeping(
      new Story().turn().do({ type: 'answered', calls: 2 }, { type: 'result', tells: [] }),
    )
    expect(story.after(59_000).ended).toEqual([])
    expect(story.do({ type: 'user-spoke' }).ended).toEqual([[B, 'user-message']])
  })
})

describe('a server', () => {
  const prints = (story: Story, bytes: number) =>
    story.do({ type: 'output', job: A, bytes, hasOpenLine: false })

  it('is looked for when the output was quiet for two seconds, from the last burst on (S-176, S-189, S-196)', () => {
    const story = new Story().turn().waits(A)
    prints(story, 10).after(300)
    prints(story, 20).after(301)
    prints(story, 30)
    expect(story.after(1999).of('look')).toEqual([])
    expect(story.after(1).of('look')).toEqual([
      { type: 'look', job: A, from: 20, changedAt: story.now - 2000 },
    ])
    expect(story.after(2000).of('look')).toEqual([])
  })
  it('ends the waiting of its call (S-176, S-190)', () => {
    const story = prints(new Story().turn().waits(A), 10).after(2000)
    story.do({ type: 'server-seen', job: A, changedAt: story.now - 2000 })
    expect(story.ended).toEqual([[A, 'server']])
  })
  it('is not one when more was printed meanwhile (S-196)', () => {
    const story = prints(new Story().turn().waits(A), 10).after(2000)
    const changedAt = story.now - 2000
    prints(story, 20).do({ type: 'server-seen', job: A, changedAt })
    expect(story.state.jobs.get(A)?.isServer).toBe(false)
  })
  it('stays one, whatever it prints later (S-191, S-192)', () => {
    const story = prints(new Story().background(A), 10).after(2000)
    story.do({ type: 'server-seen', job: A, changedAt: story.now - 2000 })
    expect(prints(story, 500).after(10_000).of('look')).toEqual([])
    expect(story.state.jobs.get(A)?.isServer).toBe(true)
  })
})

describe('the waiting line', () => {
  it('counts commands and subagents apart while the chat will go on by itself (S-319…S-322)', () => {
    const story = new Story().background(A, B).do({ type: 'job-started', job: SUB, kind: 'subagent' })
    expect(waitingOf(story.state)).toEqual({ commands: 2, subagents: 1 })
  })
  it('hides while a turn runs, and comes back after it (S-320, S-323)', () => {
    const story = new Story().background(A, B)
    expect(story.turn().of('waiting')).toEqual([{ type: 'waiting', waiting: null }])
    story.do({ type: 'turn-ended', end: 'done' })
    expect(story.of('waiting')).toEqual([{ type: 'waiting', waiting: { commands: 2, subagents: 0 } }])
  })
  it.each(['stopped', 'failed'] as const)('hides when the turn %s (S-322, S-324)', (end) => {
    const story = new Story().background(A).turn().do({ type: 'turn-ended', end })
    expect(waitingOf(story.state)).toBeNull()
  })
  it('hides with its own Stop, which stops the chat (S-336)', () => {
    const story = new Story().background(A).do({ type: 'stop-pressed' })
    expect(waitingOf(story.state)).toBeNull()
    expect(story.ends(A).after(3_600_000).of('start-turn')).toEqual([])
  })
  it('does not count a server, from the moment it is known (S-330, S-332)', () => {
    const story = new Story().background(A).do({ type: 'output', job: A, bytes: 9, hasOpenLine: false })
    story.after(2000).do({ type: 'server-seen', job: A, changedAt: story.now - 2000 })
    expect(story.of('waiting')).toEqual([{ type: 'waiting', waiting: null }])
  })
})

describe('what a person is notified of', () => {
  it('is a finished turn only when nothing runs any more (S-329, B-263)', () => {
    const story = new Story().background(A)
    expect(story.notified).toEqual([])
    expect(story.ends(A).notified).toEqual(['job-finished'])
    expect(story.after(500).notified).toEqual([])
    story.turn('wake').do({ type: 'told', jobs: [A] }, { type: 'turn-ended', end: 'done' })
    expect(story.notified).toEqual(['turn-finished'])
  })
  it('is a turn that left only a server, at the moment it is known as one (S-331, S-333)', () => {
    const story = new Story().background(A).do({ type: 'output', job: A, bytes: 9, hasOpenLine: false })
    story.after(2000).do({ type: 'server-seen', job: A, changedAt: story.now - 2000 })
    expect(story.notified).toEqual(['turn-finished'])
    story.turn().do({ type: 'turn-ended', end: 'done' })
    expect(story.notified).toEqual(['turn-finished'])
  })
  it('is not that the user stopped the last command himself; the chat is not stopped (S-334)', () => {
    const story = new Story().background(A).ends(A, 'terminal-event')
    expect(story.notified).toEqual([])
    expect(waitingOf(story.state)).toBeNull()
    expect(story.state.mode.kind).toBe('idle')
  })
  it('is a turn that failed, whatever still runs, and none that was stopped', () => {
    const story = new Story().background(A).turn().do({ type: 'turn-ended', end: 'failed' })
    expect(story.notified).toEqual(['turn-finished'])
    expect(story.turn().do({ type: 'turn-ended', end: 'stopped' }).notified).toEqual([])
  })
  it('is, once, a command that takes long in the background, a server too (S-216)', () => {
    const story = new Story().background(A)
    expect(story.after(29_999).notified).toEqual([])
    expect(story.after(1).notified).toEqual(['long-job'])
    expect(story.after(200_000).notified).toEqual([])
  })
  it('is a command that waits for approval', () => {
    expect(new Story().turn().do({ type: 'asked', job: A }).notified).toEqual(['needs-approval'])
  })
})

describe('pulses', () => {
  const MINUTE = 60_000
  it('come every five minutes in which nothing arrives (S-258, S-266)', () => {
    const story = new Story().background(A)
    expect(story.after(5 * MINUTE - 1).of('start-turn')).toEqual([])
    expect(story.after(1).of('start-turn')).toEqual([{ type: 'start-turn', cause: 'pulse' }])
    story
      .turn('pulse')
      .after(2 * MINUTE)
      .do({ type: 'turn-ended', end: 'done' })
    expect(story.after(5 * MINUTE - 1).of('start-turn')).toEqual([])
    expect(story.after(1).of('start-turn')).toHaveLength(1)
  })
  it('count from the last arrival (S-266)', () => {
    const story = new Story()
      .background(A, B)
      .after(4 * MINUTE)
      .ends(A, 'terminal-event')
    expect(story.after(5 * MINUTE - 1).of('start-turn')).toEqual([])
    expect(story.after(1).of('start-turn')).toHaveLength(1)
  })
  it.each<[string, (story: Story) => unknown]>([
    ['while a turn runs (S-263)', (story) => story.turn()],
    ['after Stop (S-264)', (story) => story.do({ type: 'stop-pressed' })],
    ['after a failure', (story) => story.turn().do({ type: 'turn-ended', end: 'failed' })],
    [
      'when only servers run (S-267)',
      (story) => {
        story.do({ type: 'output', job: A, bytes: 9, hasOpenLine: false }).after(2000)
        story.do({ type: 'server-seen', job: A, changedAt: story.now - 2000 })
      },
    ],
    ['when nothing runs', (story) => story.ends(A, 'terminal-event')],
  ])('do not come %s', (_when, happen) => {
    const story = new Story().background(A)
    happen(story)
    expect(story.after(60 * MINUTE).of('start-turn')).toEqual([])
  })
})

describe('other waits', () => {
  const seen = { bytes: 10, openLine: true }
  const watching = (part: object) => {
    const story = new Story()
      .background(A)
      .turn()
      .do({ type: 'output', job: A, bytes: 10, hasOpenLine: true })
    return story.do({
      type: 'wait-started',
      wait: {
        id: 'w',
        job: A,
        kind: 'news',
        until: story.now + 30_000,
        mayEndEarly: false,
        quietMs: null,
        isSearching: false,
        seen,
        ...part,
      },
    })
  }
  it('for news end with new lines or a new open line, not with a redraw (S-274)', () => {
    const story = watching({})
    expect(story.do({ type: 'output', job: A, bytes: 10, hasOpenLine: true }).ended).toEqual([])
    expect(story.do({ type: 'output', job: A, bytes: 11, hasOpenLine: false }).ended).toEqual([['w', 'news']])
    expect(watching({ seen: { bytes: 10, openLine: false } }).ended).toEqual([])
    expect(watching({ seen: { bytes: 9, openLine: false } }).ended).toEqual([['w', 'news']])
  })
  it('for quiet count from the last output', () => {
    const story = watching({ kind: 'watch', quietMs: 3000 }).after(2000)
    story.do({ type: 'output', job: A, bytes: 11, hasOpenLine: false })
    expect(story.after(2999).ended).toEqual([])
    expect(story.after(1).ended).toEqual([['w', 'quiet']])
  })
  it('for a text search every change, and end with the find', () => {
    const story = watching({ kind: 'watch', isSearching: true })
    expect(story.of('search')).toHaveLength(1)
    expect(story.do({ type: 'output', job: A, bytes: 11, hasOpenLine: false }).of('search')).toHaveLength(1)
    expect(story.do({ type: 'found', wait: 'w' }).ended).toEqual([['w', 'found']])
  })
  it('end with the command, and at once when it has ended', () => {
    expect(watching({}).ends(A).ended).toEqual([['w', 'ended']])
    expect(watching({ job: B }).ended).toEqual([['w', 'ended']])
  })
})
