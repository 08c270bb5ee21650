import { expect, it } from 'vitest'
import { chatIdSchema } from '../../shared/ids'
import { createCheckpointStore } from './checkpoint-store'
import { openDatabase } from './database'

const chatId = chatIdSchema.parse('c')

it('gives the files of a place, forgets the oldest, and goes with its chat (A-141, A-142)', () => {
  const { sql } = openDatabase(':memory:', 0)
  sql.exec("INSERT INTO chats (id, updated_at, data) VALUES ('c', 0, '{}')")
  const store = createCheckpointStore(sql)
  for (const seq of [3, 7, 9]) store.save(chatId, { seq, at: seq * 10, commit: `c${seq}` })
  expect(store.at(chatId, 2)).toBeNull()
  expect(store.at(chatId, 8)).toEqual({ seq: 7, at: 70, commit: 'c7' })
  store.save(chatId, { seq: 7, at: 75, commit: 'other' })
  expect(store.at(chatId, 7)).toEqual({ seq: 7, at: 75, commit: 'other' })
  expect(store.keepNewest(chatId, 2)).toEqual([{ seq: 3, at: 30, commit: 'c3' }])
  expect([store.count(chatId), store.at(chatId, 5)]).toEqual([2, null])
  sql.exec("DELETE FROM chats WHERE id = 'c'")
  expect(store.count(chatId)).toBe(0)
  sql.close()
})
