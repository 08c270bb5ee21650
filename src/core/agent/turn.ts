import type { Millis } from '../../shared/ids'
import type { ModelFailure } from '../../shared/models'
import { type Clock, sleep } from '../clock'
import type { Seen } from '../jobs/seen'
import { requestTokens } from '../models/request-tokens'
import { estimateTokens } from '../models/token-estimate'
import type { Ids, ModelClient, ModelRequest, StreamEvent, ToolCall, ToolResult } from '../ports'
import type { AnyTool, ToolContext } from '../tools/tool'
import { ANSWER_MAX_CHARS, type Answer, AnswerBuilder } from './answer'
import { EarlyCalls } from './early-calls'
import { untilAnswerable } from './history'
import { createRepeatGuard } from './repeat-guard'
import { chanceFrom, planRetry } from './retry'
import { runCalls } from './run-calls'

/** What the loop needs; it knows no storage, window, permission or memory. */
export type TurnDeps = {
  /** Called before every request; the chat puts in what the user said meanwhile. */
  nextRequest(step: number): Promise<ModelRequest>
  /** Makes the history shorter after a server refused it as too long; false when it could not. */
  makeRoom?(): Promise<boolean>
  /** Asked after a final answer: does a message of the user wait? */
  hasMore(): boolean
  client: ModelClient
  tools: readonly AnyTool[]
  context: Omit<ToolContext, 'callId'>
  clock: Clock
  ids: Ids
  /** Requests one turn may make before it pauses. */
  stepLimit: number
  /** Reading calls that may run at once. */
  parallelCalls: number
  /** The user's Stop. */
  signal: AbortSignal
  /** Awaited before the loop goes on, so that a crash loses at most the step in flight. */
  on(event: TurnEvent): Promise<void>
  /** Name of the model or its server, for failures that the server itself did not report. */
  server?: string
  /** Hears of tools and clients that threw; the turn goes on. */
  onBug?(error: unknown): void
}

/** Everything that happens in a turn. */
export type TurnEvent =
  /** A request goes out; `attempt` counts from 1 and grows with retries. */
  | { type: 'request-started'; step: number; attempt: number }
  | { type: 'stream'; event: StreamEvent }
  /** The request failed before anything was shown and is sent again at `until`. */
  | { type: 'retrying'; attempt: number; of: number; until: Millis; failure: ModelFailure }
  /** Each request that brought or cost anything has exactly one, also a partial one. */
  | ({ type: 'answer' } & Answer)
  /** A call that only reads began while its answer is still arriving; it may yet be discarded. */
  | { type: 'call-began-early'; call: ToolCall; title: string }
  | { type: 'call-started'; call: ToolCall; tool: string; title: string }
  /** Exactly one per call of an answer; a call that never started has no `call-started`. */
  | { type: 'call-finished'; result: ToolResult; seen?: readonly Seen[] }
  /** The same call brought the same result `times` times; the model was told. */
  | { type: 'repeating'; tool: string; times: number }
  | { type: 'step-finished'; step: number }

/** How a turn ended. */
export type TurnEnd =
  | { kind: 'done' }
  | { kind: 'failed'; failure: ModelFailure }
  | { kind: 'stopped' }
  | { kind: 'paused'; steps: number }

const WITHHELD = 'The provider withheld the rest of the answer (content filter).'

/**
 * Runs steps until the model is done: request, answer, tool calls in batches, results, again. It
 * rejects only if `nextRequest` or `on` does.
 */
export async function runTurn(deps: TurnDeps): Promise<TurnEnd> {
  const repeats = createRepeatGuard()
  // A cut-off answer is continued once; two in a row are reported.
  let mayContinue = true
  let madeRoom = false
  for (let step = 1; ; step++) {
    if (deps.signal.aborted) return { kind: 'stopped' }
    if (step > deps.stepLimit) return { kind: 'paused', steps: deps.stepLimit }
    const request = await deps.nextRequest(step)
    const asked = await ask(
      { ...request, messages: untilAnswerable(request.messages) },
      step,
      mayContinue,
      deps,
    )
    if (asked.kind === 'failed' && asked.failure.code === 'window-too-small' && !madeRoom && deps.makeRoom) {
      // Once: a history that is still too long afterwards is a matter for the person.
      madeRoom = true
      step -= 1
      if (await deps.makeRoom()) continue
    }
    if (asked.kind !== 'answered') return asked
    const { answer, cutOff, early } = asked
    try {
      if (answer.calls.length > 0) await runCalls(answer.calls, { cutOff, early, repeats }, deps)
    } finally {
      early.dispose()
    }
    await deps.on({ type: 'step-finished', step })

    if (answer.stop === 'refused') return { kind: 'failed', failure: ownFailure(deps, 'unknown', WITHHELD) }
    mayContinue = answer.stop !== 'continued'
    if (answer.stop === 'calls' || answer.stop === 'continued') continue
    if (!deps.hasMore()) return deps.signal.aborted ? { kind: 'stopped' } : { kind: 'done' }
  }
}

type Asked =
  | { kind: 'answered'; answer: Answer; cutOff: boolean; early: EarlyCalls }
  | { kind: 'failed'; failure: ModelFailure }
  | { kind: 'stopped' }

/** One request, repeated while it fails before anything was shown. */
async function ask(
  request: ModelRequest,
  step: number,
  mayContinue: boolean,
  deps: TurnDeps,
): Promise<Asked> {
  for (let attempt = 1; ; attempt++) {
    if (deps.signal.aborted) return { kind: 'stopped' }
    await deps.on({ type: 'request-started', step, attempt })
    const early = new EarlyCalls(deps)
    let isAnswered = false
    let builder: AnswerBuilder
    try {
      builder = await receive(request, early, deps)
      const answer = counted(builder.answer(mayContinue), builder.hasContent, request)
      if (builder.hasContent || builder.end?.type === 'end' || answer.usage)
        await deps.on({ type: 'answer', ...answer })
      if (builder.end?.type === 'end') {
        isAnswered = true
        return { kind: 'answered', answer, cutOff: builder.end.reason === 'length', early }
      }
    } finally {
      // A stream that broke off has no calls, and what was begun of them has no results.
      if (!isAnswered) await early.discard()
    }

    const { end } = builder
    if (deps.signal.aborted || !end) return { kind: 'stopped' }
    const plan = planRetry(end, attempt, chanceFrom(deps.ids))
    if (builder.hasContent || !plan.wait) return { kind: 'failed', failure: end.failure }
    const until = deps.clock.now() + plan.ms
    await deps.on({ type: 'retrying', attempt, of: plan.of, until, failure: end.failure })
    try {
      await sleep(deps.clock, plan.ms, deps.signal)
    } catch {
      // Only Stop ends the waiting early.
      return { kind: 'stopped' }
    }
  }
}

/** A stopped answer has no statistics, but what arrived was paid for. */
function counted(answer: Answer, hasContent: boolean, request: ModelRequest): Answer {
  if (answer.usage || !hasContent) return answer
  const output = estimateTokens(answer.text) + estimateTokens(answer.reasoning)
  const input = requestTokens(request)
  return { ...answer, usage: { input, output, cachedInput: 0, estimated: true } }
}

/** Reads one stream to its end, to Stop, or to its limit. Without Stop it always has an end. */
async function receive(request: ModelRequest, early: EarlyCalls, deps: TurnDeps): Promise<AnswerBuilder> {
  const builder = new AnswerBuilder()
  for await (const event of eventsOf(request, deps)) {
    builder.take(event)
    await deps.on({ type: 'stream', event })
    if (event.type === 'block-end') await early.take(builder.newlyClosed())
    if (deps.signal.aborted) return builder
    if (builder.isTooLong)
      builder.fail(ownFailure(deps, 'protocol', `The answer is longer than ${ANSWER_MAX_CHARS} characters.`))
    if (builder.end) return builder
  }
  if (!deps.signal.aborted)
    builder.fail(ownFailure(deps, 'interrupted', 'The answer ended before its end mark.'))
  return builder
}

/** The client's events; a client that throws has a bug, which must not cost the text that arrived. */
async function* eventsOf(
  request: ModelRequest,
  deps: TurnDeps,
): AsyncGenerator<StreamEvent, void, undefined> {
  try {
    yield* deps.client.stream(request, deps.signal)
  } catch (error) {
    if (deps.signal.aborted) return
    deps.onBug?.(error)
    const failure = ownFailure(deps, 'unknown', error instanceof Error ? error.message : String(error))
    yield { type: 'error', failure, retryable: false, retryAfterMs: null }
  }
}

/** A failure that no server reported; the client's own carry the server's name. */
function ownFailure(
  { server = 'Vigil' }: TurnDeps,
  code: ModelFailure['code'],
  detail: string,
): ModelFailure {
  return { code, server, detail, status: null }
}
