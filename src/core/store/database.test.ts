import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from './database'

describe('openDatabase', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'vigil-db-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('opens the same content again (A-139)', () => {
    const file = join(dir, 'data', 'vigil.db')
    const first = openDatabase(file, 0)
    first.sql.prepare("INSERT INTO chats (id, updated_at, data) VALUES ('c', 1, '{}')").run()
    first.sql.close()
    const again = openDatabase(file, 0)
    expect(again.moved).toBeNull()
    expect(again.sql.prepare('SELECT id FROM chats').all()).toMatchObject([{ id: 'c' }])
    again.sql.close()
  })

  it('keeps the folder and its files owner-only (S-140)', () => {
    const { sql } = openDatabase(join(dir, 'data', 'vigil.db'), 0)
    expect(statSync(join(dir, 'data')).mode & 0o777).toBe(0o700)
    sql.prepare("INSERT INTO chats (id, updated_at, data) VALUES ('c', 1, '{}')").run()
    const modes = readdirSync(join(dir, 'data')).map((name) => statSync(join(dir, 'data', name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600])
    sql.close()
  })

  it.each([
    ['text', 'this is no database'.repeat(300)],
    ['a cut file', 'SQLite format 3\0 and nothing of use'],
  ])('moves an unreadable file aside whole and starts empty: %s', (_name, content) => {
    const file = join(dir, 'vigil.db')
    writeFileSync(file, content)
    writeFileSync(`${file}-wal`, 'journal')
    const opened = openDatabase(file, Date.UTC(2030, 0, 2, 3, 4, 5))
    expect(opened.moved?.to).toContain('vigil.db.unreadable-2030-01-02')
    expect(opened.moved?.reason).not.toBe('')
    expect(readFileSync(opened.moved?.to ?? '', 'utf8')).toBe(content)
    expect(readdirSync(dir)).toContain('vigil.db.unreadable-2030-01-02T03-04-05-000Z-wal')
    expect(opened.sql.prepare('SELECT count(*) AS n FROM chats').get()).toMatchObject({ n: 0 })
    opened.sql.close()
  })

  it('never overwrites a file moved aside before', () => {
    const file = join(dir, 'vigil.db')
    for (const content of ['one '.repeat(500), 'two '.repeat(500)]) {
      writeFileSync(file, content)
      openDatabase(file, 0).sql.close()
      rmSync(file)
      rmSync(`${file}-wal`, { force: true })
      rmSync(`${file}-shm`, { force: true })
    }
    const kept = readdirSync(dir).filter((name) => name.includes('unreadable') && !/-(wal|shm)$/.test(name))
    expect(kept).toHaveLength(2)
  })

  it('leaves a database of a newer program alone and says so', () => {
    const file = join(dir, 'vigil.db')
    const { sql } = openDatabase(file, 0)
    sql.exec('PRAGMA user_version = 999')
    sql.close()
    expect(() => openDatabase(file, 0)).toThrow(/Update Vigil/)
    expect(readdirSync(dir).some((name) => name.includes('unreadable'))).toBe(false)
  })
})
