import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Connection, ConnectionKind } from '../../shared/models'
import type { ModelRequest, ResolvedModel, StreamEvent } from '../ports'
import { createFakeClock, until } from '../testing/fake-clock'
import { createFakeIds } from '../testing/fake-ids'
import { callTools, type FakeModelServer, say, startFakeModelServer } from '../testing/fake-model-server'
import { resolvedModel } from '../testing/resolved-model'
import { createSdkClient, SILENCE_LIMIT_MS } from './sdk-client'

const KINDS: ConnectionKind[] = ['openai-compatible', 'openai', 'anthropic']

const REQUEST: ModelRequest = {
  system: 'You are a test.',
  tools: [
    {
      name: 'shell',
      description: 'Runs',
      inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
    },
  ],
  messages: [{ role: 'user', text: 'hi' }],
  volatile: '',
}

let server: FakeModelServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

async function start(options: Parameters<typeof startFakeModelServer>[0] = {}): Promise<FakeModelServer> {
  server = await startFakeModelServer(options)
  return server
}

const model = (
  kind: ConnectionKind,
  baseUrl: string,
  connection: Partial<Connection> = {},
  apiKey: string | null = null,
) => resolvedModel(kind, baseUrl, { connection, apiKey })

function setUp(resolved: ResolvedModel) {
  const clock = createFakeClock()
  const client = createSdkClient(resolved, { clock, ids: createFakeIds() })
  const abort = new AbortController()
  const stream = (request = REQUEST) => client.stream(request, abort.signal)
  const all = async (request = REQUEST) => {
    const events: StreamEvent[] = []
    for await (const event of stream(request)) events.push(event)
    return events
  }
  return { clock, abort, stream, all }
}

const texts = (events: StreamEvent[]) =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
const last = async (resolved: ResolvedModel) => (await setUp(resolved).all()).at(-1)

describe.each(KINDS)('a request to %s', (kind) => {
  it('streams over HTTP, also byte by byte (A-072, A-074)', async () => {
    const { baseUrl, script } = await start()
    script({ ...say('Hello, мир'), faults: { chunkBytes: 1, keepAlive: true } }, say('again'))
    const { all, clock } = setUp(model(kind, baseUrl))
    expect(texts(await all())).toBe('Hello, мир')
    expect(texts(await all())).toBe('again')
    expect(clock.pendingTimers).toBe(0)
  })

  it('carries the key and the extra headers of its connection and nothing from the environment (A-155, A-160)', async () => {
    const { baseUrl, requests } = await start()
    process.env.OPENAI_API_KEY = 'from-environment'
    process.env.ANTHROPIC_API_KEY = 'from-environment'
    try {
      await setUp(model(kind, baseUrl, { headers: { 'X-Team': 'blue' } })).all()
      await setUp(model(kind, baseUrl, {}, 'own-key')).all()
    } finally {
      delete process.env.OPENAI_API_KEY
      delete process.env.ANTHROPIC_API_KEY
    }
    expect(JSON.stringify(requests)).not.toContain('from-environment')
    expect(requests[0]?.headers['x-team']).toBe('blue')
    expect(JSON.stringify(requests[1]?.headers)).toContain('own-key')
  })

  it('sends system, tools and history, the stable part first and the same bytes again (A-017, A-018)', async () => {
    const fake = await start()
    const { baseUrl } = fake
    const request: ModelRequest = {
      ...REQUEST,
      messages: [
        { role: 'user', text: 'run it' },
        {
          role: 'assistant',
          text: 'Yes.',
          calls: [
            { callId: 'call_1', tool: 'shell', argsText: '{"command":"ls"}', input: { command: 'ls' } },
          ],
        },
        { role: 'tool', results: [{ callId: 'call_1', tool: 'shell', text: 'file', isError: false }] },
      ],
      volatile: 'Running: nothing.',
    }
    await setUp(model(kind, baseUrl)).all(request)
    await setUp(model(kind, baseUrl)).all(request)
    const [first, second] = fake.chats
    expect(JSON.stringify(first?.body)).toBe(JSON.stringify(second?.body))
    const body = JSON.stringify(first?.body)
    expect(body.indexOf('You are a test.')).toBeLessThan(body.indexOf('run it'))
    expect(body.indexOf('file')).toBeLessThan(body.indexOf('Running: nothing.'))
    expect(body).toContain('"call_1"')
    expect(body).toContain('"stream":true')
    expect(JSON.stringify(first?.body?.tools)).toContain('"shell"')
  })

  it('closes the connection when its consumer stops reading (A-082)', async () => {
    const fake = await start()
    fake.script({ ...say('a long answer that goes on'), faults: { stallAfterEvents: 5 } })
    for await (const event of setUp(model(kind, fake.baseUrl)).stream())
      if (event.type === 'text-delta') break
    await until(() => fake.open === 0, 'the connection closed')
    expect(fake.clientGone).toBe(1)
  })

  it('closes the connection when aborted, and ends without a terminal event (A-009, A-082)', async () => {
    const fake = await start()
    fake.script({ ...say('a long answer that goes on'), faults: { stallAfterEvents: 5 } })
    const { abort, stream, clock } = setUp(model(kind, fake.baseUrl))
    const events: StreamEvent[] = []
    for await (const event of stream()) {
      events.push(event)
      if (event.type === 'text-delta') abort.abort(new Error('stop'))
    }
    expect(events.some((event) => event.type === 'error' || event.type === 'end')).toBe(false)
    await until(() => fake.open === 0, 'the connection closed')
    expect(clock.pendingTimers).toBe(0)
  })

  it('can be aborted while it waits for the first event (A-082)', async () => {
    const fake = await start()
    fake.script({ ...say('x'), faults: { stallAfterEvents: 0 } })
    const { abort, all } = setUp(model(kind, fake.baseUrl))
    const events = all()
    await until(() => fake.open === 1, 'the request arrived')
    abort.abort(new Error('stop'))
    expect(await events).toEqual([])
    await until(() => fake.open === 0, 'the connection closed')
  })

  it('does nothing when aborted before it starts', async () => {
    const fake = await start()
    const { abort, all } = setUp(model(kind, fake.baseUrl))
    abort.abort()
    expect(await all()).toEqual([])
    expect(fake.requests).toHaveLength(0)
  })

  it('gives up after five minutes without a byte, not before (A-158)', async () => {
    const fake = await start()
    fake.script({ ...say('x'), faults: { stallAfterEvents: 0 } })
    const { clock, all } = setUp(model(kind, fake.baseUrl))
    const events = all()
    await until(() => fake.open === 1, 'the request arrived')
    await clock.advance(SILENCE_LIMIT_MS - 1)
    expect(fake.open).toBe(1)
    await clock.advance(2)
    const failure = { code: 'silent', server: 'Fake', detail: 'Nothing arrived for 300 s.', status: null }
    expect(await events).toEqual([{ type: 'error', failure, retryable: false, retryAfterMs: null }])
    await until(() => fake.open === 0, 'the connection closed')
  })

  it.each([
    [401, 'auth', false],
    [404, 'protocol', false],
    [429, 'rate-limit', true],
    [500, 'overloaded', true],
    [529, 'overloaded', true],
  ])('reports status %i in words (A-159, A-162, A-164)', async (status, code, retryable) => {
    const fake = await start()
    fake.script({ status, headers: { 'retry-after': '3' } })
    expect(await last(model(kind, fake.baseUrl))).toMatchObject({
      type: 'error',
      retryable,
      retryAfterMs: 3000,
      failure: { code, server: 'Fake', status, detail: `Scripted failure ${status}` },
    })
    expect(fake.chats).toHaveLength(1)
  })

  it('never shows the key that a server repeats (A-160)', async () => {
    const fake = await start({ key: 'right' })
    const event = await last(model(kind, fake.baseUrl, {}, 'wrong-key-12345'))
    expect(event).toMatchObject({ failure: { code: 'auth', status: 401 } })
    expect(JSON.stringify(event)).not.toContain('wrong-key-12345')
  })

  it('reports a server that is not running (A-159)', async () => {
    const fake = await start()
    await fake.close()
    expect(await last(model(kind, fake.baseUrl))).toMatchObject({
      retryable: true,
      failure: { code: 'unreachable', detail: `connection refused (127.0.0.1:${fake.port})`, status: null },
    })
  })

  it('reports a connection that is reset in mid-answer as interrupted (A-080)', async () => {
    const fake = await start()
    fake.script({ ...say('Some text that will be cut'), faults: { cutAfterBytes: 700, cutBy: 'reset' } })
    const events = await setUp(model(kind, fake.baseUrl)).all()
    expect(events.at(-1)).toMatchObject({ type: 'error', retryable: true, failure: { code: 'interrupted' } })
  })

  it('passes on two calls of one answer in their order (A-005)', async () => {
    const fake = await start()
    fake.script(
      callTools(
        [
          { tool: 'shell', args: { command: 'a' } },
          { tool: 'shell', args: { command: 'b' } },
        ],
        'Both:',
      ),
    )
    const events = await setUp(model(kind, fake.baseUrl)).all()
    expect(events.filter((event) => event.type === 'call-start')).toHaveLength(2)
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'tool-calls' })
  })
})

describe('the network', () => {
  it('is read no faster than the answer is used (A-083)', async () => {
    const fake = await start()
    const total = 64 * 1024 * 1024
    fake.script({ ...say('x'.repeat(60_000)), faults: { repeatToBytes: total } })
    const { stream } = setUp(model('openai-compatible', fake.baseUrl))
    for await (const event of stream()) {
      if (event.type !== 'text-delta') continue
      // Gives the sender every chance to run ahead; only buffers of the system may fill.
      let before = -1
      while (before !== fake.sentBytes) {
        before = fake.sentBytes
        for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
      break
    }
    expect(fake.sentBytes).toBeLessThan(total / 2)
  })

  it('does not follow a redirect, so that a key stays where it belongs (A-160)', async () => {
    const fake = await start()
    fake.script({ status: 308, headers: { location: 'http://elsewhere.example/v1/x?token=secret' } })
    const event = await last(model('openai', fake.baseUrl, {}, 'key-key-key'))
    expect(event).toMatchObject({
      failure: {
        code: 'protocol',
        detail: 'The server redirects to http://elsewhere.example/v1/x. Enter that address.',
      },
      retryable: false,
    })
  })

  it('reports an address that speaks something else than HTTP', async () => {
    const { createServer: createTcpServer } = await import('node:net')
    const other = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.end('SSH-2.0-OpenSSH\r\n')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await last(model('openai', `http://127.0.0.1:${port}/v1`))).toMatchObject({
      retryable: false,
      failure: { code: 'protocol', detail: 'The address does not answer in HTTP.' },
    })
    other.close()
  })

  it('reads only the beginning of an endless error page', async () => {
    const endless = createServer((_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' })
      const more = () => {
        while (!response.destroyed && response.write('word '.repeat(10_000)));
      }
      response.on('drain', more).on('error', () => {})
      more()
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const { port } = endless.address() as AddressInfo
    expect(await last(model('openai', `http://127.0.0.1:${port}/v1`))).toMatchObject({
      failure: { code: 'overloaded' },
    })
    await new Promise<void>((resolve) => {
      endless.close(() => resolve())
    })
  })

  it('waits without end as long as something arrives, be it only a comment (A-158)', async () => {
    let send = (_text: string) => {}
    const slow = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      send = (text) => response.write(text)
      send(': loading\n\n')
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const { port } = slow.address() as AddressInfo
    const { clock, all, abort } = setUp(model('openai-compatible', `http://127.0.0.1:${port}/v1`))
    let over = false
    const events = all().finally(() => {
      over = true
    })
    for (let minute = 0; minute < 30; minute++) {
      send(': still loading\n\n')
      await until(() => true, 'a turn of the loop')
      await clock.advance(60_000)
    }
    expect(over).toBe(false)
    abort.abort()
    expect(await events).toEqual([])
    slow.closeAllConnections()
    slow.close()
  })

  it('offers tools as text to a model that has none of its own, and limits the output as set (A-156, A-157)', async () => {
    const fake = await start()
    const resolved = model('openai-compatible', `${fake.baseUrl}/`)
    fake.script(say('<tool_call>\n{"name": "shell", "arguments": {"command": "ls"}}\n</tool_call>'))
    const events = await setUp({
      ...resolved,
      model: { ...resolved.model, tools: false, maxOutput: 77 },
    }).all()
    expect(events.find((event) => event.type === 'call-start')).toMatchObject({ tool: 'shell' })
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'tool-calls' })
    expect(JSON.stringify(fake.chats[0]?.body)).toContain('<tool_call>')
    expect(fake.chats[0]?.body).toMatchObject({ max_tokens: 77, model: 'fake-model' })
    expect(fake.chats[0]?.body).not.toHaveProperty('tools')
    expect(fake.chats[0]?.path).toBe('/v1/chat/completions')
  })
})
