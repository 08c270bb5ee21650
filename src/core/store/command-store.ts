import { isSettled } from '../../shared/command'
import type { ChatId, CommandId } from '../../shared/ids'
import {
  type CommandRecord,
  type CommandStore,
  currentRecord,
  type StoredRecord,
} from '../jobs/command-record'
import type { Sql } from './database'

/** Commands in SQLite. Every write is committed when it returns (S-161). */
export function createCommandStore(sql: Sql): CommandStore {
  const upsert = sql.prepare(
    `INSERT INTO commands (id, chat_id, terminal_id, created_at, settled, data) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET settled = excluded.settled, data = excluded.data`,
  )
  const byId = sql.prepare('SELECT data FROM commands WHERE id = ?')
  const byChat = sql.prepare('SELECT data FROM commands WHERE chat_id = ? ORDER BY created_at, rowid')
  const byTerminalId = sql.prepare('SELECT data FROM commands WHERE chat_id = ? AND terminal_id = ?')
  const open = sql.prepare('SELECT data FROM commands WHERE settled = 0 ORDER BY created_at, rowid')
  const newest = sql.prepare(
    'SELECT data FROM commands WHERE settled = 1 ORDER BY created_at DESC, rowid DESC LIMIT ?',
  )
  const takeNumber = sql.prepare(
    'UPDATE chats SET next_terminal = next_terminal + 1 WHERE id = ? RETURNING next_terminal - 1 AS n',
  )
  return {
    save(record) {
      upsert.run(
        record.id,
        record.chatId,
        record.terminalId,
        record.createdAt,
        isSettled(record.state) ? 1 : 0,
        JSON.stringify(record),
      )
    },
    get: (id: CommandId) => parse(byId.get(id)),
    ofChat: (chatId: ChatId) => parseAll(byChat.all(chatId)),
    byTerminal: (chatId, terminalId) => parse(byTerminalId.get(chatId, terminalId)),
    unsettled: () => parseAll(open.all()),
    newestSettled: (count) => parseAll(newest.all(count)),
    nextTerminalNumber(chatId) {
      const row = takeNumber.get(chatId) as { n: number } | undefined
      if (!row) throw new Error(`No chat ${chatId}`)
      return row.n
    },
  }
}

function parse(row: unknown): CommandRecord | null {
  return row ? currentRecord(JSON.parse((row as { data: string }).data) as StoredRecord) : null
}

function parseAll(rows: unknown[]): CommandRecord[] {
  return rows.map(parse).filter((record) => record !== null)
}
