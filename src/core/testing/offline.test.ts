import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type ConnectionKind, connectionSchema } from '../../shared/models'
import { createHttpFetch } from '../models/http-fetch'
import { createSdkClient } from '../models/sdk-client'
import type { ModelRequest } from '../ports'
import { createFakeClock } from './fake-clock'
import { createFakeIds } from './fake-ids'
import { type FakeModelServer, say, startFakeModelServer } from './fake-model-server'

let server: FakeModelServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

describe('the suite without a network (A-161)', () => {
  it.each(['http://192.0.2.1/', 'http://[2001:db8::1]/', 'http://model.example/'])(
    'refuses a request to %s before anything leaves the machine',
    async (address) => {
      const failed = await fetch(address).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Error)
      expect(String((failed as Error).cause ?? failed)).toContain('the suite runs offline')
    },
  )

  it('refuses a socket as well', () => {
    expect(() => connect(80, '192.0.2.1')).toThrow('the suite runs offline')
    expect(() => connect({ port: 443, host: 'model.example' })).toThrow('the suite runs offline')
  })

  it('follows a name of a test only to this machine', async () => {
    const reach = (address: string) =>
      new Promise<string>((resolve) => {
        const socket = connect({
          port: 9,
          host: 'a.test',
          lookup: (_host, _options, answer) => answer(null, [{ address, family: 4 }]),
        })
        socket.on('error', (error) => resolve(error.message))
      })
    expect(await reach('192.0.2.1')).toContain('the suite runs offline')
    expect(await reach('127.0.0.1')).toContain('ECONNREFUSED')
  })

  it.each([
    ['openai-compatible', 'OpenAI'],
    ['openai', 'OpenAI'],
    ['anthropic', 'Anthropic'],
    ['ollama', 'Ollama'],
  ] as const satisfies [ConnectionKind, string][])(
    'has a scripted server for the protocol of %s',
    async (kind, product) => {
      server = await startFakeModelServer({ product, models: ['m'] })
      server.script(say('Hello from here.'))
      const model = {
        id: 'm',
        contextWindow: null,
        maxOutput: 100,
        tools: true,
        images: false,
        reasoning: false,
      }
      const connection = connectionSchema.parse({
        id: 'c',
        kind,
        label: product,
        baseUrl: kind === 'ollama' ? server.url : server.baseUrl,
        headers: {},
        keyEnv: null,
        models: [model],
      })
      const client = createSdkClient(
        { connection, model, apiKey: 'key-for-tests-only' },
        { clock: createFakeClock(), ids: createFakeIds(), createFetch: () => createHttpFetch() },
      )
      const request: ModelRequest = {
        system: 'Be brief.',
        tools: [],
        messages: [{ role: 'user', text: 'Hello?' }],
        volatile: '',
      }
      let text = ''
      for await (const event of client.stream(request, new AbortController().signal))
        if (event.type === 'text-delta') text += event.text
      expect(text).toBe('Hello from here.')
      expect(server.chats).toHaveLength(1)
    },
  )
})
