import { z } from 'zod'
import type { TurnStatus } from '../../shared/chat'
import { modelUsageSchema } from '../../shared/cost'
import { goalSchema } from '../../shared/goal'
import { type ChatId, chatIdSchema, type EntryId, workspaceIdSchema } from '../../shared/ids'
import { imageRefSchema } from '../../shared/image'
import { modelRefSchema, tokenUsageSchema } from '../../shared/models'
import { permissionModeSchema, skippedBecauseSchema } from '../../shared/permissions'
import { scheduleSchema } from '../../shared/schedule'
import { attachedSchema, type Entry, entrySchema } from '../chats/entry'
import { subagentRecordSchema } from '../subagents/subagent-record'
import type { Sql } from './database'
import { understoodRows } from './stored-rows'

/** The copy of the workspace from entering Bypass, and what a restore can be taken back to. */
const storedSnapshotSchema = z.object({
  commit: z.string(),
  at: z.number(),
  files: z.number(),
  bytes: z.number(),
  skipped: z.object({
    count: z.number(),
    files: z.array(z.object({ path: z.string(), because: skippedBecauseSchema })),
  }),
  restoredAt: z.number().nullable(),
  undo: z.string().nullable(),
})
export type StoredSnapshot = z.infer<typeof storedSnapshotSchema>

/** What is stored of a chat besides its entries and commands. */
export const chatRecordSchema = z.object({
  id: chatIdSchema,
  title: z.string(),
  workspaceId: workspaceIdSchema,
  workspacePath: z.string(),
  model: modelRefSchema.nullable(),
  /** How much the agent may do unasked (A-019…A-022). */
  mode: permissionModeSchema.default('standard'),
  /** Set once the mode was switched: from then on each request names it, also when it is Standard again. */
  tellsMode: z.boolean().default(false),
  snapshot: storedSnapshotSchema.nullable().default(null),
  createdAt: z.number(),
  updatedAt: z.number(),
  unread: z.boolean(),
  /** Out of the list until it is opened or goes on; null for a chat of the list. */
  archivedAt: z.number().nullable().default(null),
  turn: z.custom<TurnStatus>((value) => typeof (value as TurnStatus | null)?.kind === 'string'),
  tokens: tokenUsageSchema,
  usage: z.array(modelUsageSchema).default([]),
  context: z.object({ used: z.number(), window: z.number().nullable() }).nullable(),
  /** Messages typed while a turn ran, oldest first; they become entries when the agent gets them. */
  queue: z.array(
    z.object({
      id: z.string(),
      at: z.number(),
      text: z.string(),
      attached: attachedSchema.optional(),
      images: z.array(imageRefSchema).optional(),
    }),
  ),
  /** Planned wake-ups (P-038), and how many there ever were. */
  schedules: z.array(scheduleSchema).default([]),
  scheduleCount: z.number().int().nonnegative().default(0),
  /** What the chat works towards turn after turn; null for nothing (S-253). */
  goal: goalSchema.nullable().default(null),
  /** True from Stop until the next message: then the agent is told what still runs (S-302, S-303). */
  tellStillRunning: z.boolean(),
  /** Stored when Stop is pressed, before the turn has ended, so that a crash in between does not wake it (S-255). */
  isStopping: z.boolean().default(false),
  /** Set for the conversation of a subagent, which no window lists. */
  subagent: subagentRecordSchema.nullable().default(null),
})
export type ChatRecord = z.infer<typeof chatRecordSchema>

/** Chats and their entries. Every write is committed when it returns; `atomically` joins several into one. */
export type ChatStore = {
  list(): ChatRecord[]
  save(chat: ChatRecord): void
  delete(id: ChatId): void
  /** In order, without those that were taken out of the conversation. A row that cannot be read is left out and stays in the file. */
  entries(chatId: ChatId): Entry[]
  /** The last of them, at most `limit`, in order. */
  newestEntries(chatId: ChatId, limit: number): Entry[]
  nextSeq(chatId: ChatId): number
  saveEntry(chatId: ChatId, entry: Entry): void
  /** Takes entries from a place up to another out of the conversation; they stay stored under the name of `by`. */
  rewind(chatId: ChatId, range: { from: number; before: number }, by: EntryId): void
  /** Puts back what {@link rewind} took out under this name. */
  takeBack(chatId: ChatId, by: EntryId): void
  atomically(write: () => void): void
}

/** Chats in SQLite. */
export function createChatStore(sql: Sql): ChatStore {
  const all = sql.prepare('SELECT data FROM chats ORDER BY updated_at DESC')
  const upsert = sql.prepare(
    `INSERT INTO chats (id, updated_at, data) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, data = excluded.data`,
  )
  const remove = sql.prepare('DELETE FROM chats WHERE id = ?')
  const entriesOf = sql.prepare(
    'SELECT data FROM entries WHERE chat_id = ? AND rewound_by IS NULL ORDER BY seq',
  )
  const newestOf = sql.prepare(
    'SELECT data FROM entries WHERE chat_id = ? AND rewound_by IS NULL ORDER BY seq DESC LIMIT ?',
  )
  const takeSeq = sql.prepare(
    'UPDATE chats SET next_seq = next_seq + 1 WHERE id = ? RETURNING next_seq - 1 AS n',
  )
  const upsertEntry = sql.prepare(
    `INSERT INTO entries (id, chat_id, seq, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, data = excluded.data`,
  )
  const takeOut = sql.prepare(
    'UPDATE entries SET rewound_by = ? WHERE chat_id = ? AND seq >= ? AND seq < ? AND rewound_by IS NULL',
  )
  const putBack = sql.prepare('UPDATE entries SET rewound_by = NULL WHERE chat_id = ? AND rewound_by = ?')
  return {
    list: () => understoodRows(all.all(), chatRecordSchema),
    save: (chat) => void upsert.run(chat.id, chat.updatedAt, JSON.stringify(chat)),
    delete: (id) => void remove.run(id),
    entries: (chatId) => understoodRows(entriesOf.all(chatId), entrySchema),
    newestEntries: (chatId, limit) => understoodRows(newestOf.all(chatId, limit).reverse(), entrySchema),
    nextSeq(chatId) {
      const row = takeSeq.get(chatId) as { n: number } | undefined
      if (!row) throw new Error(`No chat ${chatId}`)
      return row.n
    },
    saveEntry: (chatId, entry) => void upsertEntry.run(entry.id, chatId, entry.seq, JSON.stringify(entry)),
    rewind: (chatId, { from, before }, by) => void takeOut.run(by, chatId, from, before),
    takeBack: (chatId, by) => void putBack.run(chatId, by),
    atomically(write) {
      // An outer caller may already have opened the transaction.
      if (sql.inTransaction) return write()
      sql.exec('BEGIN')
      try {
        write()
        sql.exec('COMMIT')
      } catch (error) {
        // A full disk makes SQLite roll back by itself; a second time would only hide the reason.
        if (sql.inTransaction) sql.exec('ROLLBACK')
        throw error
      }
    },
  }
}
