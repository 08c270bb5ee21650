import type { CallId } from '../../shared/ids'
import type { ToolCall } from '../ports'
import { NOT_RUN_AFTER_STOP, type ToolAnswer } from '../tools/tool'
import { askAhead, type CallDeps, onlyReads, type PendingCall, pendingCall, run } from './run-calls'

/**
 * Calls of an answer that is still arriving (A-097…A-106). Calls that only read begin as soon as their block was closed,
 * as long as no other call came before them; with the first that may change something nothing begins any more until the
 * answer is whole. Questions are shown at once. Results stay here until the answer is stored.
 */
export class EarlyCalls {
  private readonly calls = new Map<CallId, PendingCall>()
  private readonly ended = new AbortController()
  private readonly deps: CallDeps
  private mayBegin = true
  /** Answers of the running batch, and what it waits for. */
  private batch: Promise<ToolAnswer>[] = []
  private before: Promise<unknown> = Promise.resolve()

  constructor(private readonly turn: CallDeps) {
    const { signal } = this.ended
    this.deps = { ...turn, signal, context: { ...turn.context, signal } }
    if (turn.signal.aborted) this.abort()
    else turn.signal.addEventListener('abort', this.abort, { once: true })
  }

  /** Takes the next calls whose arguments are complete, in the order of the answer. */
  async take(calls: readonly ToolCall[]): Promise<void> {
    for (const call of calls) {
      if (this.ended.signal.aborted) return
      const one = pendingCall(call, false, this.deps)
      this.calls.set(call.callId, one)
      this.mayBegin &&= onlyReads(one) && !isLate(one)
      if (this.mayBegin) await this.begin(one)
      else if (!isLate(one)) askAhead(one, this.deps)
    }
  }

  /** A call that began or was asked about. */
  begun(callId: CallId): PendingCall | undefined {
    const one = this.calls.get(callId)
    return one?.ahead ? one : undefined
  }

  /** The answer did not come to its end: what began is aborted, and its results are nobody's. */
  async discard(): Promise<void> {
    this.abort()
    await Promise.all([...this.calls.values()].map(({ ahead }) => ahead))
    this.dispose()
  }

  dispose(): void {
    this.turn.signal.removeEventListener('abort', this.abort)
  }

  private async begin(one: PendingCall): Promise<void> {
    const { prepared, call } = one
    if (!prepared.ok) return
    if (this.batch.length >= this.deps.parallelCalls) {
      this.before = Promise.all(this.batch)
      this.batch = []
    }
    const bound = prepared.call
    await this.deps.on({ type: 'call-began-early', call, title: bound.title })
    one.ahead = this.before.then(() =>
      this.ended.signal.aborted ? { text: NOT_RUN_AFTER_STOP, isError: true } : run(bound, call, this.deps),
    )
    this.batch.push(one.ahead)
  }

  private readonly abort = (): void => this.ended.abort(this.turn.signal.reason)
}

function isLate({ prepared }: PendingCall): boolean {
  return prepared.ok && prepared.call.beginsLate
}
