import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  anthropicEvents,
  type FakeBlock,
  type FakeStream,
  ollamaBytes,
  openAiEvents,
  type WireEvent,
  wireBytes,
} from './fake-model-wire'

/** An answer without a stream: an error of the server. */
export type FakeError = { status: number; body?: unknown; headers?: Record<string, string> }
export type FakeAnswer = FakeStream | FakeError

/** A request as it arrived. */
export type FakeRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** The parsed body of a chat request, else null. */
  body: Record<string, unknown> | null
}

/** Which server it plays; they list their models in their own ways. */
export type FakeProduct = 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM' | 'OpenAI' | 'Anthropic'

export type FakeModelServer = {
  /** `http://127.0.0.1:port`. */
  readonly url: string
  readonly port: number
  /** The address a connection of either protocol is given. */
  readonly baseUrl: string
  readonly requests: FakeRequest[]
  /** Chat requests only. */
  readonly chats: FakeRequest[]
  /** Streams that are open now, and how many ended because the client went away. */
  readonly open: number
  readonly clientGone: number
  /** Bytes of streams handed to the network. */
  readonly sentBytes: number
  /** Adds answers for the next chat requests, in order. */
  script(...answers: FakeAnswer[]): void
  /** Decides an answer by the request, once the script is used up. */
  otherwise(answer: (request: FakeRequest) => FakeAnswer): void
  close(): Promise<void>
}

export type FakeModelServerOptions = {
  product?: FakeProduct
  models?: string[]
  /** With a key every request without it is refused with 401. */
  key?: string
  /** 0 takes any free port. */
  port?: number
}

/**
 * A model server on loopback that speaks the real wire formats of OpenAI chat completions (`/v1/chat/completions`,
 * `/v1/models`, Ollama's and LM Studio's lists), Anthropic messages (`/v1/messages`) and Ollama (`/api/chat`), as
 * scripted. It needs nothing but Node.
 */
export async function startFakeModelServer(options: FakeModelServerOptions = {}): Promise<FakeModelServer> {
  const { product = 'OpenAI', models = ['fake-model'], key, port = 0 } = options
  const requests: FakeRequest[] = []
  const script: FakeAnswer[] = []
  let otherwise = (_request: FakeRequest): FakeAnswer => say('The script has no further answer.')
  const counts = { open: 0, clientGone: 0, sentBytes: 0 }

  const server = createServer((incoming, response) => {
    // A client that goes away in the middle is part of the tests.
    response.on('error', () => {})
    void readBody(incoming).then(async (body) => {
      const request: FakeRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body,
      }
      requests.push(request)
      if (key !== undefined && keyOf(request) !== key) return sendError(response, wrongKey(keyOf(request)))
      if (request.method === 'GET') return sendList(response, request.path, product, models)
      if (!isChat(request)) return sendError(response, { status: 404, body: 'Not Found' })
      const answer = script.shift() ?? otherwise(request)
      if ('status' in answer) return sendError(response, answer)
      await sendStream(response, request, answer, counts)
    })
  })
  await listen(server, port)
  const address = server.address() as AddressInfo
  const url = `http://127.0.0.1:${address.port}`
  return {
    url,
    port: address.port,
    baseUrl: `${url}/v1`,
    requests,
    get chats() {
      return requests.filter(isChat)
    },
    get open() {
      return counts.open
    },
    get clientGone() {
      return counts.clientGone
    },
    get sentBytes() {
      return counts.sentBytes
    },
    script: (...answers) => script.push(...answers),
    otherwise: (answer) => {
      otherwise = answer
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** An answer of plain text. */
export function say(text: string): FakeStream {
  return { blocks: [{ text }] }
}

/** An answer that calls tools, after an optional text. */
export function callTools(calls: { tool: string; args: unknown }[], text = ''): FakeStream {
  const before: FakeBlock[] = text === '' ? [] : [{ text }]
  return { blocks: [...before, ...calls.map(({ tool, args }) => ({ call: tool, args }))] }
}

function isChat(request: FakeRequest): boolean {
  return request.method === 'POST' && /\/(chat\/completions|messages|api\/chat)(\?|$)/.test(request.path)
}

function keyOf(request: FakeRequest): string | undefined {
  const bearer = request.headers.authorization?.replace(/^Bearer /, '')
  const own = request.headers['x-api-key']
  return bearer ?? (Array.isArray(own) ? own[0] : own)
}

/** Real providers repeat the key they refuse. */
function wrongKey(key: string | undefined): FakeError {
  const message = `Incorrect API key provided: ${key ?? 'none'}. You can find your API key in the settings.`
  return { status: 401, body: { error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } } }
}

function sendError(response: ServerResponse, { status, body, headers }: FakeError): void {
  const fallback = { error: { message: `Scripted failure ${status}`, type: 'server_error', code: null } }
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? fallback)
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(text)
}

function sendList(response: ServerResponse, path: string, product: FakeProduct, models: string[]): void {
  const answer = listAnswer(path, product, models)
  if (answer === null) sendError(response, { status: 404, body: '404 page not found' })
  else sendJson(response, answer)
}

function sendJson(response: ServerResponse, answer: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer))
}

const OWNERS: Record<FakeProduct, string> = {
  Ollama: 'library',
  'LM Studio': 'organization_owner',
  'llama.cpp': 'llamacpp',
  vLLM: 'vllm',
  OpenAI: 'openai',
  Anthropic: 'anthropic',
}

function listAnswer(path: string, product: FakeProduct, models: string[]): unknown {
  const bare = path.replace(/\?.*$/, '')
  if (bare === '/v1/models') {
    const data = models.map((id) => ({ id, object: 'model', created: 1, owned_by: OWNERS[product] }))
    // Ollama without models answers with null instead of an empty list.
    if (product === 'Ollama' && models.length === 0) return { object: 'list', data: null }
    if (product === 'vLLM')
      return { object: 'list', data: data.map((model) => ({ ...model, max_model_len: 32768 })) }
    if (product === 'llama.cpp')
      return { object: 'list', data: data.map((model) => ({ ...model, meta: { n_ctx_train: 131072 } })) }
    if (product === 'Anthropic')
      return { data: models.map((id) => ({ type: 'model', id, display_name: id })), has_more: false }
    return { object: 'list', data }
  }
  // llama.cpp also answers Ollama's list.
  if (bare === '/api/tags' && (product === 'Ollama' || product === 'llama.cpp'))
    return {
      models: models.map((name) => ({ name, model: name, modified_at: '2025-01-01T00:00:00Z', size: 1 })),
    }
  if (bare === '/props' && product === 'llama.cpp') return { default_generation_settings: { n_ctx: 16384 } }
  if (bare === '/api/version' && product === 'Ollama') return { version: '0.9.0' }
  if (bare === '/api/v0/models' && product === 'LM Studio')
    return {
      object: 'list',
      data: models.map((id) => ({
        id,
        object: 'model',
        type: 'llm',
        state: 'loaded',
        max_context_length: 40960,
      })),
    }
  // LM Studio answers everything else with 200 and an error.
  return product === 'LM Studio' ? { error: `Unexpected endpoint or method. (GET ${bare})` } : null
}

async function sendStream(
  response: ServerResponse,
  request: FakeRequest,
  answer: FakeStream,
  counts: { open: number; clientGone: number; sentBytes: number },
): Promise<void> {
  const { faults = {} } = answer
  const model = String(request.body?.model ?? 'fake-model')
  if (request.path.endsWith('/api/chat')) {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.end(ollamaBytes(answer, model))
    return
  }
  const events = /messages/.test(request.path) ? anthropicEvents(answer, model) : openAiEvents(answer, model)
  let ended = false
  counts.open++
  response.on('close', () => {
    counts.open--
    if (!ended) counts.clientGone++
  })
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  if (faults.firstEventAfterMs !== undefined) await wait(faults.firstEventAfterMs)
  for (const chunk of chunksOf(events, answer)) {
    if (response.destroyed) return
    counts.sentBytes += chunk.length
    if (!response.write(chunk))
      await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
    else if (faults.chunkBytes !== undefined) await new Promise((resolve) => setImmediate(resolve))
  }
  if (faults.stallAfterEvents !== undefined) return
  ended = true
  if (faults.cutAfterBytes !== undefined && faults.cutBy === 'reset') response.destroy()
  else response.end()
}

function* chunksOf(events: WireEvent[], { faults = {} }: FakeStream): Generator<Buffer> {
  const shown = faults.stallAfterEvents === undefined ? events : events.slice(0, faults.stallAfterEvents)
  if (faults.repeatToBytes !== undefined) {
    const body = wireBytes(events.slice(0, -3), faults)
    for (let sent = 0; sent < faults.repeatToBytes; sent += body.length) yield body
    yield wireBytes(events.slice(-3), faults)
    return
  }
  const bytes = wireBytes(shown, faults)
  const size = faults.chunkBytes ?? bytes.length
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
}
