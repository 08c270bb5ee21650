import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import type { CallAnswer, ToolCard } from '../shared/tool-card'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

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

const OPTIONS = [{ label: 'In memory', description: 'Lost on reload' }, { label: 'On disk' }]
const ask = (more: object = {}) => ({
  tool: 'ask_user',
  args: { question: 'Where should it be kept?', options: OPTIONS, ...more },
  callId: 'q',
})
const asked = () => until(async () => (await test.chat(chatId)).questions === 1)
const answer = (given: CallAnswer) =>
  test.engine.handlers['call.answer']({ chatId, callId: 'q', answer: given })
const pick = (...picked: number[]): CallAnswer => ({ kind: 'answer', picked, text: null })
const result = () => JSON.stringify(test.model.requests.at(-1)?.messages.at(-1))
async function card(): Promise<ToolCard | undefined> {
  const items = await test.items(chatId)
  return items.flatMap((item) => (item.kind === 'tool' && item.card ? [item.card] : [])).at(-1)
}
async function start(more: object = {}): Promise<void> {
  test.model.script({ calls: [ask(more)] }, { text: 'Thanks.' })
  await test.send(chatId, 'keep it')
  await asked()
}

describe('a question of the agent', () => {
  it('waits with its options, tells the person once, and goes on with the option that was picked', async () => {
    await start()
    expect(await card()).toMatchObject({
      kind: 'question',
      question: 'Where should it be kept?',
      options: [OPTIONS[0], { label: 'On disk', description: null }],
      isMany: false,
      stage: { kind: 'asking' },
    })
    expect(await test.chat(chatId)).toMatchObject({ needsApproval: 1, questions: 1 })
    const told = test.events.filter(({ name }) => name === 'attention.notify')
    expect(told).toMatchObject([
      {
        payload: {
          notification: { kind: 'call-waits', about: 'question', subject: 'Where should it be kept?' },
        },
      },
    ])
    await answer(pick(1))
    await test.turnEnd(chatId)
    expect(result()).toContain('The user picked: On disk')
    expect(await card()).toMatchObject({ stage: { kind: 'answered', picked: [1], text: null } })
    expect((await test.chat(chatId)).needsApproval).toBe(0)
  })

  it('may be answered in other words, by several options, or not at all', async () => {
    await start({ options: [] })
    await answer({ kind: 'answer', picked: [], text: ' In a cookie. ' })
    await test.turnEnd(chatId)
    expect(result()).toContain('The user says: In a cookie.')

    await start({ multiple: true })
    await answer({ kind: 'answer', picked: [0, 1], text: 'disk as the fallback' })
    await test.turnEnd(chatId)
    expect(result()).toContain('The user picked: In memory; On disk\\nThe user says: disk as the fallback')

    await start()
    await answer({ kind: 'skip' })
    await test.turnEnd(chatId)
    expect(result()).toContain('The user skipped the question.')
    expect(await card()).toMatchObject({ stage: { kind: 'skipped' } })
  })

  it('takes no answer that does not fit it, and keeps waiting', async () => {
    await start()
    const refused = { code: 'bad-input' }
    await expect(answer(pick(2))).rejects.toMatchObject(refused)
    await expect(answer(pick(0, 1))).rejects.toMatchObject(refused)
    await expect(answer({ kind: 'answer', picked: [], text: ' ' })).rejects.toMatchObject(refused)
    await expect(answer({ kind: 'approve', remember: false })).rejects.toMatchObject(refused)
    await answer(pick(0))
    await test.turnEnd(chatId)
    await expect(answer(pick(0))).rejects.toMatchObject({ code: 'not-pending' })
  })

  it('is shown while the calls before it still run (A-094)', async () => {
    const make = { tool: 'shell', args: { command: 'make', timeout: 60_000 }, callId: 'm' }
    test.model.script({ calls: [make, ask()] }, { text: 'Thanks.' })
    await test.send(chatId, 'keep it')
    const pending = await test.card(chatId, 'pending')
    await asked()
    await answer(pick(0))
    await test.engine.handlers['command.approve']({ commandId: pending.id })
    await until(() => test.processes.started.length === 1)
    expect(test.model.requests).toHaveLength(1)
    test.processes.last().exit(0)
    await test.turnEnd(chatId)
    expect(result()).toContain('The user picked: In memory')
  })

  it('counts as done when it is answered: the command beside it is waited for one second more (S-177, S-179)', async () => {
    test.model.script(
      { calls: [ask(), { tool: 'shell', args: { command: 'npm test' }, callId: 's' }] },
      { text: 'It runs.' },
    )
    await test.send(chatId, 'go')
    await asked()
    await test.clock.advance(10_000)
    await answer(pick(1))
    const pending = await test.card(chatId, 'pending')
    await test.engine.handlers['command.approve']({ commandId: pending.id })
    await until(() => test.processes.started.length === 1)
    await test.clock.advance(999)
    expect(test.model.requests).toHaveLength(1)
    await test.clock.advance(1)
    await until(() => test.model.requests.length === 2)
    expect((await test.card(chatId, 'background')).state).toMatchObject({ reason: 'other-calls' })
    await test.turnEnd(chatId)
  })

  it('ends with Stop, and with the app', async () => {
    test.model.script({ calls: [ask()] })
    await test.send(chatId, 'keep it')
    await asked()
    await test.engine.handlers['chat.stop']({ chatId })
    expect(await card()).toMatchObject({ stage: { kind: 'not-answered' } })
    await start()
    await test.crashAndRestart()
    expect(await card()).toMatchObject({ stage: { kind: 'not-answered' } })
    expect((await test.chat(chatId)).needsApproval).toBe(0)
  })

  it('is refused when it makes no sense, with what is wrong', async () => {
    const same = { options: [{ label: 'A' }, { label: 'A' }] }
    test.model.script({ calls: [ask(same)] }, { text: 'Oh.' })
    await test.send(chatId, 'keep it')
    await test.turnEnd(chatId)
    expect(result()).toContain('every label must be different')
  })
})
