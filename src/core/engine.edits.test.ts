import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptItem } from '../shared/chat'
import type { ChatId } from '../shared/ids'
import type { PermissionMode } from '../shared/permissions'
import type { FileEditCard } from '../shared/tool-card'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

let test: TestEngine
beforeEach(async () => {
  test = await createTestEngine()
})
afterEach(() => test.dispose())

const file = (name: string) => join(test.workspace, name)
const make = (path: string, callId = `make-${path}`) => ({
  tool: 'write_file',
  args: { path, content: 'new\n' },
  callId,
})
async function chatIn(mode: PermissionMode): Promise<ChatId> {
  const { id } = await test.newChat()
  await test.engine.handlers['chat.setMode']({ chatId: id, mode, confirmed: true, withoutSnapshot: true })
  return id
}
/** The newest change of a chat. */
async function change(
  chatId: ChatId,
): Promise<{ item: Extract<TranscriptItem, { kind: 'tool' }>; card: FileEditCard }> {
  return until(async () => {
    const item = [...(await test.items(chatId))]
      .reverse()
      .find((one) => one.kind === 'tool' && one.card?.kind === 'file-edit')
    return item?.kind === 'tool' && item.card?.kind === 'file-edit' ? { item, card: item.card } : null
  })
}
const asking = (chatId: ChatId) =>
  until(async () => {
    const { item, card } = await change(chatId)
    return card.stage.kind === 'asking' ? { item, question: card.stage.question } : null
  })
const answer = (
  chatId: ChatId,
  callId: string,
  kind: 'approve' | 'always' | 'reject',
  text: string | null = null,
) =>
  test.engine.handlers['call.answer']({
    chatId,
    callId,
    answer: kind === 'reject' ? { kind, text } : { kind: 'approve', remember: kind === 'always' },
  })
const told = () => {
  const last = test.model.requests.at(-1)?.messages.at(-1)
  return last?.role === 'tool' ? last.results.map(({ text }) => text).join('\n') : ''
}

describe('changing files', () => {
  it('asks in Standard: the chat needs the person until they answer, and is told (A-019, A-035)', async () => {
    const chatId = await chatIn('standard')
    test.model.script({ calls: [make('a.txt', 'w')] }, { text: 'Done.' })
    await test.send(chatId, 'go')
    await asking(chatId)
    expect((await test.chat(chatId)).needsApproval).toBe(1)
    expect(test.events).toContainEqual({
      name: 'attention.notify',
      payload: {
        notification: expect.objectContaining({ kind: 'call-waits', about: 'edit', subject: 'a.txt' }),
      },
    })
    expect(existsSync(file('a.txt'))).toBe(false)
    await answer(chatId, 'w', 'approve')
    expect(await test.turnEnd(chatId)).toEqual({ kind: 'idle' })
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('new\n')
    expect((await test.chat(chatId)).needsApproval).toBe(0)
    expect(await change(chatId)).toMatchObject({
      item: { state: 'done' },
      card: { stage: { kind: 'written' } },
    })
    await expect(answer(chatId, 'w', 'approve')).rejects.toMatchObject({ code: 'not-pending' })
  })

  it('tells the agent of a rejection with the text of the person (A-035)', async () => {
    const chatId = await chatIn('standard')
    test.model.script({ calls: [make('a.txt', 'w')] }, { text: 'Then not.' })
    await test.send(chatId, 'go')
    await asking(chatId)
    await answer(chatId, 'w', 'reject', 'use b.txt')
    await test.turnEnd(chatId)
    expect(existsSync(file('a.txt'))).toBe(false)
    expect(told()).toContain('The user says: use b.txt')
    expect(await change(chatId)).toMatchObject({
      item: { state: 'failed' },
      card: { stage: { kind: 'rejected', text: 'use b.txt' } },
    })
  })

  it('remembers the permission, which the next change and a card that waits elsewhere follow (A-030, A-035)', async () => {
    const chatId = await chatIn('standard')
    const other = await chatIn('standard')
    test.model.script({ calls: [make('other.txt', 'o')] }, { calls: [make('a.txt', 'w')] })
    await test.send(other, 'go')
    await asking(other)
    await test.send(chatId, 'go')
    expect((await asking(chatId)).question.permission).toBe('editFiles')
    test.model.script({ calls: [make('b.txt', 'x')] }, { text: 'Done.' }, { text: 'Done.' })
    await answer(chatId, 'w', 'always')
    await test.turnEnd(chatId)
    await test.turnEnd(other)
    expect(['a.txt', 'b.txt', 'other.txt'].map((name) => existsSync(file(name)))).toEqual([true, true, true])
    expect(test.settings.get().approvals.permissions).toEqual({ editFiles: true })
  })

  it.each<[PermissionMode, boolean]>([
    ['auto', true],
    ['bypass', true],
    ['plan', false],
  ])('in %s: written is %s, and nobody is asked (A-020, A-022, A-028)', async (mode, isWritten) => {
    const chatId = await chatIn(mode)
    test.model.script({ calls: [make('a.txt')] }, { text: 'Done.' })
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    expect(existsSync(file('a.txt'))).toBe(isWritten)
    expect((await test.chat(chatId)).needsApproval).toBe(0)
    if (!isWritten) expect(told()).toContain('permission mode is Plan')
  })

  it('asks for a protected path in Auto-accept, and remembers nothing about it (A-032, A-036)', async () => {
    mkdirSync(file('.git'))
    const chatId = await chatIn('auto')
    test.model.script({ calls: [make('.git/config', 'w')] }, { text: 'Done.' })
    await test.send(chatId, 'go')
    expect((await asking(chatId)).question).toMatchObject({
      permission: null,
      reasons: [{ rule: 'protected-path', subject: '.git/config' }],
    })
    await answer(chatId, 'w', 'always')
    await test.turnEnd(chatId)
    expect(existsSync(file('.git/config'))).toBe(true)
    expect(test.settings.get().approvals.permissions).toEqual({})
  })

  it('follows a switch of the mode while it waits (A-028, A-030)', async () => {
    const chatId = await chatIn('standard')
    test.model.script(
      { calls: [make('a.txt', 'w')] },
      { text: 'Then not.' },
      { calls: [make('b.txt', 'x')] },
      { text: 'Done.' },
    )
    await test.send(chatId, 'go')
    await asking(chatId)
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'plan' })
    await test.turnEnd(chatId)
    expect(existsSync(file('a.txt'))).toBe(false)
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'standard' })
    await test.send(chatId, 'again')
    await asking(chatId)
    await test.engine.handlers['chat.setMode']({ chatId, mode: 'auto' })
    await test.turnEnd(chatId)
    expect(existsSync(file('b.txt'))).toBe(true)
  })

  it('ends with Stop, and an app that dies meanwhile leaves a card that says so (A-009, S-346)', async () => {
    const chatId = await chatIn('standard')
    test.model.script({ calls: [make('a.txt', 'w')] })
    await test.send(chatId, 'go')
    await asking(chatId)
    await test.engine.handlers['chat.stop']({ chatId })
    expect(await change(chatId)).toMatchObject({ card: { stage: { kind: 'not-written' } } })
    expect((await test.chat(chatId)).needsApproval).toBe(0)
    test.model.script({ calls: [make('b.txt', 'x')] })
    await test.send(chatId, 'again')
    await asking(chatId)
    await test.crashAndRestart()
    expect(await change(chatId)).toMatchObject({ card: { path: 'b.txt', stage: { kind: 'not-written' } } })
    expect((await test.chat(chatId)).needsApproval).toBe(0)
    await expect(answer(chatId, 'x', 'approve')).rejects.toMatchObject({ code: 'not-pending' })
  })

  it('knows what read_file showed, of its own chat only, until the file changes', async () => {
    writeFileSync(file('a.txt'), 'one\n')
    const chatId = await chatIn('auto')
    const read = { tool: 'read_file', args: { path: 'a.txt' } }
    const edit = (from: string, to: string) => ({
      tool: 'edit_file',
      args: { path: 'a.txt', edits: [{ old_text: from, new_text: to }] },
    })
    test.model.script(
      { calls: [edit('one', '1')] },
      { calls: [read, edit('one', '1'), edit('1', '2')] },
      { text: 'Done.' },
    )
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('2\n')
    const other = await chatIn('auto')
    test.model.script({ calls: [edit('2', '3')] }, { text: 'Done.' })
    await test.send(other, 'go')
    await test.turnEnd(other)
    expect(told()).toContain('Read a.txt with read_file')
    writeFileSync(file('a.txt'), 'changed\n')
    test.model.script({ calls: [edit('changed', '3')] }, { text: 'Done.' })
    await test.send(chatId, 'more')
    await test.turnEnd(chatId)
    expect(told()).toContain('has changed since you read it')
  })
})
