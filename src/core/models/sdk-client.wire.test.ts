import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelRequest, StreamEvent } from '../ports'
import { createFakeClock } from '../testing/fake-clock'
import { createFakeIds } from '../testing/fake-ids'
import { anthropicEvents, type FakeStream, openAiEvents, wireBytes } from '../testing/fake-model-wire'
import { resolvedModel } from '../testing/resolved-model'
import type { Fetch } from './http-fetch'
import { createSdkClient } from './sdk-client'

// The bytes of a server are handed to the client without a network, cut in every way that a network could cut them.

const KINDS = ['openai-compatible', 'openai', 'anthropic'] as const
type ConnectionKind = (typeof KINDS)[number]

const REQUEST: ModelRequest = {
  system: 'You are a test.',
  tools: [{ name: 'shell', description: 'Runs a command', inputSchema: { type: 'object', properties: {} } }],
  messages: [{ role: 'user', text: 'hi' }],
  volatile: '',
}

/** Short enough to be cut at every byte, with characters and escapes that cuts can fall into. */
const SHORT: FakeStream = {
  blocks: [{ text: 'é🚀\n"' }, { call: 'sh', args: '{"é":1}', id: 'c1' }],
  usage: { input: 9, output: 9 },
}

/** Text of several scripts with escapes and emoji, so that cuts fall inside characters and escape sequences. */
const ANSWER: FakeStream = {
  blocks: [
    { text: 'Привет, "мир"\n\t🚀 日本 \\u0041' },
    { call: 'shell', args: { command: 'echo "é😀" && printf \'\\n\'' }, id: 'call_a' },
    { call: 'shell', args: { command: 'ls' }, id: 'call_b' },
  ],
}

const model = (kind: ConnectionKind) =>
  resolvedModel(kind, 'http://127.0.0.1:9/v1', {
    model: { id: 'm', maxOutput: 1000 },
    apiKey: 'key-for-tests-only',
  })

function bytesOf(kind: ConnectionKind, answer: FakeStream): Buffer {
  const events = kind === 'anthropic' ? anthropicEvents(answer, 'm') : openAiEvents(answer, 'm')
  return wireBytes(events, answer.faults)
}

/** A server that answers with these chunks and then ends or breaks. */
function fetchOf(chunks: readonly Uint8Array[], breaks = false): Fetch {
  return async () => {
    let next = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks[next++]
        if (chunk) controller.enqueue(chunk)
        else if (breaks) controller.error(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }))
        else controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

async function events(kind: ConnectionKind, fetch: Fetch): Promise<StreamEvent[]> {
  const client = createSdkClient(model(kind), {
    clock: createFakeClock(),
    ids: createFakeIds(),
    createFetch: () => fetch,
  })
  const all: StreamEvent[] = []
  for await (const event of client.stream(REQUEST, new AbortController().signal)) all.push(event)
  return all
}

function cut(bytes: Buffer, at: readonly number[]): Buffer[] {
  const points = [0, ...[...at].sort((a, b) => a - b), bytes.length]
  return points.slice(1).map((end, index) => bytes.subarray(points[index], end))
}

/** The texts of an answer per block, and how it ended. */
function summary(all: readonly StreamEvent[]) {
  const texts = new Map<string, string>()
  const closed = new Set<string>()
  for (const event of all) {
    if (event.type === 'text-delta' || event.type === 'call-delta' || event.type === 'reasoning-delta')
      texts.set(event.block, (texts.get(event.block) ?? '') + event.text)
    if (event.type === 'block-end') closed.add(event.block)
  }
  return { texts: [...texts.values()], closed: closed.size, last: all.at(-1) }
}

/** Both OpenAI packages share one parser of bytes, so one of them is cut everywhere and the other here and there. */
const CUT_STEP = { 'openai-compatible': 1, openai: 7, anthropic: 1 }

/** Streams with every field that providers send, also those that nobody here reads. */
const RECORDED = { 'openai-compatible': 'openai.sse', openai: 'openai.sse', anthropic: 'anthropic.sse' }

describe.each(KINDS)('a recorded stream of %s', { timeout: 60_000 }, (kind) => {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures', RECORDED[kind]))

  it('becomes reasoning, text, two calls and statistics (A-066…A-071)', async () => {
    const all = await events(kind, fetchOf([bytes]))
    const { texts, closed, last } = summary(all)
    expect(texts).toEqual([
      ...(kind === 'anthropic' ? ['Сначала файл, потом тест.'] : []),
      'Okay, let’s look at it 🚀:',
      '{"path": "src/tax.ts"}',
      '{}',
    ])
    expect(closed).toBe(texts.length)
    expect(all.at(-2)).toEqual({
      type: 'usage',
      usage: { input: 600, output: 89, cachedInput: 128, estimated: false },
    })
    expect(last).toEqual({ type: 'end', reason: 'tool-calls' })
  })

  it('gives the same events cut at every byte, at any single byte and at random (A-074, A-075)', async () => {
    const whole = JSON.stringify(await events(kind, fetchOf([bytes])))
    const expectSame = async (at: readonly number[]) => {
      const got = JSON.stringify(await events(kind, fetchOf(cut(bytes, at))))
      if (got !== whole) expect(`cut at ${at}: ${got}`).toBe(whole)
    }
    await expectSame([...bytes.keys()].slice(1))
    for (let at = 1; at < bytes.length; at += CUT_STEP[kind]) await expectSame([at])
    const points = fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 60 })
    await fc.assert(fc.asyncProperty(points, expectSame), { numRuns: 60 })
  })
})

describe.each(KINDS)('bytes of %s', { timeout: 60_000 }, (kind) => {
  it('become typed events with text, calls, statistics and one end (A-066…A-070, A-072)', async () => {
    const all = await events(kind, fetchOf([bytesOf(kind, ANSWER)]))
    const { texts, closed, last } = summary(all)
    expect(texts).toEqual([
      'Привет, "мир"\n\t🚀 日本 \\u0041',
      JSON.stringify({ command: 'echo "é😀" && printf \'\\n\'' }),
      JSON.stringify({ command: 'ls' }),
    ])
    expect(closed).toBe(3)
    expect(all.filter((event) => event.type === 'call-start').map((event) => event.callId)).toEqual([
      'call_a',
      'call_b',
    ])
    expect(all.at(-2)).toEqual({
      type: 'usage',
      usage: { input: 120, output: 34, cachedInput: 0, estimated: false },
    })
    expect(last).toEqual({ type: 'end', reason: 'tool-calls' })
  })

  it('give the same events byte by byte as in one piece (A-074, A-075)', async () => {
    const bytes = bytesOf(kind, ANSWER)
    const whole = await events(kind, fetchOf([bytes]))
    const single = [...bytes].map((byte) => Uint8Array.of(byte))
    expect(await events(kind, fetchOf(single))).toEqual(whole)
  })

  it('give the same events for a cut at any single byte (A-074, A-075)', async () => {
    const bytes = bytesOf(kind, SHORT)
    const whole = JSON.stringify(await events(kind, fetchOf([bytes])))
    for (let at = 1; at < bytes.length; at += CUT_STEP[kind]) {
      const got = JSON.stringify(await events(kind, fetchOf(cut(bytes, [at]))))
      if (got !== whole) expect(`cut at ${at}: ${got}`).toBe(whole)
    }
  })

  it('give the same events for random cuts, line ends, comments and several data lines (A-074, A-079)', async () => {
    const whole = await events(kind, fetchOf([bytesOf(kind, ANSWER)]))
    const dressed = fc.record({
      lineEnd: fc.constantFrom('\n' as const, '\r\n' as const, '\r' as const),
      keepAlive: fc.boolean(),
      splitData: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(dressed, fc.array(fc.nat(), { maxLength: 60 }), async (faults, points) => {
        // A lone CR at the very end may still become CRLF, so a parser must wait; one more line lets it go on.
        const bytes = Buffer.concat([bytesOf(kind, { ...ANSWER, faults }), Buffer.from(': end\n\n')])
        const at = points.map((point) => point % bytes.length)
        expect(await events(kind, fetchOf(cut(bytes, at)))).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['ends', false],
    ['breaks', true],
  ])(
    'that stop early because the connection %s never look like a finished answer (A-080)',
    async (_how, breaks) => {
      const bytes = bytesOf(kind, SHORT)
      const whole = summary(await events(kind, fetchOf([bytes])))
      const stop = kind === 'anthropic' ? 'message_stop' : '"finish_reason":"tool_calls"'
      // Without the stop reason an answer is not done; only statistics and end marks after it may be missing.
      const doneFrom = bytes.indexOf(stop)
      for (let length = 0; length < bytes.length; length += breaks ? 9 : CUT_STEP[kind]) {
        const got = summary(await events(kind, fetchOf([bytes.subarray(0, length)], breaks)))
        const fits = got.texts.every((text, index) => whole.texts[index]?.startsWith(text))
        const ended = got.last?.type === 'end'
        const interrupted = got.last?.type === 'error' && got.last.failure.code === 'interrupted'
        const callsClosed = kind !== 'anthropic' && got.closed > 1
        if (!fits || (ended ? length < doneFrom : !interrupted || callsClosed))
          expect(`cut at ${length}: ${JSON.stringify(got)}`).toBe('')
      }
    },
  )
})

describe('unusual streams', () => {
  it.each(KINDS)(
    'an error object in mid-stream of %s ends the answer and keeps its text (A-079, A-163)',
    async (kind) => {
      const all = await events(kind, fetchOf([bytesOf(kind, { ...ANSWER, faults: { errorAt: 6 } })]))
      expect(summary(all).texts[0]).not.toBe('')
      expect(all.at(-2)).toMatchObject({ type: 'usage', usage: { estimated: true } })
      expect(all.at(-1)).toMatchObject({
        type: 'error',
        retryable: true,
        failure: { code: 'overloaded', detail: 'The server is overloaded', status: null },
      })
    },
  )

  it.each(KINDS)('an error object as the first event of %s is a failure with its own words', async (kind) => {
    const all = await events(kind, fetchOf([bytesOf(kind, { ...ANSWER, faults: { errorAt: 0 } })]))
    expect(all).toEqual([
      {
        type: 'error',
        retryable: true,
        retryAfterMs: null,
        failure: { code: 'overloaded', server: 'Fake', detail: 'The server is overloaded', status: null },
      },
    ])
  })

  it.each(KINDS)('malformed JSON in a stream of %s is a protocol error (A-073)', async (kind) => {
    for (const malformedAt of [0, 6]) {
      const all = await events(kind, fetchOf([bytesOf(kind, { ...ANSWER, faults: { malformedAt } })]))
      expect(all.at(-1)).toMatchObject({ type: 'error', retryable: false, failure: { code: 'protocol' } })
      expect(JSON.stringify(all.at(-1))).toContain('not valid JSON')
    }
  })

  it('an error as a bare text in mid-stream keeps its words', async () => {
    const bytes = Buffer.from('data: {"error":"model runner has unexpectedly stopped"}\n\n')
    for (const kind of ['openai-compatible', 'openai'] as const) {
      const all = await events(kind, fetchOf([bytes]))
      expect(JSON.stringify(all.at(-1))).toContain('model runner has unexpectedly stopped')
    }
  })

  it.each(KINDS)('statistics that %s does not send are estimated (A-071)', async (kind) => {
    const all = await events(kind, fetchOf([bytesOf(kind, { ...ANSWER, usage: null })]))
    const usage = all.find((event) => event.type === 'usage')?.usage
    expect(usage?.estimated).toBe(true)
    expect(usage?.input).toBeGreaterThan(10)
    expect(usage?.output).toBeGreaterThan(10)
    expect(all.at(-1)).toEqual({ type: 'end', reason: 'tool-calls' })
  })

  it('cached tokens are counted as part of the input', async () => {
    for (const kind of KINDS) {
      const answer = { ...ANSWER, usage: { input: 1000, output: 5, cached: 900 } }
      const all = await events(kind, fetchOf([bytesOf(kind, answer)]))
      const usage = all.find((event) => event.type === 'usage')?.usage
      expect(usage).toEqual({ input: 1000, output: 5, cachedInput: 900, estimated: false })
    }
  })

  it.each(['openai-compatible', 'openai'] as const)(
    'calls of %s without identifiers get distinct ones (A-078)',
    async (kind) => {
      const blocks = [
        { call: 'shell', args: { command: 'a' }, id: null },
        { call: 'shell', args: { command: 'b' }, id: null },
      ]
      const all = await events(kind, fetchOf([bytesOf(kind, { blocks })]))
      const ids = all.filter((event) => event.type === 'call-start').map((event) => event.callId)
      expect(new Set(ids).size).toBe(2)
      expect(ids.every((id) => id.length > 3)).toBe(true)
      expect(summary(all).texts).toEqual(['{"command":"a"}', '{"command":"b"}'])
    },
  )

  it.each(['openai-compatible', 'openai'] as const)(
    'interleaved calls of %s are assembled separately (A-076)',
    async (kind) => {
      const all = await events(kind, fetchOf([bytesOf(kind, { ...ANSWER, faults: { interleave: true } })]))
      expect(summary(all).texts.slice(1)).toEqual([
        JSON.stringify({ command: 'echo "é😀" && printf \'\\n\'' }),
        JSON.stringify({ command: 'ls' }),
      ])
    },
  )

  it('reasoning has blocks of its own (A-069)', async () => {
    for (const kind of ['openai-compatible', 'anthropic'] as const) {
      const blocks = [{ reasoning: 'Let me think.' }, { text: 'Done.' }]
      const all = await events(kind, fetchOf([bytesOf(kind, { blocks })]))
      const reasoning = all.filter((event) => event.type === 'reasoning-delta').map((event) => event.text)
      const text = all.filter((event) => event.type === 'text-delta').map((event) => event.text)
      expect([reasoning.join(''), text.join('')]).toEqual(['Let me think.', 'Done.'])
    }
  })

  it('arguments that are not JSON pass through as text, for an error result of that call only (A-077)', async () => {
    for (const kind of KINDS) {
      const blocks = [{ call: 'shell', args: '{"command": "ls' }]
      const all = await events(kind, fetchOf([bytesOf(kind, { blocks })]))
      expect(summary(all)).toMatchObject({ texts: ['{"command": "ls'], last: { type: 'end' } })
      expect(all.at(-3)?.type).toBe('block-end')
    }
  })

  it('a call without arguments closes without a delta or with an empty object (A-077)', async () => {
    for (const kind of KINDS) {
      const all = await events(kind, fetchOf([bytesOf(kind, { blocks: [{ call: 'shell', args: '' }] })]))
      expect(['', '{}']).toContain(summary(all).texts.join(''))
      expect(all.at(-3)?.type).toBe('block-end')
    }
  })

  it('arguments that came with the start of a call are not lost', async () => {
    const lines = bytesOf('anthropic', { blocks: [{ call: 'shell', args: '' }] })
      .toString()
      .replace('"input":{}', '"input":{"command":"ls"}')
    const all = await events('anthropic', fetchOf([Buffer.from(lines)]))
    expect(summary(all).texts).toEqual(['{"command":"ls"}'])
  })

  it('text that looks like a tool call stays text (A-081)', async () => {
    const text = '<tool_call>{"name":"shell","arguments":{"command":"rm -rf /"}}</tool_call>'
    for (const kind of KINDS) {
      const all = await events(kind, fetchOf([bytesOf(kind, { blocks: [{ text }] })]))
      expect(summary(all).texts).toEqual([text])
      expect(all.some((event) => event.type === 'call-start')).toBe(false)
    }
  })

  it.each([
    ['length', 'length'],
    ['refused', 'refused'],
    ['end', 'stop'],
  ] as const)('the stop reason %s is told (A-070)', async (stop, reason) => {
    for (const kind of KINDS) {
      const all = await events(kind, fetchOf([bytesOf(kind, { blocks: [{ text: 'x' }], stop })]))
      expect(all.at(-1)).toEqual({ type: 'end', reason })
    }
  })

  it('a web page or plain JSON with status 200 is a protocol error', async () => {
    const page: Fetch = async () =>
      new Response('<html>hi</html>', { headers: { 'content-type': 'text/html' } })
    const json: Fetch = async () => Response.json({ error: 'streaming is switched off' })
    expect((await events('openai-compatible', page)).at(-1)).toMatchObject({
      failure: { code: 'protocol', detail: 'The address answers with text/html, not with a stream.' },
    })
    expect((await events('openai', json)).at(-1)).toMatchObject({
      failure: { code: 'protocol', detail: 'streaming is switched off' },
    })
  })
})
