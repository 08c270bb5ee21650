import type { createAnthropic } from '@ai-sdk/anthropic'
import type { CallId } from '../../shared/ids'
import { isRecord } from '../../shared/is-record'
import type { ConnectionKind } from '../../shared/models'
import type { ModelImage, ModelMessage, ModelRequest, ToolCall, ToolResult } from '../ports'

/** A model of a provider package, at the level of its wire protocol. */
export type ProviderModel = ReturnType<ReturnType<typeof createAnthropic>>
export type ProviderOptions = Parameters<ProviderModel['doStream']>[0]
type Prompt = ProviderOptions['prompt']
type Tools = NonNullable<ProviderOptions['tools']>

/** Where Anthropic's prompt cache may end; other providers find repeated beginnings themselves. */
const CACHE_HERE = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/**
 * Puts a request into the form the provider packages take: the stable part first, the facts of this moment last (A-017,
 * The same request always gives the same bytes.
 */
export function providerPrompt(request: ModelRequest, kind: ConnectionKind): Prompt {
  const anthropic = kind === 'anthropic'
  const messages = anthropic ? request.messages : alternating(request)
  const prompt: Prompt = [
    {
      role: 'system',
      content: cleanText(request.system),
      ...(anthropic ? { providerOptions: CACHE_HERE } : {}),
    },
  ]
  messages.forEach((message, index) => {
    const cached = anthropic && index === messages.length - 1 ? { providerOptions: CACHE_HERE } : {}
    prompt.push({ ...promptMessage(message), ...cached })
  })
  if (anthropic && request.volatile !== '') prompt.push(userMessage(request.volatile))
  return prompt
}

/** The tools as schemas; none of them is executed by a provider package. */
export function providerTools(request: ModelRequest): Tools {
  return request.tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
  }))
}

/** Every call identifier the history holds. */
export function usedCallIds(messages: readonly ModelMessage[]): Set<CallId> {
  const ids = new Set<CallId>()
  for (const message of messages)
    if (message.role === 'assistant') for (const call of message.calls) ids.add(call.callId)
  return ids
}

/** All text of a request, for an estimate of its tokens. */
export function requestText(request: ModelRequest): string {
  const texts = [request.system, JSON.stringify(request.tools), request.volatile]
  for (const message of request.messages) {
    if (message.role === 'tool') for (const one of message.results) texts.push(one.text)
    else texts.push(message.text)
    if (message.role === 'assistant') for (const call of message.calls) texts.push(call.tool, call.argsText)
  }
  return texts.join('\n')
}

function promptMessage(message: ModelMessage): Prompt[number] {
  switch (message.role) {
    case 'user':
      return userMessage(message.text, message.images)
    case 'assistant': {
      const text = message.text === '' ? [] : [{ type: 'text' as const, text: cleanText(message.text) }]
      return { role: 'assistant', content: [...text, ...message.calls.map(callPart)] }
    }
    case 'tool':
      return { role: 'tool', content: message.results.map(resultPart) }
  }
}

function userMessage(words: string, images: readonly ModelImage[] = []): Prompt[number] {
  const text = cleanText(withMissingImages(words, images))
  const files = images.flatMap(({ content }) =>
    content === null ? [] : [{ type: 'file' as const, mediaType: content.type, data: content.base64 }],
  )
  return { role: 'user', content: [...files, ...(text === '' ? [] : [{ type: 'text' as const, text }])] }
}

/** The words, and behind them which images of the message are not sent. */
export function withMissingImages(words: string, images: readonly ModelImage[] = []): string {
  const missing = images.filter(({ content }) => content === null)
  const notes = missing.map(
    ({ name, width, height }) => `[Image ${name}, ${width} × ${height} pixels, cannot be shown to you]`,
  )
  return [words, ...notes].filter((part) => part !== '').join('\n\n')
}

function callPart(call: ToolCall) {
  const input = isRecord(call.input) ? call.input : {}
  return { type: 'tool-call' as const, toolCallId: wireCallId(call.callId), toolName: call.tool, input }
}

function resultPart(result: ToolResult) {
  const value = cleanText(result.text) || '(empty)'
  const output = { type: result.isError ? ('error-text' as const) : ('text' as const), value }
  return {
    type: 'tool-result' as const,
    toolCallId: wireCallId(result.callId),
    toolName: result.tool,
    output,
  }
}

/** Longest call identifier every provider takes. */
const CALL_ID_MAX_CHARS = 40

/**
 * A chat may change its model, and what one provider calls a call another refuses: Anthropic takes letters, digits, `_`
 * and `-`, OpenAI at most 40 characters. Others get a stand-in that is always the same.
 */
function wireCallId(id: CallId): string {
  if (/^[\w-]+$/.test(id) && id.length <= CALL_ID_MAX_CHARS) return id
  let hash = 0xcbf29ce484222325n
  for (let at = 0; at < id.length; at++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(id.charCodeAt(at))) * 0x100000001b3n)
  return `call_${hash.toString(16)}`
}

/**
 * The messages with the facts of this moment as the last one. Chat templates of local models often insist that
 * user and assistant alternate, so messages of the user that follow each other are one.
 */
export function alternating(request: ModelRequest): ModelMessage[] {
  const joined: ModelMessage[] = []
  for (const message of withVolatile(request)) {
    const last = joined.at(-1)
    if (message.role === 'user' && last?.role === 'user') joined[joined.length - 1] = together(last, message)
    else joined.push(message)
  }
  return joined
}

type UserMessage = Extract<ModelMessage, { role: 'user' }>

function together(one: UserMessage, other: UserMessage): UserMessage {
  const images = [...(one.images ?? []), ...(other.images ?? [])]
  const text = [one.text, other.text].filter((part) => part !== '').join('\n\n')
  return { role: 'user', text, ...(images.length > 0 ? { images } : {}) }
}

function withVolatile(request: ModelRequest): ModelMessage[] {
  if (request.volatile === '') return request.messages
  return [...request.messages, { role: 'user', text: request.volatile }]
}

/** Half of a surrogate pair, left by a cut, makes a request invalid for some providers. */
export function cleanText(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
