const KNOWN = ['help', 'compact', 'model', 'mode', 'memory', 'clear', 'cost'] as const

/** The key of what a slash command does; null for one this window does not know. */
export function commandWords(
  name: string,
  isCustom: boolean,
): `command.${(typeof KNOWN)[number] | 'custom'}` | null {
  if (isCustom) return 'command.custom'
  const known = KNOWN.find((one) => one === name)
  return known ? `command.${known}` : null
}
