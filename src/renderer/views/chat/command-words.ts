import { SLASH_COMMANDS, type SlashName } from '../../../shared/slash-commands'

/** The key of what a slash command does; null for one this window does not know. */
export function commandWords(name: string, isCustom: boolean): `command.${SlashName | 'custom'}` | null {
  if (isCustom) return 'command.custom'
  const known = SLASH_COMMANDS.find((one) => one === name)
  return known ? `command.${known}` : null
}
