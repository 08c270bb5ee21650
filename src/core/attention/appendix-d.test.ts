import { describe, expect, it } from 'vitest'
import type { CommandId, TurnId } from '../../shared/ids'
import { attend } from './attend'
import type { AttentionEffect, AttentionEvent } from './attention-event'
import { type Attention, UNOPENED, type UntoldKind } from './attention-state'
import { dueTimers } from './due-timers'

type Timeless = AttentionEvent extends infer E ? (E extends AttentionEvent ? Omit<E, 'at'> : never) : never

const JOB = 'job' as CommandId
const SLEEP = 'sleep' as CommandId
const TURN = 'turn' as TurnId

/** A chat on its own clock; remembers with what the end was told first. */
class Chat {
  state: Attention = UNOPENED
  now = 0
  firstTold: string | null = null

  do(event: Timeless, carrier = ''): this {
    const { state, effects } = attend(this.state, { ...event, at: this.now } as AttentionEvent)
    this.state = state
    for (const effect of effects) this.perform(effect, carrier)
    return this
  }

  pass(ms: number): this {
    const until = this.now + ms
    for (;;) {
      const [next] = [...dueTimers(this.state)].filter(([, at]) => at <= until).sort((a, b) => a[1] - b[1])
      if (!next) break
      this.now = Math.max(this.now, next[1])
      this.do({ type: 'timer', name: next[0] })
    }
    this.now = until
    return this
  }

  private perform(effect: AttentionEffect, carrier: string): void {
    if (effect.type === 'deliver') {
      this.firstTold ??= carrier
      this.do({ type: 'told', jobs: effect.delivery.untold.map((one) => one.job) })
    }
    if (effect.type === 'start-turn') {
      this.do(
        { type: 'turn-started', turnId: TURN, cause: effect.cause },
        `${effect.cause} after ${this.now} ms`,
      )
      this.do({ type: 'turn-ended', end: 'done' })
    }
    if (effect.type === 'end-wait' && effect.wait === SLEEP && effect.end.kind === 'others-ended')
      this.do({ type: 'job-ended', job: SLEEP, notice: null, order: 9 }).do(
        { type: 'result', tells: [] },
        'the result of the wait',
      )
  }
}

/** Brings a chat with one background command into a state of appendix D. */
const STATES = {
  'turn running': (chat: Chat) => chat.do({ type: 'turn-started', turnId: TURN, cause: 'message' }),
  'turn running, a wait-only command is waiting': (chat: Chat) =>
    chat
      .do({ type: 'turn-started', turnId: TURN, cause: 'message' })
      .do({ type: 'job-started', job: SLEEP, kind: 'command' })
      .do({
        type: 'wait-started',
        wait: {
          id: SLEEP,
          job: SLEEP,
          kind: 'wait-only',
          until: 60_000,
          mayEndEarly: false,
          quietMs: null,
          isSearching: false,
          seen: { bytes: 0, openLine: false },
        },
      }),
  'idle, last turn fine': (chat: Chat) => chat,
  'idle, a goal is being pursued': (chat: Chat) => chat.do({ type: 'goal', isPursued: true }),
  stopped: (chat: Chat) => chat.do({ type: 'stop-pressed' }),
  'last turn failed': (chat: Chat) =>
    chat
      .do({ type: 'turn-started', turnId: TURN, cause: 'message' })
      .do({ type: 'turn-ended', end: 'failed' }),
}
type State = keyof typeof STATES

/** What happens after the end: an hour passes, the turn goes on, the user speaks. */
function goOn(chat: Chat): Chat {
  chat.pass(3_600_000)
  chat.do({ type: 'result', tells: [] }, 'the next tool result')
  chat.do({ type: 'turn-ended', end: 'done' })
  return chat.do({ type: 'turn-started', turnId: TURN, cause: 'message' }, 'the user’s next message')
}

function whenTold(state: State, kind: UntoldKind): string | null {
  const chat = new Chat().do({ type: 'opened', isHeld: false, untold: [] })
  chat
    .do({ type: 'turn-started', turnId: TURN, cause: 'message' })
    .do({ type: 'job-started', job: JOB, kind: 'command' })
    .do({ type: 'job-moved', job: JOB })
    .do({ type: 'turn-ended', end: 'done' })
  STATES[state](chat).do({ type: 'job-ended', job: JOB, notice: kind, order: 1 })
  return goOn(chat).firstTold
}

function whenToldReopened(isHeld: boolean, kind: UntoldKind): string | null {
  const untold = [{ job: JOB, kind, order: 1 }]
  return goOn(new Chat().do({ type: 'opened', isHeld, untold })).firstTold
}

describe('when the agent learns of an end (appendix D)', () => {
  it.each<[State, UntoldKind, string]>([
    ['turn running', 'completion', 'the next tool result'],
    ['turn running', 'terminal-event', 'the next tool result'],
    ['turn running, a wait-only command is waiting', 'completion', 'the result of the wait'],
    ['turn running, a wait-only command is waiting', 'terminal-event', 'the result of the wait'],
    ['idle, last turn fine', 'completion', 'wake after 500 ms'],
    ['idle, last turn fine', 'terminal-event', 'the user’s next message'],
    ['idle, last turn fine', 'window-ended', 'the user’s next message'],
    ['idle, a goal is being pursued', 'completion', 'goal after 500 ms'],
    ['idle, a goal is being pursued', 'terminal-event', 'goal after 500 ms'],
    ['stopped', 'completion', 'the user’s next message'],
    ['stopped', 'terminal-event', 'the user’s next message'],
    ['stopped', 'window-ended', 'the user’s next message'],
    ['last turn failed', 'completion', 'the user’s next message'],
    ['last turn failed', 'terminal-event', 'the user’s next message'],
    ['last turn failed', 'window-ended', 'the user’s next message'],
  ])('%s, %s: with %s (S-240…S-256, S-314, S-342)', (state, kind, when) => {
    expect(whenTold(state, kind)).toBe(when)
  })

  it.each<[string, boolean, UntoldKind, string]>([
    ['reopened', false, 'completion', 'wake after 0 ms'],
    ['reopened', false, 'terminal-event', 'the user’s next message'],
    ['reopened', false, 'window-ended', 'the user’s next message'],
    ['reopened, but stopped', true, 'completion', 'the user’s next message'],
  ])('%s (held: %s), %s: with %s (S-247, S-248, S-255, S-343)', (_state, isHeld, kind, when) => {
    expect(whenToldReopened(isHeld, kind)).toBe(when)
  })
})
