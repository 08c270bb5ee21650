import { afterEach, describe, expect, it } from 'vitest'
import { connectionIdSchema } from '../../shared/ids'
import type { Connection } from '../../shared/models'
import { createFakeClock } from '../testing/fake-clock'
import { type FakeModelServer, startFakeModelServer } from '../testing/fake-model-server'
import { createHttpFetch, type Fetch } from './http-fetch'
import { unknownModel } from './known-models'
import { listModels } from './list-models'
import { OLLAMA_WINDOW } from './ollama'
import { PROBED_PORTS, probeLocalServers } from './probe'

const open: FakeModelServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})
async function start(options: Parameters<typeof startFakeModelServer>[0]): Promise<FakeModelServer> {
  const server = await startFakeModelServer(options)
  open.push(server)
  return server
}
const deps = (fetch: Fetch = createHttpFetch()) => ({ fetch, clock: createFakeClock() })
const never = new AbortController().signal

function connection(baseUrl: string, change: Partial<Connection> = {}): Connection {
  return {
    id: connectionIdSchema.parse('c'),
    kind: 'openai-compatible',
    label: 'Fake',
    baseUrl,
    headers: {},
    keyEnv: null,
    models: [],
    ...change,
  }
}
const json =
  (value: unknown): Fetch =>
  async () =>
    Response.json(value)

describe('listModels', () => {
  it.each([
    ['vLLM', 32_768],
    ['LM Studio', 40_960],
    ['llama.cpp', 16_384],
    ['Ollama', null],
  ] as const)(
    'reads the models of %s and the window it tells (A-154, A-156)',
    async (product, contextWindow) => {
      const { baseUrl } = await start({ product, models: ['m1', 'm2'] })
      const { models } = await listModels(connection(baseUrl), null, deps(), never)
      expect(models).toEqual([
        { ...unknownModel('m1'), contextWindow },
        { ...unknownModel('m2'), contextWindow },
      ])
    },
  )

  it.each([
    ['LM Studio and others, by type', { id: 'm', type: 'vlm' }],
    ['OpenRouter', { id: 'm', architecture: { input_modalities: ['text', 'image'] } }],
    ['Mistral', { id: 'm', capabilities: { vision: true } }],
  ])('knows from %s that a model takes images; what a person set stays (A-065)', async (_server, entry) => {
    const list = async (models: Connection['models']) =>
      (
        await listModels(
          connection('http://127.0.0.1:9/v1', { models }),
          null,
          deps(json({ data: [entry] })),
          never,
        )
      ).models
    expect(await list([])).toMatchObject([{ images: true }])
    expect(await list([unknownModel('m')])).toMatchObject([{ images: false }])
  })

  it('asks Ollama what each new model can do, and goes on where it does not say (A-065, A-156)', async () => {
    const shown: Record<string, unknown> = {
      llava: { capabilities: ['completion', 'vision'] },
      qwen3: { capabilities: ['completion', 'tools', 'thinking'] },
      old: { details: {} },
    }
    const asked: string[] = []
    const fetch: Fetch = async (url, init) => {
      if (String(url).endsWith('/v1/models'))
        return Response.json({ data: ['llava', 'qwen3', 'old', 'gone', 'mine'].map((id) => ({ id })) })
      const { model } = JSON.parse(String(init?.body)) as { model: string }
      asked.push(model)
      const answer = shown[model]
      return answer ? Response.json(answer) : new Response('not found', { status: 404 })
    }
    const mine = { ...unknownModel('mine'), images: true }
    const ollama = connection('http://127.0.0.1:9', { kind: 'ollama', models: [mine] })
    const { models } = await listModels(ollama, null, deps(fetch), never)
    expect(models).toMatchObject([
      { id: 'llava', tools: false, images: true, reasoning: false },
      { id: 'qwen3', tools: true, images: false, reasoning: true },
      { id: 'old', tools: true, images: false },
      { id: 'gone', tools: true, images: false },
      { id: 'mine', images: true },
    ])
    expect(asked.sort()).toEqual(['gone', 'llava', 'old', 'qwen3'])
  })

  it('reads the models of Ollama whatever address of it was given, with the window they are asked for (A-154, A-156)', async () => {
    const { url } = await start({ product: 'Ollama', models: ['m'] })
    for (const baseUrl of [url, `${url}/`, `${url}/v1`, `${url}/api/`])
      expect(await listModels(connection(baseUrl, { kind: 'ollama' }), null, deps(), never)).toEqual({
        baseUrl: url,
        models: [{ ...unknownModel('m'), contextWindow: OLLAMA_WINDOW }],
      })
  })

  it('finds the protocol under /v1 when a person gave the bare address', async () => {
    for (const product of ['Ollama', 'LM Studio'] as const) {
      const { url } = await start({ product, models: ['m'] })
      const listed = await listModels(connection(`${url}/`), null, deps(), never)
      expect(listed).toMatchObject({ baseUrl: `${url}/v1`, models: [{ id: 'm' }] })
    }
  })

  it('sends the key as the protocol wants it, and the extra headers', async () => {
    const server = await start({ product: 'Anthropic', models: ['claude-x'], key: 'k' })
    const place = connection(server.baseUrl, { kind: 'anthropic', headers: { 'x-team': 'blue' } })
    expect((await listModels(place, 'k', deps(), never)).models).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({
      path: '/v1/models?limit=1000',
      headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', 'x-team': 'blue' },
    })
    await expect(listModels(place, 'other', deps(), never)).rejects.toMatchObject({ statusCode: 401 })
  })

  it('keeps what the user set for a model, and fills in what is missing (A-156)', async () => {
    const mine = { ...unknownModel('m'), tools: false, maxOutput: 99 }
    const fetch = json({ data: [{ id: 'm', max_model_len: 5000, max_tokens: 7 }] })
    const { models } = await listModels(
      connection('http://h/v1', { models: [mine] }),
      null,
      deps(fetch),
      never,
    )
    expect(models).toEqual([{ ...mine, contextWindow: 5000 }])
  })

  it('lists only what can chat', async () => {
    const ids = [
      'gpt-5',
      'gpt-4o-audio-preview',
      'text-embedding-3-small',
      'o3',
      'whisper-1',
      'gpt-image-1',
      'gpt-5-2025-08-07',
    ]
    const data = ids.map((id) => ({ id }))
    const openai = await listModels(
      connection('https://h/v1', { kind: 'openai' }),
      'k',
      deps(json({ data })),
      never,
    )
    expect(openai.models.map((model) => model.id)).toEqual(['gpt-5', 'o3', 'gpt-5-2025-08-07'])
    expect(openai.models.map((model) => model.contextWindow)).toEqual([400_000, null, 400_000])
    const local = [
      { id: 'qwen3' },
      { id: 'nomic-embed-text:latest' },
      { id: 'x', type: 'embeddings' },
      { id: 'gembed-chat' },
    ]
    const { models } = await listModels(connection('http://h/v1'), null, deps(json({ data: local })), never)
    expect(models.map((model) => model.id)).toEqual(['qwen3', 'gembed-chat'])
  })

  it('survives lists with odd entries and refuses what is no list', async () => {
    const odd = { data: [null, 'x', { id: 7 }, { id: 'ok', context_length: 'many' }] }
    const { models } = await listModels(connection('http://h/v1'), null, deps(json(odd)), never)
    expect(models).toEqual([unknownModel('ok')])
    await expect(
      listModels(connection('http://h/v1'), null, deps(json({ hello: 1 })), never),
    ).rejects.toMatchObject({ code: 'protocol' })
    const page: Fetch = async () => new Response('<html>')
    await expect(listModels(connection('http://h/v1'), null, deps(page), never)).rejects.toMatchObject({
      code: 'protocol',
    })
  })

  it('gives up after ten seconds, and when it is aborted', async () => {
    const hanging: Fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    const waiting = deps(hanging)
    const listed = listModels(connection('http://h/v1'), null, waiting, never)
    const expected = expect(listed).rejects.toMatchObject({
      code: 'silent',
      message: 'No answer within 10 s.',
    })
    await waiting.clock.advance(10_000)
    await expected
    const abort = new AbortController()
    const second = listModels(connection('http://h/v1'), null, waiting, abort.signal)
    abort.abort(new Error('never mind'))
    await expect(second).rejects.toThrow('never mind')
    expect(waiting.clock.pendingTimers).toBe(0)
  })
})

describe('probeLocalServers', () => {
  it('tells the products apart by their answers (A-155)', async () => {
    const products = ['Ollama', 'LM Studio', 'llama.cpp', 'vLLM', 'OpenAI'] as const
    const servers = await Promise.all(products.map((product) => start({ product, models: ['m'] })))
    const found = await probeLocalServers(
      deps(),
      never,
      servers.map((server) => server.port),
    )
    expect(found).toEqual(
      products.slice(0, 4).map((product, index) => ({
        product,
        baseUrl: product === 'Ollama' ? servers[index]?.url : servers[index]?.baseUrl,
        models: ['m'],
      })),
    )
  })

  it('finds an Ollama without models', async () => {
    const { port } = await start({ product: 'Ollama', models: [] })
    expect(await probeLocalServers(deps(), never, [port])).toMatchObject([{ product: 'Ollama', models: [] }])
  })

  it('asks the usual loopback ports only, by reading only, without any key (A-155)', async () => {
    const asked: string[] = []
    const fetch: Fetch = async (url, init) => {
      asked.push(`${init?.method ?? 'GET'} ${url} ${JSON.stringify(init?.headers)}`)
      throw Object.assign(new Error(), { code: 'ECONNREFUSED' })
    }
    expect(await probeLocalServers(deps(fetch), never)).toEqual([])
    expect(asked).toEqual(
      PROBED_PORTS.map((port) => `GET http://127.0.0.1:${port}/v1/models {"accept":"application/json"}`),
    )
    expect(PROBED_PORTS).toEqual([11434, 1234, 8080, 8000])
  })

  it('does not wait for a port that accepts and says nothing (A-155)', async () => {
    const hanging: Fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    const waiting = deps(hanging)
    const found = probeLocalServers(waiting, never)
    await waiting.clock.advance(1500)
    expect(await found).toEqual([])
  })
})
