import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LocalAnswer } from '../shared/chat'
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

const send = (text: string) => test.engine.handlers['chat.send']({ chatId, text })
const write = (path: string, text: string) => {
  mkdirSync(join(test.workspace, path, '..'), { recursive: true })
  writeFileSync(join(test.workspace, path), text)
}
/** Another chat of the workspace, with one turn in it. */
async function saidInNewChat(text: string, answer: string): Promise<ChatId> {
  const { id } = await test.newChat()
  test.model.script({ text: answer })
  await test.send(id, text)
  await test.turnEnd(id)
  return id
}
async function answers(): Promise<LocalAnswer[]> {
  const items = await test.items(chatId)
  return items.flatMap((item) => (item.kind === 'notice' ? [item.notice as LocalAnswer] : []))
}

describe('a slash command', () => {
  it('is answered in the chat, costs no tokens and no model ever sees it (A-044, A-045, A-046)', async () => {
    expect(await send('/help')).toEqual({ openChat: null, isMessage: false })
    expect(await answers()).toMatchObject([{ type: 'help', custom: [] }])
    expect(test.model.requests).toEqual([])
    expect((await test.chat(chatId)).tokens.input).toBe(0)
    test.model.script({ text: 'hi' })
    await send('hello')
    await test.turnEnd(chatId)
    expect(JSON.stringify(test.model.requests[0]?.messages)).not.toContain('help')
    expect((await test.chat(chatId)).title).toBe('hello')
  })

  it('that is unknown is answered with the closest names and not sent (A-051)', async () => {
    await send('/modle')
    expect(await answers()).toEqual([{ type: 'unknown-command', name: 'modle', closest: ['model', 'mode'] }])
    expect(test.model.requests).toEqual([])
  })

  it('shows and changes the model (A-049)', async () => {
    await send('/model')
    await send('/model nothing-like-it')
    await send('/model RUNBOOK')
    expect(await answers()).toEqual([
      { type: 'model', current: 'Scripted/m', available: ['Scripted/m', 'runbook'] },
      { type: 'unknown-model', name: 'nothing-like-it', closest: [] },
      { type: 'model-set', model: 'runbook' },
    ])
    expect((await test.chat(chatId)).model).toMatchObject({ model: 'runbook' })
  })

  it('shows and changes the mode, but never enters bypass without its warning (A-027, A-054)', async () => {
    for (const line of ['/mode', '/mode plan', '/mode bypass', '/mode fast']) await send(line)
    expect(await answers()).toEqual([
      { type: 'mode', mode: 'standard' },
      { type: 'mode-set', mode: 'plan' },
      { type: 'mode-warning' },
      { type: 'unknown-mode', name: 'fast' },
    ])
    expect((await test.chat(chatId)).mode).toBe('plan')
  })

  it('tells the tokens, and opens an empty chat beside this one (A-054)', async () => {
    await send('/cost')
    expect(await answers()).toMatchObject([{ type: 'cost', tokens: { input: 0, output: 0 } }])
    const { openChat } = await send('/clear')
    expect(openChat).not.toBe(chatId)
    const opened = await test.chat(openChat as ChatId)
    const { workspaceId, model } = await test.chat(chatId)
    expect(opened).toMatchObject({ workspaceId, model, title: '' })
  })

  it('/cost tells the tokens of each model, and the money where its prices are set (A-054, A-166)', async () => {
    test.model.script({ text: 'ok' })
    await test.send(chatId, 'hi')
    await test.turnEnd(chatId)
    await send('/cost')
    const tokens = { input: 100, output: 10 }
    expect((await answers()).at(-1)).toMatchObject({
      tokens,
      cost: { usd: null, models: [{ name: 'm', tokens }] },
    })
    const { connections } = test.settings.get()
    const prices = { input: 2, cachedInput: null, output: 10 }
    test.settings.update({
      connections: connections.map((one) => ({
        ...one,
        models: one.models.map((model) => ({ ...model, prices })),
      })),
    })
    await test.crashAndRestart()
    await send('/cost')
    expect((await answers()).at(-1)).toMatchObject({ cost: { usd: 0.0003, isPartial: false } })
  })

  it('opens the earlier chat of the workspace that fits the words, by title or by text (A-054)', async () => {
    const earlier = await saidInNewChat('fix the parser', 'The semicolon was missing.')
    const newer = await saidInNewChat('draw a logo', 'Here it is.')
    expect(await send('/resume PARSER fix')).toEqual({ openChat: earlier, isMessage: false })
    expect(await send('/resume semicolon')).toEqual({ openChat: earlier, isMessage: false })
    expect(await send('/resume zeppelin')).toEqual({ openChat: null, isMessage: false })
    expect(await send('/resume')).toEqual({ openChat: null, isMessage: false })
    const named = (await answers()).flatMap((answer) => (answer.type === 'resume' ? [answer] : []))
    expect(named.map(({ words }) => words)).toEqual(['zeppelin', ''])
    for (const { chats } of named)
      expect(new Set(chats.map(({ id }) => id))).toEqual(new Set([earlier, newer]))
  })

  it('says so when the workspace has no earlier chat (A-054)', async () => {
    await test.newChat()
    await send('/resume')
    expect(await answers()).toEqual([{ type: 'resume', words: '', chats: [] }])
  })

  it('works while a turn runs, unless it changes the history (A-055)', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    test.model.script({ hold: held, text: 'done' })
    await test.send(chatId, 'work')
    await until(() => test.model.requests.length > 0 || null)
    await send('/help')
    expect(await send('/clear')).toEqual({ openChat: null, isMessage: false })
    expect((await answers()).map(({ type }) => type)).toEqual(['help', 'not-now'])
    go()
    await test.turnEnd(chatId)
  })

  it('may be a file of the workspace, with what was typed behind it', async () => {
    write('.vigil/commands/review.md', 'Review $ARGUMENTS with care.')
    test.model.script({ text: 'fine' })
    await send('/review src/a.ts')
    await test.turnEnd(chatId)
    expect(test.model.requests[0]?.messages).toEqual([
      {
        role: 'user',
        text: '/review src/a.ts\n\n<command name="review">\nReview src/a.ts with care.\n</command>',
      },
    ])
    await send('/help')
    expect((await answers()).at(-1)).toMatchObject({ type: 'help', custom: ['review'] })
  })

  it('says what is wrong with such a file, and sends nothing', async () => {
    write('.vigil/commands/long.md', 'x'.repeat(32 * 1024 + 1))
    write('.vigil/commands/empty.md', '\n')
    await expect(send('/long')).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('32 KiB'),
    })
    await expect(send('/empty')).rejects.toMatchObject({ code: 'bad-input' })
    expect(test.model.requests).toEqual([])
    expect(await test.items(chatId)).toEqual([])
  })
})

describe('a mention', () => {
  it('brings the file behind the message, which stays as typed, also after a restart (A-057, A-058)', async () => {
    write('src/a.ts', 'export {}\n')
    test.model.script({ text: 'ok' })
    await send('look at @src/a.ts please')
    await test.turnEnd(chatId)
    const sent = 'look at @src/a.ts please\n\n<file path="src/a.ts">\nexport {}\n</file>'
    expect(test.model.requests[0]?.messages).toEqual([{ role: 'user', text: sent }])
    await test.crashAndRestart()
    expect((await test.items(chatId))[0]).toMatchObject({
      kind: 'user',
      text: 'look at @src/a.ts please',
      attached: ['src/a.ts'],
    })
    write('src/a.ts', 'changed')
    test.model.script({ text: 'ok' })
    await test.send(chatId, 'more')
    await test.turnEnd(chatId)
    expect(test.model.requests[1]?.messages[0]).toEqual({ role: 'user', text: sent })
  })

  it('of nothing is told to the person and is no error (A-060)', async () => {
    test.model.script({ text: 'ok' })
    await send('see @src/gone.ts')
    await test.turnEnd(chatId)
    expect(test.model.requests[0]?.messages).toEqual([{ role: 'user', text: 'see @src/gone.ts' }])
    expect(await answers()).toEqual([{ type: 'mention', mention: '@src/gone.ts', because: 'missing' }])
  })

  it('of a hidden file is not attached (A-063)', async () => {
    write('.vigilignore', 'secret.txt\n')
    write('secret.txt', 'the secret')
    test.model.script({ text: 'ok' })
    await send('see @secret.txt')
    await test.turnEnd(chatId)
    expect(JSON.stringify(test.model.requests)).not.toContain('the secret')
    expect(await answers()).toMatchObject([{ because: 'ignored' }])
  })

  it('does not let a later message overtake its own', async () => {
    write('a.txt', 'a')
    test.model.script({ text: 'one' }, { text: 'two' })
    await Promise.all([send('first @a.txt'), send('second')])
    await test.turnEnd(chatId)
    const said = (await test.items(chatId)).flatMap((item) => (item.kind === 'user' ? [item.text] : []))
    expect(said).toEqual(['first @a.txt', 'second'])
  })
})
