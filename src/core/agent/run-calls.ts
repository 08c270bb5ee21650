import type { Millis } from '../../shared/ids'
import { sleep } from '../clock'
import type { ToolCall } from '../ports'
import { NOT_RUN_AFTER_STOP, type ToolAnswer } from '../tools/tool'
import { batchesOf } from './batches'
import type { EarlyCalls } from './early-calls'
import { REPEATS_TOLD, type RepeatGuard, repeatedText } from './repeat-guard'
import {
  ENDED_BY_STOP,
  errorResult,
  type PreparedCall,
  prepareCall,
  thrownText,
  toolResult,
} from './tool-calls'
import type { TurnDeps } from './turn'

/** What running calls needs of the turn. */
export type CallDeps = Pick<
  TurnDeps,
  'tools' | 'context' | 'clock' | 'parallelCalls' | 'signal' | 'on' | 'onBug'
>

/** A call of an answer on its way to its one result. */
export type PendingCall = {
  call: ToolCall
  prepared: PreparedCall
  /** Lets a call that was begun before its turn do its work. */
  takeTurn: () => void
  /** Its answer when it was begun before its turn: to ask the person, or because it only reads. */
  ahead: Promise<ToolAnswer> | null
}

/** How long a tool may take to end after Stop: a process tree gets 2 s, then is killed, and that is confirmed. */
const STOP_PATIENCE_MS: Millis = 10_000

/**
 * Runs the calls of one answer in batches: neighbours that only read together, each other call alone, never one before
 * every call of the earlier batches has its result (A-084…A-091). Those that began while the answer arrived are waited
 * for in their place. Questions do not wait for their turn: they are shown and answered at once. Each
 * call gets exactly one result, whatever happens.
 */
export async function runCalls(
  calls: readonly ToolCall[],
  { cutOff, early, repeats }: { cutOff: boolean; early: EarlyCalls; repeats: RepeatGuard },
  deps: CallDeps,
): Promise<void> {
  const pending = calls.map(
    (call, index) =>
      early.begun(call.callId) ?? pendingCall(call, cutOff && index === calls.length - 1, deps),
  )
  if (calls.length > 1) for (const one of pending) askAhead(one, deps)
  for (const batch of batchesOf(pending, onlyReads, deps.parallelCalls)) {
    const running = batch.map((one) => runOne(one, repeats, deps))
    await Promise.all(running)
  }
}

/** A call of an answer, looked at and not begun. `cutOff`: the answer ended inside of it. */
export function pendingCall(call: ToolCall, cutOff: boolean, deps: CallDeps): PendingCall {
  return { call, prepared: prepare(call, cutOff, deps), takeTurn: () => {}, ahead: null }
}

export function onlyReads({ prepared }: PendingCall): boolean {
  return prepared.ok && prepared.call.isReadOnly
}

/** Shows the question of a call before its turn; one that begins otherwise, or asks nothing, stays as it is. */
export function askAhead(one: PendingCall, deps: CallDeps): void {
  const { prepared, call, ahead } = one
  if (ahead || !prepared.ok || !prepared.call.asksAhead || deps.signal.aborted) return
  const turn = new Promise<void>((resolve) => {
    one.takeTurn = resolve
  })
  one.ahead = run(prepared.call, call, deps, turn)
}

async function runOne(
  { call, prepared, takeTurn, ahead }: PendingCall,
  repeats: RepeatGuard,
  deps: CallDeps,
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

function prepare(call: ToolCall, cutOff: boolean, deps: CallDeps): PreparedCall {
  try {
    return prepareCall(deps.tools, call, cutOff)
  } catch (error) {
    deps.onBug?.(error)
    return { ok: false, message: thrownText(error) }
  }
}

/** Runs one call; it ends with an answer even if the tool throws, or hangs after Stop. */
export async function run(
  bound: Extract<PreparedCall, { ok: true }>['call'],
  call: ToolCall,
  deps: CallDeps,
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
function stopPatience({ signal, clock }: CallDeps, done: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => void sleep(clock, STOP_PATIENCE_MS, done).then(resolve, () => {})
    if (signal.aborted) wait()
    else signal.addEventListener('abort', wait, { once: true })
    done.addEventListener('abort', () => signal.removeEventListener('abort', wait), { once: true })
  })
}
