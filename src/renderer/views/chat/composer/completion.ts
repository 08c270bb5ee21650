/** What is being typed that can be completed: a command at the very start, or a path behind an `@`. */
export type Completing = { kind: 'command' | 'path'; query: string; start: number; end: number }

/** Reads the text before the caret; null where nothing is completed. Places are UTF-16 units. */
export function completingAt(text: string, caret: number): Completing | null {
  const before = text.slice(0, caret)
  const command = /^\/([\w-]*)$/.exec(before)
  if (command) return { kind: 'command', query: command[1] ?? '', start: 0, end: caret }
  const path = /(?:^|[\s([{])@(?:"([^"\n]*)|([^\s"'`<>|@]*))$/.exec(before)
  if (!path) return null
  const query = path[1] ?? path[2] ?? ''
  const typed = path[1] === undefined ? query.length + 1 : query.length + 2
  return { kind: 'path', query, start: caret - typed, end: caret }
}

/** The text with a choice in the place of what was typed, and where the caret goes. */
export function completed(
  text: string,
  { kind, start, end }: Completing,
  choice: string,
): { text: string; caret: number } {
  const isPlain = /^[^\s"'`<>|@]+$/.test(choice)
  const isFolder = kind === 'path' && choice.endsWith('/')
  const word =
    kind === 'command' ? `/${choice}` : isPlain ? `@${choice}` : isFolder ? `@"${choice}` : `@"${choice}"`
  const rest = text.slice(end)
  // A folder is typed on; anything else is done.
  const gap = isFolder || /^\s/.test(rest) ? '' : ' '
  const caret = start + word.length + (isFolder ? 0 : 1)
  return { text: `${text.slice(0, start)}${word}${gap}${rest}`, caret }
}
