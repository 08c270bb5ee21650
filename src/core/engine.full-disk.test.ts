import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import { openDatabase } from './store/database'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

const FULL = 'database or disk is full'
const TABLES = ['chats', 'entries', 'commands']
const shell = (command: string) => ({ tool: 'shell', args: { command } })

describe('a chat whose disk takes no more', () => {
  let test: TestEngine
  let chatId: ChatId
  beforeEach(async () => {
    test = await createTestEngine()
    chatId = (await test.newChat()).id
  })
  afterEach(() => test.dispose())

  /** SQLite answers a full disk like this: the write fails, and the transaction around it is rolled back. */
  const disk = (isFull: boolean) => {
    const { sql } = openDatabase(join(test.workspace, '..', 'data', 'vigil.db'), 0)
    for (const table of TABLES)
      for (const write of ['INSERT', 'UPDATE']) {
        const name = `full_${table}_${write}`
        sql.exec(
          isFull
            ? `CREATE TRIGGER ${name} BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ROLLBACK, '${FULL}'); END`
            : `DROP TRIGGER ${name}`,
        )
      }
    sql.close()
  }
  const awaited = async () => {
    test.model.script({ calls: [shell('fill the disk')] })
    await test.send(chatId, 'go')
    const { id } = await test.card(chatId, 'pending')
    await test.engine.handlers['command.approve']({ commandId: id })
    await test.card(chatId, 'running')
    return test.processes.last()
  }
  const goesOn = async () => {
    disk(false)
    test.model.script({ text: 'I see.' })
    await test.send(chatId, 'what now?')
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    expect((await test.items(chatId)).at(-1)).toMatchObject({ kind: 'assistant', text: 'I see.' })
  }

  it('can be stopped, with everything that runs (S-292)', async () => {
    const process = await awaited()
    disk(true)
    await test.engine.handlers['chat.stop']({ chatId })
    expect(process.stops).toBe(1)
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    await goesOn()
  })

  it('stops with its waiting line (S-335, S-336)', async () => {
    const process = await awaited()
    test.model.script({ text: 'It runs.' })
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    disk(true)
    await test.engine.handlers['chat.stopWaiting']({ chatId })
    expect(process.stops).toBe(1)
    expect(await test.chat(chatId)).toMatchObject({ turn: { kind: 'stopped' }, waiting: null })
    await goesOn()
  })

  it('ends its turn with the reason, and goes on when there is room again (A-012)', async () => {
    const process = await awaited()
    disk(true)
    process.exit(0)
    expect(await test.turnEnd(chatId)).toMatchObject({ kind: 'failed', failure: { detail: FULL } })
    await goesOn()
  })

  it('refuses a message that it cannot keep, and takes the next', async () => {
    disk(true)
    await expect(test.send(chatId, 'go')).rejects.toThrow(FULL)
    expect((await test.chat(chatId)).turn.kind).toBe('idle')
    await goesOn()
  })

  it('keeps what was written while its turn ran (A-008)', async () => {
    let go = () => {}
    const hold = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ hold, text: 'Yes.' })
    await test.send(chatId, 'go')
    await until(() => test.model.requests.length === 1)
    await test.send(chatId, 'and this')
    disk(true)
    go()
    await test.turnEnd(chatId)
    await goesOn()
    const asked = (await test.items(chatId)).flatMap((item) => (item.kind === 'user' ? [item.text] : []))
    expect(asked).toContain('and this')
  })
})
