import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
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
})

const archive = (isArchived = true) => test.engine.handlers['chat.archive']({ chatId, isArchived })
const isArchived = async () => (await test.chat(chatId)).archivedAt !== null

describe('an archived chat', () => {
  it('keeps all it has, also after a restart, and comes back by hand', async () => {
    test.model.script({ text: 'Hello.' })
    await test.send(chatId, 'hi')
    await test.turnEnd(chatId)
    const items = await test.items(chatId)
    await archive()
    await test.crashAndRestart()
    expect(await isArchived()).toBe(true)
    expect(await test.items(chatId)).toEqual(items)
    await archive(false)
    expect(await isArchived()).toBe(false)
  })

  it('comes back when it is written to', async () => {
    await archive()
    test.model.script({ text: 'Hello.' })
    await test.send(chatId, 'hi')
    expect(await isArchived()).toBe(false)
    await test.turnEnd(chatId)
  })

  it('comes back when a planned time wakes it (P-038)', async () => {
    const at = new Date(test.clock.now() + 3_600_000).toISOString().replace(/\.\d+/, '')
    const plan = { tool: 'schedule', args: { action: 'create', text: 'Look', at } }
    test.model.script({ calls: [plan] }, { text: 'planned' }, { text: 'Looked.' })
    await test.send(chatId, 'plan')
    await test.turnEnd(chatId)
    await archive()
    await test.clock.advance(3_601_000)
    await until(() => test.model.requests.length === 3)
    expect(await isArchived()).toBe(false)
    await test.turnEnd(chatId)
  })

  it('is none that works: a turn, a command, or something it waits for', async () => {
    const works = { code: 'turn-running' }
    test.model.script(
      { calls: [{ tool: 'shell', args: { command: 'make', timeout: 1000 } }] },
      { text: 'It runs.' },
      { text: 'Made.' },
    )
    await test.send(chatId, 'go')
    await expect(archive()).rejects.toMatchObject(works)
    const { id } = await test.card(chatId, 'pending')
    await test.engine.handlers['command.approve']({ commandId: id })
    await until(() => test.processes.started.length === 1)
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    await expect(archive()).rejects.toMatchObject(works)
    test.processes.last().exit(0)
    await test.clock.advance(500)
    await until(() => test.model.requests.length === 3)
    await test.turnEnd(chatId)
    await archive()
    expect(await isArchived()).toBe(true)
  })
})
