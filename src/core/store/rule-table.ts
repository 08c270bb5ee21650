import { type AllowRule, allowRuleSchema } from '../../shared/permissions'
import type { RulePort } from '../approvals/rule-store'
import type { Sql } from './database'

/** The person's patterns in SQLite, a row each, oldest first. Only rows that changed are written. */
export function createRuleTable(sql: Sql): RulePort {
  const all = sql.prepare('SELECT data FROM rules ORDER BY rowid')
  const upsert = sql.prepare(
    'INSERT INTO rules (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data',
  )
  const remove = sql.prepare('DELETE FROM rules WHERE id = ?')
  let saved = new Map<string, AllowRule>()
  return {
    load() {
      const rules = all.all().flatMap((row) => {
        const read = allowRuleSchema.safeParse(readJson((row as { data: string }).data))
        return read.success ? [read.data] : []
      })
      // Rows that are not understood stay as they are.
      saved = new Map(rules.map((rule) => [rule.id, rule]))
      return rules
    },
    save(rules) {
      const next = new Map(rules.map((rule) => [rule.id, rule]))
      sql.transaction(() => {
        for (const id of saved.keys()) if (!next.has(id)) remove.run(id)
        for (const [id, rule] of next) if (saved.get(id) !== rule) upsert.run(id, JSON.stringify(rule))
      })()
      saved = next
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A row spoiled from outside allows nothing.
    return null
  }
}
