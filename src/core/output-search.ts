import type { FindQuery } from '../shared/find-query'
import type { CommandId } from '../shared/ids'
import { LineIndex, type LinePlace } from './output/line-index'
import { type SearchRange, type SearchResult, searchLog } from './output/log-search'
import type { PagedCommand } from './output-pages'

/** What searches in the same lane replace each other: the count, the marks in the page, the step to the next hit. */
export type FindLane = 'count' | 'marks' | 'step' | 'line'

/** Most logs whose line counts are remembered; one is 4 KB at most. */
const MAX_INDEXES = 16

/** Searches in the logs of commands, for a window. */
export type OutputSearch = {
  /** A new search of a lane ends the one before it as `aborted`. */
  find(id: CommandId, lane: FindLane, query: FindQuery, range: SearchRange): Promise<SearchResult>
  /** Where a line begins, counted from 1. */
  line(id: CommandId, line: number): Promise<LinePlace>
  /** Ends what is searched in a command's output. */
  stop(id: CommandId): void
  dispose(): void
}

/** @param lookUp what is known of a command now; refused when there is none */
export function createOutputSearch(lookUp: (id: CommandId) => PagedCommand): OutputSearch {
  const running = new Map<string, AbortController>()
  const indexes = new Map<string, LineIndex>()

  const inLane = async <T>(id: CommandId, lane: FindLane, work: (signal: AbortSignal) => Promise<T>) => {
    const key = `${lane} ${id}`
    const own = new AbortController()
    running.get(key)?.abort()
    running.set(key, own)
    try {
      return await work(own.signal)
    } finally {
      if (running.get(key) === own) running.delete(key)
    }
  }
  const indexOf = (file: string): LineIndex => {
    const index = indexes.get(file) ?? new LineIndex(file)
    indexes.delete(file)
    indexes.set(file, index)
    for (const [oldest] of indexes) {
      if (indexes.size <= MAX_INDEXES) break
      indexes.delete(oldest)
    }
    return index
  }

  return {
    async find(id, lane, query, range) {
      const { logFile } = lookUp(id).record
      if (!logFile) return { hits: [], complete: true, searchedTo: 0 }
      return inLane(id, lane, (signal) => searchLog(logFile, query, range, signal))
    },
    async line(id, line) {
      const { logFile } = lookUp(id).record
      if (!logFile) return { at: 0, line: 1 }
      return inLane(id, 'line', (signal) => indexOf(logFile).find(line, signal))
    },
    stop(id) {
      for (const [key, search] of running) if (key.endsWith(` ${id}`)) search.abort()
    },
    dispose() {
      for (const search of running.values()) search.abort()
    },
  }
}
