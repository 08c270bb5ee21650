import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import type { ScheduleId } from '../shared/schedule'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const HOUR = 3_600_000
let test: TestEngine
let chatId: ChatId
beforeEach(async () => {
  test = await createTestEngine()
  chatId = (await test.newChat()).id
})
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
  expect(test.clock.pendingTimers).toBe(0)
})

const inHours = (hours: number) =>
  new Date(test.clock.now() + hours * HOUR).toISOString().replace(/\.\d+/, '')
const schedule = (args: object) => ({ calls: [{ tool: 'schedule', args }] })
/** A chat that has planned something and is idle again. */
async function planned(...all: object[]): Promise<void> {
  test.model.script(...all.map((args) => schedule({ action: 'create', ...args })), { text: 'planned' })
  await test.send(chatId, 'plan')
  await test.turnEnd(chatId)
}
const wakes = () =>
  test.model.requests.filter(({ messages }) => {
    const last = messages.at(-1)
    return last?.role === 'user' && last.text.includes('[Scheduled wake-up')
  })
const lastTold = () => JSON.stringify(test.model.requests.at(-1)?.messages.at(-1))
const notices = async () =>
  (await test.items(chatId)).flatMap((item) => (item.kind === 'notice' ? [item.notice] : []))

describe('a planned wake-up (P-038)', () => {
  it('starts one turn with its text at its time, and is gone', async () => {
    await planned({ text: 'Look at the build', at: inHours(2) })
    expect((await test.chat(chatId)).schedules).toMatchObject([{ id: 'S1', text: 'Look at the build' }])
    test.model.script({ text: 'looked' })
    await test.clock.advance(2 * HOUR - 2000)
    expect(wakes()).toEqual([])
    await test.clock.advance(3000)
    await test.turnEnd(chatId)
    expect(wakes()).toHaveLength(1)
    expect(lastTold()).toContain('Look at the build')
    expect((await test.chat(chatId)).schedules).toEqual([])
    expect(await notices()).toContainEqual({ type: 'scheduled', texts: ['Look at the build'] })
    await test.clock.advance(24 * HOUR)
    expect(wakes()).toHaveLength(1)
  })

  it('comes again and again by a pattern', async () => {
    await planned({ text: 'Check', cron: '0 * * * *', time_zone: 'UTC' })
    test.model.script({ text: 'one' }, { text: 'two' })
    await test.clock.advance(HOUR)
    await until(() => wakes().length === 1)
    await test.turnEnd(chatId)
    await test.clock.advance(HOUR)
    await until(() => wakes().length === 2)
    await test.turnEnd(chatId)
    expect((await test.chat(chatId)).schedules).toMatchObject([{ id: 'S1', due: null }])
  })

  it('does not interrupt a turn: its own comes after it', async () => {
    await planned({ text: 'Check', at: inHours(1) })
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const list = schedule({ action: 'list' })
    test.model.script({ ...list, after: held }, { text: 'worked' }, { text: 'checked' })
    await test.send(chatId, 'work')
    await test.clock.advance(HOUR)
    expect(wakes()).toEqual([])
    go()
    await until(() => test.model.requests.length === 4)
    expect(lastTold()).not.toContain('Scheduled')
    await test.turnEnd(chatId)
    await test.clock.advance(1000)
    await until(() => wakes().length === 1)
    await test.turnEnd(chatId)
    expect((await test.chat(chatId)).schedules).toEqual([])
  })

  it('waits in a stopped chat for the next message of the user, and comes with it once', async () => {
    await planned({ text: 'Check', at: inHours(1) })
    test.model.script({ after: new Promise(() => {}) })
    await test.send(chatId, 'work')
    await until(() => test.model.requests.length === 3)
    await test.engine.handlers['chat.stop']({ chatId })
    await test.clock.advance(3 * HOUR)
    await test.crashAndRestart()
    await test.clock.advance(HOUR)
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    expect(wakes()).toEqual([])
    test.model.script({ text: 'ok' }, { text: 'ok' })
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    expect(JSON.stringify(test.model.requests.at(-1)?.messages)).toContain('[Scheduled wake-up')
    await test.send(chatId, 'and now')
    await test.turnEnd(chatId)
    const told = JSON.stringify(test.model.requests.at(-1)?.messages).split('[Scheduled wake-up')
    expect(told).toHaveLength(2)
  })

  it('survives a restart; what was missed comes once, also when nobody has opened the chat', async () => {
    await planned({ text: 'Check', cron: '0 * * * *', time_zone: 'UTC' }, { text: 'Once', at: inHours(2) })
    // The app is closed for a day.
    await test.dieFor(24 * HOUR)
    test.model.script({ text: 'checked' })
    await test.clock.advance(1000)
    await until(() => wakes().length === 1)
    expect(lastTold()).toContain('Check')
    expect(lastTold()).toContain('Its time came 24 times')
    expect(lastTold()).toContain('Once')
    await test.turnEnd(chatId)
    expect(wakes()).toHaveLength(1)
    expect((await test.chat(chatId)).schedules).toMatchObject([{ text: 'Check', due: null }])
    await test.crashAndRestart()
    await test.clock.advance(1000)
    expect(wakes()).toHaveLength(1)
  })

  it('is listed and cancelled by the agent and by the person', async () => {
    await planned(
      { text: 'One', at: inHours(1) },
      { text: 'Two', at: inHours(2) },
      { text: 'Three', at: inHours(3) },
    )
    test.model.script(
      schedule({ action: 'list' }),
      schedule({ action: 'cancel', id: 'S2' }),
      schedule({ action: 'cancel', id: 'S9' }),
      { text: 'well' },
    )
    await test.send(chatId, 'which?')
    await test.turnEnd(chatId)
    const said = JSON.stringify(test.model.requests.at(-1)?.messages)
    expect(said).toMatch(/S1: once at .*?\(in 60 min\)\. One/)
    expect(said).toContain('There is no wake-up S9.')
    await test.engine.handlers['chat.cancelSchedule']({ chatId, scheduleId: 'S1' as ScheduleId })
    expect((await test.chat(chatId)).schedules.map(({ text }) => text)).toEqual(['Three'])
    await test.clock.advance(2.5 * HOUR)
    expect(wakes()).toEqual([])
  })

  it('never comes in a deleted chat', async () => {
    await planned({ text: 'One', at: inHours(1) })
    await test.engine.handlers['chat.delete']({ chatId })
    await test.clock.advance(2 * HOUR)
    expect(wakes()).toEqual([])
  })

  it('is refused with a reason: no time, two times, a time zone that is none, in Plan, too many', async () => {
    const refused = async (args: object) => {
      test.model.script(schedule({ action: 'create', text: 'x', ...args }), { text: 'well' })
      await test.send(chatId, 'plan')
      await test.turnEnd(chatId)
      return lastTold()
    }
    expect(await refused({})).toContain('either')
    expect(await refused({ at: inHours(1), cron: '0 * * * *' })).toContain('either')
    expect(await refused({ cron: '0 * * * *', time_zone: 'Mars' })).toContain('Mars is no time zone')
    expect(await refused({ cron: '* * * * *' })).toContain('at least 5 minutes apart')
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'plan' })
    expect(await refused({ at: inHours(1) })).toContain('the permission mode is Plan')
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'standard' })
    await planned(...Array.from({ length: 20 }, () => ({ text: 'x', at: inHours(1) })))
    expect(await refused({ at: inHours(1) })).toContain('There are 20 wake-ups already')
  })
})
