import type { Millis } from '../../shared/ids'
import type { TokenUsage } from '../../shared/models'
import { repairHistory } from '../agent/history'
import type { ModelRequest } from '../ports'
import type { AnyTool } from '../tools/tool'
import type { ReadyModel } from './chat-deps'
import type { ChatEntries } from './chat-entries'
import { type Compacted, Compactor } from './compactor'
import type { EntryOf } from './entry'
import { modelHistory } from './history'

export type TurnRequestsDeps = {
  entries: ChatEntries
  ready: ReadyModel
  /** What all requests of the turn have in common. */
  system: string
  tools: readonly AnyTool[]
  signal: AbortSignal
  now(): Millis
  /** Makes messages that were written meanwhile part of the history. */
  takeQueue(): void
  /** What the agent is told of this moment; '' for nothing. */
  volatile(): string
  /** What runs in the background now, for a summary (S-268). */
  stillRunning(): Pick<EntryOf<'compaction'>, 'running' | 'commands'>
  /** The history is about to be made shorter. */
  compacting(): void
  /** What a summary cost; called inside the transaction that stores it. */
  count(usage: TokenUsage | null): void
}

/** The requests of one turn, and the ways to make them shorter. */
export class TurnRequests {
  private readonly compactor: Compactor

  constructor(private readonly deps: TurnRequestsDeps) {
    this.compactor = new Compactor(deps)
  }

  get tools(): readonly AnyTool[] {
    return this.deps.tools
  }

  /** The request on the history as it is now. */
  next(): ModelRequest {
    const { entries, system, tools, takeQueue, volatile } = this.deps
    takeQueue()
    return {
      system,
      tools: tools.map((tool) => tool.spec),
      messages: repairHistory(modelHistory(entries.all())),
      volatile: volatile(),
    }
  }

  /** The next request, after the history was made shorter when it fills too much of the window. */
  async nextWithRoom(): Promise<ModelRequest> {
    const request = this.next()
    if (!this.compactor.isDue(request, this.deps.ready)) return request
    return (await this.shorten(request)) === 'done' ? this.next() : request
  }

  /** After a server refused a request as too long; false when nothing could be made shorter. */
  async makeRoom(): Promise<boolean> {
    return (await this.shorten(this.next())) === 'done'
  }

  /** `/compact`. */
  fold(focus: string): Promise<Compacted> {
    const { ready, signal } = this.deps
    return this.compactor.all(this.next(), ready, focus, signal)
  }

  /** `/newtask`; null when there is no summary. */
  summary(focus: string): Promise<string | null> {
    const { ready, signal } = this.deps
    return this.compactor.summary(this.next(), ready, focus, signal)
  }

  private shorten(request: ModelRequest): Promise<Compacted> {
    const { ready, signal, compacting } = this.deps
    compacting()
    return this.compactor.automatic(request, ready, signal)
  }
}
