import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChatId } from '../shared/ids'
import { itemMarkdown } from '../shared/item-markdown'
import { TODO_MAX_ITEMS, type TodoItem } from '../shared/todo'
import { createTestEngine, type TestEngine } from './testing/test-engine'

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

const list = (...items: `${TodoItem['status']} ${string}`[]): TodoItem[] =>
  items.map((item) => {
    const [status = '', ...words] = item.split(' ')
    return { text: words.join(' '), status: status as TodoItem['status'] }
  })
const todo = (items: readonly object[]) => ({ calls: [{ tool: 'todo', args: { items } }] })
const lastRequest = () => test.model.requests.at(-1)
const result = () => JSON.stringify(lastRequest()?.messages.at(-1))
const cards = async () =>
  (await test.items(chatId)).flatMap((item) => (item.kind === 'tool' && item.card ? [item.card] : []))

describe('the list of steps', () => {
  it('is kept with each call, names how far the work is, and survives a restart', async () => {
    const first = list('in_progress Read the parser', 'pending Fix it', 'pending Run the tests')
    const second = list('done Read the parser', 'in_progress Fix it', 'pending Run the tests')
    test.model.script(todo(first), todo(second), { text: 'Going on.' })
    await test.send(chatId, 'fix it')
    await test.turnEnd(chatId)
    expect(result()).toContain('The user sees the list: 1 of 3 done, in progress: Fix it.')
    await test.crashAndRestart()
    expect(await cards()).toEqual([
      { kind: 'todo', items: first },
      { kind: 'todo', items: second },
    ])
    const [, , item] = await test.items(chatId)
    expect(item && itemMarkdown(item, () => undefined)).toBe(
      '- [x] Read the parser\n- [ ] Fix it (in progress)\n- [ ] Run the tests',
    )
  })

  it.each([
    ['two steps at once', list('in_progress A', 'in_progress B'), 'at most one may be in_progress'],
    ['an unknown status', [{ text: 'A', status: 'blocked' }], 'status'],
    [
      'too many',
      Array.from({ length: TODO_MAX_ITEMS + 1 }, (_, at) => ({ text: `${at}`, status: 'done' })),
      '50',
    ],
  ])('refuses %s, and the list stays', async (_name, items, problem) => {
    test.model.script(todo(list('pending A')), todo(items), { text: 'Oh.' })
    await test.send(chatId, 'go')
    await test.turnEnd(chatId)
    expect(result()).toContain(problem)
    expect(await cards()).toEqual([{ kind: 'todo', items: list('pending A') }])
  })

  it('is told to the agent again once its call was folded into a summary, until it is done', async () => {
    test.model.script(todo(list('in_progress Fix it', 'pending Run the tests')), {
      text: 'word '.repeat(3000),
    })
    await test.send(chatId, 'fix it')
    await test.turnEnd(chatId)
    expect(lastRequest()?.volatile).not.toContain('Your list')
    test.model.script({ text: 'Summary of it all.' })
    await test.send(chatId, '/compact')
    await test.turnEnd(chatId)
    test.model.script(todo(list('done Fix it', 'done Run the tests')), { text: 'All done.' })
    await test.send(chatId, 'go on')
    await test.turnEnd(chatId)
    const [before, after] = test.model.requests.slice(-2)
    expect(before?.volatile).toContain('- [ ] Fix it (in progress)\n- [ ] Run the tests')
    expect(after?.volatile).not.toContain('Your list')
  })

  it('is that of then after going back', async () => {
    test.model.script(todo(list('pending A')), { text: 'one' })
    await test.send(chatId, 'first')
    await test.turnEnd(chatId)
    test.model.script(todo(list('done A')), { text: 'two' })
    await test.send(chatId, 'second')
    await test.turnEnd(chatId)
    const message = (await test.items(chatId)).filter(({ kind }) => kind === 'user').at(-1)
    if (!message) throw new Error('no message')
    await test.engine.handlers['checkpoint.restore']({ chatId, entryId: message.id, what: 'conversation' })
    expect(await cards()).toEqual([{ kind: 'todo', items: list('pending A') }])
  })
})
