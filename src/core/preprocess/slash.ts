import { SLASH_COMMANDS, type SlashName } from '../../shared/slash-commands'

/** What the beginning of a message means. `closest` are names to offer for one that is unknown (A-051). */
export type SlashReading =
  | { kind: 'text' }
  | { kind: 'command'; name: SlashName; rest: string }
  /** A file of the workspace with this name is the message (`.vigil/commands/*.md`). */
  | { kind: 'custom'; name: string; rest: string }
  | { kind: 'unknown'; name: string; closest: string[] }

/** Most names that are offered for an unknown one. */
const CLOSEST_MAX = 3
/** Letters that may differ between what was typed and a name that is offered; in a short word two are half of it. */
const distanceMax = (typed: string) => (typed.length <= 4 ? 1 : 2)

/**
 * Reads a slash command; only at the very start of the message. A path such as `/usr/bin` and what begins with `//` are
 * ordinary text (A-050).
 */
export function readSlash(message: string, custom: readonly string[] = []): SlashReading {
  const found = /^\/([A-Za-z][\w-]*)(?:\s+([\s\S]*))?$/.exec(message)
  if (!found) return { kind: 'text' }
  const typed = found[1] ?? ''
  const rest = (found[2] ?? '').trim()
  const name = typed.toLowerCase()
  const own = SLASH_COMMANDS.find((known) => known === name)
  if (own) return { kind: 'command', name: own, rest }
  const theirs =
    custom.find((known) => known === typed) ?? custom.find((known) => known.toLowerCase() === name)
  if (theirs) return { kind: 'custom', name: theirs, rest }
  return { kind: 'unknown', name: typed, closest: closestTo(name, [...SLASH_COMMANDS, ...custom]) }
}

/** Names that are near to what was typed, best first. */
export function closestTo(typed: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({
      name,
      far: name.toLowerCase().startsWith(typed) ? 0 : distance(typed, name.toLowerCase()),
    }))
    .filter(({ far }) => far <= distanceMax(typed))
    .sort((a, b) => a.far - b.far)
    .slice(0, CLOSEST_MAX)
    .map(({ name }) => name)
}

/** Letters to insert, remove, replace or swap with their neighbour. */
function distance(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_unused, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let at = 1; at <= to.length; at++) {
      const same = from[row - 1] === to[at - 1]
      let least = Math.min(
        (above[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (above[at - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above[to.length] ?? 0
}
