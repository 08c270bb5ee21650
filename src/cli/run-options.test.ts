import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { connectionSchema, RUNBOOK } from '../shared/models'
import { settingsSchema } from '../shared/settings'
import { appSettings, type RawRunOptions, readRunOptions, runSettings } from './run-options'

const read = (words: string[], raw: RawRunOptions = {}, stdin = '') =>
  readRunOptions(words, raw, Readable.from([Buffer.from(stdin)]))

describe('the arguments of vigil run', () => {
  it('are a prompt and options', async () => {
    expect(await read(['fix', 'it'])).toMatchObject({
      prompt: 'fix it',
      unattended: false,
      json: false,
      mode: 'standard',
    })
    expect(await read([], { promptFile: '-' }, 'from a pipe')).toMatchObject({ prompt: 'from a pipe' })
    expect(await read(['x'], { allow: ['npm *'], mode: 'auto' })).toMatchObject({
      allow: ['npm *'],
      mode: 'auto',
    })
  })

  it('know the option of migrating users (S-359)', async () => {
    expect((await read(['x'], { unattended: true })).unattended).toBe(true)
    expect((await read(['x'], { kodikUnattended: true })).unattended).toBe(true)
  })

  it.each<[string, string[], RawRunOptions, string]>([
    ['no prompt', [], {}, 'No prompt'],
    ['an empty prompt', [' '], {}, 'No prompt'],
    ['two prompts', ['x'], { promptFile: 'y' }, 'not both'],
    ['a missing file', [], { promptFile: '/nonexistent' }, 'cannot be read'],
    ['a bad address', ['x'], { baseUrl: 'localhost', model: 'm' }, 'takes an address'],
    ['a server without a model', ['x'], { baseUrl: 'http://localhost:1' }, 'needs --model'],
    ['a key for nothing', ['x'], { keyEnv: 'K' }, 'belongs to --base-url'],
    ['an unknown mode', ['x'], { mode: 'yolo' }, 'standard, auto, plan or bypass'],
    ['an empty pattern', ['x'], { allow: [' '] }, 'takes a pattern'],
  ])('name %s', async (_what, words, raw, message) => {
    await expect(read(words, raw)).rejects.toThrow(message)
  })
})

describe('the settings of a run', () => {
  const connection = (id: string, label: string, ...models: string[]) =>
    connectionSchema.parse({
      id,
      kind: 'openai-compatible',
      label,
      baseUrl: 'http://127.0.0.1:9/v1',
      headers: {},
      keyEnv: null,
      models: models.map((model) => ({
        id: model,
        contextWindow: null,
        maxOutput: null,
        tools: true,
        images: false,
        reasoning: false,
      })),
    })
  const app = settingsSchema.parse({
    defaultModel: RUNBOOK,
    connections: [
      connection('c1', 'Ollama', 'qwen', 'shared'),
      connection('c2', 'vLLM', 'llama/8b', 'shared'),
    ],
  })
  const with_ = (part: object) =>
    runSettings(app, { model: null, baseUrl: null, keyEnv: null, profile: null, ...part })

  it('take the default model, or the one that was named', () => {
    expect(with_({}).defaultModel).toEqual(RUNBOOK)
    expect(with_({ model: 'Runbook' }).defaultModel).toEqual(RUNBOOK)
    expect(with_({ model: 'qwen' }).defaultModel).toEqual({ connection: 'c1', model: 'qwen' })
    expect(with_({ model: 'vllm/shared' }).defaultModel).toEqual({ connection: 'c2', model: 'shared' })
    expect(with_({ model: 'llama/8b' }).defaultModel).toEqual({ connection: 'c2', model: 'llama/8b' })
    expect(with_({ profile: 'zsh' }).terminal.defaultProfile).toBe('zsh')
  })

  it('take another server without touching those of the app', () => {
    const settings = with_({ baseUrl: 'http://127.0.0.1:8080/v1', model: 'any/thing', keyEnv: 'MY_KEY' })
    expect(settings.connections).toMatchObject([{ baseUrl: 'http://127.0.0.1:8080/v1', keyEnv: 'MY_KEY' }])
    expect(settings.defaultModel).toEqual({ connection: 'server', model: 'any/thing' })
  })

  it.each([
    ['an unknown model', { model: 'gpt' }, 'There is no model gpt. Known: runbook, Ollama/qwen'],
    ['a model of several', { model: 'shared' }, 'Several connections have a model shared'],
    ['a bad variable', { baseUrl: 'http://h:1', model: 'm', keyEnv: 'a b' }, '--key-env'],
  ])('name %s', (_what, part, message) => {
    expect(() => with_(part)).toThrow(message)
  })

  it('name a missing model', () => {
    expect(() =>
      runSettings(settingsSchema.parse({}), { model: null, baseUrl: null, keyEnv: null, profile: null }),
    ).toThrow('No model')
  })

  it('are read from the app’s folder, and from nothing where there is none', () => {
    const dir = mkdtempSync(join(tmpdir(), 'vigil-settings-'))
    writeFileSync(join(dir, 'settings.json'), JSON.stringify({ stepLimit: 7 }))
    const facts = { env: { VIGIL_DATA_DIR: dir }, homeDir: '/nowhere', platform: 'linux' as const }
    expect(appSettings(null, facts).stepLimit).toBe(7)
    expect(appSettings(dir, { ...facts, env: {} }).stepLimit).toBe(7)
    expect(appSettings(null, { ...facts, env: {} }).stepLimit).toBe(100)
    writeFileSync(join(dir, 'settings.json'), '{broken')
    expect(appSettings(dir, facts).stepLimit).toBe(100)
    rmSync(dir, { recursive: true })
  })
})
