import { connectionIdSchema } from '../../shared/ids'
import type { Connection, ModelInfo } from '../../shared/models'

/**
 * The two providers every installation lists, with models to choose before their list was ever fetched. A key turns them
 * on; refreshing replaces the models by what the provider really offers.
 */
export const BUILT_IN_CONNECTIONS: readonly Connection[] = [
  {
    id: connectionIdSchema.parse('openai'),
    kind: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    headers: {},
    keyEnv: 'OPENAI_API_KEY',
    models: [
      known('gpt-5.1', 400_000, 128_000),
      known('gpt-5', 400_000, 128_000),
      known('gpt-5-mini', 400_000, 128_000),
      known('gpt-4.1', 1_047_576, 32_768, false),
      known('gpt-4.1-mini', 1_047_576, 32_768, false),
    ],
  },
  {
    id: connectionIdSchema.parse('anthropic'),
    kind: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    headers: {},
    keyEnv: 'ANTHROPIC_API_KEY',
    models: [
      known('claude-sonnet-4-5', 200_000, 64_000),
      known('claude-opus-4-5', 200_000, 64_000),
      known('claude-haiku-4-5', 200_000, 64_000),
    ],
  },
]

/** What is assumed of a model nobody described: it may do everything a chat needs, and its sizes are not known. */
export function unknownModel(id: string): ModelInfo {
  return { id, contextWindow: null, maxOutput: null, tools: true, images: false, reasoning: false }
}

/** A built-in model by its identifier, also with a date behind it: `gpt-5-2025-08-07`. */
export function knownModel(kind: Connection['kind'], id: string): ModelInfo | null {
  const models = BUILT_IN_CONNECTIONS.find((connection) => connection.kind === kind)?.models ?? []
  const bare = id.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '')
  const found = models.find((model) => model.id === bare)
  return found ? { ...found, id } : null
}

function known(id: string, contextWindow: number, maxOutput: number, reasoning = true): ModelInfo {
  return { id, contextWindow, maxOutput, tools: true, images: true, reasoning }
}
