import { describe, expect, it } from 'vitest'
import { connectionIdSchema } from '../../shared/ids'
import { type Connection, RUNBOOK } from '../../shared/models'
import { createMemorySecrets, createMemorySettings } from '../testing/memory-settings'
import { type CatalogDeps, findKey, resolveModel, secretName } from './catalog'
import { BUILT_IN_CONNECTIONS, unknownModel } from './known-models'

const id = connectionIdSchema.parse('c1')
function place(change: Partial<Connection> = {}): Connection {
  return {
    id,
    kind: 'openai-compatible',
    label: 'Local',
    baseUrl: 'http://127.0.0.1:11434/v1',
    headers: {},
    keyEnv: null,
    models: [{ ...unknownModel('qwen'), contextWindow: 32_768 }],
    ...change,
  }
}
const openai = (change: Partial<Connection> = {}) =>
  place({ ...(BUILT_IN_CONNECTIONS[0] as Connection), id, ...change })

function deps(
  connection: Connection,
  env: Record<string, string> = {},
  change: Partial<CatalogDeps> = {},
): CatalogDeps {
  return {
    settings: createMemorySettings({ connections: [connection] }),
    secrets: createMemorySecrets(),
    facts: { env },
    ...change,
  }
}

describe('resolveModel', () => {
  it('knows that nothing was chosen (A-159)', async () => {
    expect(await resolveModel(null, deps(place()))).toMatchObject({
      kind: 'failed',
      failure: { code: 'no-model' },
    })
  })

  it('needs nothing for Runbook (A-155)', async () => {
    expect(await resolveModel(RUNBOOK, deps(place()))).toEqual({ kind: 'runbook' })
  })

  it('finds a local model with what was set for it, without a key (A-153, A-155, A-156)', async () => {
    expect(await resolveModel({ connection: id, model: 'qwen' }, deps(place()))).toEqual({
      kind: 'model',
      model: { connection: place(), model: place().models[0], apiKey: null },
    })
  })

  it('takes a model that no list names as it is (A-156)', async () => {
    const chosen = await resolveModel({ connection: id, model: 'free text' }, deps(place()))
    expect(chosen).toMatchObject({ model: { model: unknownModel('free text') } })
    const dated = await resolveModel(
      { connection: id, model: 'gpt-5-2025-08-07' },
      deps(openai(), { OPENAI_API_KEY: 'k' }),
    )
    expect(dated).toMatchObject({ model: { model: { id: 'gpt-5-2025-08-07', contextWindow: 400_000 } } })
  })

  it('reports a connection that was removed, and a key that is missing (A-159)', async () => {
    const gone = await resolveModel(
      { connection: connectionIdSchema.parse('gone'), model: 'm' },
      deps(place()),
    )
    expect(gone).toMatchObject({ failure: { code: 'no-model', detail: 'The connection of m was removed.' } })
    const keyless = await resolveModel({ connection: id, model: 'gpt-5' }, deps(openai()))
    expect(keyless).toMatchObject({
      failure: { code: 'auth', server: 'OpenAI', detail: 'No API key is set.' },
    })
  })
})

describe('findKey', () => {
  it('prefers the stored key to the environment (A-160)', async () => {
    const both = deps(openai(), { OPENAI_API_KEY: 'from-env' })
    expect(await findKey(openai(), both)).toEqual({ status: 'environment', value: 'from-env' })
    await both.secrets.set(secretName(id), 'stored')
    expect(await findKey(openai(), both)).toEqual({ status: 'stored', value: 'stored' })
  })

  it('reads only the variable the connection names (A-160)', async () => {
    const env = { OPENAI_API_KEY: 'x', MY_KEY: ' mine ' }
    expect(await findKey(openai({ keyEnv: 'MY_KEY' }), deps(openai(), env))).toMatchObject({ value: 'mine' })
    expect(await findKey(openai({ keyEnv: null }), deps(openai(), env))).toMatchObject({ status: 'missing' })
    expect(await findKey(openai({ keyEnv: 'EMPTY' }), deps(openai(), { EMPTY: ' ' }))).toMatchObject({
      status: 'missing',
    })
  })

  it('needs a key only where requests without one make no sense (A-155)', async () => {
    const status = async (connection: Connection) => (await findKey(connection, deps(connection))).status
    expect(await status(openai({ keyEnv: null }))).toBe('missing')
    expect(await status(place())).toBe('not-needed')
    expect(await status(place({ baseUrl: 'https://llm.example/v1' }))).toBe('not-needed')
    for (const host of ['localhost:1', '127.0.0.2:1', '[::1]:1'])
      expect(await status(openai({ keyEnv: null, baseUrl: `http://${host}/v1` }))).toBe('not-needed')
    expect(await status(openai({ keyEnv: null, baseUrl: 'http://localhost.example/v1' }))).toBe('missing')
  })

  it('falls back to the environment without a keyring, and when the keyring fails (A-160)', async () => {
    const none = {
      ...createMemorySecrets(),
      availability: () => ({ available: false as const, code: 'no-keyring' as const, reason: 'no keyring' }),
    }
    const locked = { ...createMemorySecrets(), get: async () => Promise.reject(new Error('locked')) }
    for (const secrets of [none, locked]) {
      const found = await findKey(openai(), deps(openai(), { OPENAI_API_KEY: 'env' }, { secrets }))
      expect(found).toEqual({ status: 'environment', value: 'env' })
    }
    expect(await findKey(openai(), deps(openai(), {}, { secrets: locked }))).toMatchObject({
      reason: 'The stored API key could not be read: locked',
    })
  })
})
