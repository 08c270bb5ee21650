import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRuleStore } from '../approvals/rule-store'
import { createFakeClock } from '../testing/fake-clock'
import { createFakeIds } from '../testing/fake-ids'
import { openDatabase, type Sql } from './database'
import { createRuleTable } from './rule-table'

let dir = ''
let sql: Sql
const ids = createFakeIds()
const open = () => createRuleStore({ port: createRuleTable(sql), clock: createFakeClock(), ids })
const writes = () => (sql.prepare('SELECT total_changes() AS n').get() as { n: number }).n
const everywhere = { kind: 'everywhere' } as const

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vigil-rules-'))
  sql = openDatabase(join(dir, 'vigil.db'), 0).sql
})
afterEach(() => {
  sql.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('rule table', () => {
  it('gives back what was saved, in its order, also after changes and removals (S-388)', () => {
    const first = open()
    const [a, b, c] = ['a', 'b', 'c'].map((pattern) => first.add(pattern, everywhere))
    first.edit(a?.id ?? '', 'a2')
    first.remove(b?.id ?? '')
    expect(open().all()).toEqual(first.all())
    expect(open().all()).toMatchObject([{ pattern: 'a2' }, { pattern: 'c' }])
    // A store that has only read removes as well.
    const second = open()
    second.remove(c?.id ?? '')
    expect(open().all()).toMatchObject([{ pattern: 'a2' }])
  })

  it('writes only what changed, also after a start', () => {
    const first = open()
    for (const pattern of ['a', 'b', 'c']) first.add(pattern, everywhere)
    const second = open()
    const before = writes()
    second.add('d', everywhere)
    expect(writes() - before).toBe(1)
  })

  it('leaves out rows that are not understood, and keeps them', () => {
    sql.prepare('INSERT INTO rules (id, data) VALUES (?, ?)').run('x', '{"pattern":7}')
    sql.prepare('INSERT INTO rules (id, data) VALUES (?, ?)').run('y', 'no JSON')
    const store = open()
    expect(store.all()).toEqual([])
    store.add('make', everywhere)
    expect(sql.prepare('SELECT count(*) AS n FROM rules').get()).toMatchObject({ n: 3 })
  })
})
