import { z } from 'zod'

/** Longest text one can look for, in UTF-16 units; a hit must fit into the overlap of two blocks of a log. */
export const FIND_MAX_CHARS = 1000

/** What a person looks for in an output. A hit never spans lines. */
export const findQuerySchema = z.object({
  text: z.string().min(1).max(FIND_MAX_CHARS),
  regex: z.boolean(),
  matchCase: z.boolean(),
})
export type FindQuery = z.infer<typeof findQuerySchema>

/** A place in a log, in bytes. */
export type FindHit = { at: number; bytes: number }

/**
 * The expression of a query, or null when it is not a valid one. Not for running what a person wrote without a limit of
 * time: an expression can take for ever on a single line.
 */
export function findPattern({ text, regex, matchCase }: FindQuery): RegExp | null {
  const source = regex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const flags = matchCase ? 'gm' : 'gmi'
  try {
    return new RegExp(source, `${flags}u`)
  } catch {
    // Escapes such as `\-` are only valid in the older syntax, and people write them.
  }
  try {
    return new RegExp(source, flags)
  } catch {
    return null
  }
}
