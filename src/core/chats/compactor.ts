import type { Millis } from '../../shared/ids'
import type { TokenUsage } from '../../shared/models'
import {
  CACHE_LIFE_MS,
  COMPACT_AT,
  COMPACT_COLD_AT,
  isTooLong,
  KEPT_PART,
  type Summarised,
  summarise,
  WORTH_TOKENS,
} from '../agent/compaction'
import { repairHistory } from '../agent/history'
import { estimateTokens } from '../models/token-estimate'
import type { ModelRequest } from '../ports'
import type { ReadyModel } from './chat-deps'
import type { ChatEntries } from './chat-entries'
import { type Entry, type EntryOf, lastEntry } from './entry'
import { modelHistory } from './history'

export type CompactorDeps = {
  entries: ChatEntries
  /** What runs in the background now, servers too, with the names the agent has for it (S-268…S-271). */
  stillRunning(): Pick<EntryOf<'compaction'>, 'running' | 'commands'>
  now(): Millis
  /** What a summary cost; called inside the transaction that stores it. */
  count(usage: TokenUsage | null): void
}

/** What became of an attempt to make the history shorter. */
export type Compacted = 'done' | 'nothing' | 'failed' | 'stopped'
type Cut = Pick<EntryOf<'compaction'>, 'keepFrom' | 'keptMessage' | 'resultsFrom'>

/** The cut at which nothing of the history so far stays. */
export function cutAt(seq: number): Cut {
  return { keepFrom: seq, keptMessage: null, resultsFrom: seq }
}

/** Makes the history that the model is sent shorter; what is stored and shown stays whole (A-121…A-137, S-108, S-268…S-271). */
export class Compactor {
  constructor(private readonly deps: CompactorDeps) {}

  /** `/compact`: all of the history becomes a summary. */
  async all(
    request: ModelRequest,
    model: ReadyModel,
    focus: string,
    signal: AbortSignal,
  ): Promise<Compacted> {
    if (!this.isWorthIt()) return 'nothing'
    const cut = cutAt(nextSeq(this.deps.entries.all()))
    const summarised = await this.ask(request, model, focus, cut, signal)
    return this.keep(summarised, cut, false, false)
  }

  /** `/newtask`: the summary of all of the history, which stays as it is; null when there is none. */
  async summary(
    request: ModelRequest,
    model: ReadyModel,
    focus: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (!this.isWorthIt()) return null
    const { entries, count } = this.deps
    const summarised = await this.ask(request, model, focus, cutAt(nextSeq(entries.all())), signal)
    count(summarised.usage)
    if (summarised.kind === 'failed')
      entries.addNotice({ type: 'compaction-failed', failure: summarised.failure })
    return summarised.kind === 'summary' ? summarised.text : null
  }

  /** Tells the person when there is too little to summarise. */
  private isWorthIt(): boolean {
    const { entries } = this.deps
    const isWorth = historyTokens(entries.all()) >= WORTH_TOKENS
    if (!isWorth) entries.addNotice({ type: 'nothing-to-compact' })
    return isWorth
  }

  /**
   * Before a request that would fill too much of the window, and after one that a server refused as too long: keeps the
   * last message of the user and what follows it, and takes old results out of that.
   * One turn that is too long alone keeps its newest steps. Without a summary only old results go.
   */
  async automatic(request: ModelRequest, model: ReadyModel, signal: AbortSignal): Promise<Compacted> {
    const cut = this.automaticCut(model.contextWindow)
    if (!cut) return 'nothing'
    const summarised = await this.ask(request, model, '', cut, signal)
    return this.keep(summarised, cut, true, true)
  }

  /** Whether a request should wait for {@link automatic}: it is too long, or long after a pause. */
  isDue(request: ModelRequest, { contextWindow }: ReadyModel): boolean {
    const { entries, now } = this.deps
    const paused = now() - (lastEntry(entries.all(), 'assistant')?.at ?? now())
    const isLong = isTooLong(request, contextWindow, paused > CACHE_LIFE_MS ? COMPACT_COLD_AT : COMPACT_AT)
    return isLong && this.automaticCut(contextWindow) !== null
  }

  private automaticCut(window: number | null): Cut | null {
    const all = this.deps.entries.all()
    const last = lastEntry(all, 'user')
    if (!last) return null
    // Within the part that is kept, the results of the newest answer are what the model works on.
    const newest = lastEntry(all, 'assistant')?.seq ?? last.seq
    const known = lastEntry(all, 'compaction')
    const since = known?.summary == null ? 0 : known.keepFrom
    const atMessage: Cut = { keepFrom: last.seq, keptMessage: null, resultsFrom: newest }
    const room = (window ?? Number.POSITIVE_INFINITY) * KEPT_PART
    const isTurnShort = historyTokens(all.filter(({ seq }) => seq >= last.seq)) <= room
    // What is before the cut must be worth a summary, or nothing would become shorter.
    const isWorth = (before: number) =>
      historyTokens(all.filter(({ seq }) => seq >= since && seq < before)) >= WORTH_TOKENS
    if (isTurnShort) return isWorth(last.seq) ? atMessage : null
    const step = stepThatFits(all, last.seq, room)
    return step !== null && isWorth(step)
      ? { keepFrom: step, keptMessage: last.id, resultsFrom: newest }
      : null
  }

  private ask(
    request: ModelRequest,
    { client, contextWindow }: ReadyModel,
    focus: string,
    { keepFrom }: Cut,
    signal: AbortSignal,
  ): Promise<Summarised> {
    const before = this.deps.entries.all().filter(({ seq }) => seq < keepFrom)
    const messages = repairHistory(modelHistory(before))
    return summarise({ ...request, messages }, { client, window: contextWindow, focus, signal })
  }

  private keep(summarised: Summarised, cut: Cut, isAutomatic: boolean, fallsBack: boolean): Compacted {
    const { entries, count, stillRunning } = this.deps
    if (summarised.kind === 'stopped') {
      count(summarised.usage)
      return 'stopped'
    }
    const entry = (summary: string | null): Entry => ({
      ...entries.place(),
      kind: 'compaction',
      summary,
      ...stillRunning(),
      isAutomatic,
      ...cut,
    })
    if (summarised.kind === 'summary') {
      entries.save([entry(summarised.text)], () => count(summarised.usage))
      return 'done'
    }
    const failed: Entry = {
      ...entries.place(),
      kind: 'notice',
      notice: { type: 'compaction-failed', failure: summarised.failure },
    }
    entries.save(fallsBack ? [failed, entry(null)] : [failed], () => count(summarised.usage))
    return fallsBack ? 'done' : 'failed'
  }
}

/** The first entry of the newest steps that fit into this many tokens: an answer, so that its results stay with it. */
function stepThatFits(all: readonly Entry[], from: number, room: number): number | null {
  let found: number | null = null
  let tokens = 0
  for (const entry of [...all].reverse()) {
    if (entry.seq < from) break
    tokens += historyTokens([entry])
    if (tokens > room) break
    if (entry.kind === 'assistant') found = entry.seq
  }
  // The newest answer stays, however long it is.
  const newest = lastEntry(all, 'assistant')?.seq ?? 0
  return found ?? (newest > from ? newest : null)
}

function historyTokens(entries: readonly Entry[]): number {
  return estimateTokens(JSON.stringify(modelHistory(entries)))
}

function nextSeq(entries: readonly Entry[]): number {
  return Math.max(0, ...entries.map(({ seq }) => seq + 1))
}
