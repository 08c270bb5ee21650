import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GOAL_TURNS_MAX } from '../shared/goal'
import type { ChatId } from '../shared/ids'
import type { ModelFailure } from '../shared/models'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const FAILURE: ModelFailure = { code: 'auth', server: 'Scripted', detail: '', status: 401 }
const MINUTE = 60_000
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

const goalCall = (args: object) => ({ calls: [{ tool: 'goal', args }] })
const done = goalCall({ action: 'done', reason: 'All 42 tests pass.' })
const goal = async () => (await test.chat(chatId)).goal
const answered = (count: number) =>
  until(async () => test.model.requests.length === count && (await test.chat(chatId)).turn.kind !== 'running')
const lastTold = () => JSON.stringify(test.model.requests.at(-1)?.messages.at(-1))
const times = (text: string) =>
  JSON.stringify(test.model.requests.at(-1)?.messages ?? []).split(text).length - 1
const notices = async () =>
  (await test.items(chatId)).flatMap((item) => (item.kind === 'notice' ? [item.notice] : []))
const endings = async () =>
  (await notices()).flatMap((notice) => (notice.type === 'goal-ended' ? [notice.how] : []))
/** Nothing starts any more; an unscripted request would fail loudly. */
const staysAtRest = async () => {
  const { length } = test.model.requests
  await test.clock.advance(60 * MINUTE)
  expect(test.model.requests).toHaveLength(length)
}

describe('a goal (S-253)', () => {
  it('makes the chat go on turn after turn until the agent says that it is reached', async () => {
    test.model.script({ text: 'Two left.' }, { text: 'One left.' }, done, { text: 'Reached.' })
    await test.send(chatId, '/goal the tests pass')
    await answered(1)
    expect(lastTold()).toContain('[Goal, turn 1 of 25, from Vigil]')
    expect(lastTold()).toContain('the tests pass')
    expect(await test.chat(chatId)).toMatchObject({
      title: 'the tests pass',
      goal: { condition: 'the tests pass', by: 'user', turns: 1 },
    })
    await test.clock.advance(499)
    expect(test.model.requests).toHaveLength(1)
    await test.clock.advance(1)
    await answered(2)
    await test.clock.advance(500)
    await answered(4)
    expect(await goal()).toBeNull()
    expect(await notices()).toEqual([
      { type: 'goal-set', condition: 'the tests pass', by: 'user' },
      {
        type: 'goal-ended',
        condition: 'the tests pass',
        how: 'done',
        reason: 'All 42 tests pass.',
        turns: 3,
      },
    ])
    await staysAtRest()
  })

  it('is set by the agent for after its turn, once, and given up with a reason, also in Plan', async () => {
    const set = goalCall({ action: 'set', condition: 'the build is green' })
    test.model.script(goalCall({ action: 'done', reason: 'x' }), set, set, { text: 'I will.' })
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'plan' })
    await test.send(chatId, 'go on until the build is green')
    await answered(4)
    expect(times('No goal is open.')).toBe(1)
    expect(times('A goal is open already: the build is green')).toBe(1)
    test.model.script(goalCall({ action: 'give_up', reason: 'No access.' }), { text: 'Sorry.' })
    await test.clock.advance(500)
    await answered(6)
    expect(await notices()).toMatchObject([
      { type: 'goal-set', by: 'agent' },
      { type: 'goal-ended', how: 'given-up', reason: 'No access.', turns: 1 },
    ])
    await staysAtRest()
  })

  it('waits for what runs in the background, looks after it, and is told its end once, in a turn of its own (S-224, S-258)', async () => {
    test.model.script({ calls: [{ tool: 'shell', args: { command: 'make' } }] }, { text: 'It runs.' })
    await test.send(chatId, '/goal it is built')
    const card = await test.card(chatId, 'pending')
    await test.engine.handlers['command.approve']({ commandId: card.id })
    await until(() => test.processes.started.length === 1)
    await test.engine.handlers['command.moveToBackground']({ commandId: card.id })
    await answered(2)
    await test.clock.advance(4.9 * MINUTE)
    expect(test.model.requests).toHaveLength(2)
    test.model.script({ text: 'Still running.' })
    await test.clock.advance(0.2 * MINUTE)
    await answered(3)
    expect(lastTold()).toContain('[Goal, turn 2 of 25')
    test.processes.of('make')?.exit(3)
    await test.card(chatId, 'failed')
    test.model.script({ text: 'It failed.' }, done, { text: 'Well.' })
    await test.clock.advance(500)
    await answered(4)
    expect(lastTold()).toContain('[Goal, turn 3 of 25')
    expect(lastTold()).toContain('exit')
    const ended = `Call ID: ${card.callId}`
    expect(times(ended)).toBe(1)
    await test.clock.advance(500)
    await answered(6)
    expect(times(ended)).toBe(1)
  })

  it('ends with Stop, during a turn and between two, and the person’s next message is answered once', async () => {
    test.model.script({ after: new Promise(() => {}) })
    await test.send(chatId, '/goal never')
    await until(() => test.model.requests.length === 1)
    await test.engine.handlers['chat.stop']({ chatId })
    await staysAtRest()
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    test.model.script({ text: 'One.' })
    await test.send(chatId, '/goal never again')
    await answered(2)
    await test.engine.handlers['chat.stop']({ chatId })
    await staysAtRest()
    expect(await endings()).toEqual(['stopped', 'stopped'])
    test.model.script({ text: 'Hello.' })
    await test.send(chatId, 'hello')
    await answered(3)
    await staysAtRest()
  })

  it('ends with a failed turn, which can be tried again', async () => {
    test.model.script({ fail: { failure: FAILURE } })
    await test.send(chatId, '/goal x')
    await until(async () => (await test.chat(chatId)).turn.kind === 'failed')
    expect((await notices()).map(({ type }) => type)).toEqual(['goal-set', 'goal-ended', 'failure'])
    expect(await endings()).toEqual(['failed'])
    test.model.script({ text: 'Better.' })
    await test.engine.handlers['chat.retry']({ chatId })
    await answered(2)
    await staysAtRest()
  })

  it('ends after its last turn', async () => {
    test.model.script(...Array.from({ length: GOAL_TURNS_MAX }, () => ({ text: 'Not yet.' })))
    await test.send(chatId, '/goal x')
    for (let turn = 1; turn <= GOAL_TURNS_MAX; turn++) {
      await answered(turn)
      await test.clock.advance(500)
    }
    expect(await notices()).toContainEqual({
      type: 'goal-ended',
      condition: 'x',
      how: 'limit',
      reason: '',
      turns: GOAL_TURNS_MAX,
    })
    await staysAtRest()
  })

  it('is shown by /goal and ended by /goal off or the header; what it cannot be is said', async () => {
    await test.send(chatId, '/goal')
    await test.send(chatId, '/goal off')
    await test.send(chatId, `/goal ${'x'.repeat(2001)}`)
    test.model.script({ text: 'One.' }, { text: 'Other.' })
    await test.send(chatId, '/goal x')
    await answered(1)
    await test.send(chatId, '/goal')
    await test.send(chatId, '/goal OFF')
    expect(await goal()).toBeNull()
    await test.send(chatId, '/goal y')
    await answered(2)
    await test.engine.handlers['chat.endGoal']({ chatId })
    expect((await notices()).filter(({ type }) => type !== 'goal-set')).toMatchObject([
      { type: 'goal', goal: null },
      { type: 'goal', goal: null },
      { type: 'goal-too-long', max: 2000 },
      { type: 'goal', goal: { condition: 'x', turns: 1 } },
      { type: 'goal-ended', how: 'off', condition: 'x' },
      { type: 'goal-ended', how: 'off', condition: 'y' },
    ])
    await staysAtRest()
  })

  it('survives a restart, and goes on once the person has opened the chat', async () => {
    test.model.script({ text: 'One.' })
    await test.send(chatId, '/goal x')
    await answered(1)
    await test.dieFor(60 * MINUTE)
    await test.clock.advance(60 * MINUTE)
    expect(test.model.requests).toHaveLength(1)
    expect(await goal()).toMatchObject({ condition: 'x', turns: 1 })
    test.model.script(done, { text: 'Reached.' })
    await test.clock.advance(500)
    await answered(3)
    expect(times('[Goal, turn 2 of 25')).toBe(1)
    expect(await endings()).toEqual(['done'])
  })
})
