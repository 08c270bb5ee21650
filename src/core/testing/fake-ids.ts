import type { Ids } from '../ports'

/** Identifiers that count: `chat-1`, `chat-2`, `cmd-1`. */
export function createFakeIds(): Ids {
  const counts = new Map<string, number>()
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}-${count}`
    },
  }
}
