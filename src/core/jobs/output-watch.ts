import type { CommandId, Millis } from '../../shared/ids'
import type { WaitEnd, WaitId } from '../attention/attention-state'
import type { Attentions } from '../attention/attentions'
import type { Clock } from '../clock'
import type { Ids, LogSlice, OutputReader } from '../ports'
import type { AgentView } from './agent-view'
import type { CommandRegistry } from './command-registry'
import type { LineMatcher } from './line-matcher'
import type { LiveCommand } from './live-command'
import type { WaitBoard } from './wait-board'

/** How much of a log is read at once, in bytes. */
const CHUNK_BYTES = 256 * 1024

/** What `wait_for` waits for; at least the limit ends it. */
export type WatchFor = { matcher: LineMatcher | null; quietMs: Millis | null; limitMs: Millis }

/** Why a watch is over, with the line it waited for. */
export type Watched =
  | { kind: 'found'; line: string }
  | { kind: 'failed'; message: string }
  | { kind: Exclude<WaitEnd['kind'], 'found'> | 'aborted' }

export type OutputWatchDeps = {
  registry: CommandRegistry
  live: ReadonlyMap<CommandId, LiveCommand>
  view: AgentView
  reader: OutputReader
  board: WaitBoard
  attentions: Attentions
  clock: Clock
  ids: Ids
}

type Search = {
  id: CommandId
  matcher: LineMatcher
  /** Log bytes that were searched. */
  from: number
  /** The search under way; whoever asks meanwhile makes it look once more. */
  running: Promise<void> | null
  isAskedAgain: boolean
  result: { kind: 'found'; line: string } | { kind: 'failed'; message: string } | null
}

/** Waits until a command prints something, falls quiet, or ends; its output is searched as it comes, once. */
export class OutputWatch {
  private readonly searches = new Map<WaitId, Search>()

  constructor(private readonly deps: OutputWatchDeps) {
    deps.attentions.onEffect(({ effect }) => {
      if (effect.type === 'search') void this.search(effect.wait)
    })
  }

  /** Only output that the agent has not received counts: what it has seen is no news to wait for. */
  async wait(id: CommandId, { matcher, quietMs, limitMs }: WatchFor, signal: AbortSignal): Promise<Watched> {
    const { registry, view, board, clock, ids } = this.deps
    const record = registry.need(id)
    const wait = ids.next('wait')
    const from = view.seenBytes(record)
    if (matcher)
      this.searches.set(wait, { id, matcher, from, running: null, isAskedAgain: false, result: null })
    try {
      const end = await board.wait(
        record.chatId,
        {
          id: wait,
          job: id,
          kind: 'watch',
          until: clock.now() + limitMs,
          mayEndEarly: false,
          quietMs,
          isSearching: matcher !== null,
          seen: { bytes: from, openLine: false },
        },
        signal,
      )
      // The last lines come with the end: they may be what was waited for.
      if (end.kind === 'ended') await this.search(wait)
      return this.searches.get(wait)?.result ?? (end as Watched)
    } finally {
      this.searches.delete(wait)
    }
  }

  private search(wait: WaitId): Promise<void> {
    const search = this.searches.get(wait)
    if (!search || search.result) return Promise.resolve()
    search.isAskedAgain = true
    search.running ??= this.run(wait, search).finally(() => {
      search.running = null
    })
    return search.running
  }

  private async run(wait: WaitId, search: Search): Promise<void> {
    try {
      while (search.isAskedAgain && !search.result) {
        search.isAskedAgain = false
        const line = await this.searchNew(search)
        if (line !== null) search.result = { kind: 'found', line }
      }
    } catch (error) {
      search.result = { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
    const { registry, attentions } = this.deps
    if (search.result) attentions.of(registry.need(search.id).chatId).take({ type: 'found', wait })
  }

  /** Null when the log got shorter meanwhile, as a program redraws its last lines; more will be told of it. */
  private async readNew(search: Search, logFile: string, size: number): Promise<LogSlice | null> {
    const { live, reader } = this.deps
    try {
      return await reader.after(logFile, search.from, Number.MAX_SAFE_INTEGER, size)
    } catch (error) {
      const now = await live.get(search.id)?.latest()
      if (now && now.bytes < search.from) return null
      throw error
    }
  }

  private async searchNew(search: Search): Promise<string | null> {
    const { registry, live } = this.deps
    const { logFile, output } = registry.need(search.id)
    const stats = live.get(search.id)?.stats
    const to = stats?.bytes ?? output.bytes
    // Lines that a program took back to redraw them are new when they are final.
    search.from = Math.min(search.from, to)
    while (logFile !== null && search.from < to) {
      const size = Math.min(CHUNK_BYTES, to - search.from)
      const chunk = await this.readNew(search, logFile, size)
      if (chunk === null) break
      if (chunk.to <= search.from) break
      search.from = chunk.to
      const found = search.matcher.first(chunk.text.split('\n'))
      if (found !== null) return found
    }
    return stats && stats.openLine !== '' ? search.matcher.first(stats.openLine.split('\n')) : null
  }
}
