import { describe, expect, it } from 'vitest'
import { commandStatus } from '../../shared/command'
import { CHAT, createCommandKit } from '../testing/command-kit'
import { settle } from '../testing/fake-clock'

const asks = { approval: { kind: 'ask' as const, reasons: [] } }

describe('after the app died', () => {
  it('fixes what ran: the awaited command is interrupted, the others ended with the window (S-340, S-347…S-349)', async () => {
    const before = createCommandKit()
    const background = await before.call('npm test')
    await before.clock.advance(5000)
    const pending = await before.call('pending', asks)
    const awaited = await before.call('make')
    before.host.last().write('one\ntwo\nthr')

    const kit = before.restart()
    kit.folder.lastWriteAt = before.clock.now() + 5
    const lost = kit.service.recover()

    expect(lost.map((card) => [card.command, commandStatus(card.state)])).toEqual([
      ['npm test', 'cancelled'],
      ['pending', 'cancelled'],
      ['make', 'interrupted'],
    ])
    expect(kit.service.card(awaited.id)?.state).toMatchObject({ lastSeenAt: before.clock.now() + 5 })
    expect(kit.store.unsettled()).toEqual([])
    expect(kit.service.card(pending.id)?.state).toMatchObject({ because: 'window-ended', startedAt: null })
    // The last frames were never stored; the log knows them.
    await settle()
    expect(kit.service.card(awaited.id)?.output).toMatchObject({ bytes: 8, lines: 2, lastLine: 'two' })
    expect(kit.service.card(background.id)?.state).toMatchObject({ because: 'window-ended' })
  })

  it('tells the agent with the user’s next message, once, also after another restart (S-230, S-342, S-347)', async () => {
    const before = createCommandKit()
    await before.call('npm test')
    await before.clock.advance(5000)
    await before.call('make')
    before.restart().service.recover()

    const kit = before.restart()
    expect(kit.service.recover()).toEqual([])
    const notices = kit.service.takeNotices(CHAT)
    expect(notices.text).toContain(
      'Call ID: call-1\nterminal_id: T1\nCommand: npm test\nThe command ended together with',
    )
    expect(notices.text).toContain(
      'Call ID: call-2\nterminal_id: T2\nCommand: make\nThe command was interrupted',
    )
    expect(notices.text.match(/from Vigil, not from the user/g)).toHaveLength(2)
    kit.service.markTold(notices.records.map(({ id }) => id))
    expect(before.restart().service.takeNotices(CHAT).text).toBe('')
  })

  it('keeps an untold end as it was: same text (S-163, S-247, S-250)', async () => {
    const before = createCommandKit()
    await before.call('npm test')
    await before.clock.advance(5000)
    before.host.last().write('result\n')
    before.host.last().exit(0)
    await settle()
    const told = before.service.takeNotices(CHAT).text
    const kit = before.restart()
    kit.service.recover()
    expect(kit.service.takeNotices(CHAT).text).toBe(told)
    expect(told).toContain('result')
  })

  it('keeps a cancelled card cancelled (S-341)', async () => {
    const before = createCommandKit()
    const { id } = await before.call('npm test')
    await before.clock.advance(5000)
    before.restart().service.recover()
    const kit = before.restart()
    kit.service.recover()
    expect(kit.service.card(id)?.state).toMatchObject({ kind: 'cancelled', because: 'window-ended' })
  })

  it('says so when the log is gone (S-147)', async () => {
    const before = createCommandKit()
    const { id } = await before.call('npm test')
    before.host.logs.remove(before.host.last().spec.logFile)
    const kit = before.restart()
    kit.service.recover()
    await settle()
    expect(kit.service.card(id)?.output.full).toEqual({ kind: 'unavailable' })
  })

  it('goes on counting terminals where it was', async () => {
    const before = createCommandKit()
    await before.call('one')
    const kit = before.restart()
    kit.service.recover()
    await kit.call('two')
    expect(kit.service.cardsOf(CHAT).map((card) => card.terminalId)).toEqual(['T1', 'T2'])
  })
})

describe('quitting', () => {
  it('ends everything, confirms it, and starts nothing any more (S-339, S-344, S-345)', async () => {
    const kit = createCommandKit()
    const background = await kit.call('npm run dev')
    await kit.clock.advance(5000)
    const pending = await kit.call('pending', asks)
    const awaited = await kit.call('stubborn')
    kit.host.last().onStop = 'ignores'
    let isOver = false
    const disposed = kit.service.dispose().then(() => {
      isOver = true
    })
    await kit.clock.advance(1999)
    expect(isOver).toBe(false)
    await kit.clock.advance(1)
    await disposed

    for (const id of [background.id, pending.id, awaited.id]) {
      const record = kit.store.get(id)
      expect(record && commandStatus(record.state)).toBe('cancelled')
    }
    await expect(kit.service.run({} as never)).rejects.toMatchObject({ code: 'aborted' })
  })

  it('tells the agent next time that they ended with the window (S-342)', async () => {
    const kit = createCommandKit()
    await kit.call('npm run dev')
    await kit.clock.advance(5000)
    await kit.call('pending', asks)
    await kit.service.dispose()
    const { text } = kit.restart().service.takeNotices(CHAT)
    expect(text).toContain('Command: npm run dev\nThe command ended together with the Vigil window')
    expect(text).toContain('Command: pending\nThe command never started')
  })

  it('leaves a detached process of a finished command alone (S-219, S-344)', async () => {
    const kit = createCommandKit()
    await kit.call('sleep 40 &')
    kit.host.last().exit(0, { leftovers: [4711] })
    await settle()
    await kit.service.dispose()
    expect(kit.host.last().disposed).toBe(false)
    expect(kit.clock.pendingTimers).toBe(0)
    // Another run does not claim to know of it.
    expect(kit.restart().service.cardsOf(CHAT)).toMatchObject([{ leftovers: 0 }])
  })
})
