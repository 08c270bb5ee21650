import type { z } from 'zod'

/**
 * The values of rows whose `data` holds JSON. A row that is not understood, as one spoiled from outside, is left out and
 * stays in the file.
 */
export function understoodRows<T>(rows: readonly unknown[], schema: z.ZodType<T>): T[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(readJson((row as { data: string }).data))
    return parsed.success ? [parsed.data] : []
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
