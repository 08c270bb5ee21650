import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelRequest, ResolvedModel, StreamEvent } from '../ports'
import { createFakeClock } from '../testing/fake-clock'
import { createFakeIds } from '../testing/fake-ids'
import { callTools, type FakeModelServer, say, startFakeModelServer } from '../testing/fake-model-server'
import { type FakeStream, ollamaBytes } from '../testing/fake-model-wire'
import { resolvedModel } from '../testing/resolved-model'
import type { Fetch } from './http-fetch'
import { OLLAMA_WINDOW, ollamaBody } from './ollama'
import { createSdkClient } from './sdk-client'

const REQUEST: ModelRequest = {
  system: 'You are a test.',
  tools: [{ name: 'shell', description: 'Runs', inputSchema: { type: 'object' } }],
  messages: [{ role: 'user', text: 'hi' }],
  volatile: '',
}
const ANSWER: FakeStream = {
  blocks: [
    { reasoning: 'Хм 🤔' },
    { text: 'Я смотрю.\n"ok"' },
    { call: 'shell', args: { command: 'echo "é😀"' } },
    { call: 'shell', args: { command: 'ls' } },
  ],
  usage: { input: 7, output: 9 },
}

const model = (baseUrl: string, contextWindow: number | null = null) =>
  resolvedModel('ollama', baseUrl, {
    connection: { label: 'Ollama' },
    model: { id: 'qwen3', contextWindow },
  })

let server: FakeModelServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function eventsOf(resolved: ResolvedModel, fetch?: Fetch): Promise<StreamEvent[]> {
  const createFetch = fetch === undefined ? {} : { createFetch: () => fetch }
  const client = createSdkClient(resolved, {
    clock: createFakeClock(),
    ids: createFakeIds(),
    ...createFetch,
  })
  const events: StreamEvent[] = []
  for await (const event of client.stream(REQUEST, new AbortController().signal)) events.push(event)
  return events
}

/** Text, reasoning and arguments joined, so that pieces of any size compare. */
function joined(events: readonly StreamEvent[]): unknown[] {
  const seen: unknown[] = []
  for (const event of events) {
    const last = seen.at(-1)
    if (event.type.endsWith('-delta') && 'text' in event) {
      if (Array.isArray(last) && last[0] === event.type) last[1] += event.text
      else seen.push([event.type, event.text])
    } else seen.push(event)
  }
  return seen
}

describe('a model in Ollama’s own protocol (A-154)', () => {
  it('gives reasoning, text, calls and counts over HTTP, and is asked for the window Vigil counts with (A-156)', async () => {
    server = await startFakeModelServer({ product: 'Ollama' })
    server.script(ANSWER, say('again'))
    expect(joined(await eventsOf(model(server.url, 8192)))).toEqual([
      { type: 'reasoning-start', block: 'b1' },
      ['reasoning-delta', 'Хм 🤔'],
      { type: 'block-end', block: 'b1' },
      { type: 'text-start', block: 'b2' },
      ['text-delta', 'Я смотрю.\n"ok"'],
      { type: 'block-end', block: 'b2' },
      { type: 'call-start', block: 'b3', callId: 'call-1', tool: 'shell' },
      ['call-delta', '{"command":"echo \\"é😀\\""}'],
      { type: 'block-end', block: 'b3' },
      { type: 'call-start', block: 'b4', callId: 'call-2', tool: 'shell' },
      ['call-delta', '{"command":"ls"}'],
      { type: 'block-end', block: 'b4' },
      { type: 'usage', usage: { input: 7, output: 9, cachedInput: 0, estimated: false } },
      { type: 'end', reason: 'tool-calls' },
    ])
    await eventsOf(model(`${server.url}/v1`))
    const [first, second] = server.chats
    expect(first).toMatchObject({ path: '/api/chat', body: { options: { num_ctx: 8192 }, stream: true } })
    expect(second?.body).toMatchObject({ options: { num_ctx: OLLAMA_WINDOW } })
  })

  it('means the same wherever its bytes are cut (A-074, A-075)', async () => {
    const bytes = ollamaBytes(ANSWER, 'm')
    const cutAt = (places: number[]): Fetch => {
      const ends = [...new Set([...places.map((at) => at % bytes.length), bytes.length])].sort(
        (a, b) => a - b,
      )
      const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
      return async () => new Response(bodyOf(chunks), { headers: { 'content-type': 'application/x-ndjson' } })
    }
    const whole = joined(await eventsOf(model('http://127.0.0.1:9'), cutAt([])))
    const everyByte = Array.from(bytes, (_byte, at) => at)
    expect(joined(await eventsOf(model('http://127.0.0.1:9'), cutAt(everyByte)))).toEqual(whole)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (places) => {
        expect(joined(await eventsOf(model('http://127.0.0.1:9'), cutAt(places)))).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  })

  it('breaks off as an interrupted answer, never as a finished one (A-080)', async () => {
    server = await startFakeModelServer({ product: 'Ollama' })
    server.script({ ...say('half of it'), stop: null })
    expect((await eventsOf(model(server.url))).at(-1)).toMatchObject({
      type: 'error',
      failure: { code: 'interrupted' },
    })
  })

  it.each([
    [{ status: 404, body: { error: "model 'x' not found" } }, 'model-missing'],
    [{ status: 500, body: { error: 'llama runner process has terminated' } }, 'overloaded'],
    [{ status: 401, body: 'no' }, 'auth'],
  ] as const)('tells %j as %s (A-159)', async (answer, code) => {
    server = await startFakeModelServer({ product: 'Ollama' })
    server.script(answer)
    expect(await eventsOf(model(server.url))).toMatchObject([{ type: 'error', failure: { code } }])
  })

  it('tells an error in the middle of the answer, and what is no line of it (A-079)', async () => {
    const said =
      (text: string): Fetch =>
      async () =>
        new Response(bodyOf([Buffer.from(text)]))
    const begun = '{"message":{"content":"x"}}\n'
    const error = await eventsOf(model('http://127.0.0.1:9'), said(`${begun}{"error":"out of memory"}\n`))
    expect(error.at(-1)).toMatchObject({ type: 'error', failure: { detail: 'out of memory' } })
    const broken = await eventsOf(model('http://127.0.0.1:9'), said(`${begun}oops\n`))
    expect(broken.at(-1)).toMatchObject({ type: 'error', failure: { code: 'protocol' } })
  })

  it('hears of calls and results by name, and of this moment last (A-017, A-018)', () => {
    const request: ModelRequest = {
      ...REQUEST,
      messages: [
        { role: 'user', text: 'run it' },
        {
          role: 'assistant',
          text: '',
          calls: [{ callId: 'c1', tool: 'shell', argsText: '{}', input: { command: 'ls' } }],
        },
        { role: 'tool', results: [{ callId: 'c1', tool: 'shell', text: '', isError: false }] },
      ],
      volatile: 'Running: nothing.',
    }
    expect(ollamaBody(model('http://h'), request).messages).toEqual([
      { role: 'system', content: 'You are a test.' },
      { role: 'user', content: 'run it' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'shell', arguments: { command: 'ls' } } }],
      },
      { role: 'tool', tool_name: 'shell', content: '(empty)' },
      { role: 'user', content: 'Running: nothing.' },
    ])
  })

  it('calls tools as another protocol would', async () => {
    server = await startFakeModelServer({ product: 'Ollama' })
    server.script(callTools([{ tool: 'shell', args: { command: 'pwd' } }], 'Now.'))
    const events = await eventsOf(model(server.url))
    expect(events.filter((event) => event.type === 'call-start')).toHaveLength(1)
  })
})

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(new Uint8Array(chunk))
      controller.close()
    },
  })
}
