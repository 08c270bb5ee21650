import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Millis } from '../../shared/ids'
import type { ConnectionKind } from '../../shared/models'
import type { Clock } from '../clock'
import { type Disposable, disposable } from '../disposable'
import type { Ids, ModelClient, ModelRequest, ResolvedModel, StreamEvent } from '../ports'
import { providerWords } from './failure-words'
import { describeFailure, NamedFailure } from './failures'
import { createHttpFetch, type Fetch } from './http-fetch'
import { ollamaParts } from './ollama'
import {
  type ProviderModel,
  type ProviderOptions,
  providerPrompt,
  providerTools,
  usedCallIds,
} from './provider-prompt'
import { requestTokens } from './request-tokens'
import { createPartTranslator, isMissingFinish } from './sdk-parts'
import { advanceStream, type ProviderPart, STREAM_START, type StreamOptions } from './stream-machine'
import { createTextCallReader, withTextCalls } from './text-calls'

/** How long a server may send nothing at all, before and within an answer; slow local models read long prompts. */
export const SILENCE_LIMIT_MS: Millis = 5 * 60_000
/** Longest error text that is read from an answer that should have been a stream. */
const WRONG_BODY_MAX_CHARS = 4096

export type SdkClientDeps = {
  clock: Clock
  ids: Ids
  /** For tests; the default speaks HTTP and reports every arrival of bytes. */
  createFetch?: (onActivity: () => void) => Fetch
  silenceLimitMs?: Millis
}

/**
 * A model behind OpenAI's, Anthropic's or Ollama's protocol. One without tool calling of its own is offered the tools
 * as text. It works on the wire level of the provider packages,
 * which parse the bytes but execute no tools and repeat nothing: both are ours. An aborted
 * stream ends without a terminal event; every other stream ends with exactly one. The connection is closed as
 * soon as the consumer returns or aborts.
 */
export function createSdkClient(resolved: ResolvedModel, deps: SdkClientDeps): ModelClient {
  return { stream: (request, signal) => streamAnswer(resolved, request, signal, deps) }
}

async function* streamAnswer(
  resolved: ResolvedModel,
  request: ModelRequest,
  signal: AbortSignal,
  deps: SdkClientDeps,
): AsyncGenerator<StreamEvent, void, undefined> {
  if (signal.aborted) return
  const anthropic = resolved.connection.kind === 'anthropic'
  const calledByText = !resolved.model.tools && request.tools.length > 0
  const sent = calledByText ? withTextCalls(request) : request
  const connection = new AbortController()
  const silence = createSilenceTimer(deps.clock, deps.silenceLimitMs ?? SILENCE_LIMIT_MS, (limit) =>
    connection.abort(new NamedFailure('silent', `Nothing arrived for ${Math.round(limit / 1000)} s.`, false)),
  )
  const onAbort = () => connection.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })

  let responded = false
  const fetch = (deps.createFetch ?? createHttpFetch)(silence.restart)
  const watched: Fetch = async (input, init) => {
    const response = await fetch(input, init)
    responded = response.ok
    if (response.ok) await refuseOtherThanStream(response)
    return response
  }
  const failed = (error: unknown): ProviderPart => {
    // The provider packages report an abort as an error of their own; what aborted it says more.
    const cause = connection.signal.aborted ? connection.signal.reason : error
    const { connection: place, apiKey } = resolved
    const secrets = [apiKey ?? '', ...Object.values(place.headers)]
    const context = { server: place.label, secrets, now: deps.clock.now(), responded }
    return { type: 'failed', failure: describeFailure(cause, context) }
  }

  const kind = resolved.connection.kind
  const source = () =>
    kind === 'ollama'
      ? withFailures(ollamaParts(resolved, sent, watched, connection.signal), failed)
      : parts(
          providerModel(resolved, kind, watched),
          callOptions(resolved, sent, connection.signal),
          anthropic,
          failed,
        )
  const options: StreamOptions = {
    // The end of a call that is written as text is our reading of the text, not the protocol's.
    closesBlocks: (anthropic || kind === 'ollama') && !calledByText,
    takenIds: usedCallIds(request.messages),
    newCallId: () => deps.ids.next('call'),
    inputEstimate: requestTokens(sent),
    server: resolved.connection.label,
  }
  const textCalls = calledByText ? createTextCallReader() : null
  let state = STREAM_START
  try {
    for await (const said of source()) {
      if (signal.aborted) return
      for (const part of textCalls?.(said) ?? [said]) {
        const step = advanceStream(state, part, options)
        state = step.state
        yield* step.events
        if (state.kind === 'over') return
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    silence.dispose()
    connection.abort(new Error('The answer is no longer read'))
  }
}

/** What the provider says, ending with an end or a failure; never throws. */
async function* parts(
  model: ProviderModel,
  options: ProviderOptions,
  anthropic: boolean,
  failed: (error: unknown) => ProviderPart,
): AsyncGenerator<ProviderPart, void, undefined> {
  const translate = createPartTranslator(anthropic)
  try {
    const { stream } = await model.doStream(options)
    const reader = stream.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        if (value.type === 'error') {
          yield isMissingFinish(value.error) ? { type: 'source-ended' } : failed(value.error)
          return
        }
        yield* translate(value)
      }
    } finally {
      // Cancelling a stream that failed rejects with the same error again.
      reader.cancel().catch(() => {})
    }
    yield { type: 'source-ended' }
  } catch (error) {
    yield failed(error)
  }
}

/** The same parts; what is thrown becomes the last one. */
async function* withFailures(
  source: AsyncGenerator<ProviderPart, void, undefined>,
  failed: (error: unknown) => ProviderPart,
): AsyncGenerator<ProviderPart, void, undefined> {
  try {
    yield* source
  } catch (error) {
    yield failed(error)
  }
}

function callOptions(
  resolved: ResolvedModel,
  request: ModelRequest,
  abortSignal: AbortSignal,
): ProviderOptions {
  const { connection, model } = resolved
  const tools = providerTools(request)
  return {
    prompt: providerPrompt(request, connection.kind),
    ...(tools.length > 0 ? { tools, toolChoice: { type: 'auto' as const } } : {}),
    ...(model.maxOutput === null ? {} : { maxOutputTokens: model.maxOutput }),
    abortSignal,
  }
}

/**
 * Every setting that the packages would else read from the environment is given, so that neither a key nor an address
 * comes from anywhere but the connection.
 */
function providerModel(
  { connection, model, apiKey }: ResolvedModel,
  kind: Exclude<ConnectionKind, 'ollama'>,
  fetch: Fetch,
): ProviderModel {
  const { headers } = connection
  const baseURL = connection.baseUrl.replace(/\/+$/, '')
  switch (kind) {
    case 'anthropic':
      return createAnthropic({ baseURL, headers, apiKey: apiKey ?? '', fetch })(model.id)
    case 'openai':
      return createOpenAI({ baseURL, headers, apiKey: apiKey ?? '', fetch }).chat(model.id)
    case 'openai-compatible': {
      const key = apiKey === null ? {} : { apiKey }
      return createOpenAICompatible({ name: 'local', baseURL, headers, fetch, includeUsage: true, ...key })(
        model.id,
      )
    }
  }
}

/** A web page or a plain JSON answer with status 200 would otherwise look like a stream without events. */
async function refuseOtherThanStream(response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (!/^\s*(text\/html|application\/json)\s*(;|$)/i.test(type)) return
  const body = (await response.text()).slice(0, WRONG_BODY_MAX_CHARS)
  const words = /json/i.test(type) ? providerWords(body).message : ''
  throw new NamedFailure('protocol', words || `The address answers with ${type}, not with a stream.`, false)
}

/** Fires when nothing restarts it for the limit. */
function createSilenceTimer(
  clock: Clock,
  limit: Millis,
  onSilence: (limit: Millis) => void,
): Disposable & { restart(): void } {
  let last = clock.now()
  let timer: Disposable | null = null
  // One timer for the whole stream: arrivals only move the deadline.
  const arm = (ms: Millis) => {
    timer = clock.setTimer(ms, () => {
      const quiet = clock.now() - last
      if (quiet >= limit) onSilence(limit)
      else arm(limit - quiet)
    })
  }
  arm(limit)
  return {
    restart: () => {
      last = clock.now()
    },
    dispose: disposable(() => timer?.dispose()).dispose,
  }
}
