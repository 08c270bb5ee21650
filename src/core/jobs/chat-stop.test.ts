import { describe, expect, it } from 'vitest'
import { CHAT, createCommandKit, LATER_TURN, OTHER_CHAT, TURN } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'

const asks = { approval: { kind: 'ask' as const, reasons: [] } }

describe('the Stop button', () => {
  it('ends what the agent waits for, what has not started, and what this turn let go; nothing else (S-292, S-294, S-296, S-298, S-299, S-306, S-309, appendix C)', async () => {
    const kit = createCommandKit()
    await kit.call('earlier turn')
    await kit.clock.advance(5000)
    const later = { turnId: LATER_TURN, waitMs: 60_000 }
    await kit.call('patience ran out', { ...later, waitMs: 5000 })
    await kit.clock.advance(5000)
    await kit.call('user spoke', later)
    kit.userSpeaks()
    const moved = await kit.call('moved by the user', later)
    kit.service.moveToBackground(moved.id)
    await kit.call('other chat', { ...later, chatId: OTHER_CHAT })
    const pending = await kit.call('pending', { ...later, ...asks })
    await kit.call('awaited', later)

    await kit.service.stopChat(CHAT, LATER_TURN)

    const stopped = kit.host.started.filter((each) => each.stops > 0).map((each) => each.spec.command)
    expect(stopped).toEqual(['patience ran out', 'user spoke', 'awaited'])
    expect(pending.report?.record.state.kind).toBe('cancelled')
    const alive = kit.service.aliveCards().map((card) => card.command)
    expect(alive.sort()).toEqual(['earlier turn', 'moved by the user', 'other chat'])
  })

  it('leaves background commands alone when no turn runs', async () => {
    const kit = createCommandKit()
    await kit.call('npm test')
    await kit.clock.advance(5000)
    await kit.service.stopChat(CHAT, null)
    expect(kit.host.last().stops).toBe(0)
  })

  it('resolves when the end is confirmed, by force if need be (S-287, S-289)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('stubborn')
    kit.host.last().onStop = 'ignores'
    let isOver = false
    void kit.service.stopChat(CHAT, TURN).then(() => {
      isOver = true
    })
    await kit.clock.advance(1999)
    expect(isOver).toBe(false)
    expect(kit.cards.at(-1)?.state).toMatchObject({ kind: 'stopping', who: 'user' })
    await kit.clock.advance(1)
    expect(isOver).toBe(true)
    expect(call.report?.record.state).toMatchObject({
      end: { by: 'stop', signal: 'SIGKILL', confirmed: true },
    })
  })

  it('does not claim the end of a process that cannot be ended (S-289)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('stuck in the kernel')
    kit.host.last().onStop = 'survives'
    const stopped = kit.service.stop(call.id, 'user')
    await kit.clock.advance(2000 + 5000)
    await stopped
    expect(call.report?.record.state).toMatchObject({ end: { by: 'stop', confirmed: false } })
    // What comes later changes nothing (S-317).
    kit.host.last().exit(0)
    await settle()
    expect(kit.service.card(call.id)?.state).toMatchObject({ end: { by: 'stop', confirmed: false } })
  })

  it('ends an awaited command when the turn is aborted, with the truth in its result (S-292, S-318)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make')
    kit.host.last().write('half\n')
    call.stop.abort()
    await settle()
    expect(call.report?.record.state).toMatchObject({ end: { by: 'stop', who: 'user', confirmed: true } })
    expect(call.report?.output.text).toBe('half\n')
    expect(kit.service.takeNotices(CHAT).text).toBe('')
  })

  it('keeps a natural end that came before the stop', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make')
    kit.host.last().exit(0)
    await kit.service.stop(call.id, 'user')
    expect((await call.done).record.state).toMatchObject({ end: { by: 'exit', code: 0 } })
  })
})
