import { z } from 'zod'
import type { ModelImage, ModelMessage, ModelRequest, ResolvedModel } from '../ports'
import { NamedFailure } from './failures'
import { type Fetch, STREAM_LINE_MAX_BYTES } from './http-fetch'
import { alternating, cleanText, withMissingImages } from './provider-prompt'
import type { EndReason, ProviderPart } from './stream-machine'

/**
 * Tokens of context that Ollama is asked for while nothing else is set. Its own default of a few thousand cuts
 * the beginning of a chat off without a word; much more can fill the memory of a graphics card. A model that was trained
 * for less is given less by Ollama itself.
 */
export const OLLAMA_WINDOW = 16_384

/** The address of the server itself; people enter it with the path of one of its protocols. */
export function ollamaRoot(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/(v1|api)$/, '')
}

/**
 * What a model says in Ollama's own protocol: one JSON object a line. The request asks for the context window
 * that Vigil counts with, which the OpenAI-compatible address of the same server cannot.
 * @throws what `describeFailure` understands
 */
export async function* ollamaParts(
  resolved: ResolvedModel,
  request: ModelRequest,
  fetch: Fetch,
  signal: AbortSignal,
): AsyncGenerator<ProviderPart, void, undefined> {
  const { connection, apiKey } = resolved
  const response = await fetch(`${ollamaRoot(connection.baseUrl)}/api/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      ...connection.headers,
    },
    body: JSON.stringify(ollamaBody(resolved, request)),
    signal,
  })
  if (!response.ok) throw await httpFailure(response)
  const read = createOllamaReader()
  for await (const line of lines(response)) yield* read(line)
  yield { type: 'source-ended' }
}

/** The body of a request; the same request always gives the same bytes. */
export function ollamaBody({ model }: ResolvedModel, request: ModelRequest): Record<string, unknown> {
  const tools = request.tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
  return {
    model: model.id,
    stream: true,
    messages: [
      { role: 'system', content: cleanText(request.system) },
      ...alternating(request).flatMap(ollamaMessages),
    ],
    ...(tools.length > 0 ? { tools } : {}),
    options: {
      num_ctx: model.contextWindow ?? OLLAMA_WINDOW,
      ...(model.maxOutput === null ? {} : { num_predict: model.maxOutput }),
    },
  }
}

function imagesOf(images: readonly ModelImage[] = []): { images?: string[] } {
  const sent = images.flatMap(({ content }) => content?.base64 ?? [])
  return sent.length === 0 ? {} : { images: sent }
}

function ollamaMessages(message: ModelMessage): Record<string, unknown>[] {
  switch (message.role) {
    case 'user':
      return [
        {
          role: 'user',
          content: cleanText(withMissingImages(message.text, message.images)),
          ...imagesOf(message.images),
        },
      ]
    case 'assistant': {
      const calls = message.calls.map(({ tool, input }) => ({
        function: { name: tool, arguments: input ?? {} },
      }))
      return [
        {
          role: 'assistant',
          content: cleanText(message.text),
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
      ]
    }
    case 'tool':
      return message.results.map(({ tool, text }) => ({
        role: 'tool',
        tool_name: tool,
        content: cleanText(text) || '(empty)',
      }))
  }
}

const lineSchema = z.object({
  error: z.union([z.string(), z.object({ message: z.string() })]).optional(),
  message: z
    .object({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z
        .array(
          z.object({
            id: z.string().nullish(),
            // Checked by the tool itself: what the model wrote is handed on as it is.
            function: z.object({ name: z.string(), arguments: z.unknown() }),
          }),
        )
        .nullish(),
    })
    .optional(),
  done: z.boolean().optional(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nonnegative().nullish(),
  eval_count: z.number().nonnegative().nullish(),
})

/** Reads one line after the other; calls come whole, text and reasoning in pieces. */
export function createOllamaReader(): (line: string) => ProviderPart[] {
  let open: { kind: 'text' | 'reasoning'; id: string } | null = null
  let blocks = 0
  let calls = 0

  const end = (): ProviderPart[] => {
    if (open === null) return []
    const { kind, id } = open
    open = null
    return [{ type: `${kind}-end`, id }]
  }
  const piece = (kind: 'text' | 'reasoning', text: string): ProviderPart[] => {
    if (text === '') return []
    if (open?.kind === kind) return [{ type: `${kind}-delta`, id: open.id, text }]
    const before = end()
    open = { kind, id: `b${++blocks}` }
    return [...before, { type: `${kind}-start`, id: open.id }, { type: `${kind}-delta`, id: open.id, text }]
  }

  return (line) => {
    const value = parsedLine(line)
    if (value.error !== undefined)
      throw { error: typeof value.error === 'string' ? { message: value.error } : value.error }
    const parts: ProviderPart[] = [
      ...piece('reasoning', value.message?.thinking ?? ''),
      ...piece('text', value.message?.content ?? ''),
    ]
    for (const { id, function: called } of value.message?.tool_calls ?? []) {
      const block = `c${++calls}`
      const args = called.arguments ?? {}
      parts.push(
        ...end(),
        { type: 'call-start', id: block, callId: id ?? null, tool: called.name },
        { type: 'call-delta', id: block, text: typeof args === 'string' ? args : JSON.stringify(args) },
        { type: 'call-end', id: block },
      )
    }
    if (value.done) {
      const { prompt_eval_count: input, eval_count: output } = value
      const usage = input && output ? { input, output, cachedInput: 0 } : null
      parts.push(...end(), { type: 'finish', reason: endReason(value.done_reason, calls), usage })
    }
    return parts
  }
}

function endReason(said: string | null | undefined, calls: number): EndReason {
  if (said === 'length') return 'length'
  if (calls > 0) return 'tool-calls'
  return said === 'stop' || !said ? 'stop' : 'other'
}

function parsedLine(line: string): z.infer<typeof lineSchema> {
  const wrong = () => new NamedFailure('protocol', `not Ollama's protocol: ${line.slice(0, 120)}`, false)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw wrong()
  }
  const read = lineSchema.safeParse(value)
  if (!read.success) throw wrong()
  return read.data
}

/** The lines of a body that are not blank. */
async function* lines(response: Response): AsyncGenerator<string, void, undefined> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += value ?? ''
      const whole = rest.split('\n')
      rest = done ? '' : (whole.pop() ?? '')
      for (const line of whole) if (line.trim() !== '') yield line
      if (done) return
      if (rest.length > STREAM_LINE_MAX_BYTES)
        throw new NamedFailure('protocol', 'One line of the answer is too long.', false)
    }
  } finally {
    // Cancelling a stream that failed rejects with the same error again.
    reader.cancel().catch(() => {})
  }
}

/** An answer with an error status, in the form that failures are read from. */
async function httpFailure(response: Response): Promise<Error> {
  const responseBody = await response.text()
  return Object.assign(new Error(`The server answered with status ${response.status}.`), {
    statusCode: response.status,
    responseBody,
    responseHeaders: Object.fromEntries(response.headers),
  })
}
