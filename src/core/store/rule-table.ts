import { type AllowRule, allowRuleSchema } from '../../shared/permissions'
import type { RulePort } from '../approvals/rule-store'
import type { Sql } from './database'
import { understoodRows } from './stored-rows'

/** The person's patterns in SQLite, a row each, oldest first. Only rows that changed are written. */
export function createRuleTable(sql: Sql): RulePort {
  const all = sql.prepare('SELECT data FROM rules ORDER BY rowid')
  const upsert = sql.prepare(
    'INSERT INTO rules (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data',
  )
  const remove = sql.prepare('DELETE FROM rules WHERE id = ?')
  // By their text: the rules come back as other objects than they went.
  let saved = new Map<string, string>()
  return {
    load() {
      const rules = understoodRows(all.all(), allowRuleSchema)
      saved = textsOf(rules)
      return rules
    },
    save(rules) {
      const next = textsOf(rules)
      sql.transaction(() => {
        for (const id of saved.keys()) if (!next.has(id)) remove.run(id)
        for (const [id, text] of next) if (saved.get(id) !== text) upsert.run(id, text)
      })()
      saved = next
    },
  }
}

const textsOf = (rules: readonly AllowRule[]): Map<string, string> =>
  new Map(rules.map((rule) => [rule.id, JSON.stringify(rule)]))
