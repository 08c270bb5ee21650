import { z } from 'zod'
import type { FoundText } from '../../shared/chat'
import { chatIdSchema, entryIdSchema } from '../../shared/ids'
import type { Sql } from './database'

/** Most places a search looks at, also of chats that are not shown. */
const FOUND_MAX = 200
/** Words around what was found. */
const EXCERPT_WORDS = 24
// Private-use characters: no text contains them, so that they can mark what was found.
const MARK = '\ue000'
const END = '\ue001'

const rowSchema = z.object({
  chatId: chatIdSchema,
  entryId: entryIdSchema,
  at: z.number(),
  who: z.enum(['user', 'assistant']),
  excerpt: z.string(),
})

/** Finds what was said in any chat, best first. Every word of the query must be there, the beginning of one is enough. */
export type ChatSearch = (query: string) => FoundText[]

/** Creates {@link ChatSearch} on the full-text index of the database. */
export function createChatSearch(sql: Sql): ChatSearch {
  const find = sql.prepare(
    `SELECT e.chat_id AS chatId, e.id AS entryId, json_extract(e.data, '$.at') AS at,
       json_extract(e.data, '$.kind') AS who,
       snippet(entry_texts, 0, '${MARK}', '${END}', '…', ${EXCERPT_WORDS}) AS excerpt
     FROM entry_texts JOIN entries e ON e.rowid = entry_texts.rowid
     WHERE entry_texts MATCH ? AND e.rewound_by IS NULL ORDER BY rank, e.seq DESC LIMIT ${FOUND_MAX}`,
  )
  return (query) => {
    // Quoted: a word of the index's own language, as NEAR, is a word like any other.
    const words = query.match(/[\p{L}\p{N}\p{M}]+/gu)?.map((word) => `"${word}"*`) ?? []
    if (words.length === 0) return []
    const rows = z.array(rowSchema).parse(find.all(words.join(' ')))
    return rows.map(({ excerpt, ...place }) => ({ ...place, parts: partsOf(excerpt) }))
  }
}

/** The excerpt in pieces that are found and not, on one line. */
function partsOf(excerpt: string): FoundText['parts'] {
  const pieces = excerpt.replace(/\s+/g, ' ').split(new RegExp(`[${MARK}${END}]`))
  return pieces.map((text, index) => ({ text, isFound: index % 2 === 1 })).filter(({ text }) => text !== '')
}
