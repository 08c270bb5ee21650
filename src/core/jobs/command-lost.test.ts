import { describe, expect, it } from 'vitest'
import { commandStatus } from '../../shared/command'
import { CHAT, createCommandKit } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'
import { shellAnswer } from '../tools/result-text'

/** How a command ends whose runner died. */
const LOST = { code: null, lost: true } as const

describe('a command that is lost with the process that ran it', () => {
  it('is interrupted, and the result of its call says so without a code (S-239, S-278, S-347)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make')
    kit.host.last().write('half\n')
    await kit.clock.advance(1000)
    kit.host.last().exit(0, LOST)
    const { record, output } = await call.done
    expect(record.state).toEqual({
      kind: 'interrupted',
      startedAt: kit.clock.now() - 1000,
      lastSeenAt: kit.clock.now(),
      lost: { wasBackground: false },
    })
    expect(commandStatus(record.state)).toBe('interrupted')
    const answer = shellAnswer(record, output)
    expect(answer.text).toBe(
      [
        'Status: interrupted: the process that ran it for Vigil ended unexpectedly, and the command was ended before it finished',
        'terminal_id: T1',
        'Output:\nhalf\n',
      ].join('\n'),
    )
    expect(answer).toMatchObject({ isError: true, outcome: { status: 'stopped', exitCode: null } })
    // The call has told it.
    expect(kit.service.takeNotices(CHAT).text).toBe('')
  })

  it('is told once when it was in the background, with what the agent has not seen (S-224, S-347)', async () => {
    const kit = createCommandKit()
    await kit.call('npm test')
    kit.host.last().write('seen\n')
    await kit.clock.advance(5000)
    kit.host.last().write('news\n')
    await kit.clock.advance(60_000)
    kit.host.last().exit(0, { ...LOST, leftovers: [7] })
    await settle()
    const { text, records } = kit.service.takeNotices(CHAT)
    expect(text).toBe(
      [
        '[Background command interrupted, from Vigil, not from the user]',
        'Call ID: call-1',
        'terminal_id: T1',
        'Command: npm test',
        'Result: interrupted: the process that ran it for Vigil ended unexpectedly, and the command was ended before it finished',
        'Ran for: 1 min 5 s',
        'Output you have not seen, between the two lines that say output-1:',
        '--- output-1 ---',
        'news',
        '--- output-1 ---',
      ].join('\n'),
    )
    // It keeps its name, and what could not be ended shows on the card.
    expect(kit.service.background(CHAT).map(({ terminalId }) => terminalId)).toEqual(['T1'])
    expect(kit.cards.at(-1)?.leftovers).toBe(1)
    kit.service.markTold(records.map(({ id }) => id))
    expect(kit.service.takeNotices(CHAT).text).toBe('')
  })

  it('that was being stopped counts as stopped (S-289)', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make')
    kit.host.last().onStop = 'ignores'
    const stopped = kit.service.stop(call.id, 'user')
    await kit.clock.advance(1000)
    kit.host.last().exit(0, LOST)
    await kit.clock.advance(2000)
    await stopped
    expect(kit.service.record(call.id)?.state).toMatchObject({
      kind: 'ended',
      end: { by: 'stop', who: 'user', confirmed: true },
    })
  })

  it('is asked how it stands before the agent reads it', async () => {
    const kit = createCommandKit()
    const call = await kit.call('make')
    await kit.clock.advance(5000)
    await call.done
    // What is on the disk and no update has told yet.
    kit.host.last().late('late\n')
    expect((await kit.service.report(call.id)).output.text).toBe('late\n')
  })
})
