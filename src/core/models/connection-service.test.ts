import { afterEach, describe, expect, it } from 'vitest'
import { connectionIdSchema } from '../../shared/ids'
import type { ConnectionStatus } from '../../shared/models'
import { createFakeClock, settle, until } from '../testing/fake-clock'
import { createFakeIds } from '../testing/fake-ids'
import { type FakeModelServer, startFakeModelServer } from '../testing/fake-model-server'
import { createMemorySecrets, createMemorySettings } from '../testing/memory-settings'
import { secretName } from './catalog'
import { type ConnectionDeps, createConnectionService } from './connection-service'
import { createHttpFetch } from './http-fetch'
import { unknownModel } from './known-models'

const OPENAI = connectionIdSchema.parse('openai')
const ANTHROPIC = connectionIdSchema.parse('anthropic')

const open: FakeModelServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})
async function start(options: Parameters<typeof startFakeModelServer>[0] = {}): Promise<FakeModelServer> {
  const server = await startFakeModelServer(options)
  open.push(server)
  return server
}

function setUp(change: Partial<ConnectionDeps> = {}) {
  const asked: string[] = []
  const fetch = createHttpFetch()
  const deps: ConnectionDeps = {
    settings: createMemorySettings(),
    secrets: createMemorySecrets(),
    facts: { env: {} },
    clock: createFakeClock(),
    ids: createFakeIds(),
    fetch: (input, init) => {
      asked.push(String(input))
      return fetch(input, init)
    },
    ...change,
  }
  const service = createConnectionService(deps)
  const changes: ConnectionStatus[] = []
  service.onChange((status) => changes.push(status))
  const input = (baseUrl: string) => ({
    kind: 'openai-compatible' as const,
    label: 'Local',
    baseUrl,
    headers: {},
    keyEnv: null,
  })
  return { deps, service, changes, asked, input, connections: () => deps.settings.get().connections }
}
const reached = ({ service }: ReturnType<typeof setUp>, id: string) =>
  until(
    () =>
      !['checking', 'unknown'].includes(service.statuses().find((one) => one.id === id)?.reach.kind ?? ''),
    'the server was asked',
  )

describe('connection service', () => {
  it('lists OpenAI and Anthropic from the start, without asking anybody (A-155)', async () => {
    const story = setUp()
    await settle()
    expect(story.connections().map((connection) => connection.label)).toEqual(['OpenAI', 'Anthropic'])
    expect(story.service.statuses()).toEqual([
      { id: 'openai', key: 'missing', reach: { kind: 'unknown' } },
      { id: 'anthropic', key: 'missing', reach: { kind: 'unknown' } },
    ])
    expect(story.asked).toEqual([])
    createConnectionService(story.deps)
    expect(story.connections()).toHaveLength(2)
  })

  describe('that tries a connection which is being edited', () => {
    it('tells what answers and stores nothing', async () => {
      const server = await start({ models: ['a', 'b'] })
      const story = setUp()
      const before = story.connections()
      const tried = { ...story.input(server.baseUrl), connectionId: null, key: null }
      expect(await story.service.test(tried)).toEqual({ reach: { kind: 'ok', models: 2 }, tookMs: 0 })
      expect(story.connections()).toEqual(before)
      expect(story.changes).toEqual([])
    })

    it('tells what is wrong: the key, the address, or that nobody is there (A-159)', async () => {
      const server = await start({ product: 'OpenAI', key: 'right' })
      const story = setUp()
      const failure = async (change: object) => {
        const input = { ...story.input(server.baseUrl), connectionId: null, key: null, ...change }
        const { reach } = await story.service.test(input)
        return reach.kind === 'failed' ? reach.failure.code : reach.kind
      }
      expect(await failure({ key: 'wrong' })).toBe('auth')
      expect(await failure({ key: 'right' })).toBe('ok')
      expect(await failure({ baseUrl: `${server.url}/elsewhere` })).not.toBe('ok')
      await server.close()
      expect(await failure({ key: 'right' })).toBe('unreachable')
    })

    it('uses the stored key for its own server only (A-160)', async () => {
      const [server, other] = [await start({ product: 'OpenAI' }), await start({ product: 'OpenAI' })]
      const story = setUp()
      const { id } = await story.service.add(story.input(server.baseUrl))
      await story.service.setKey(id, 'secret-key')
      const tried = { connectionId: id, key: null }
      await story.service.test({ ...story.input(server.baseUrl), ...tried })
      await story.service.test({ ...story.input(other.baseUrl), ...tried })
      expect(JSON.stringify(server.requests.at(-1)?.headers)).toContain('secret-key')
      expect(JSON.stringify(other.requests.map(({ headers }) => headers))).not.toContain('secret-key')
    })

    it('ends the try before it', async () => {
      const server = await start()
      const story = setUp({
        fetch: (_input, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          }),
      })
      const tried = { ...story.input(server.baseUrl), connectionId: null, key: null }
      const first = story.service.test(tried)
      await settle()
      const second = story.service.test(tried)
      expect((await first).reach.kind).toBe('failed')
      story.service.dispose()
      expect((await second).reach.kind).toBe('failed')
    })
  })

  it('knows stored keys and keys of the environment (A-160)', async () => {
    const secrets = createMemorySecrets()
    await secrets.set(secretName(ANTHROPIC), 'k')
    const story = setUp({ secrets, facts: { env: { OPENAI_API_KEY: 'x' } } })
    expect(story.service.statuses()[0]?.key).toBe('environment')
    await settle()
    expect(story.service.statuses()[1]?.key).toBe('stored')
    expect(story.changes).toEqual([{ id: 'anthropic', key: 'stored', reach: { kind: 'unknown' } }])
  })

  it('adds a local server, asks it for its models and tells every step (A-153, A-155)', async () => {
    const server = await start({ product: 'Ollama', models: ['qwen3'] })
    const story = setUp()
    const added = await story.service.add(story.input(server.url))
    expect(added).toEqual({ id: 'connection-1', key: 'not-needed', reach: { kind: 'checking' } })
    await reached(story, added.id)
    expect(story.connections()[2]).toMatchObject({
      id: added.id,
      baseUrl: `${server.url}/v1`,
      models: [unknownModel('qwen3')],
    })
    expect(story.changes.map((status) => status.reach)).toEqual([
      { kind: 'checking' },
      { kind: 'ok', models: 1 },
    ])
    expect(story.asked.every((url) => url.startsWith(server.url))).toBe(true)
  })

  it('adds the same server only once', async () => {
    const { baseUrl } = await start()
    const story = setUp()
    const first = await story.service.add(story.input(baseUrl))
    await reached(story, first.id)
    const second = await story.service.add({ ...story.input(`${baseUrl}/`), label: 'Again' })
    expect(second.id).toBe(first.id)
    expect(story.connections()).toHaveLength(3)
    expect(story.connections()[2]).toMatchObject({ label: 'Again', models: [{ id: 'fake-model' }] })
    await reached(story, first.id)
  })

  it('takes a key for OpenAI or Anthropic at their own address as theirs', async () => {
    const story = setUp({ fetch: async () => Response.json({ data: [] }) })
    const added = await story.service.add({
      kind: 'anthropic',
      label: 'Anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      headers: {},
      keyEnv: null,
    })
    expect(added.id).toBe('anthropic')
    expect(story.connections()[1]?.keyEnv).toBe('ANTHROPIC_API_KEY')
  })

  it.each([
    ['a password in the address', { baseUrl: 'http://me:secret@host/v1' }, /must not contain a user name/],
    ['a header with a line break', { headers: { a: 'x\r\ny: z' } }, /header a cannot be sent/],
    ['a header without a proper name', { headers: { 'a b': 'x' } }, /header a b cannot be sent/],
  ])('refuses %s', async (_what, change, message) => {
    const story = setUp()
    const input = { ...story.input('http://127.0.0.1:9/v1'), ...change }
    await expect(story.service.add(input)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
    })
    expect(story.connections()).toHaveLength(2)
  })

  it('says what is wrong with a server in its status (A-159)', async () => {
    const server = await start()
    await server.close()
    const story = setUp()
    const { id } = await story.service.add(story.input(server.baseUrl))
    await reached(story, id)
    expect(await story.service.refresh(id)).toMatchObject({
      reach: { kind: 'failed', failure: { code: 'unreachable', server: 'Local' } },
    })
  })

  it('stores a key in the keyring only, tries it, and says when it is wrong (A-160)', async () => {
    const server = await start({ product: 'OpenAI', models: ['gpt-5'], key: 'right-key-1' })
    const story = setUp()
    const connection = { ...story.connections()[0], baseUrl: server.baseUrl }
    story.deps.settings.update({ connections: [connection as never] })
    expect(await story.service.setKey(OPENAI, 'wrong-key-1')).toMatchObject({
      key: 'stored',
      reach: { kind: 'failed', failure: { code: 'auth', status: 401 } },
    })
    expect(await story.service.setKey(OPENAI, 'right-key-1')).toMatchObject({
      key: 'stored',
      reach: { kind: 'ok', models: 1 },
    })
    expect(JSON.stringify([story.deps.settings.get(), story.changes])).not.toMatch(/(right|wrong)-key/)
    expect(await story.service.clearKey(OPENAI)).toEqual({
      id: 'openai',
      key: 'not-needed',
      reach: { kind: 'unknown' },
    })
    expect(await story.deps.secrets.get(secretName(OPENAI))).toBeNull()
  })

  it('does not ask a provider without its key (A-155)', async () => {
    const story = setUp()
    expect(await story.service.refresh(OPENAI)).toMatchObject({
      key: 'missing',
      reach: { kind: 'failed', failure: { code: 'auth', server: 'OpenAI', detail: 'No API key is set.' } },
    })
    expect(story.asked).toEqual([])
  })

  it('says when there is no keyring (A-160)', async () => {
    const secrets = {
      ...createMemorySecrets(),
      availability: () => ({
        available: false as const,
        code: 'no-keyring' as const,
        reason: 'No keyring here.',
      }),
    }
    const story = setUp({ secrets })
    await expect(story.service.setKey(OPENAI, 'k')).rejects.toMatchObject({
      code: 'secrets-unavailable',
      message: 'No keyring here.',
    })
  })

  it('changes a connection, keeps its models, and asks again only at a new address', async () => {
    const first = await start({ models: ['a'] })
    const second = await start({ models: ['b'] })
    const story = setUp()
    const { id } = await story.service.add(story.input(first.baseUrl))
    await reached(story, id)
    const count = story.asked.length
    await story.service.update({ connectionId: id, ...story.input(first.baseUrl), label: 'Renamed' })
    expect(story.asked).toHaveLength(count)
    expect(story.connections()[2]).toMatchObject({ label: 'Renamed', models: [{ id: 'a' }] })
    const mine = [{ ...unknownModel('a'), contextWindow: 4096 }]
    await story.service.update({ connectionId: id, ...story.input(first.baseUrl), models: mine })
    expect(story.connections()[2]?.models).toEqual(mine)
    await story.service.update({ connectionId: id, ...story.input(second.baseUrl) })
    await reached(story, id)
    expect(story.connections()[2]?.models.map((model) => model.id)).toEqual(['b'])
  })

  it('never sends a key to another server than it was entered for (A-160)', async () => {
    const first = await start()
    const second = await start()
    const story = setUp()
    const { id } = await story.service.add(story.input(first.baseUrl))
    await story.service.setKey(id, 'secret-of-first')
    await story.service.update({ connectionId: id, ...story.input(second.baseUrl) })
    await reached(story, id)
    expect(first.requests.some((request) => request.headers.authorization === 'Bearer secret-of-first')).toBe(
      true,
    )
    expect(JSON.stringify(second.requests)).not.toContain('secret-of-first')
  })

  it('removes a connection with its key; the built-in ones are set back', async () => {
    const { baseUrl } = await start()
    const story = setUp({ fetch: async () => Response.json({ data: [] }) })
    const { id } = await story.service.add(story.input(baseUrl))
    await story.service.setKey(id, 'k')
    await story.service.setKey(OPENAI, 'k')
    expect(story.connections()[0]?.models).toEqual([])
    await story.service.remove(id)
    await story.service.remove(OPENAI)
    expect(story.connections().map((connection) => connection.id)).toEqual(['openai', 'anthropic'])
    expect(story.connections()[0]?.models.length).toBeGreaterThan(0)
    expect(story.service.statuses()[0]).toEqual({ id: 'openai', key: 'missing', reach: { kind: 'unknown' } })
    expect(await story.deps.secrets.get(secretName(id))).toBeNull()
    await expect(story.service.refresh(id)).rejects.toMatchObject({ code: 'unknown-connection' })
  })

  it('lets the latest refresh win, and forgets one whose connection was removed', async () => {
    const answers: ((ids: string[]) => void)[] = []
    const story = setUp({
      fetch: () =>
        new Promise((resolve) => {
          answers.push((ids) => resolve(Response.json({ data: ids.map((id) => ({ id })) })))
        }),
    })
    const { id } = await story.service.add(story.input('http://127.0.0.1:9/v1'))
    await settle()
    const second = story.service.refresh(id)
    await settle()
    answers[1]?.(['new'])
    expect(await second).toMatchObject({ reach: { kind: 'ok' } })
    answers[0]?.(['old'])
    await settle()
    expect(story.connections()[2]?.models.map((model) => model.id)).toEqual(['new'])
    const third = story.service.refresh(id)
    await settle()
    await story.service.remove(id)
    answers[2]?.(['late'])
    await third
    expect(story.connections()).toHaveLength(2)
  })

  it('finds local servers (A-155)', async () => {
    const server = await start({ product: 'vLLM', models: ['m'] })
    const story = setUp({ probedPorts: [server.port] })
    expect(await story.service.probe()).toEqual([{ product: 'vLLM', baseUrl: server.baseUrl, models: ['m'] }])
    story.service.dispose()
  })

  it('ends its requests when it is disposed', async () => {
    const story = setUp({
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    })
    const { id } = await story.service.add(story.input('http://127.0.0.1:9/v1'))
    const asked = story.service.refresh(id)
    await settle()
    story.service.dispose()
    await asked
    expect((story.deps.clock as ReturnType<typeof createFakeClock>).pendingTimers).toBe(0)
  })
})
