/** The commands that Vigil itself knows, in the order in which they are offered. */
export const SLASH_COMMANDS = [
  'help',
  'compact',
  'newtask',
  'model',
  'mode',
  'goal',
  'memory',
  'mcp',
  'clear',
  'resume',
  'cost',
] as const
export type SlashName = (typeof SLASH_COMMANDS)[number]
