import { describe, expect, it } from 'vitest'
import type { ChatId, CommandId, SubagentId, TurnId } from '../../shared/ids'
import { createFakeClock } from '../testing/fake-clock'
import { createAttentions } from './attentions'

// A subagent is a chat of its own as far as attention goes: what it runs is told to it, it wakes, it is reminded. Its
// report is its own finished turn, which is the end of a job for the chat that started it.

const CHAT = 'chat' as ChatId
const AGENT = 'agent' as ChatId
const JOB = 'job' as CommandId
const SUB = 'sub' as SubagentId
const TURN = 'turn' as TurnId

/** A chat with one subagent; `log` holds what each of them was told and did. */
function story() {
  const clock = createFakeClock(0)
  const log: string[] = []
  const attentions = createAttentions(clock, (error) => {
    throw error
  })
  const parent = attentions.of(CHAT)
  const agent = attentions.of(AGENT)
  const tell = (who: typeof parent, name: string, cause: 'message' | 'wake' | 'pulse' | 'goal') => {
    const delivery = who.offer({ type: 'turn-started', turnId: TURN, cause })
    const jobs = delivery?.untold.map((one) => one.job) ?? []
    log.push(`${name}: ${cause}${jobs.length > 0 ? ` with ${jobs.join()}` : ''}`)
    who.take({ type: 'told', jobs })
    who.take({ type: 'turn-ended', end: 'done' })
  }
  attentions.onEffect(({ chatId, effect }) => {
    if (effect.type === 'start-turn')
      tell(chatId === AGENT ? agent : parent, chatId === AGENT ? 'agent' : 'chat', effect.cause)
    const isReport =
      effect.type === 'notify' && effect.notification.kind === 'turn-finished' && chatId === AGENT
    if (!isReport) return
    log.push('agent: reports')
    parent.take({ type: 'job-ended', job: SUB, notice: 'completion', order: 1 })
  })
  for (const who of [parent, agent]) who.take({ type: 'opened', isHeld: false, untold: [] })
  // The chat starts the subagent and ends its turn; the subagent starts a command and has its answer ready.
  parent.take({ type: 'turn-started', turnId: TURN, cause: 'message' })
  parent.take({ type: 'job-started', job: SUB, kind: 'subagent' })
  parent.take({ type: 'turn-ended', end: 'done' })
  agent.take({ type: 'turn-started', turnId: TURN, cause: 'message' })
  agent.take({ type: 'job-started', job: JOB, kind: 'command' })
  agent.take({ type: 'job-moved', job: JOB })
  agent.take({ type: 'turn-ended', end: 'done' })
  return { clock, log, parent, agent }
}

describe('a subagent', () => {
  it('hears of its commands itself, and reports only when their results have reached it (S-355, S-356)', async () => {
    const { clock, log, parent, agent } = story()
    expect(parent.waiting).toEqual({ commands: 0, subagents: 1 })
    await clock.advance(60_000)
    expect(log).toEqual([])
    agent.take({ type: 'job-ended', job: JOB, notice: 'completion', order: 1 })
    await clock.advance(10_000)
    expect(log).toEqual(['agent: wake with job', 'agent: reports', 'chat: wake with sub'])
    expect(clock.pendingTimers).toBe(0)
  })

  it('does not wait for a server (S-357)', async () => {
    const { clock, log, agent } = story()
    agent.take({ type: 'output', job: JOB, bytes: 10, hasOpenLine: false })
    await clock.advance(2000)
    agent.take({ type: 'server-seen', job: JOB, changedAt: 0 })
    await clock.advance(10_000)
    expect(log).toEqual(['agent: reports', 'chat: wake with sub'])
  })

  it('is reminded after five minutes of what still runs; so is the chat that waits for it (S-358, S-258)', async () => {
    const { clock, log } = story()
    await clock.advance(5 * 60_000)
    expect(log).toEqual(['chat: pulse', 'agent: pulse'])
  })
})
