import type { ModelFailure, TokenUsage } from '../../shared/models'
import type { ModelClient, ModelRequest, StreamEvent } from '../ports'

/** An answer in short form. */
export type ScriptedAnswer = {
  text?: string
  reasoning?: string
  /** `args` as a string is sent as it is, so that it may be broken JSON. */
  calls?: { tool: string; args: unknown; callId?: string }[]
  reason?: Extract<StreamEvent, { type: 'end' }>['reason']
  usage?: TokenUsage
  /** Ends the stream with this failure instead, after what the fields above say. */
  fail?: { failure: ModelFailure; retryable?: boolean; retryAfterMs?: number | null }
  /** Waits for this before anything is sent; an abort ends the waiting. */
  after?: Promise<void>
  /** Waits for this after the text was sent. */
  hold?: Promise<void>
}
/** Events as they are, with what the stream waits for between them. */
export type ScriptedStream = (StreamEvent | (() => Promise<void>))[]
export type Scripted = ScriptedAnswer | ScriptedStream | ((request: ModelRequest) => ScriptedAnswer)

export type ScriptedModel = ModelClient & {
  readonly requests: ModelRequest[]
  /** Adds answers for the next requests. */
  script(...answers: Scripted[]): void
}

/** Statistics of an answer that names none. */
export const SCRIPTED_USAGE: TokenUsage = { input: 100, output: 10, cachedInput: 0, estimated: false }

/** A model that gives the scripted answers in order. An unscripted request fails loudly. */
export function createScriptedModel(...script: Scripted[]): ScriptedModel {
  const requests: ModelRequest[] = []
  let calls = 0
  return {
    requests,
    script: (...answers) => void script.push(...answers),
    async *stream(request, signal) {
      requests.push(request)
      const next = script.shift()
      if (!next) throw new Error(`The script has no answer for request ${requests.length}`)
      if (Array.isArray(next)) {
        for (const event of next) {
          if (typeof event === 'function') await until(event(), signal)
          if (signal.aborted) return
          if (typeof event !== 'function') yield event
        }
        return
      }
      const answer = typeof next === 'function' ? next(request) : next
      await until(answer.after, signal)
      for (const event of head(answer)) {
        if (signal.aborted) return
        yield event
      }
      await until(answer.hold, signal)
      for (const event of tail(answer, () => `call-${++calls}`)) {
        if (signal.aborted) return
        yield event
      }
    },
  }
}

function head({ text = '', reasoning = '' }: ScriptedAnswer): StreamEvent[] {
  const events: StreamEvent[] = []
  if (reasoning !== '')
    events.push(
      { type: 'reasoning-start', block: 'r' },
      { type: 'reasoning-delta', block: 'r', text: reasoning },
      { type: 'block-end', block: 'r' },
    )
  if (text !== '') {
    // Two deltas, so that a test notices code that expects one.
    const middle = Math.ceil(text.length / 2)
    events.push(
      { type: 'text-start', block: 't' },
      { type: 'text-delta', block: 't', text: text.slice(0, middle) },
    )
    if (middle < text.length) events.push({ type: 'text-delta', block: 't', text: text.slice(middle) })
    events.push({ type: 'block-end', block: 't' })
  }
  return events
}

function tail(answer: ScriptedAnswer, newId: () => string): StreamEvent[] {
  const { calls = [], fail, usage = SCRIPTED_USAGE } = answer
  const events = calls.flatMap(({ tool, args, callId = newId() }) => callEvents(callId, tool, args))
  if (fail) {
    const { failure, retryable = false, retryAfterMs = null } = fail
    if (answer.usage) events.push({ type: 'usage', usage })
    return [...events, { type: 'error', failure, retryable, retryAfterMs }]
  }
  const reason = answer.reason ?? (calls.length > 0 ? 'tool-calls' : 'stop')
  return [...events, { type: 'usage', usage }, { type: 'end', reason }]
}

/** A whole call in a stream. */
export function callEvents(callId: string, tool: string, args: unknown): StreamEvent[] {
  const block = `c-${callId}`
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return [
    { type: 'call-start', block, callId, tool },
    { type: 'call-delta', block, text },
    { type: 'block-end', block },
  ]
}

function until(gate: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (!gate) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    void gate.then(resolve)
  })
}
