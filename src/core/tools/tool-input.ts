import type { z } from 'zod'
import { isRecord } from '../../shared/is-record'
import type { ParsedInput } from './tool'

/** Arguments as an object, or null; models also send text, null or arrays. */
export function inputObject(input: unknown): Record<string, unknown> | null {
  return isRecord(input) ? input : null
}

/** The first of the names that carries something; the canonical name comes first (S-099). */
export function firstGiven(input: Record<string, unknown>, names: readonly string[]): unknown {
  for (const name of names) if (input[name] !== undefined && input[name] !== null) return input[name]
  return undefined
}

/** Arguments by a schema; the first thing that does not fit is named for the model. */
export function parseWith<I>(schema: z.ZodType<I>, raw: unknown): ParsedInput<I> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return { ok: true, input: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, message: `"${issue?.path.join('.') || 'input'}": ${issue?.message ?? 'not valid'}` }
}
