import type { Millis } from '../../shared/ids'
import type { ModelFailure } from '../../shared/models'
import { type Clock, sleep } from '../clock'
import type { Seen } from '../jobs/seen'
import { requestText } from '../models/provider-prompt'
import { estimateTokens } from '../models/token-estimate'
import type { Ids, ModelClient, ModelRequest, StreamEvent, ToolCall, ToolResult } from '../ports'
import { type AnyTool, NOT_RUN_AFTER_STOP, type ToolAnswer, type ToolContext } from '../tools/tool'
import { ANSWER_MAX_CHARS, type Answer, AnswerBuilder } from './answer'
import { batchesOf } from './batches'
import { untilAnswerable } from './history'
import { createRepeatGuard, REPEATS_TOLD, type RepeatGuard, repeatedText } from './repeat-guard'
import { chanceFrom, planRetry } from './retry'
import {
  ENDED_BY_STOP,
  errorResult,
  type PreparedCall,
  prepareCall,
  thrownText,
  toolResult,
} from './tool-calls'

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

/** How long a tool may take to end after Stop: a process tree gets 2 s, then is killed, and that is confirmed. */
const STOP_PATIENCE_MS: Millis = 10_000

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
    const { answer, cutOff } = asked
    if (answer.calls.length > 0) await runCalls(answer.calls, cutOff, repeats, deps)
    await deps.on({ type: 'step-finished', step })

    if (answer.stop === 'refused') return { kind: 'failed', failure: ownFailure(deps, 'unknown', WITHHELD) }
    mayContinue = answer.stop !== 'continued'
    if (answer.stop === 'calls' || answer.stop === 'continued') continue
    if (!deps.hasMore()) return deps.signal.aborted ? { kind: 'stopped' } : { kind: 'done' }
  }
}

type Asked =
  | { kind: 'answered'; answer: Answer; cutOff: boolean }
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
    const builder = await receive(request, deps)
    const answer = counted(builder.answer(mayContinue), builder.hasContent, request)
    if (builder.hasContent || builder.end?.type === 'end' || answer.usage)
      await deps.on({ type: 'answer', ...answer })

    const { end } = builder
    if (end?.type === 'end') return { kind: 'answered', answer, cutOff: end.reason === 'length' }
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
  const input = estimateTokens(requestText(request))
  return { ...answer, usage: { input, output, cachedInput: 0, estimated: true } }
}

/** Reads one stream to its end, to Stop, or to its limit. Without Stop it always has an end. */
async function receive(request: ModelRequest, deps: TurnDeps): Promise<AnswerBuilder> {
  const builder = new AnswerBuilder()
  for await (const event of eventsOf(request, deps)) {
    builder.take(event)
    await deps.on({ type: 'stream', event })
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

/** A call of an answer on its way to its one result. */
type PendingCall = {
  call: ToolCall
  prepared: PreparedCall
  /** Lets a call that was begun before its turn do its work. */
  takeTurn: () => void
  /** Its answer when it was begun before its turn, to ask the person. */
  ahead: Promise<ToolAnswer> | null
}

/**
 * Runs the calls of one answer in batches: neighbours that only read together, each other call alone, never one before
 * every call of the earlier batches has its result (A-084…A-091). Questions do not wait for their turn: they are shown
 * and answered at once. Each call gets exactly one result, whatever happens.
 */
async function runCalls(
  calls: readonly ToolCall[],
  cutOff: boolean,
  repeats: RepeatGuard,
  deps: TurnDeps,
): Promise<void> {
  const pending = calls.map((call, index): PendingCall => {
    const prepared = prepare(call, cutOff && index === calls.length - 1, deps)
    return { call, prepared, takeTurn: () => {}, ahead: null }
  })
  if (calls.length > 1) for (const one of pending) askAhead(one, deps)
  for (const batch of batchesOf(pending, ({ prepared }) => prepared.ok && prepared.call.isReadOnly)) {
    const running = batch.map((one) => runOne(one, repeats, deps))
    await Promise.all(running)
  }
}

function askAhead(one: PendingCall, deps: TurnDeps): void {
  const { prepared, call } = one
  if (!prepared.ok || !prepared.call.asksAhead || deps.signal.aborted) return
  const turn = new Promise<void>((resolve) => {
    one.takeTurn = resolve
  })
  one.ahead = run(prepared.call, call, deps, turn)
}

async function runOne(
  { call, prepared, takeTurn, ahead }: PendingCall,
  repeats: RepeatGuard,
  deps: TurnDeps,
): Promise<void> {
  // One that was begun has a result of its own: it knows whether it was asked about, and that it never started.
  if (deps.signal.aborted && !ahead) {
    await deps.on({ type: 'call-finished', result: errorResult(call, NOT_RUN_AFTER_STOP) })
    return
  }
  const title = prepared.ok ? prepared.call.title : ''
  await deps.on({ type: 'call-started', call, tool: call.tool, title })
  takeTurn()
  const answer: ToolAnswer = prepared.ok
    ? await (ahead ?? run(prepared.call, call, deps))
    : { text: prepared.message, isError: true }
  const result = toolResult(call, answer)
  const times = repeats.record(call, result)
  const told = times >= REPEATS_TOLD
  await deps.on({
    type: 'call-finished',
    result: told ? { ...result, text: repeatedText(result.text, times) } : result,
    ...(answer.seen ? { seen: answer.seen } : {}),
  })
  if (told) await deps.on({ type: 'repeating', tool: call.tool, times })
}

function prepare(call: ToolCall, cutOff: boolean, deps: TurnDeps): PreparedCall {
  try {
    return prepareCall(deps.tools, call, cutOff)
  } catch (error) {
    deps.onBug?.(error)
    return { ok: false, message: thrownText(error) }
  }
}

/** Runs one call; it ends with an answer even if the tool throws, or hangs after Stop. */
async function run(
  bound: Extract<PreparedCall, { ok: true }>['call'],
  call: ToolCall,
  deps: TurnDeps,
  turn?: Promise<void>,
): Promise<ToolAnswer> {
  const patience = new AbortController()
  try {
    const running = bound.run({ ...deps.context, callId: call.callId, ...(turn ? { turn } : {}) })
    const stopped = stopPatience(deps, patience.signal).then(() => ({ text: ENDED_BY_STOP, isError: true }))
    return await Promise.race([running, stopped])
  } catch (error) {
    if (deps.signal.aborted) return { text: ENDED_BY_STOP, isError: true }
    deps.onBug?.(error)
    return { text: thrownText(error), isError: true }
  } finally {
    patience.abort()
  }
}

/** Resolves some time after Stop; never, once `done` is aborted. */
function stopPatience({ signal, clock }: TurnDeps, done: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => void sleep(clock, STOP_PATIENCE_MS, done).then(resolve, () => {})
    if (signal.aborted) wait()
    else signal.addEventListener('abort', wait, { once: true })
    done.addEventListener('abort', () => signal.removeEventListener('abort', wait), { once: true })
  })
}

/** A failure that no server reported; the client's own carry the server's name. */
function ownFailure(
  { server = 'Vigil' }: TurnDeps,
  code: ModelFailure['code'],
  detail: string,
): ModelFailure {
  return { code, server, detail, status: null }
}
