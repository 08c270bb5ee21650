import {
  type FakeModelServer,
  type FakeRequest,
  startFakeModelServer,
} from '../src/core/testing/fake-model-server'
import { test as base, type VigilApp } from './app.fixture'
import { startChat, writeReadySettings } from './person'

type Servers = {
  /** A server that speaks OpenAI's chat completions, as scripted. */
  openAi: FakeModelServer
  /** A server that speaks Anthropic's messages and wants a key. */
  anthropic: FakeModelServer
  /** The app with an empty chat whose model is served by `openAi`; how a person connects one is a story of its own. */
  connected: VigilApp
}

/** The key that the Anthropic server accepts. */
export const ANTHROPIC_KEY = 'sk-ant-e2e-0123456789'
/** The name of the connection in `connected`. */
export const SERVER = 'Bench'
const MODEL = 'tiny-coder'

/** A model of the same server that takes no images. */
const BLIND_MODEL = 'tiny-blind'

/** The settings that a connection to the server leaves; `images` says whether the chosen model takes them. */
export function connectionSettings(server: FakeModelServer, { images = false } = {}): object {
  const capabilities = {
    contextWindow: 32_768,
    maxOutput: null,
    tools: true,
    images,
    reasoning: false,
  }
  const blind = images ? [{ id: BLIND_MODEL, ...capabilities, images: false }] : []
  const connection = {
    id: 'connection_1',
    kind: 'openai-compatible',
    label: SERVER,
    baseUrl: server.baseUrl,
    headers: {},
    keyEnv: null,
    models: [{ id: MODEL, ...capabilities }, ...blind],
  }
  return { connections: [connection], defaultModel: { connection: connection.id, model: MODEL } }
}

/** The last message of a request to `openAi`: a text, or the parts of one with images. */
export function lastContent(request: FakeRequest | undefined): unknown {
  const messages = request?.body?.messages
  return Array.isArray(messages) ? messages.at(-1)?.content : undefined
}

/** The text of the last message of a request to `openAi`: what the model was told last. */
export function lastMessage(request: FakeRequest | undefined): string {
  const last = lastContent(request)
  return typeof last === 'string' ? last : ''
}

export const test = base.extend<Servers>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  openAi: async ({}, use) => {
    const server = await startFakeModelServer({ product: 'OpenAI', models: [MODEL] })
    await use(server)
    await server.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  anthropic: async ({}, use) => {
    const server = await startFakeModelServer({
      product: 'Anthropic',
      models: ['claude-e2e'],
      key: ANTHROPIC_KEY,
    })
    await use(server)
    await server.close()
  },
  connected: async ({ launch, folders, openAi }, use) => {
    writeReadySettings(folders, connectionSettings(openAi))
    const vigil = await launch()
    await startChat(vigil.page)
    await use(vigil)
  },
})
