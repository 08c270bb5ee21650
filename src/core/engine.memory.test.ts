import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import type { CallAnswer } from '../shared/tool-card'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

let test: TestEngine
let chatId: ChatId
beforeEach(async () => {
  test = await createTestEngine()
  test.readsProject = true
  chatId = (await test.newChat()).id
})
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
})

const note = (name: string) => join(test.workspace, '.vigil', 'memories', name)
const remember = (input: object) => ({ calls: [{ tool: 'memory', args: input }] })
const results = () => JSON.stringify(test.model.requests.at(-1)?.messages.at(-1))

const stage = async () => {
  const item = [...(await test.items(chatId))].reverse().find((one) => one.kind === 'tool')
  return item?.kind === 'tool' && item.card?.kind === 'action' ? item.card.stage : undefined
}
const answer = (given: CallAnswer) =>
  test.engine.handlers['call.answer']({ chatId, callId: 'm', answer: given })
async function asks(): Promise<void> {
  test.model.script(
    { calls: [{ tool: 'memory', args: { scope: 'workspace', path: 'a', content: 'A' }, callId: 'm' }] },
    { text: 'well' },
  )
  await test.send(chatId, 'remember')
  await until(async () => (await stage())?.kind === 'asking')
}

describe('memory between sessions', () => {
  it('asks in Standard with the note that would be kept, and is nothing that can be remembered (A-151)', async () => {
    await asks()
    expect(await stage()).toMatchObject({ question: { permission: null } })
    expect((await test.chat(chatId)).needsApproval).toBe(1)
    expect(existsSync(note('a.md'))).toBe(false)
    await answer({ kind: 'approve', remember: false })
    await test.turnEnd(chatId)
    expect(readFileSync(note('a.md'), 'utf8')).toBe('A')
    expect(await stage()).toEqual({ kind: 'done' })
  })

  it('is not written after a rejection, and the agent hears why (A-035)', async () => {
    await asks()
    await answer({ kind: 'reject', text: 'not this' })
    await test.turnEnd(chatId)
    expect(existsSync(note('a.md'))).toBe(false)
    expect(results()).toContain('The user rejected this; it was not done.\\nThe user says: not this')
    expect(await stage()).toEqual({ kind: 'rejected', text: 'not this' })
  })

  it('follows a switch of the mode while it asks, and a restart (A-030)', async () => {
    await asks()
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'plan' })
    await test.turnEnd(chatId)
    expect(results()).toContain('Plan by now')
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'standard' })
    await asks()
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'auto' })
    await test.turnEnd(chatId)
    expect(existsSync(note('a.md'))).toBe(true)
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'standard' })
    await asks()
    await test.crashAndRestart()
    expect(await stage()).toEqual({ kind: 'not-done' })
  })

  it('is written by the agent, without secrets, and is part of the instructions of the next task (A-143, A-144, A-148, A-149, A-152)', async () => {
    test.model.script(
      remember({ scope: 'workspace', path: 'tests', content: 'Run npm test.\nAPI_KEY=abcdef123456' }),
      { text: 'noted' },
    )
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'auto' })
    await test.send(chatId, 'remember how we test')
    await test.turnEnd(chatId)
    expect(readFileSync(note('tests.md'), 'utf8')).toBe('Run npm test.\nAPI_KEY=[secret removed]')
    expect(results()).toContain('Remembered in workspace/tests.md. Parts that looked like secrets')
    expect(test.events.map(({ name }) => name)).toContain('memory.changed')
    expect(test.model.requests[0]?.system).not.toContain('# Remembered notes')
    await test.crashAndRestart()
    const other = await test.newChat()
    test.model.script({ text: 'ok' })
    await test.send(other.id, 'go on')
    await test.turnEnd(other.id)
    expect(test.model.requests.at(-1)?.system).toContain(
      '## Notes about this workspace\n\n### tests.md\n> Run npm test.\n> API_KEY=[secret removed]',
    )
  })

  it('changes the instructions of a chat with its next turn, never in the middle of one (A-016, S-409, S-410)', async () => {
    const write = (scope: string) => remember({ scope, path: 'tests', content: `Written for ${scope}.` })
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'auto' })
    test.model.script(write('workspace'), write('global'), { text: 'noted' }, { text: 'next' })
    await test.send(chatId, 'remember')
    await test.turnEnd(chatId)
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    const [first, second, third, next] = test.model.requests.map(({ system }) => system)
    expect([second, third]).toEqual([first, first])
    // Other bytes at the very front: no cache of the provider has them.
    expect(next).toContain('Written for workspace.')
    expect(next).not.toBe(first)
  })

  it('is refused in Plan, without a question (A-151)', async () => {
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'plan' })
    test.model.script(remember({ scope: 'global', path: 'me.md', content: 'Tabs.' }), { text: 'well' })
    await test.send(chatId, 'remember')
    await test.turnEnd(chatId)
    expect(results()).toContain('the permission mode is Plan')
    expect((await test.engine.handlers['memory.list']({ workspaceId: null })).global.files).toEqual([])
  })

  it('refuses names with folders and what is too large (A-146, A-147)', async () => {
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'auto' })
    test.model.script(
      remember({ scope: 'workspace', path: '../../escape.md', content: 'x' }),
      remember({ scope: 'workspace', path: 'a.md', content: 'x'.repeat(20_000) }),
      remember({ scope: 'workspace', path: 'gone.md', delete: true }),
      { text: 'well' },
    )
    await test.send(chatId, 'remember')
    await test.turnEnd(chatId)
    const said = JSON.stringify(test.model.requests.at(-1)?.messages)
    expect(said).toContain('has no folders')
    expect(said).toContain('at most 16384 bytes')
    expect(said).toContain('There is no memory file workspace/gone.md.')
    expect(existsSync(note('a.md'))).toBe(false)
  })

  it('is a page: notes by hand, changed, deleted, and listed by /memory (A-150)', async () => {
    const { workspaceId } = await test.chat(chatId)
    const { handlers } = test.engine
    await handlers['memory.save']({ scope: 'global', workspaceId, name: 'me', text: 'Tabs.' })
    const page = await handlers['memory.save']({ scope: 'workspace', workspaceId, name: 'a.md', text: 'A' })
    expect(page.workspace?.files).toMatchObject([{ name: 'a.md', text: 'A' }])
    expect(page.global.files).toMatchObject([{ name: 'me.md', text: 'Tabs.' }])
    await handlers['chat.send']({ chatId, text: '/memory' })
    expect((await test.items(chatId)).at(-1)).toMatchObject({
      notice: {
        type: 'memory',
        notes: [
          { scope: 'global', name: 'me.md', lines: 1, loadedLines: 1 },
          { scope: 'workspace', name: 'a.md', lines: 1, loadedLines: 1 },
        ],
      },
    })
    expect(test.model.requests).toEqual([])
    const { workspace } = await handlers['memory.remove']({ scope: 'workspace', workspaceId, name: 'a.md' })
    expect(workspace?.files).toEqual([])
    await expect(
      handlers['memory.save']({ scope: 'workspace', workspaceId, name: '../x', text: 'A' }),
    ).rejects.toMatchObject({ code: 'bad-input' })
    await expect(
      handlers['memory.save']({ scope: 'workspace', workspaceId: null, name: 'x', text: 'A' }),
    ).rejects.toMatchObject({ code: 'bad-input' })
  })
})
