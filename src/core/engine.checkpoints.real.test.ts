import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptItem } from '../shared/chat'
import type { ChatId, EntryId } from '../shared/ids'
import { createGit } from './process/git-process'
import { createTestEngine, type TestEngine, until } from './testing/test-engine'

let test: TestEngine
let chatId: ChatId
beforeEach(async () => {
  test = await createTestEngine(undefined, createGit({ env: process.env, platform: 'linux' }))
  chatId = (await test.newChat()).id
})
afterEach(async () => {
  await test.dispose()
  expect(test.bugs).toEqual([])
})

const handlers = () => test.engine.handlers
const file = (name: string) => join(test.workspace, name)
const read = (name: string) => readFileSync(file(name), 'utf8')
const write = (name: string, text: string) => writeFileSync(file(name), text)
const users = async () => (await test.items(chatId)).filter((item) => item.kind === 'user')
const messages = () => JSON.stringify(test.model.requests.at(-1)?.messages)
const user = async (text: string): Promise<EntryId> =>
  (await users()).find((item) => item.kind === 'user' && item.text === text)?.id as EntryId
const restored = async () =>
  (await test.items(chatId)).filter(
    (item): item is TranscriptItem & { kind: 'notice' } =>
      item.kind === 'notice' && item.notice.type === 'restored',
  )

/** A turn whose one command does `work` to the files. */
async function turnThat(message: string, work: () => void): Promise<void> {
  test.model.script({ calls: [{ tool: 'shell', args: { command: 'ls' } }] }, { text: 'done' })
  await test.send(chatId, message)
  await test.card(chatId, 'running')
  work()
  test.processes.last().exit(0)
  await test.turnEnd(chatId)
}
const preview = (entryId: EntryId) => handlers()['checkpoint.preview']({ chatId, entryId })
/** Copies are made in the background. */
const copied = (entryId: EntryId) => until(async () => (await preview(entryId)).files)

describe('a checkpoint', () => {
  it('brings files and conversation back to before a message, and both forth again (A-142)', async () => {
    write('a.txt', 'one')
    await turnThat('first', () => write('a.txt', 'two'))
    // The person works too.
    write('mine.txt', 'mine')
    await turnThat('second', () => {
      write('a.txt', 'three')
      write('b.txt', 'new')
    })
    const second = await user('second')
    await copied(second)
    expect(await preview(second)).toMatchObject({
      files: { changes: { changed: ['a.txt'], created: ['b.txt'], deleted: [] } },
      messages: 1,
    })
    const report = await handlers()['checkpoint.restore']({ chatId, entryId: second, what: 'both' })
    expect(report).toEqual({ restored: 1, removed: 1, kept: 0, failed: [] })
    expect([read('a.txt'), read('mine.txt'), existsSync(file('b.txt'))]).toEqual(['two', 'mine', false])
    expect((await users()).map((item) => item.kind === 'user' && item.text)).toEqual(['first'])
    const [line] = await restored()
    expect(line?.notice).toMatchObject({ messages: 1, files: { restored: 1, removed: 1 } })

    // Survives the end of the app, and can be taken back after it.
    await test.crashAndRestart()
    await handlers()['checkpoint.takeBack']({ chatId, entryId: line?.id as EntryId })
    expect([read('a.txt'), read('b.txt')]).toEqual(['three', 'new'])
    expect((await users()).map((item) => item.kind === 'user' && item.text)).toEqual(['first', 'second'])
    await expect(
      handlers()['checkpoint.takeBack']({ chatId, entryId: line?.id as EntryId }),
    ).rejects.toMatchObject({ code: 'bad-input' })

    test.model.script({ text: 'ok' })
    await test.send(chatId, 'third')
    await test.turnEnd(chatId)
    expect(messages()).toContain('second')
    expect(messages()).not.toContain('restored, from Vigil')
  })

  it('brings only the files back, also to after a call, and tells the agent (A-142)', async () => {
    await turnThat('first', () => write('a.txt', 'one'))
    const call = (await test.items(chatId)).find((item) => item.kind === 'command')?.id as EntryId
    // The copy of before the call has no such file.
    await until(async () => (await preview(call)).files?.changes.counts.created === 0)
    write('a.txt', 'two')
    await handlers()['checkpoint.restore']({ chatId, entryId: call, what: 'files' })
    expect(read('a.txt')).toBe('one')
    await expect(
      handlers()['checkpoint.restore']({ chatId, entryId: call, what: 'both' }),
    ).rejects.toMatchObject({ code: 'bad-input' })
    test.model.script({ text: 'ok' })
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    expect(messages().match(/\[Workspace restored/g)).toHaveLength(1)
  })

  it('leaves the files when only the conversation goes back, and says so to the agent (A-142)', async () => {
    await turnThat('first', () => write('a.txt', 'one'))
    await turnThat('second', () => write('a.txt', 'two'))
    await handlers()['checkpoint.restore']({ chatId, entryId: await user('second'), what: 'conversation' })
    expect(read('a.txt')).toBe('two')
    test.model.script({ text: 'ok' })
    await test.send(chatId, 'other')
    await test.turnEnd(chatId)
    expect(messages()).toContain('[Conversation restored')
    expect(messages()).not.toContain('second')
  })

  it('refuses while a turn runs, and for files while a command does (A-142)', async () => {
    write('a.txt', 'one')
    test.model.script({ calls: [{ tool: 'shell', args: { command: 'cat a' } }] }, { text: 'ok' })
    await test.send(chatId, 'first')
    await test.card(chatId, 'running')
    const entryId = await user('first')
    await copied(entryId)
    const restore = (what: 'files' | 'conversation') =>
      handlers()['checkpoint.restore']({ chatId, entryId, what })
    await expect(restore('conversation')).rejects.toMatchObject({ code: 'turn-running' })
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    await expect(restore('files')).rejects.toMatchObject({ code: 'commands-running' })
    await restore('conversation')
    expect(await users()).toEqual([])
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    test.processes.last().exit(0)
    await until(async () => (await test.chat(chatId)).running === 0)
  })

  it('makes no copy where nothing changed, and none of the home folder (A-142)', async () => {
    write('a.txt', 'one')
    await turnThat('first', () => {})
    await turnThat('second', () => {})
    const first = await user('first')
    const takenAt = (await copied(first)).takenAt
    await test.clock.advance(60_000)
    await turnThat('third', () => {})
    const third = await user('third')
    expect((await copied(third)).takenAt).toBe(takenAt)

    const home = test.engine.openWorkspace(join(test.workspace, '..'))
    const { id } = await handlers()['chat.create']({ workspaceId: home.id })
    mkdirSync(file('sub'), { recursive: true })
    test.model.script({ text: 'hello' })
    await test.send(id, 'hi')
    await test.turnEnd(id)
    const [said] = (await test.items(id)).filter((item) => item.kind === 'user')
    const seen = await handlers()['checkpoint.preview']({ chatId: id, entryId: said?.id as EntryId })
    expect(seen.files).toBeNull()
    await expect(
      handlers()['checkpoint.restore']({ chatId: id, entryId: said?.id as EntryId, what: 'files' }),
    ).rejects.toMatchObject({ code: 'no-snapshot' })
  })
})

describe('an earlier message that is sent anew', () => {
  it('replaces what followed, with the files when asked (A-142)', async () => {
    write('a.txt', 'one')
    await turnThat('first', () => write('a.txt', 'two'))
    const entryId = await user('first')
    await copied(entryId)
    test.model.script({ text: 'other answer' })
    await handlers()['chat.editMessage']({ chatId, entryId, text: 'better', withFiles: true })
    await test.turnEnd(chatId)
    expect(read('a.txt')).toBe('one')
    expect((await users()).map((item) => item.kind === 'user' && item.text)).toEqual(['better'])
    expect(messages()).not.toContain('first')
    // The conversation went on: nothing is taken back over it.
    const [line] = await restored()
    await expect(
      handlers()['checkpoint.takeBack']({ chatId, entryId: line?.id as EntryId }),
    ).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('tells again what only the lost part told, and each end once in what is left (S-224, S-237, A-142)', async () => {
    test.model.script({ calls: [{ tool: 'shell', args: { command: 'cat a' } }] }, { text: 'ok' })
    await test.send(chatId, 'start the build')
    await test.card(chatId, 'running')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    // It ends by itself and wakes the chat, which is told.
    test.model.script({ text: 'I saw it' })
    test.processes.last().exit(3)
    await until(async () => (await test.cards(chatId)).at(-1)?.state.kind === 'ended')
    await test.clock.advance(500)
    await test.turnEnd(chatId)
    expect(messages().match(/exit code 3|code 3/gi)?.length).toBe(1)
    test.model.script({ text: 'more' })
    await test.send(chatId, 'next')
    await test.turnEnd(chatId)

    // Before `next`, which told nothing: what the wake told stays told.
    test.model.script({ text: 'again' })
    await handlers()['chat.editMessage']({
      chatId,
      entryId: await user('next'),
      text: 'next 2',
      withFiles: false,
    })
    await test.turnEnd(chatId)
    expect(messages().match(/code 3/g)?.length).toBe(1)

    // Before the build: the agent knows nothing of it any more, and is told nothing.
    test.model.script({ text: 'fresh' })
    const entryId = await user('start the build')
    await handlers()['chat.editMessage']({ chatId, entryId, text: 'start over', withFiles: false })
    await test.turnEnd(chatId)
    expect(messages()).not.toContain('code 3')
  })

  it('hears of an end that only the message itself had told (S-224, S-237, A-142)', async () => {
    test.model.script({ calls: [{ tool: 'shell', args: { command: 'cat a' } }] }, { text: 'ok' })
    await test.send(chatId, 'start the build')
    await test.card(chatId, 'running')
    await test.clock.advance(5000)
    await test.turnEnd(chatId)
    test.processes.last().exit(3)
    await until(async () => (await test.cards(chatId)).at(-1)?.state.kind === 'ended')
    // The message comes before the chat wakes and tells the end.
    test.model.script({ text: 'seen' })
    await test.send(chatId, 'how is it?')
    await test.turnEnd(chatId)
    expect(messages().match(/code 3/g)?.length).toBe(1)

    const entryId = await user('how is it?')
    await handlers()['checkpoint.restore']({ chatId, entryId, what: 'conversation' })
    await test.clock.advance(60_000)
    // It waits for the person, also after a restart.
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    await test.crashAndRestart()
    expect((await test.chat(chatId)).turn.kind).toBe('stopped')
    test.model.script({ text: 'seen' })
    await test.send(chatId, 'tell me')
    await test.turnEnd(chatId)
    expect(messages().match(/code 3/g)?.length).toBe(1)
    test.model.script({ text: 'seen' })
    await test.send(chatId, 'and now?')
    await test.turnEnd(chatId)
    expect(messages().match(/code 3/g)?.length).toBe(1)
  })
})
