import { afterEach, beforeEach, expect, it } from 'vitest'
import { chatIdSchema, entryIdSchema, workspaceIdSchema } from '../../shared/ids'
import type { Entry } from '../chats/entry'
import { createChatSearch } from './chat-search'
import { chatRecordSchema, createChatStore } from './chat-store'
import { openDatabase, type Sql } from './database'
import { migrate } from './migrations'

let sql: Sql
beforeEach(() => {
  sql = openDatabase(':memory:', 0).sql
})
afterEach(() => sql.close())

const chatId = chatIdSchema.parse('c1')
const id = (name: string) => entryIdSchema.parse(name)
const said = (name: string, text: string): Entry => {
  const store = createChatStore(sql)
  return { id: id(name), seq: store.nextSeq(chatId), at: 5, kind: 'user', text, told: null }
}
function fill(...entries: [name: string, text: string][]) {
  const store = createChatStore(sql)
  store.save(
    chatRecordSchema.parse({
      id: chatId,
      title: '',
      workspaceId: workspaceIdSchema.parse('w'),
      workspacePath: '/w',
      model: null,
      createdAt: 0,
      updatedAt: 0,
      unread: false,
      turn: { kind: 'idle' },
      tokens: { input: 0, output: 0, cachedInput: 0, estimated: false },
      context: null,
      queue: [],
      tellStillRunning: false,
    }),
  )
  for (const [name, text] of entries) store.saveEntry(chatId, said(name, text))
  return store
}
const found = (query: string) =>
  createChatSearch(sql)(query).map(({ entryId, parts }) => [
    entryId,
    parts.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join(''),
  ])

it('finds words by their beginning, in any script, and shows them in an excerpt', () => {
  fill(['a', 'Fix the\nflaky test'], ['b', 'Почини флаки-тест'], ['c', 'Café au lait'])
  expect(found('flak TES')).toEqual([['a', 'Fix the [flaky] [test]']])
  expect(found('флак')).toEqual([['b', 'Почини [флаки]-тест']])
  expect(found('cafe')).toEqual([['c', '[Café] au lait']])
  expect(found('lak')).toEqual([])
})

it('takes the language of the index for words', () => {
  fill(['a', 'near OR "quoted" (text)*'])
  expect(found('NEAR "quo')).toEqual([['a', '[near] OR "[quoted]" (text)*']])
  for (const query of ['', '  ', '"*', '()', '-']) expect(found(query)).toEqual([])
})

it('follows entries that change, leave the conversation, come back and go', () => {
  const store = fill(['a', 'alpha'], ['b', 'beta'])
  store.saveEntry(chatId, { ...said('a', 'gamma'), seq: 1 })
  expect(found('alpha')).toEqual([])
  expect(found('gamma')).toEqual([['a', '[gamma]']])
  store.rewind(chatId, { from: 2, before: 9 }, id('mark'))
  expect(found('beta')).toEqual([])
  store.takeBack(chatId, id('mark'))
  expect(found('beta')).toEqual([['b', '[beta]']])
  sql.exec("UPDATE entries SET data = '{broken' WHERE id = 'b'")
  expect(found('beta')).toEqual([])
  store.delete(chatId)
  expect(found('gamma')).toEqual([])
})

it('is filled from the entries of an older database', () => {
  fill(['a', 'alpha'])
  sql.exec(
    'DROP TRIGGER entry_said; DROP TRIGGER entry_changed; DROP TRIGGER entry_gone; DROP VIEW said; DROP TABLE entry_texts',
  )
  const version = (sql.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  sql.exec(`PRAGMA user_version = ${version - 1}`)
  migrate(sql)
  expect(found('alpha')).toEqual([['a', '[alpha]']])
})
