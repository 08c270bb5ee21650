/** Longest command text in a message about it, in UTF-16 units: enough to recognise it, never a here-document. */
const TITLE_MAX_CHARS = 200

/** A command on one line, for messages that only have to name it. */
export function commandTitle(command: string): string {
  const line = command.trim().replace(/\s+/g, ' ')
  if (line.length <= TITLE_MAX_CHARS) return line
  const front = line.slice(0, TITLE_MAX_CHARS)
  return `${/[\uD800-\uDBFF]$/.test(front) ? front.slice(0, -1) : front}…`
}
