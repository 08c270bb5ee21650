import { createHash } from 'node:crypto'

/** Longest name of a tool that every provider takes, in characters. */
const NAME_MAX_CHARS = 64
/** Hexadecimal digits that tell names apart that would be the same. */
const MARK_CHARS = 6
const PREFIX = 'mcp__'

/**
 * Names of a server's tools as a model sees them, in their order: `mcp__server__tool`. What providers do not take becomes
 * `_`; where that, or the length, makes two names alike, a mark of the real name tells them apart.
 */
export function mcpToolNames(server: string, tools: readonly string[]): string[] {
  const plain = tools.map((tool) => `${PREFIX}${server}__${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`)
  return plain.map((name, at) => {
    const isAlone = plain.indexOf(name) === plain.lastIndexOf(name)
    if (isAlone && name.length <= NAME_MAX_CHARS) return name
    const mark = createHash('sha256')
      .update(tools[at] ?? '')
      .digest('hex')
      .slice(0, MARK_CHARS)
    return `${name.slice(0, NAME_MAX_CHARS - MARK_CHARS - 1)}_${mark}`
  })
}
