import { describe, expect, it } from 'vitest'
import { type ImageContent, imageRefSchema } from '../../shared/image'
import type { ConnectionKind } from '../../shared/models'
import type { ModelImage, ModelRequest } from '../ports'
import { createFakeClock } from '../testing/fake-clock'
import { createFakeIds } from '../testing/fake-ids'
import { resolvedModel } from '../testing/resolved-model'
import { createSdkClient } from './sdk-client'

// What a server of each protocol receives: the bytes of the request, without a network.

const DOT = 'iVBORw0KGgo='
const image = (content: ImageContent | null): ModelImage => ({
  ...imageRefSchema.parse({
    id: 'image-1',
    chatId: 'chat-1',
    name: 'dot.png',
    type: 'image/png',
    bytes: 8,
    width: 20,
    height: 10,
  }),
  content,
})
const shown = image({ type: 'image/png', base64: DOT })

const resolved = (kind: ConnectionKind) =>
  resolvedModel(kind, 'http://127.0.0.1:9/v1', {
    model: { id: 'm', maxOutput: 1000, images: true },
    apiKey: 'key-for-tests-only',
  })

/** The messages that a server gets, the instructions left out. */
async function received(kind: ConnectionKind, messages: ModelRequest['messages']): Promise<unknown[]> {
  let body = ''
  const client = createSdkClient(resolved(kind), {
    clock: createFakeClock(),
    ids: createFakeIds(),
    createFetch: () => async (_url, init) => {
      body = String(init?.body)
      return new Response('', { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  const request = { system: 'Be brief.', tools: [], messages, volatile: '' }
  for await (const _event of client.stream(request, new AbortController().signal));
  const parsed = JSON.parse(body) as { messages: { role: string }[] }
  return parsed.messages.filter(({ role }) => role !== 'system')
}

const ASKED: ModelRequest['messages'] = [{ role: 'user', text: 'what is it', images: [shown] }]

describe('an image of a message (A-064)', () => {
  it.each(['openai', 'openai-compatible'] as const)('is a data address for %s', async (kind) => {
    expect(await received(kind, ASKED)).toMatchObject([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: `data:image/png;base64,${DOT}` } },
          { type: 'text', text: 'what is it' },
        ],
      },
    ])
  })

  it('is a base64 source for Anthropic', async () => {
    expect(await received('anthropic', ASKED)).toMatchObject([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: DOT } },
          { type: 'text', text: 'what is it' },
        ],
      },
    ])
  })

  it('is bare base64 for Ollama', async () => {
    expect(await received('ollama', ASKED)).toEqual([{ role: 'user', content: 'what is it', images: [DOT] }])
  })

  it.each(['openai', 'openai-compatible', 'anthropic', 'ollama'] as const)(
    'that cannot be sent is told to %s in words (A-065)',
    async (kind) => {
      const [message] = await received(kind, [{ role: 'user', text: 'what is it', images: [image(null)] }])
      const text = JSON.stringify(message)
      expect(text).toContain('[Image dot.png, 20 × 10 pixels, cannot be shown to you]')
      expect(text).toContain('what is it')
      expect(text).not.toContain(DOT)
    },
  )

  it('stays when messages that follow each other become one', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'user', text: 'one', images: [shown] },
      { role: 'user', text: 'two', images: [shown] },
    ]
    expect(await received('ollama', messages)).toEqual([
      { role: 'user', content: 'one\n\ntwo', images: [DOT, DOT] },
    ])
  })
})
