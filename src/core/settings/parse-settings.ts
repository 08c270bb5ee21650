import { isRecord } from '../../shared/is-record'
import { type Settings, settingsSchema } from '../../shared/settings'

/**
 * Reads stored settings as far as they are understood: a value that is wrong (written by hand, or by a later version)
 * falls back to its default and takes nothing else along. `dropped` names what was not understood.
 */
export function parseSettings(stored: unknown): { settings: Settings; dropped: string[] } {
  const values: Record<string, unknown> = isRecord(stored) ? { ...stored } : {}
  const whole = settingsSchema.safeParse(values)
  if (whole.success) return { settings: whole.data, dropped: [] }
  const dropped = [...new Set(whole.error.issues.map((issue) => String(issue.path[0])))]
  for (const key of dropped) delete values[key]
  return { settings: settingsSchema.parse(values), dropped }
}
