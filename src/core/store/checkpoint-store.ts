import type { ChatId, Millis } from '../../shared/ids'
import type { Sql } from './database'

/** A copy of a workspace as it was when everything of the chat before `seq` was done. */
export type StoredCheckpoint = { seq: number; at: Millis; commit: string }

/** Where the copies of chats are noted; they go with their chat. */
export type CheckpointStore = {
  /** Takes the place of one of the same moment. */
  save(chatId: ChatId, checkpoint: StoredCheckpoint): void
  /** The files as they were at a place of the chat: the newest copy that is not from later. */
  at(chatId: ChatId, seq: number): StoredCheckpoint | null
  /** Forgets all but the newest and gives what was forgotten. */
  keepNewest(chatId: ChatId, count: number): StoredCheckpoint[]
  count(chatId: ChatId): number
}

/** Checkpoints in SQLite. */
export function createCheckpointStore(sql: Sql): CheckpointStore {
  const columns = 'seq, at, commit_id AS "commit"'
  const upsert = sql.prepare(
    `INSERT INTO checkpoints (chat_id, seq, at, commit_id) VALUES (?, ?, ?, ?)
     ON CONFLICT (chat_id, seq) DO UPDATE SET at = excluded.at, commit_id = excluded.commit_id`,
  )
  const upTo = sql.prepare(
    `SELECT ${columns} FROM checkpoints WHERE chat_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
  )
  const older = sql.prepare(
    `SELECT ${columns} FROM checkpoints WHERE chat_id = ? ORDER BY seq DESC LIMIT -1 OFFSET ?`,
  )
  const remove = sql.prepare('DELETE FROM checkpoints WHERE chat_id = ? AND seq = ?')
  // The driver puts figures of its own beside the columns.
  const plain = (row: unknown): StoredCheckpoint => {
    const { seq, at, commit } = row as StoredCheckpoint
    return { seq, at, commit }
  }
  const counted = sql.prepare('SELECT count(*) AS n FROM checkpoints WHERE chat_id = ?')
  return {
    save: (chatId, { seq, at, commit }) => void upsert.run(chatId, seq, at, commit),
    at(chatId, seq) {
      const row = upTo.get(chatId, seq)
      return row ? plain(row) : null
    },
    keepNewest(chatId, count) {
      const old = older.all(chatId, count).map(plain)
      for (const { seq } of old) remove.run(chatId, seq)
      return old
    },
    count: (chatId) => (counted.get(chatId) as { n: number }).n,
  }
}
