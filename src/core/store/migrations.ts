import type { Sql } from './database'

// Each step brings a database from its index to the next version. Never change one that was released: append.
const steps: readonly string[] = [
  `
  CREATE TABLE chats (
    id            TEXT PRIMARY KEY,
    updated_at    INTEGER NOT NULL,
    next_seq      INTEGER NOT NULL DEFAULT 1,
    next_terminal INTEGER NOT NULL DEFAULT 1,
    data          TEXT NOT NULL
  );
  CREATE TABLE entries (
    id      TEXT PRIMARY KEY,
    chat_id TEXT NOT NULL REFERENCES chats(id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    data    TEXT NOT NULL,
    UNIQUE (chat_id, seq)
  );
  CREATE TABLE commands (
    id          TEXT PRIMARY KEY,
    chat_id     TEXT NOT NULL REFERENCES chats(id) ON DELETE CASCADE,
    terminal_id TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    settled     INTEGER NOT NULL,
    data        TEXT NOT NULL,
    UNIQUE (chat_id, terminal_id)
  );
  CREATE INDEX commands_of_chat ON commands (chat_id, created_at);
  CREATE INDEX commands_open ON commands (settled) WHERE settled = 0;
  `,
  `
  CREATE TABLE rules (
    id   TEXT PRIMARY KEY,
    data TEXT NOT NULL
  );
  `,
  'CREATE INDEX commands_by_age ON commands (created_at) WHERE settled = 1;',
  `
  ALTER TABLE entries ADD COLUMN rewound_by TEXT;
  CREATE TABLE checkpoints (
    chat_id   TEXT NOT NULL REFERENCES chats(id) ON DELETE CASCADE,
    seq       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    PRIMARY KEY (chat_id, seq)
  );
  `,
  // The index follows the entries by their rowid: the file must never be vacuumed.
  `
  CREATE VIRTUAL TABLE entry_texts USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');
  CREATE VIEW said AS
    SELECT rowid AS id, json_extract(data, '$.text') AS text FROM entries
    WHERE CASE WHEN json_valid(data) THEN json_extract(data, '$.kind') END IN ('user', 'assistant');
  CREATE TRIGGER entry_said AFTER INSERT ON entries BEGIN
    INSERT INTO entry_texts (rowid, text) SELECT id, text FROM said WHERE id = new.rowid;
  END;
  CREATE TRIGGER entry_changed AFTER UPDATE OF data ON entries BEGIN
    DELETE FROM entry_texts WHERE rowid = old.rowid;
    INSERT INTO entry_texts (rowid, text) SELECT id, text FROM said WHERE id = new.rowid;
  END;
  CREATE TRIGGER entry_gone AFTER DELETE ON entries BEGIN
    DELETE FROM entry_texts WHERE rowid = old.rowid;
  END;
  INSERT INTO entry_texts (rowid, text) SELECT id, text FROM said;
  `,
]

/**
 * Runs the missing migrations, each in one transaction.
 *
 * @throws when the database was written by a newer program
 */
export function migrate(sql: Sql): void {
  const row = sql.prepare('PRAGMA user_version').get() as { user_version: number }
  const found = row.user_version
  if (found > steps.length)
    throw new Error(
      `The database has version ${found}, this program knows up to ${steps.length}. Update Vigil or use another data folder.`,
    )
  for (const [index, step] of steps.entries()) {
    if (index < found) continue
    sql.transaction(() => {
      sql.exec(step)
      sql.exec(`PRAGMA user_version = ${index + 1}`)
    })()
  }
}
