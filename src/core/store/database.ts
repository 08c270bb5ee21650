import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Libsql from 'libsql'
import type { Millis } from '../../shared/ids'
import { migrate } from './migrations'

export type Sql = InstanceType<typeof Libsql>

/** What opening the database had to do; `moved` names where an unreadable file went. */
export type OpenedDatabase = { sql: Sql; moved: { to: string; reason: string } | null }

/**
 * Opens the database of chats and brings it up to date. A file that cannot be read as one is moved aside, whole, with
 * its journal, and an empty database takes its place: nothing is deleted.
 *
 * @param file absolute path, or `:memory:`
 * @throws when the folder cannot be written or the database is newer than this program
 */
export function openDatabase(file: string, now: Millis): OpenedDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    if (file !== ':memory:') {
      assertDatabase(file)
      keepPrivate(file)
    }
    return { sql: open(file), moved: null }
  } catch (error) {
    if (file === ':memory:' || !isUnreadable(error)) throw error
    const to = moveAside(file, now)
    return { sql: open(file), moved: { to, reason: error instanceof Error ? error.message : String(error) } }
  }
}

function open(file: string): Sql {
  const sql = new Libsql(file)
  try {
    // With WAL a commit survives the death of the process; only a power cut may lose the last ones.
    sql.pragma('journal_mode = WAL')
    sql.pragma('synchronous = NORMAL')
    sql.pragma('foreign_keys = ON')
    // A second process (the CLI, a backup) may hold the file for a moment.
    sql.pragma('busy_timeout = 3000')
    migrate(sql)
    const check = sql.prepare('PRAGMA quick_check(1)').get() as { quick_check?: string } | undefined
    if (check?.quick_check !== 'ok') throw Object.assign(new Error(String(check?.quick_check)), corrupt)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

const corrupt = { code: 'SQLITE_CORRUPT' }

/**
 * Looks at the head of the file before SQLite does: SQLite deletes the journal beside a file that is no database, and
 * that journal may hold what is worth keeping.
 */
function assertDatabase(file: string): void {
  if (!existsSync(file)) return
  const head = Buffer.alloc(SMALLEST_DATABASE)
  const fd = openSync(file, 'r')
  try {
    const read = readSync(fd, head, 0, head.length, 0)
    if (read === 0 || (read === head.length && head.toString('latin1', 0, MAGIC.length) === MAGIC)) return
  } finally {
    closeSync(fd)
  }
  throw Object.assign(new Error('file is not a database'), { code: 'SQLITE_NOTADB' })
}

/** Chats hold private text. SQLite gives its journals the rights of the file (S-140). */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}

/** Every SQLite file starts with this text. */
const MAGIC = 'SQLite format 3\0'
/** Bytes of the smallest page a database can have. */
const SMALLEST_DATABASE = 512

function isUnreadable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT'
}

function moveAside(file: string, now: Millis): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-')
  let to = `${file}.unreadable-${stamp}`
  for (let n = 2; existsSync(to); n++) to = `${file}.unreadable-${stamp}-${n}`
  renameSync(file, to)
  // The journals belong to the old file; beside the new one they would spoil it.
  for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, to + suffix)
  return to
}
