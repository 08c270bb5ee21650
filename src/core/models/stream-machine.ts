import { assertNever } from '../../shared/assert-never'
import type { CallId } from '../../shared/ids'
import type { TokenUsage } from '../../shared/models'
import type { StreamEvent } from '../ports'
import type { RequestFailure } from './failures'
import { estimateTokens, utf8Length } from './token-estimate'

/** One thing a provider's protocol said, in no provider's dialect. `id` names a block as the provider names it. */
export type ProviderPart =
  | { type: 'text-start' | 'reasoning-start'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; text: string }
  | { type: 'text-end' | 'reasoning-end'; id: string }
  | { type: 'call-start'; id: string; callId: string | null; tool: string }
  | { type: 'call-delta'; id: string; text: string }
  | { type: 'call-end'; id: string }
  /** The protocol's own end; `usage` is null when the provider sent none. */
  | { type: 'finish'; reason: EndReason; usage: ProviderUsage | null }
  /** The bytes ended. */
  | { type: 'source-ended' }
  | { type: 'failed'; failure: RequestFailure }
export type EndReason = Extract<StreamEvent, { type: 'end' }>['reason']
export type ProviderUsage = { input: number; output: number; cachedInput: number }

/**
 * Where an answer is. `waiting`: nothing of it has come. `streaming`: blocks open and close. `over`: the one terminal
 * event was given out; whatever still comes is ignored, because its consumer is gone.
 */
export type StreamState =
  | { kind: 'waiting' }
  | {
      kind: 'streaming'
      /** Open blocks by the provider's name; nothing of their text is kept. */
      open: ReadonlyMap<string, OpenBlock>
      opened: number
      usedIds: ReadonlySet<CallId>
      /** Bytes of the answer so far, for the estimate of its tokens. */
      bytes: number
    }
  | { kind: 'over' }
type OpenBlock = { block: string; kind: 'text' | 'reasoning' | 'call'; ended: boolean }

export type StreamOptions = {
  /**
   * True when the protocol closes every block by itself. Otherwise a call counts as closed only with the protocol's end,
   * whatever its JSON looks like.
   */
  closesBlocks: boolean
  /** Identifiers that the chat has used already; a repeated one is replaced. */
  takenIds: ReadonlySet<CallId>
  newCallId(): CallId
  /** Estimated tokens of the request, for providers that send no statistics. */
  inputEstimate: number
  /** The connection's label, for failures. */
  server: string
}

/** Most blocks one answer may open; real answers have a few dozen. */
const MAX_BLOCKS = 1000

/** The state of a stream nothing has come of. */
export const STREAM_START: StreamState = { kind: 'waiting' }

/**
 * Takes one part and gives the events it means (A-066… …A-080). Pure but for `newCallId`. A part that is
 * illegal in the state ends the stream with a typed protocol error, never with a guess.
 */
export function advanceStream(
  state: StreamState,
  part: ProviderPart,
  options: StreamOptions,
): { state: StreamState; events: StreamEvent[] } {
  switch (state.kind) {
    case 'over':
      return { state, events: [] }
    case 'waiting':
      if (part.type === 'failed') return over([failureEvent(part.failure)])
      return inStream(
        { kind: 'streaming', open: new Map(), opened: 0, usedIds: new Set(), bytes: 0 },
        part,
        options,
      )
    case 'streaming':
      return inStream(state, part, options)
    default:
      return assertNever(state, 'stream state')
  }
}

type Streaming = Extract<StreamState, { kind: 'streaming' }>
type Step = { state: StreamState; events: StreamEvent[] }

function inStream(state: Streaming, part: ProviderPart, options: StreamOptions): Step {
  switch (part.type) {
    case 'text-start':
      return open(state, part.id, 'text', options, (block) => ({ type: 'text-start', block }))
    case 'reasoning-start':
      return open(state, part.id, 'reasoning', options, (block) => ({ type: 'reasoning-start', block }))
    case 'call-start': {
      if (part.tool === '') return illegal(state, options, 'a tool call without a name')
      const callId = freshId(part.callId, state, options)
      const usedIds = new Set(state.usedIds).add(callId)
      return open({ ...state, usedIds }, part.id, 'call', options, (block) => ({
        type: 'call-start',
        block,
        callId,
        tool: part.tool,
      }))
    }
    case 'text-delta':
      return delta(state, part, 'text', options, (block, text) => ({ type: 'text-delta', block, text }))
    case 'reasoning-delta':
      return delta(state, part, 'reasoning', options, (block, text) => ({
        type: 'reasoning-delta',
        block,
        text,
      }))
    case 'call-delta':
      return delta(state, part, 'call', options, (block, text) => ({ type: 'call-delta', block, text }))
    case 'text-end':
      return close(state, part.id, 'text', options)
    case 'reasoning-end':
      return close(state, part.id, 'reasoning', options)
    case 'call-end':
      return close(state, part.id, 'call', options)
    case 'finish':
      return finish(state, part, options)
    case 'source-ended':
      return broken(
        state,
        options,
        streamFailure('interrupted', 'The answer ended before its end mark.', options),
      )
    case 'failed':
      return broken(state, options, part.failure)
    default:
      return assertNever(part, 'provider part')
  }
}

function open(
  state: Streaming,
  id: string,
  kind: OpenBlock['kind'],
  options: StreamOptions,
  event: (block: string) => StreamEvent,
): Step {
  if (state.open.has(id)) return illegal(state, options, `block ${id} was opened twice`)
  if (state.opened >= MAX_BLOCKS) return illegal(state, options, `more than ${MAX_BLOCKS} blocks`)
  const block = `b${state.opened + 1}`
  const blocks = new Map(state.open).set(id, { block, kind, ended: false })
  return { state: { ...state, open: blocks, opened: state.opened + 1 }, events: [event(block)] }
}

function delta(
  state: Streaming,
  part: { type: string; id: string; text: string },
  kind: OpenBlock['kind'],
  options: StreamOptions,
  event: (block: string, text: string) => StreamEvent,
): Step {
  const known = state.open.get(part.id)
  if (!known || known.kind !== kind || known.ended)
    return illegal(state, options, `${part.type} for block ${part.id}, which is not open`)
  if (part.text === '') return { state, events: [] }
  const bytes = state.bytes + utf8Length(part.text)
  return { state: { ...state, bytes }, events: [event(known.block, part.text)] }
}

function close(state: Streaming, id: string, kind: OpenBlock['kind'], options: StreamOptions): Step {
  const known = state.open.get(id)
  if (!known || known.kind !== kind || known.ended)
    return illegal(state, options, `${kind}-end for block ${id}, which is not open`)
  const blocks = new Map(state.open)
  if (kind === 'call' && !options.closesBlocks) {
    blocks.set(id, { ...known, ended: true })
    return { state: { ...state, open: blocks }, events: [] }
  }
  blocks.delete(id)
  return { state: { ...state, open: blocks }, events: [{ type: 'block-end', block: known.block }] }
}

function finish(
  state: Streaming,
  part: Extract<ProviderPart, { type: 'finish' }>,
  options: StreamOptions,
): Step {
  const left = [...state.open.values()]
  if (left.some((block) => block.kind === 'call' && !block.ended))
    return illegal(state, options, 'the answer ended inside a tool call')
  // Text needs no end to be whole, and some servers leave it out.
  const ends = left.map((block): StreamEvent => ({ type: 'block-end', block: block.block }))
  const usage: StreamEvent = { type: 'usage', usage: tokenUsage(part.usage, state, options) }
  return over([...ends, usage, { type: 'end', reason: part.reason }])
}

/** Ends without the protocol's end; what was received still cost tokens. */
function broken(state: Streaming, options: StreamOptions, failure: RequestFailure): Step {
  const usage: StreamEvent[] =
    state.opened > 0 ? [{ type: 'usage', usage: tokenUsage(null, state, options) }] : []
  return over([...usage, failureEvent(failure)])
}

function illegal(state: Streaming, options: StreamOptions, what: string): Step {
  return broken(state, options, streamFailure('protocol', `Illegal stream: ${what}.`, options))
}

function over(events: StreamEvent[]): Step {
  return { state: { kind: 'over' }, events }
}

function failureEvent({ failure, retryable, retryAfterMs }: RequestFailure): StreamEvent {
  return { type: 'error', failure, retryable, retryAfterMs }
}

/** An answer that broke off may be asked for again if nothing of it was shown; a broken protocol stays broken. */
function streamFailure(
  code: 'interrupted' | 'protocol',
  detail: string,
  { server }: StreamOptions,
): RequestFailure {
  return {
    failure: { code, server, detail, status: null },
    retryable: code === 'interrupted',
    retryAfterMs: null,
  }
}

function freshId(callId: string | null, state: Streaming, options: StreamOptions): CallId {
  const taken = (id: string) => state.usedIds.has(id) || options.takenIds.has(id)
  if (callId !== null && callId.trim() !== '' && !taken(callId)) return callId
  for (;;) {
    const id = options.newCallId()
    if (!taken(id)) return id
  }
}

function tokenUsage(sent: ProviderUsage | null, state: Streaming, options: StreamOptions): TokenUsage {
  if (sent && sent.input > 0) return { ...sent, estimated: false }
  return {
    input: options.inputEstimate,
    output: estimateTokens(state.bytes),
    cachedInput: 0,
    estimated: true,
  }
}
