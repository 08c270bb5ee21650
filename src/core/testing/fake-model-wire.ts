// The wire formats of OpenAI chat completions and Anthropic messages, as the real services stream them. Pure: answers in,
// bytes out, so that tests may cut the bytes anywhere.

/** One thing a scripted answer contains. */
export type FakeBlock =
  | { text: string }
  | { reasoning: string }
  /** `args` as a string is sent as it is, so that it may be broken JSON; `id: null` leaves the identifier out. */
  | { call: string; args: unknown; id?: string | null }

/** An answer that is streamed. */
export type FakeStream = {
  blocks: FakeBlock[]
  /** Default: `calls` when there is a call, else `end`; null sends no stop reason at all. */
  stop?: 'end' | 'calls' | 'length' | 'refused' | null
  /** Null sends no token statistics. */
  usage?: { input: number; output: number; cached?: number } | null
  faults?: FakeFaults
}

/** What goes wrong, or only looks unusual, in a stream. */
export type FakeFaults = {
  /** Stops after this many bytes of the body, cleanly or by resetting the connection. */
  cutAfterBytes?: number
  cutBy?: 'end' | 'reset'
  /** Sends the body in chunks of this many bytes, each in a write of its own. */
  chunkBytes?: number
  lineEnd?: '\n' | '\r\n' | '\r'
  /** Comment and blank keep-alive lines between the events. */
  keepAlive?: boolean
  /** Spreads each event over several `data:` lines. */
  splitData?: boolean
  /** Puts an error object before the event with this number. */
  errorAt?: number
  error?: unknown
  /** Replaces the event with this number by text that is no JSON. */
  malformedAt?: number
  /** OpenAI: sends the deltas of several calls in turn instead of one call after the other. */
  interleave?: boolean
  /** Waits this long before the first event. */
  firstEventAfterMs?: number
  /** Sends the headers and the first `n` events, then nothing, until the client goes away. */
  stallAfterEvents?: number
  /** Sends the first blocks again and again until the client goes away or this many bytes were sent. */
  repeatToBytes?: number
}

/** One event of a stream: Anthropic names its events, OpenAI does not. */
export type WireEvent = { event: string | null; data: string }

/** The events of an answer as OpenAI-compatible servers stream them. */
export function openAiEvents(answer: FakeStream, model: string): WireEvent[] {
  const events: WireEvent[] = []
  const chunk = (choices: unknown[], more: object = {}) =>
    events.push({
      event: null,
      data: JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices,
        ...more,
      }),
    })
  const delta = (fields: object) => chunk([{ index: 0, delta: fields, finish_reason: null }])

  delta({ role: 'assistant', content: '' })
  const calls: { index: number; first: object; rest: object[] }[] = []
  for (const block of answer.blocks) {
    if ('text' in block) for (const text of pieces(block.text)) delta({ content: text })
    else if ('reasoning' in block)
      for (const text of pieces(block.reasoning)) delta({ reasoning_content: text })
    else calls.push(openAiCall(block, calls.length))
  }
  if (answer.faults?.interleave) {
    for (const call of calls) delta({ tool_calls: [call.first] })
    const longest = Math.max(0, ...calls.map((call) => call.rest.length))
    for (let at = 0; at < longest; at++) {
      const together = calls.map((call) => call.rest[at]).filter((part) => part !== undefined)
      delta({ tool_calls: together })
    }
  } else
    for (const call of calls) for (const part of [call.first, ...call.rest]) delta({ tool_calls: [part] })

  const stop = stopOf(answer)
  if (stop !== null) chunk([{ index: 0, delta: {}, finish_reason: OPENAI_STOP[stop] }])
  if (answer.usage !== null) {
    const { input, output, cached } = { ...DEFAULT_USAGE, ...answer.usage }
    const usage = {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
    }
    chunk([], { usage })
  }
  events.push({ event: null, data: '[DONE]' })
  return events
}

/** The events of an answer as Anthropic streams them. */
export function anthropicEvents(answer: FakeStream, model: string): WireEvent[] {
  const events: WireEvent[] = []
  const send = (type: string, fields: object = {}) =>
    events.push({ event: type, data: JSON.stringify({ type, ...fields }) })
  const { input, output, cached } = { ...DEFAULT_USAGE, ...answer.usage }
  const none = answer.usage === null
  const usage = none
    ? { input_tokens: 0, output_tokens: 0 }
    : { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: 1 }
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    usage,
  }
  send('message_start', { message })
  send('ping')
  answer.blocks.forEach((block, index) => {
    const delta = (fields: object) => send('content_block_delta', { index, delta: fields })
    if ('text' in block) {
      send('content_block_start', { index, content_block: { type: 'text', text: '' } })
      for (const text of pieces(block.text)) delta({ type: 'text_delta', text })
    } else if ('reasoning' in block) {
      send('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } })
      for (const text of pieces(block.reasoning)) delta({ type: 'thinking_delta', thinking: text })
      delta({ type: 'signature_delta', signature: 'c2lnbmF0dXJl' })
    } else {
      const id = block.id ?? `toolu_${index + 1}`
      send('content_block_start', {
        index,
        content_block: { type: 'tool_use', id, name: block.call, input: {} },
      })
      delta({ type: 'input_json_delta', partial_json: '' })
      for (const text of pieces(argsText(block.args))) delta({ type: 'input_json_delta', partial_json: text })
    }
    send('content_block_stop', { index })
  })
  const stop = stopOf(answer)
  if (stop !== null) {
    send('message_delta', {
      delta: { stop_reason: ANTHROPIC_STOP[stop], stop_sequence: null },
      usage: { output_tokens: none ? 0 : output },
    })
    send('message_stop')
  }
  return events
}

/** The lines of an answer as Ollama streams them in its own protocol. */
export function ollamaBytes(answer: FakeStream, model: string): Buffer {
  const lines: string[] = []
  const send = (message: object, more: object = {}) =>
    lines.push(
      JSON.stringify({
        model,
        created_at: '2025-01-01T00:00:00Z',
        message: { role: 'assistant', ...message },
        done: false,
        ...more,
      }),
    )
  for (const block of answer.blocks) {
    if ('text' in block) for (const text of pieces(block.text)) send({ content: text })
    else if ('reasoning' in block)
      for (const text of pieces(block.reasoning)) send({ content: '', thinking: text })
    else send({ content: '', tool_calls: [{ function: { name: block.call, arguments: block.args } }] })
  }
  const { input, output } = { ...DEFAULT_USAGE, ...answer.usage }
  const counts = answer.usage === null ? {} : { prompt_eval_count: input, eval_count: output }
  const stop = stopOf(answer)
  if (stop !== null)
    send(
      { content: '' },
      { done: true, done_reason: stop === 'length' ? 'length' : 'stop', total_duration: 1, ...counts },
    )
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  return answer.faults?.cutAfterBytes === undefined ? bytes : bytes.subarray(0, answer.faults.cutAfterBytes)
}

/** The bytes of the events, with the faults that change bytes. */
export function wireBytes(events: readonly WireEvent[], faults: FakeFaults = {}): Buffer {
  const end = faults.lineEnd ?? '\n'
  const lines: string[] = []
  events.forEach((event, number) => {
    if (faults.keepAlive) lines.push(': keep-alive', '', ':', '')
    if (faults.errorAt === number) {
      const error = faults.error ?? {
        message: 'The server is overloaded',
        type: 'overloaded_error',
        code: null,
      }
      const named = event.event !== null
      if (named) lines.push('event: error')
      lines.push(`data: ${JSON.stringify(named ? { type: 'error', error } : { error })}`, '')
    }
    if (event.event !== null) lines.push(`event: ${event.event}`)
    if (faults.malformedAt === number) lines.push('data: {"broken": tru', '')
    else if (faults.splitData && event.data !== '[DONE]')
      lines.push(
        ...JSON.stringify(JSON.parse(event.data), null, 1)
          .split('\n')
          .map((line) => `data: ${line}`),
        '',
      )
    else lines.push(`data: ${event.data}`, '')
  })
  const bytes = Buffer.from(lines.map((line) => `${line}${end}`).join(''))
  return faults.cutAfterBytes === undefined ? bytes : bytes.subarray(0, faults.cutAfterBytes)
}

type Stop = 'end' | 'calls' | 'length' | 'refused'
const OPENAI_STOP = { end: 'stop', calls: 'tool_calls', length: 'length', refused: 'content_filter' }
const ANTHROPIC_STOP = { end: 'end_turn', calls: 'tool_use', length: 'max_tokens', refused: 'refusal' }
const DEFAULT_USAGE = { input: 120, output: 34, cached: 0 }

function stopOf(answer: FakeStream): Stop | null {
  if (answer.stop !== undefined) return answer.stop
  return answer.blocks.some((block) => 'call' in block) ? 'calls' : 'end'
}

function openAiCall(block: { call: string; args: unknown; id?: string | null }, index: number) {
  const id = block.id === null ? {} : { id: block.id ?? `call_${index + 1}` }
  const first = { index, ...id, type: 'function', function: { name: block.call, arguments: '' } }
  const rest = pieces(argsText(block.args)).map((text) => ({ index, function: { arguments: text } }))
  return { index, first, rest }
}

function argsText(args: unknown): string {
  return typeof args === 'string' ? args : JSON.stringify(args)
}

/** Characters (not bytes) per delta: small enough that every text comes in several. */
const PIECE_CHARS = 7

function pieces(text: string): string[] {
  const characters = [...text]
  const parts: string[] = []
  for (let at = 0; at < characters.length; at += PIECE_CHARS)
    parts.push(characters.slice(at, at + PIECE_CHARS).join(''))
  return parts
}
